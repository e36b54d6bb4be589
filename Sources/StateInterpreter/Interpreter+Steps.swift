public import CEL
import StateLinking
import StateModel

/// What an event, a timer and the start cause: section 8 of the format reference.
///
///     start:       run the root's enter actions; enter the root's initial; settle
///     receive(e):  rows = select(e); if there are any: microstep(rows); settle
///     settle:      repeat: take the enabled eventless rows, else those of the oldest raised event;
///                  until there are none; compute the outputs that can fail
extension Interpreter {
  /// Starts the machine. The types of the inputs have been checked. A machine that fails to start
  /// is not used, so nothing is rolled back.
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
    let result = try commit()
    return Step(.changed, deniedRows: [], commands: result.commands, timers: result.timers)
  }

  /// Performs the step of an event from outside.
  @usableFromInline
  func receive(_ event: Int, _ values: [Value]) throws(MachineError) -> Step {
    if let step = try accelerated(event, values) { return step }
    trace?.clear()
    guard tables.events.indices.contains(event), tables.eventFacts[event].isOpen, !chart.hasEnded
    else {
      return Step(.unhandled)
    }
    try write(values, of: event)
    begin()
    do throws(MachineError) {
      let rows = try select(event)
      if rows.isEmpty { return nothingRan(for: event) }
      save()
      try microstep(rows, event: event)
      try settle()
      return try commit()
    } catch {
      rollBack()
      throw error
    }
  }

  /// Performs the step of a timer that is due. If its guards deny it, a timer that does not repeat
  /// is over all the same.
  func fire(timer: Int) throws(MachineError) -> Step {
    trace?.clear()
    guard !chart.hasEnded, let running = chart.timers.firstIndex(where: { $0.timer == timer })
    else {
      return Step(.unhandled)
    }
    begin()
    save()
    let table = tables.timers[timer]
    if !table.isRepeating { chart.timers.remove(at: running) }
    do throws(MachineError) {
      if isExplaining {
        var tried: Set<Int> = []
        explain(table.rows, event: nil, tried: &tried)
      }
      let row = try choose(table.chain, from: table.rows)
      guard row >= 0 else {
        step = StepProgress()
        return Step(
          table.rows.isEmpty ? .unhandled : .denied,
          deniedRows: table.rows.map { tables.rows[$0].reducerIndex }, commands: [], timers: [])
      }
      try microstep(choices([row]), event: nil)
      try settle()
      return try commit()
    } catch {
      rollBack()
      throw error
    }
  }

  /// Runs eventless rows first, then raised events in the order raised, until no row is enabled.
  func settle() throws(MachineError) {
    while !chart.hasEnded {
      var rows = tables.hasEventless ? try selectNext(tables.eventless) : []
      var event: Int?
      while rows.isEmpty, let raised = nextRaised() {
        event = raised
        rows = try selectNext(raised)
      }
      if rows.isEmpty { return }
      try microstep(rows, event: event)
    }
  }

  private func selectNext(_ event: Int) throws(MachineError) -> [Selection.Chosen] {
    try charge(selecting: event)
    return try select(event)
  }

  /// Takes the oldest raised event and writes its data; `nil` if there is none.
  private func nextRaised() -> Int? {
    guard step.handled < step.queue.count else { return nil }
    let raised = step.queue[step.handled]
    step.handled += 1
    for (value, slot) in zip(raised.values, tables.events[raised.event].fields) {
      _ = registers.set(slot.register, to: value)
    }
    return raised.event
  }
}

/// Selects the rows of a microstep.
///
///     select:      for each active leaf, in document order, and each state from it to the root:
///                    the first row with this trigger and a true guard; the first state that has
///                    one ends the search for this leaf
///                  drop each row whose state is an ancestor of another chosen row's state
///                  of two rows that conflict, keep the one chosen earlier
extension Interpreter {
  /// The rows that run together for an event. `Tables.eventless` means eventless rows.
  ///
  /// The search of a leaf is one block of the program, its *chain*: it tries the rows from the leaf
  /// to the root and finishes with the chosen one. Leaves with the same chain choose the same row.
  func select(_ event: Int) throws(MachineError) -> [Selection.Chosen] {
    var rows: [Int] = []
    var previous: Int32 = -1
    let active = active
    var tried: Set<Int> = []
    for leaf in active where tables.tree.isLeaf(leaf, in: active) {
      let chain = tables.dispatch.chain(state: leaf, event: event)
      if chain < 0 || chain == previous { continue }
      previous = chain
      if isExplaining { explain(from: leaf, event, tried: &tried) }
      let row = try choose(chain, from: tables.rows(from: leaf, for: event))
      if row >= 0, !rows.contains(row) { rows.append(row) }
    }
    return Selection.resolve(choices(rows), tree: tables.tree, active: active)
  }

  /// Rows, with the states that they leave and enter.
  func choices(_ rows: [Int]) -> [Selection.Chosen] {
    guard !rows.isEmpty else { return [] }
    let traversal = MicrostepPlan.traversal(tables, active: active, memories: recordings)
    return rows.map { row in
      let table = tables.rows[row]
      return Selection.Chosen(
        row: row, state: table.state, move: table.request.map { traversal.move($0) })
    }
  }

  /// The states that the histories have recorded.
  var recordings: [[Int]?] { chart.memories.map { $0?.states } }

  /// The result when no row ran: `denied` if any row for the event exists between the leaves and
  /// the root, else `unhandled`.
  func nothingRan(for event: Int) -> Step {
    var rowIndices: [Int] = []
    var seen = StateSet()
    for leaf in tables.tree.leaves(of: active) {
      var state = leaf
      while state >= 0, !seen.contains(state) {
        seen.insert(state)
        for row in tables.stateRows.rows(of: state, for: event) {
          let index = tables.rows[row].reducerIndex
          if !rowIndices.contains(index) { rowIndices.append(index) }
        }
        state = tables.tree.parents[state]
      }
    }
    return Step(
      rowIndices.isEmpty ? .unhandled : .denied, deniedRows: rowIndices, commands: [], timers: [])
  }

  /// The row that a chain chooses; -1 for none. `rows` are those of the chain, for the coverage.
  private func choose(
    _ chain: Int32, from rows: @autoclosure () -> [Int]
  ) throws(MachineError) -> Int {
    try isMeasuring ? chooseMeasured(chain, from: rows()) : Int(run(chain))
  }
}

/// Makes steps atomic.
extension Interpreter {
  func begin() { registers.renewBudget() }

  /// Saves the state before anything other than a register changes.
  func save() {
    step.saved = currentChart
  }

  /// Ends a step in which a row ran.
  func commit() throws(MachineError) -> Step {
    try computeOutputs()
    let done = step
    step = StepProgress()
    let isMoved = done.saved.map { $0.active != active } ?? false
    let isChanged = registers.commit() || isMoved
    if isChanged && tables.eagerOutputs.isEmpty { forgetOutputs() }
    return Step(
      isChanged ? .changed : .unchanged, deniedRows: [], commands: done.commands,
      timers: done.timers)
  }

  func rollBack() {
    registers.rollback()
    trace?.forgetChanges()
    if let saved = step.saved { currentChart = saved }
    updateFlags()
    forgetOutputs()
    step = StepProgress()
  }
}

/// Writes the data of events into registers. Values from outside are checked against their types.
extension Interpreter {
  func write(_ values: [Value], of event: Int) throws(MachineError) {
    let facts = tables.eventFacts[event]
    guard values.count == facts.fieldCount else {
      throw MachineError(.payload, at: "/\(tables.events[event].name)")
    }
    for index in 0..<facts.fieldCount
    where !write(values[index], to: tables.eventSlots[facts.firstField + index])
      && !write(values[index], toField: index, of: event)
    {
      let table = tables.events[event]
      throw MachineError(.payload, at: "/\(table.name)/\(table.fieldNames[index])")
    }
  }

  /// Writes a value of one of the simplest types. Returns `false` for any other.
  @inline(__always)
  private func write(_ value: Value, to slot: Slot) -> Bool {
    let index = Int(slot.index)
    switch (slot.kind, value) {
    case (.string, .string(let text)): registers.strings[index] = text
    case (.double, .double(let number)): registers.doubles[index] = number
    case (.int, .int(let number)): registers.ints[index] = number
    case (.bool, .bool(let truth)): registers.ints[index] = truth ? 1 : 0
    default: return false
    }
    return true
  }

  private func write(_ value: Value, toField index: Int, of event: Int) -> Bool {
    let slot = tables.events[event].fields[index]
    let type = tables.source.events[event].fields[index].type
    return TypeFit(declarations: tables.source.declarations).admits(value, type)
      && registers.set(slot.register, to: value)
  }
}
