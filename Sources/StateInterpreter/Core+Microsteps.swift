import CEL
import StateTables

/// One round of rows: exits, the rows' own actions, entries.
extension Core {
  /// A way into the tree with the data that its targets get.
  struct Arrival {
    var move: Traversal.Move
    var data: [TargetData]
  }

  func microstep(_ chosen: [Selection.Chosen], event: Int?) throws(MachineError) {
    try countMicrostep(chosen)
    let before = active
    var left = StateSet()
    for row in chosen {
      if let move = row.move { left.formUnion(move.left) }
    }
    note(chosen, event: event)
    if !left.isEmpty {
      record(left)
      for state in left.reversed { try leave(state) }
    }
    for row in chosen { try run(tables.rows[row.row].body) }
    var arrivals: [Arrival] = []
    var entered = StateSet()
    for row in chosen {
      guard var move = row.move, let request = tables.rows[row.row].request else { continue }
      if !move.restored.isEmpty || !move.defaultsTaken.isEmpty {
        move = traversal(before).afterExits(move, request)
      }
      entered.formUnion(move.entered)
      arrivals.append(Arrival(move: move, data: tables.rows[row.row].data))
    }
    if !arrivals.isEmpty { try enter(entered, arrivals, leaving: left) }
  }

  private func traversal(_ active: StateSet) -> Traversal {
    let histories = tables.tree.histories
    let memories = memories
    return Traversal(tree: tables.tree, active: active) { state in
      histories.firstIndex(of: state).flatMap { memories[$0]?.states }
    }
  }

  private func leave(_ state: Int) throws(MachineError) {
    let table = tables.states[state]
    if !table.timers.isEmpty {
      for timer in table.timers { cancel(timer) }
    }
    try run(table.exit)
    active.remove(state)
    if let flag = table.flag { banks.set(flag, int: 0) }
    trace?.note(exit: table.name)
  }

  /// Enters states in document order, after data has been given to the targets of rows.
  func enter(
    _ entered: StateSet, _ arrivals: [Arrival], leaving left: StateSet
  ) throws(MachineError) {
    for state in left { try run(tables.states[state].clear) }
    var given = StateSet()
    for arrival in arrivals {
      for target in arrival.data
      where entered.contains(target.state) || active.contains(target.state) {
        try run(target.give)
        given.insert(target.state)
      }
    }
    for arrival in arrivals {
      for history in arrival.move.restored { try restore(history, entered, &given) }
    }
    for arrival in arrivals {
      for owner in arrival.move.initialsTaken where !entered.contains(owner) {
        try giveInitial(owner, entered, &given)
      }
      for history in arrival.move.defaultsTaken
      where !entered.contains(tables.tree.parents[history]) {
        try giveInitial(history, entered, &given)
      }
    }
    for state in entered {
      if !given.contains(state) { try run(tables.states[state].defaults) }
      try enter(state)
      for arrival in arrivals {
        if arrival.move.initialsTaken.contains(state) { try giveInitial(state, entered, &given) }
        for history in tables.historiesOf[state] where arrival.move.defaultsTaken.contains(history)
        {
          try giveInitial(history, entered, &given)
        }
      }
    }
  }

  private func enter(_ state: Int) throws(MachineError) {
    let table = tables.states[state]
    active.insert(state)
    if let flag = table.flag { banks.set(flag, int: 1) }
    trace?.note(entry: table.name)
    coverage?.states[state] = true
    try run(table.enter)
    for timer in table.timers { try start(timer) }
    if tables.tree.kinds[state] == .final { complete(state) }
  }

  private func giveInitial(
    _ owner: Int, _ entered: StateSet, _ given: inout StateSet
  ) throws(MachineError) {
    for target in tables.states[owner].initialData
    where entered.contains(target.state) && !given.contains(target.state) {
      try run(target.give)
      given.insert(target.state)
    }
  }

  /// Tells that the parent of a final state is complete, then the parallel states around it.
  private func complete(_ final: Int) {
    let tree = tables.tree
    let parent = tree.parents[final]
    guard parent > 0 else {
      hasEnded = true
      cancelAll()
      return
    }
    raiseDone(parent, from: final)
    var around = tree.parents[parent]
    while around > 0, tree.kinds[around] == .parallel, tree.isDone(around, in: active) {
      raiseDone(around, from: final)
      around = tree.parents[around]
    }
  }

  /// `done.x` carries what all final children of x carry.
  private func raiseDone(_ state: Int, from final: Int) {
    let event = tables.states[state].doneEvent
    guard event >= 0 else { return }
    let carried = tables.source.states[final]
    let values = tables.events[event].fieldNames.map { name in
      guard let field = carried.fields.firstIndex(where: { $0.name == name }) else {
        return Value.null
      }
      let slot = tables.states[final].carried[field]
      return banks.value(of: slot)
    }
    queue.append(Raised(event: event, values: values))
  }

  private func countMicrostep(_ chosen: [Selection.Chosen]) throws(MachineError) {
    microsteps += 1
    let limit = tables.microstepLimit
    guard microsteps > limit - Self.watched else { return }
    recentRows.append(chosen.map(\.row))
    guard microsteps > limit else { return }
    let cycle = self.cycle.map { "/reducer/\(tables.rows[$0].place)" }
    throw MachineError(.microsteps, at: cycle.first ?? "", cycle: cycle)
  }

  /// How many microsteps before the limit are watched for a cycle.
  private static let watched = 256

  /// The rows that repeat: of the shortest period that the last microsteps show twice.
  private var cycle: [Int] {
    let rows = recentRows
    var length = rows.count
    for period in stride(from: 1, through: rows.count / 2, by: 1)
    where rows.suffix(period) == rows.dropLast(period).suffix(period) {
      length = period
      break
    }
    var result: [Int] = []
    for row in rows.suffix(length).joined() where !result.contains(row) { result.append(row) }
    return result
  }

  private func note(_ chosen: [Selection.Chosen], event: Int?) {
    if trace != nil {
      trace?.microsteps.append(
        Trace.Microstep(
          event: event.map { tables.events[$0].name },
          rows: chosen.map { tables.rows[$0.row].place }))
    }
    if coverage != nil {
      for row in chosen { coverage?.noteRun(row.row, tables.rows[row.row]) }
    }
  }
}
