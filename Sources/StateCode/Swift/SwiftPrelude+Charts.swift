extension SwiftPrelude {
  /// The types of general charts: states, rows, configurations and timers.
  static let charts = #"""
    // States in general: some are active side by side, some remember, some wait.

    /// What a state is, in which it stands, and where it goes when it is entered.
    struct StateNode<State: Sendable>: Sendable {
      enum Kind: Sendable { case leaf, composite, parallel, final, shallowHistory, deepHistory }

      let kind: Kind
      let parent: State?
      let initial: [State]
      let carries: Bool

      init(_ kind: Kind, in parent: State?, initial: [State] = [], carries: Bool = false) {
        self.kind = kind
        self.parent = parent
        self.initial = initial
        self.carries = carries
      }
    }

    /// The states of a definition in document order; the first is all of it.
    protocol StateName: CaseIterable, RawRepresentable<Int>, Hashable, Sendable {
      static var tree: StateTree<Self> { get }
      var node: StateNode<Self> { get }
    }

    struct StateTree<State: StateName>: Sendable {
      let states: [State]
      let nodes: [StateNode<State>]
      /// By place in document order; -1 for the first.
      let parents: [Int]
      /// The states below one are those after it, before its end.
      let ends: [Int]
      /// Without histories.
      let children: [[Int]]
      let initials: [[Int]]

      init() {
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
      }

      func kind(_ state: Int) -> StateNode<State>.Kind { nodes[state].kind }

      func isHistory(_ state: Int) -> Bool {
        kind(state) == .shallowHistory || kind(state) == .deepHistory
      }

      func isAncestor(_ ancestor: Int, of state: Int) -> Bool {
        ancestor < state && state < ends[ancestor]
      }

      /// Whether a state is another or lies below it.
      func contains(_ ancestor: Int, _ state: Int) -> Bool {
        ancestor <= state && state < ends[ancestor]
      }

      func names(_ states: [Int]) -> [State] { states.map { self.states[$0] } }
    }

    /// Where a row stands, and where it goes.
    struct Way<State: StateName>: Sendable {
      enum Reentry: Sendable { case no, yes, external }

      /// Its place in the reducer, counted from 1.
      let row: Int
      let source: State
      /// `nil` if it goes nowhere.
      let targets: [State]?
      let reentry: Reentry

      init(row: Int, in source: State, to targets: [State]? = nil, reentry: Reentry = .no) {
        self.row = row
        self.source = source
        self.targets = targets
        self.reentry = reentry
      }
    }

    protocol ChartRow {
      associatedtype State: StateName
      var way: Way<State> { get }
    }

    /// What a trigger finds among the rows of a state.
    enum Found<Row> {
      case row(Row)
      /// These have false guards, counted from 1.
      case denied(rows: [Int])
      case unhandled
    }

    /// Where a state gets from what it carries.
    enum Cargo<State> {
      /// It is left.
      case none
      /// A row gives it.
      case row
      case history(State)
      /// What the `initial` of a state gives, or the default of a history.
      case initial(of: State)
      case defaults
    }

    /// What a microstep does, in order.
    enum ChartOperation<State> {
      /// A history keeps what these states carry.
      case record(State, [State])
      case exit(State)
      /// A row's own actions, by its place among those chosen.
      case run(Int)
      case carry(State, Cargo<State>)
      case enter(State)
    }

    /// What is to be done with a timer.
    PUBLIC enum TimerRequest<Timer: Hashable & Sendable>: Hashable, Sendable {
      /// Let it ring after a span of time; one that repeats goes on.
      case startTimer(Timer, after: TimeSpan)
      case cancelTimer(Timer)
    }

    /// A timer that runs.
    PUBLIC struct RunningTimer<Timer: Hashable & Sendable>: Hashable, Sendable {
      /// The timer.
      PUBLIC let timer: Timer
      /// How long it runs, or what remains of that.
      PUBLIC let duration: TimeSpan
    }

    /// A period: time must pass between two ticks.
    func celPeriod(_ span: TimeSpan) throws(EvaluationError) -> TimeSpan {
      if span.nanoseconds <= 0 { throw EvaluationError("argument") }
      return span
    }

    /// Which states are active, and what histories remember.
    struct Configuration<State: StateName>: Hashable, Sendable {
      /// By place in document order, ascending.
      var active: [Int] = []
      var memories: [Int: [Int]] = [:]

      /// With these active.
      init(_ states: [State] = []) { active = states.map(\.rawValue) }

      func contains(_ state: State) -> Bool { active.contains(state.rawValue) }

      /// The active states, in document order.
      var states: [State] { State.tree.names(active) }

      /// The active states without an active child, in document order.
      var leaves: [State] { State.tree.names(leafPlaces) }

      /// Whether a state of the highest level is final and active.
      var hasEnded: Bool {
        active.contains { State.tree.parents[$0] == 0 && State.tree.kind($0) == .final }
      }

      /// Whether a state is complete: with a final child, or with all its regions complete.
      func isDone(_ state: State) -> Bool { isDone(state.rawValue) }

      mutating func enter(_ state: State) {
        if contains(state) { return }
        let place = active.firstIndex { $0 > state.rawValue } ?? active.endIndex
        active.insert(state.rawValue, at: place)
      }

      mutating func leave(_ state: State) { active.removeAll { $0 == state.rawValue } }

      /// What a history remembers, if it does.
      func memory(_ history: State) -> [State]? {
        memories[history.rawValue].map { State.tree.names($0) }
      }

      var leafPlaces: [Int] {
        let tree = State.tree
        return active.indices.filter { place in
          place + 1 == active.count || active[place + 1] >= tree.ends[active[place]]
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
    """#
}
