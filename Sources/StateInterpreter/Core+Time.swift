import CEL

/// Histories and timers.
extension Core {
  /// Records what a history remembers, before any exit.
  func record(_ place: Int, _ active: StateSet) {
    let history = tables.tree.histories[place]
    let carried = Itinerary.keeping(history, tables, active: active).map { state in
      (state: state, values: tables.states[state].carried.map { banks.value(of: $0) })
    }
    memories[place] = Memory(
      states: Itinerary.recording(history, tree: tables.tree, active: active), carried: carried)
  }

  /// Restores the data that a history recorded for a state.
  func restore(_ place: Int, _ state: Int) throws(MachineError) {
    guard let values = memories[place]?.carried.first(where: { $0.state == state })?.values else {
      return
    }
    try run(tables.states[state].clear)
    for (slot, value) in zip(tables.states[state].carried, values) {
      _ = banks.set(slot.register, to: value)
    }
  }

  func start(_ timer: Int) throws(MachineError) {
    let table = tables.timers[timer]
    try run(table.duration)
    let duration = banks.int(table.register)
    if table.isRepeating, duration <= 0 { throw MachineError(.argument, at: table.pointer) }
    timers.append(RunningTimer(timer: timer, duration: duration))
    requests.append(
      .start(
        id: table.id, after: Value.Duration(nanoseconds: duration),
        isRepeating: table.isRepeating))
  }

  func cancel(_ timer: Int) {
    guard let place = timers.firstIndex(where: { $0.timer == timer }) else { return }
    timers.remove(at: place)
    requests.append(.cancel(id: tables.timers[timer].id))
  }

  func cancelAll() {
    for running in timers { requests.append(.cancel(id: tables.timers[running.timer].id)) }
    timers = []
  }
}
