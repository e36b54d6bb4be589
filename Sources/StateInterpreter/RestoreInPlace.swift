import CEL
import StateLinking
import StateModel

extension Machine {
  /// Continues as if the machine had been saved and restored: properties that snapshots do not hold
  /// have their initial values again, repeating timers the periods that follow from them, and `dyn`
  /// values the form in which they are stored.
  ///
  /// - Returns: The effects: the change, and a start of each repeating timer that has another period.
  /// - Throws: The error of a cell that fails, or of a `dyn` that cannot be read again. The machine is
  ///   then unchanged.
  package mutating func restoreInPlace() throws(MachineError) -> Step {
    let before = currentState
    makeUnique()
    let core = storage
    core.trace?.clear()
    var requests: [TimerRequest] = []
    do throws(MachineError) {
      try core.reread(core.tables.inputs.map { ($0.name, $0.type, $0.slot) }, at: "inputs")
      try core.resetUnstored()
      try core.rereadData()
      for (index, running) in core.chart.timers.enumerated()
      where core.tables.timers[running.timer].isRepeating {
        let period = try core.period(of: running.timer)
        if period == running.duration { continue }
        core.chart.timers[index].duration = period
        requests.append(
          .start(
            id: core.tables.timers[running.timer].id, after: .init(nanoseconds: period),
            isRepeating: true))
      }
      core.begin()
      core.forgetOutputs()
      try core.computeOutputs()
    } catch {
      // Initial values are written as at the start, where nothing is rolled back.
      jump(to: before)
      throw error
    }
    return Step(.changed, deniedRows: [], commands: [], timers: requests)
  }
}

extension Interpreter {
  /// Gives the properties that snapshots do not hold their initial values.
  func resetUnstored() throws(MachineError) {
    for (index, property) in tables.source.properties.enumerated() where !property.isStored {
      begin()
      try run(tables.initials[index])
    }
  }

  /// Computes the period of a repeating timer again.
  func period(of timer: Int) throws(MachineError) -> Int64 {
    let table = tables.timers[timer]
    begin()
    try run(table.duration)
    let period = registers.int(table.register)
    guard period > 0 else { throw MachineError(.argument, at: table.pointer) }
    return period
  }

  /// Gives each `dyn` among the stored properties and the data of states the form that a snapshot
  /// gives back.
  func rereadData() throws(MachineError) {
    let source = tables.source
    guard source.storesDyn else { return }
    let stored = zip(source.properties, tables.properties).filter { $0.0.isStored }
    try reread(stored.map { ($0.0.name, $0.0.type, $0.1) }, at: "properties")
    for state in active where !tables.states[state].carried.isEmpty {
      let fields = zip(source.states[state].fields, tables.states[state].carried)
      try reread(fields.map { ($0.name, $0.type, $1) }, at: "carried/\(tables.states[state].name)")
    }
    for index in chart.memories.indices {
      for (entry, carried) in (chart.memories[index]?.carried ?? []).enumerated() {
        for (number, field) in source.states[carried.state].fields.enumerated() {
          chart.memories[index]?.carried[entry].values[number] = try reread(
            carried.values[number], field.type, at: "/history/\(field.name)")
        }
      }
    }
  }

  func reread(
    _ slots: [(name: String, type: ValueType, slot: Slot)], at part: String
  ) throws(MachineError) {
    guard tables.source.storesDyn else { return }
    for (name, type, slot) in slots {
      let value = try reread(registers.value(of: slot), type, at: "/\(part)/\(name)")
      _ = registers.set(slot.register, to: value)
    }
  }

  private func reread(
    _ value: Value, _ type: ValueType, at pointer: String
  ) throws(MachineError) -> Value {
    let wire = Wire(tables.source.declarations)
    guard case .success(let stored) = wire.value(of: wire.json(of: value, as: type), as: type)
    else { throw MachineError(.duplicateKey, at: pointer) }
    return stored
  }
}
