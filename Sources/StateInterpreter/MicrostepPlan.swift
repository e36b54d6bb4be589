import StateModel

/// The operations of one microstep, in order: exits, the rows' own actions, entries.
///
/// The configuration, the recordings of the histories and the chosen rows determine it. No cell is
/// evaluated.
struct MicrostepPlan {
  enum Operation: Hashable, Sendable {
    /// Runs a block of the program.
    case run(Int32)
    case activate(Int)
    case deactivate(Int)
    case start(timer: Int)
    case cancel(timers: [Int])
    /// Records a history, by its index among the histories.
    case record(Int)
    /// Restores the data of a state from a history, by the history's index among the histories.
    case restore(Int, state: Int)
    /// Completes a final state that has been entered.
    case complete(Int)
  }

  /// The states that a row enters, with the data for its targets.
  struct TargetEntry {
    var move: Traversal.Move
    var data: [TargetData]
  }

  private(set) var operations: [Operation] = []
  private let tables: Tables
  private let active: StateSet
  /// The recordings of the histories, by their index among the histories. They change while exits
  /// record.
  private var memories: [[Int]?]
  private var left = StateSet()
  private var entered = StateSet()
  private var targetEntries: [TargetEntry] = []
  private var given = StateSet()

  /// The plan of the start: it enters everything.
  init(starting tables: Tables) {
    self.tables = tables
    active = StateSet()
    memories = []
    let move = Traversal.start(tables.tree)
    entered = move.entered
    entered.insert(0)
    targetEntries = [TargetEntry(move: move, data: [])]
    addEntries()
  }

  init(
    _ chosen: [Selection.Chosen], _ tables: Tables, active: StateSet, memories: [[Int]?]
  ) {
    self.tables = tables
    self.active = active
    self.memories = memories
    for row in chosen {
      if let move = row.move { left.formUnion(move.left) }
    }
    addExits()
    for row in chosen { add(tables.rows[row.row].body) }
    planEntries(chosen)
    if !targetEntries.isEmpty { addEntries() }
  }

  /// A traversal that reads the recordings of the histories.
  static func traversal(
    _ tables: Tables, active: StateSet, memories: [[Int]?]
  ) -> Traversal {
    let histories = tables.tree.histories
    return Traversal(tree: tables.tree, active: active) { state in
      histories.firstIndex(of: state).flatMap { memories[$0] }
    }
  }

  /// The states that a history records when its parent is left.
  static func recording(_ history: Int, tree: ChartTree, active: StateSet) -> [Int] {
    let parent = tree.parents[history]
    let below = tree.members(of: active, below: parent)
    if tree.kinds[history] == .shallowHistory {
      return below.filter { tree.parents[$0] == parent }
    }
    return below.filter { tree.isLeaf($0, in: active) }
  }

  /// The states whose data a history records.
  static func keeping(_ history: Int, _ tables: Tables, active: StateSet) -> [Int] {
    let tree = tables.tree
    let parent = tree.parents[history]
    return tree.members(of: active, below: parent).filter { state in
      !tables.states[state].carried.isEmpty
        && (tree.kinds[history] == .deepHistory || tree.parents[state] == parent)
    }
  }

  private mutating func add(_ block: Int32) {
    if block >= 0 { operations.append(.run(block)) }
  }

  private mutating func addExits() {
    guard !left.isEmpty else { return }
    for (index, history) in tables.tree.histories.enumerated()
    where left.contains(tables.tree.parents[history]) {
      operations.append(.record(index))
      memories[index] = Self.recording(history, tree: tables.tree, active: active)
    }
    for state in left.reversed {
      let table = tables.states[state]
      if !table.timers.isEmpty { operations.append(.cancel(timers: table.timers)) }
      add(table.exit)
      operations.append(.deactivate(state))
    }
  }

  /// Plans the entries. Histories are looked up again, because the exits may have recorded them.
  private mutating func planEntries(_ chosen: [Selection.Chosen]) {
    let traversal = Self.traversal(tables, active: active, memories: memories)
    for row in chosen {
      guard var move = row.move, let request = tables.rows[row.row].request else { continue }
      if !move.restored.isEmpty || !move.defaultsTaken.isEmpty {
        move = traversal.afterExits(move, request)
      }
      entered.formUnion(move.entered)
      targetEntries.append(TargetEntry(move: move, data: tables.rows[row.row].data))
    }
  }

  /// Enters states in document order, after the targets of rows have received their data.
  private mutating func addEntries() {
    for state in left { add(tables.states[state].clear) }
    giveData()
    var taken = StateSet()
    for entry in targetEntries {
      taken.formUnion(entry.move.initialsTaken)
      taken.formUnion(entry.move.defaultsTaken)
    }
    for state in entered {
      let table = tables.states[state]
      if !given.contains(state) { add(table.defaults) }
      operations.append(.activate(state))
      add(table.enter)
      for timer in table.timers { operations.append(.start(timer: timer)) }
      if tables.tree.kinds[state] == .final { operations.append(.complete(state)) }
      if taken.contains(state) { giveInitial(state) }
      for history in tables.historiesOf[state] where taken.contains(history) {
        giveInitial(history)
      }
    }
  }

  /// Gives data to the targets of rows first, then from histories, then from the `initial` of
  /// states that stay.
  private mutating func giveData() {
    for entry in targetEntries {
      for target in entry.data {
        let stays = active.contains(target.state) && !left.contains(target.state)
        guard stays || entered.contains(target.state) else { continue }
        add(target.give)
        given.insert(target.state)
      }
    }
    for entry in targetEntries {
      for history in entry.move.restored { restore(history) }
    }
    for entry in targetEntries {
      for owner in entry.move.initialsTaken where !entered.contains(owner) {
        giveInitial(owner)
      }
      for history in entry.move.defaultsTaken
      where !entered.contains(tables.tree.parents[history]) { giveInitial(history) }
    }
  }

  private mutating func restore(_ history: Int) {
    let tree = tables.tree
    guard let index = tree.histories.firstIndex(of: history) else { return }
    let parent = tree.parents[history]
    let remembered = StateSet(memories[index] ?? [])
    for state in tree.members(of: entered, below: parent)
    where !tables.states[state].carried.isEmpty && !given.contains(state) {
      let isRemembered =
        remembered.contains(state)
        || tree.kinds[history] == .deepHistory && !tree.isLeaf(state, in: remembered)
      guard isRemembered else { continue }
      operations.append(.restore(index, state: state))
      given.insert(state)
    }
  }

  private mutating func giveInitial(_ owner: Int) {
    for target in tables.states[owner].initialData
    where entered.contains(target.state) && !given.contains(target.state) {
      add(target.give)
      given.insert(target.state)
    }
  }
}
