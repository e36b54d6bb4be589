import CEL

/// Histories and timers.
extension Interpreter {
  /// Records what a history remembers, before any exit.
  func record(_ index: Int, _ active: StateSet) {
    let history = tables.tree.histories[index]
    let carried = MicrostepPlan.keeping(history, tables, active: active).map { state in
      (state: state, values: tables.states[state].carried.map { registers.value(of: $0) })
    }
    chart.memories[index] = Memory(
      states: MicrostepPlan.recording(history, tree: tables.tree, active: active), carried: carried)
  }

  /// Restores the data that a history recorded for a state.
  func restore(_ index: Int, _ state: Int) throws(MachineError) {
    guard let values = chart.memories[index]?.carried.first(where: { $0.state == state })?.values
    else {
      return
    }
    try run(tables.states[state].clear)
    for (slot, value) in zip(tables.states[state].carried, values) {
      _ = registers.set(slot.register, to: value)
    }
  }

  func start(_ timer: Int) throws(MachineError) {
    let table = tables.timers[timer]
    try run(table.duration)
    let duration = registers.int(table.register)
    if table.isRepeating, duration <= 0 { throw MachineError(.argument, at: table.pointer) }
    guard step.hasRoom else { throw MachineError(.size, at: table.pointer) }
    chart.timers.append(RunningTimer(timer: timer, duration: duration))
    step.timers.append(
      .start(
        id: table.id, after: Value.Duration(nanoseconds: duration),
        isRepeating: table.isRepeating))
  }

  /// Cancels those of some timers that run.
  func cancel(_ some: [Int]) {
    if chart.timers.isEmpty { return }
    let cancelled = Set(chart.timers.map(\.timer)).intersection(some)
    for timer in some where cancelled.contains(timer) {
      step.timers.append(.cancel(id: tables.timers[timer].id))
    }
    chart.timers.removeAll { cancelled.contains($0.timer) }
  }

  func cancelAll() {
    for running in chart.timers { step.timers.append(.cancel(id: tables.timers[running.timer].id)) }
    chart.timers = []
  }
}
