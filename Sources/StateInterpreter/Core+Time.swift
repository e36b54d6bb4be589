import CEL

/// Histories and timers.
extension Core {
  /// Each history child of a state that is left records, before any exit.
  func record(_ left: StateSet) {
    let tree = tables.tree
    for (place, history) in tree.histories.enumerated() {
      let parent = tree.parents[history]
      guard left.contains(parent) else { continue }
      let below = active.filter { tree.isAncestor(parent, of: $0) }
      let states: [Int]
      let kept: [Int]
      if tree.kinds[history] == .shallowHistory {
        states = below.filter { tree.parents[$0] == parent }
        kept = states
      } else {
        let leaves = tree.leaves(of: active)
        states = leaves.filter { tree.isAncestor(parent, of: $0) }
        kept = below
      }
      let carried = kept.filter { !tables.states[$0].carried.isEmpty }.map { state in
        (
          state: state,
          values: tables.states[state].carried.map { banks.value(of: $0) }
        )
      }
      memories[place] = Memory(states: states, carried: carried)
    }
  }

  /// A history brings the data of what it brings back.
  func restore(
    _ history: Int, _ entered: StateSet, _ given: inout StateSet
  ) throws(MachineError) {
    guard let place = tables.tree.histories.firstIndex(of: history), let memory = memories[place]
    else { return }
    for (state, values) in memory.carried where entered.contains(state) && !given.contains(state) {
      try run(tables.states[state].clear)
      for (slot, value) in zip(tables.states[state].carried, values) {
        _ = banks.set(slot.register, to: value)
      }
      given.insert(state)
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
