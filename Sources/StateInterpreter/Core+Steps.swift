import CEL
import StateTables

/// The general algorithm of a step: everything that one event, one timer or the start causes.
extension Core {
  /// Starts the machine. The types of the inputs have been checked.
  func start(_ inputs: [String: Value]) throws(MachineError) -> Step {
    begin()
    for input in tables.inputs {
      if let value = inputs[input.name] {
        _ = registers.set(input.slot.register, to: value)
      } else if input.defaultValue >= 0 {
        try run(input.defaultValue)
      } else {
        throw MachineError(.payload, at: "/\(input.name)")
      }
    }
    for block in tables.initials { try run(block) }
    try perform(MicrostepPlan(starting: tables))
    try settle()
    let step = commit()
    return Step(.changed, deniedRows: [], commands: step.commands, timers: step.timers)
  }

  /// Receives an event without the cache. The event's data has been written; the caller rolls back
  /// on failure.
  func receiveInGeneral(_ event: Int) throws(MachineError) -> Step {
    let chosen = try select(event)
    guard !chosen.isEmpty else { return nothingRan(for: event) }
    save()
    try microstep(chosen, event: event)
    try settle()
    return commit()
  }

  func fire(timer: Int) throws(MachineError) -> Step {
    guard !hasEnded, let running = timers.firstIndex(where: { $0.timer == timer }) else {
      return Step(.unhandled)
    }
    begin()
    save()
    let table = tables.timers[timer]
    if !table.isRepeating { timers.remove(at: running) }
    do throws(MachineError) {
      let row = Int(try run(table.chain))
      noteGuards(table.rows, chosen: row)
      guard row >= 0 else {
        saved = nil
        return Step(
          table.rows.isEmpty ? .unhandled : .denied,
          deniedRows: table.rows.map { tables.rows[$0].reducerIndex }, commands: [], timers: [])
      }
      try microstep([choice(row)], event: nil)
      try settle()
    } catch {
      rollBack()
      throw error
    }
    return commit()
  }

  /// Runs eventless rows first, then raised events in the order raised, until no row is enabled.
  func settle() throws(MachineError) {
    let eventless = tables.events.count
    var next = 0
    while !hasEnded {
      var chosen = try select(eventless)
      var event: Int?
      while chosen.isEmpty, next < queue.count {
        let raised = queue[next]
        next += 1
        for (value, slot) in zip(raised.values, tables.events[raised.event].fields) {
          _ = registers.set(slot.register, to: value)
        }
        event = raised.event
        chosen = try select(raised.event)
      }
      if chosen.isEmpty { break }
      try microstep(chosen, event: event)
    }
    if next > 0 || hasEnded { queue = [] }
  }

  /// The result when no row ran: `denied` if any row for the event exists between the leaves and
  /// the root, else `unhandled`.
  func nothingRan(for event: Int) -> Step {
    var rowIndices: [Int] = []
    for row in candidates(event) {
      let index = tables.rows[row].reducerIndex
      if !rowIndices.contains(index) { rowIndices.append(index) }
    }
    return Step(
      rowIndices.isEmpty ? .unhandled : .denied, deniedRows: rowIndices, commands: [], timers: [])
  }

  /// The rows for an event from each active leaf to the root, each once.
  private func candidates(_ event: Int) -> [Int] {
    var rows: [Int] = []
    var seen = StateSet()
    for leaf in tables.tree.leaves(of: active) {
      var state = leaf
      while state >= 0, !seen.contains(state) {
        seen.insert(state)
        rows += tables.stateRows.rows(of: state, for: event)
        state = tables.tree.parents[state]
      }
    }
    return rows
  }
}

/// Selects the rows of a microstep.
extension Core {
  /// The rows that run together for an event. The index after the last event means eventless rows.
  func select(_ event: Int) throws(MachineError) -> [Selection.Chosen] {
    var chosen: [Selection.Chosen] = []
    var tried: [Int32] = []
    for leaf in tables.tree.leaves(of: active) {
      let chain = tables.dispatch.chain(state: leaf, event: event)
      if chain < 0 || tried.contains(chain) { continue }
      tried.append(chain)
      let row = Int(try run(chain))
      if coverage != nil { noteGuards(from: leaf, event, chosen: row) }
      if row >= 0, !chosen.contains(where: { $0.row == row }) { chosen.append(choice(row)) }
    }
    return Selection.resolve(chosen, tree: tables.tree, active: active)
  }

  func choice(_ row: Int) -> Selection.Chosen {
    let table = tables.rows[row]
    let move = table.request.map { request in
      MicrostepPlan.traversal(tables, active: active, memories: memories.map { $0?.states })
        .move(request)
    }
    return Selection.Chosen(row: row, state: table.state, move: move)
  }

  /// The rows of a chain before the chosen one had false guards.
  private func noteGuards(_ rows: [Int], chosen: Int) {
    guard coverage != nil else { return }
    for row in rows {
      let isChosen = row == chosen
      coverage?.noteGuard(tables.rows[row], isTrue: isChosen)
      if isChosen { return }
    }
  }

  private func noteGuards(from leaf: Int, _ event: Int, chosen: Int) {
    var rows: [Int] = []
    var state = leaf
    while state >= 0 {
      rows += tables.stateRows.rows(of: state, for: event)
      state = tables.tree.parents[state]
    }
    noteGuards(rows, chosen: chosen)
  }
}
