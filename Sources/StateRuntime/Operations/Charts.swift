// General charts: parallel states, histories and timers.

/// A state with its kind, its parent and its initial states.
public struct StateNode<State: Sendable>: Sendable {
  /// What a state can be.
  public enum Kind: Sendable { case leaf, composite, parallel, final, shallowHistory, deepHistory }

  let kind: Kind
  let parent: State?
  let initial: [State]
  /// Whether the state has data.
  public let carries: Bool

  /// Makes a node.
  public init(_ kind: Kind, in parent: State?, initial: [State] = [], carries: Bool = false) {
    self.kind = kind
    self.parent = parent
    self.initial = initial
    self.carries = carries
  }
}

/// The states of a definition in document order. The first is the root.
public protocol StateName: CaseIterable, RawRepresentable<Int>, Hashable, Sendable {
  /// The tree of all states.
  static var tree: StateTree<Self> { get }
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

/// The states of a definition as a tree.
public struct StateTree<State: StateName>: Sendable {
  /// The states in document order.
  public let states: [State]
  let nodes: [StateNode<State>]
  /// The parent of each state; -1 for the root.
  let parents: [Int]
  /// The descendants of a state are after it and before its end.
  let ends: [Int]
  /// The children of each state, without histories.
  let children: [[Int]]
  let initials: [[Int]]
  /// Whether a final state at the top level can end the machine.
  let canEnd: Bool

  /// Makes the tree of all states.
  public init() {
    states = Array(State.allCases)
    nodes = states.map(\.node)
    parents = nodes.map { $0.parent?.rawValue ?? -1 }
    initials = nodes.map { $0.initial.map(\.rawValue) }
    var ends = Array(1...max(states.count, 1))
    for state in states.indices.reversed() where parents[state] >= 0 {
      ends[parents[state]] = max(ends[parents[state]], ends[state])
    }
    self.ends = ends
    var children = Array(repeating: [Int](), count: states.count)
    for state in states.indices.dropFirst() {
      if nodes[state].kind == .shallowHistory || nodes[state].kind == .deepHistory { continue }
      children[parents[state]].append(state)
    }
    self.children = children
    canEnd = states.indices.contains { [parents, nodes] in
      parents[$0] == 0 && nodes[$0].kind == .final
    }
  }

  func kind(_ state: Int) -> StateNode<State>.Kind { nodes[state].kind }

  func isHistory(_ state: Int) -> Bool {
    kind(state) == .shallowHistory || kind(state) == .deepHistory
  }

  func isAncestor(_ ancestor: Int, of state: Int) -> Bool {
    ancestor < state && state < ends[ancestor]
  }

  /// Whether a state is another state or its descendant.
  func contains(_ ancestor: Int, _ state: Int) -> Bool {
    ancestor <= state && state < ends[ancestor]
  }

  func names(_ states: [Int]) -> [State] { states.map { self.states[$0] } }
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
  public func data<Data>(_ row: Data?, default other: Data? = nil) -> Data? {
    switch self {
    case .row: row
    case .defaults: other
    case .none, .history, .initial: nil
    }
  }
}

/// One operation of a microstep.
public enum ChartOperation<State> {
  /// A history records the data of these states.
  case record(State, [State])
  /// The actions of a state that is left.
  case exit(State)
  /// The actions of a selected row, by its index.
  case run(Int)
  /// A state receives its data, or loses them.
  case carry(State, ChartCargo<State>)
  /// The actions of a state that is entered.
  case enter(State)
}

/// The period of a repeating timer. Error `argument` if it is not positive.
public func celPeriod(_ span: Duration) throws(EvaluationError) -> Duration {
  if span.nanoseconds <= 0 { throw EvaluationError("argument") }
  return span
}

/// The active states, the states that histories recorded, and the running timers.
public struct Configuration<State: StateName>: Hashable, Sendable {
  /// The indices of active states in document order.
  public var active: [Int] = []
  /// The running timers, in the order of their starts.
  public var timers: [RunningTimer] = []
  var memories: [Int: [Int]] = [:]

  /// Makes a configuration of active states.
  public init(_ states: [State] = []) { active = states.map(\.rawValue) }

  /// Whether a state is active.
  public func contains(_ state: State) -> Bool { active.contains(state.rawValue) }

  /// The active states, in document order.
  public var states: [State] { State.tree.names(active) }

  /// The active states without an active child, in document order.
  public var leaves: [State] { State.tree.names(leafPositions) }

  /// Whether a final state at the top level is active.
  public var hasEnded: Bool {
    State.tree.canEnd
      && active.contains { State.tree.parents[$0] == 0 && State.tree.kind($0) == .final }
  }

  /// Whether a state is complete: a child is final, or all regions are complete.
  public func isDone(_ state: State) -> Bool { isDone(state.rawValue) }

  /// Makes a state active.
  public mutating func enter(_ state: State) {
    if contains(state) { return }
    let position = active.firstIndex { $0 > state.rawValue } ?? active.endIndex
    active.insert(state.rawValue, at: position)
  }

  /// Makes a state inactive.
  public mutating func leave(_ state: State) { active.removeAll { $0 == state.rawValue } }

  /// The states that a history recorded, if there are any.
  public func memory(_ history: State) -> [State]? {
    memories[history.rawValue].map { State.tree.names($0) }
  }

  var leafPositions: [Int] {
    let tree = State.tree
    return active.indices.filter { position in
      position + 1 == active.count || active[position + 1] >= tree.ends[active[position]]
    }.map { active[$0] }
  }

  private func isDone(_ state: Int) -> Bool {
    let tree = State.tree
    guard active.contains(state) else { return false }
    switch tree.kind(state) {
    case .composite:
      return tree.children[state].contains { active.contains($0) && tree.kind($0) == .final }
    case .parallel: return tree.children[state].allSatisfy { isDone($0) }
    case .leaf, .final, .shallowHistory, .deepHistory: return false
    }
  }
}
