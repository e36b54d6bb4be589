// General charts: parallel states, histories and timers.

/// A state with its kind, its parent and its initial states.
public struct StateNode<State: Sendable>: Sendable {
  let kind: StateTree.Kind
  let parent: State?
  let initial: [State]
  /// Whether the state has data.
  public let carries: Bool

  /// Makes a node.
  public init(
    _ kind: StateTree.Kind, in parent: State?, initial: [State] = [], carries: Bool = false
  ) {
    self.kind = kind
    self.parent = parent
    self.initial = initial
    self.carries = carries
  }
}

/// The states of a definition in document order. The first is the root.
public protocol StateName: CaseIterable, RawRepresentable<Int>, Hashable, Sendable {
  /// The tree of all states.
  static var tree: StateTree { get }
  /// The kind, the parent and the initial states.
  var node: StateNode<Self> { get }
}

/// The timers of a definition. The raw value is the id of a timer, such as `pausing.1`.
public protocol TimerName: CaseIterable, RawRepresentable<String>, Sendable {
  /// The names of the chart's states.
  associatedtype State: StateName
  /// The state that starts and cancels the timer.
  var owner: State { get }
}

/// The timers of a definition that has none.
public enum NoTimers<State: StateName>: TimerName {
  /// No timer.
  public static var allCases: [Self] { [] }
  /// No id.
  public var rawValue: String { switch self {} }
  /// No state.
  public var owner: State { switch self {} }

  /// Returns `nil`.
  public init?(rawValue: String) { return nil }
}

/// The states of a definition as a tree. A state is its index in document order, so that one compiled
/// algorithm serves all definitions.
public final class StateTree: Sendable {
  /// What a state can be.
  public enum Kind: Sendable {
    /// It has no states inside.
    case leaf
    /// At most one of the states inside is active.
    case composite
    /// All states inside are active together.
    case parallel
    /// It ends the state around it.
    case final
    /// It remembers which state beside it was active.
    case shallowHistory
    /// It remembers all states that were active beside it and inside them.
    case deepHistory
  }

  let kinds: [Kind]
  /// The parent of each state; -1 for the root.
  @usableFromInline internal let parents: [Int]
  /// The descendants of a state are after it and before its end.
  let ends: [Int]
  /// The children of each state, without histories.
  let children: [[Int]]
  let initials: [[Int]]
  let histories: [Int]
  /// The states with data.
  let carrying: StateSet
  /// The final states at the top level, which end the machine.
  @usableFromInline internal let endings: StateSet

  /// Makes the tree of all states.
  public init<State: StateName>(_ states: [State]) {
    let nodes = states.map(\.node)
    let kinds = nodes.map(\.kind)
    let parents = nodes.map { $0.parent?.rawValue ?? -1 }
    let histories = kinds.indices.filter {
      kinds[$0] == .shallowHistory || kinds[$0] == .deepHistory
    }
    var ends = kinds.indices.map { $0 + 1 }
    var children = Array(repeating: [Int](), count: kinds.count)
    for state in kinds.indices.dropFirst().reversed() {
      let parent = parents[state]
      ends[parent] = max(ends[parent], ends[state])
      if !histories.contains(state) { children[parent].insert(state, at: 0) }
    }
    self.kinds = kinds
    self.parents = parents
    self.ends = ends
    self.children = children
    self.histories = histories
    initials = nodes.map { $0.initial.map(\.rawValue) }
    carrying = StateSet(kinds.indices.filter { nodes[$0].carries })
    endings = StateSet(kinds.indices.filter { parents[$0] == 0 && kinds[$0] == .final })
  }

  func isHistory(_ state: Int) -> Bool {
    kinds[state] == .shallowHistory || kinds[state] == .deepHistory
  }

  func isAncestor(_ ancestor: Int, of state: Int) -> Bool {
    ancestor < state && state < ends[ancestor]
  }

  /// Whether a state is another state or its descendant.
  func contains(_ ancestor: Int, _ state: Int) -> Bool {
    ancestor <= state && state < ends[ancestor]
  }

  /// The active states without an active child.
  @usableFromInline internal func leaves(of active: StateSet) -> StateSet {
    var leaves = active
    for state in active where state > 0 { leaves.remove(parents[state]) }
    return leaves
  }

  /// Whether a state is complete: a child is final, or all regions are complete.
  @usableFromInline internal func isDone(_ state: Int, _ active: StateSet) -> Bool {
    guard active.contains(state) else { return false }
    switch kinds[state] {
    case .composite:
      return children[state].contains { active.contains($0) && kinds[$0] == .final }
    case .parallel: return children[state].allSatisfy { isDone($0, active) }
    case .leaf, .final, .shallowHistory, .deepHistory: return false
    }
  }
}

/// The source of the data of a state.
public enum ChartCargo<State> {
  /// The state is left and loses its data.
  case none
  /// The row sets the data.
  case row
  /// A history gives back the data that it recorded.
  case history(State)
  /// The `initial` of a state or the default of a history sets the data.
  case initial(of: State)
  /// The defaults of the fields are the data.
  case defaults

  /// The data of a state that only gets data from rows and from defaults.
  @inlinable public func data<Data>(_ row: Data?, default other: Data? = nil) -> Data? {
    switch self {
    case .row: row
    case .defaults: other
    case .none, .history, .initial: nil
    }
  }
}

extension ChartCargo where State == Int {
  /// The source with the name of its state.
  @inlinable internal func named<Name: StateName>() -> ChartCargo<Name> {
    switch self {
    case .none: .none
    case .row: .row
    case .history(let state): Name(rawValue: state).map { .history($0) } ?? .none
    case .initial(let state): Name(rawValue: state).map { .initial(of: $0) } ?? .none
    case .defaults: .defaults
    }
  }
}

/// One operation of a microstep. States are indices.
public enum ChartOperation {
  /// A history records the data of these states.
  case record(Int, [Int])
  /// The actions of a state that is left.
  case exit(Int)
  /// The actions of a selected row, by its index.
  case run(Int)
  /// A state receives its data, or loses them.
  case carry(Int, ChartCargo<Int>)
  /// The actions of a state that is entered.
  case enter(Int)
}

/// The period of a repeating timer. Error `argument` if it is not positive.
public func celPeriod(_ span: Duration) throws(EvaluationError) -> Duration {
  if span.nanoseconds <= 0 { throw EvaluationError("argument") }
  return span
}

/// The active states, the states that histories recorded, and the running timers.
public struct Configuration<State: StateName>: Hashable, Sendable {
  /// The active states, by index.
  public var active = StateSet()
  /// The running timers, in the order of their starts.
  public var timers: [RunningTimer] = []
  @usableFromInline internal var memories: [Int: [Int]] = [:]

  /// Makes a configuration of active states.
  @inlinable public init(_ states: [State] = []) {
    for state in states { active.insert(state.rawValue) }
  }

  /// Whether a state is active.
  @inlinable public func contains(_ state: State) -> Bool { active.contains(state.rawValue) }

  /// The active states, in document order.
  @inlinable public var states: [State] { active.compactMap { State(rawValue: $0) } }

  /// The active states without an active child, in document order.
  @inlinable public var leaves: [State] {
    State.tree.leaves(of: active).compactMap { State(rawValue: $0) }
  }

  /// Whether a final state at the top level is active.
  @inlinable public var hasEnded: Bool { !active.isDisjoint(with: State.tree.endings) }

  /// Whether a state is complete: a child is final, or all regions are complete.
  @inlinable public func isDone(_ state: State) -> Bool {
    State.tree.isDone(state.rawValue, active)
  }

  /// The states that a history recorded, if there are any.
  @inlinable public func memory(_ history: State) -> [State]? {
    memories[history.rawValue]?.compactMap { State(rawValue: $0) }
  }

  /// The states whose data a history records.
  @inlinable public func kept(by history: State) -> [State] {
    State.tree.kept(by: history.rawValue, memories).compactMap { State(rawValue: $0) }
  }

  /// Removes a timer that fired; one that repeats runs for its period again. Returns whether it ran.
  @inlinable public mutating func takeFired(_ id: String) -> Bool {
    guard let index = timers.firstIndex(where: { $0.id == id }) else { return false }
    if let period = timers[index].period {
      timers[index] = RunningTimer(id: id, remaining: period, period: period)
    } else {
      timers.remove(at: index)
    }
    return true
  }
}
