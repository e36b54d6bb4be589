package import CEL

/// Where a machine is: all that tells two machines of one definition apart, without the machine.
///
/// Much smaller than a machine, and one machine can go to many of them.
package struct Moment: Sendable {
  let active: StateSet
  let hasEnded: Bool
  /// The inputs, then the properties.
  let values: [Value]
  /// What the active states carry, in document order.
  let carried: [Value]
  let memories: [Core.Memory?]
  let timers: [Core.RunningTimer]
}

extension Machine {
  /// Where the machine is now.
  package var moment: Moment {
    let core = storage
    let tables = core.tables
    let active = core.active
    return Moment(
      active: active, hasEnded: core.hasEnded,
      values: tables.inputs.map { core.banks.value(of: $0.slot) }
        + tables.properties.map { core.banks.value(of: $0) },
      carried: tables.carried.isEmpty
        ? [] : active.flatMap { tables.states[$0].carried.map { core.banks.value(of: $0) } },
      memories: core.memories, timers: core.timers)
  }

  /// Puts the machine where another of the same definition was: nothing is entered or left.
  package mutating func go(to moment: Moment) {
    makeUnique()
    let core = storage
    let tables = core.tables
    for (input, value) in zip(tables.inputs, moment.values) {
      _ = core.banks.set(input.slot.register, to: value)
    }
    for (slot, value) in zip(tables.properties, moment.values.dropFirst(tables.inputs.count)) {
      _ = core.banks.set(slot.register, to: value)
    }
    // Inactive states carry nothing, as after every step: what another moment left there would make
    // a state that is entered and left within one step look like a change.
    for slot in tables.carried { _ = core.banks.set(slot.register, to: slot.nothing) }
    let places = moment.carried.isEmpty ? [] : moment.active.flatMap { tables.states[$0].carried }
    for (slot, value) in zip(places, moment.carried) {
      _ = core.banks.set(slot.register, to: value)
    }
    core.memories = moment.memories
    core.timers = moment.timers
    core.active = moment.active
    core.hasEnded = moment.hasEnded
    core.raiseFlags()
    core.hot.pointee.knownOutputs = 0
    if !moment.hasEnded { _ = core.settleSituation() }
  }

  /// Whether an invariant holds, asked as if an event had just come: cells that read what it
  /// carries find that, and nothing happens.
  ///
  /// - Parameters:
  ///   - invariant: The place among the checked invariants.
  ///   - event: The event; `nil` for none.
  ///   - values: What the event carries, in declared order.
  /// - Returns: Whether it holds.
  /// - Throws: The error of a cell that fails.
  package mutating func holds(
    _ invariant: Int, at event: EventHandle? = nil, _ values: [Value] = []
  ) throws(MachineError) -> Bool {
    makeUnique()
    if let event, !values.isEmpty { try storage.bring(values, of: event.place) }
    return try storage.holds(invariant)
  }
}

extension Moment {
  /// What a property holds, by its place among the checked properties.
  package func property(_ place: Int, of definition: CompiledDefinition) -> Value {
    let index = definition.tables.inputs.count + place
    return values.indices.contains(index) ? values[index] : .null
  }

  /// What an input holds, by its place among the checked inputs.
  package func input(_ place: Int) -> Value {
    values.indices.contains(place) ? values[place] : .null
  }

  /// Whether a state is active, by its place among the checked states.
  package func isActive(_ state: Int) -> Bool { active.contains(state) }

  /// The active states in document order, by their places.
  package var states: [Int] { Array(active) }
}
