package import CEL
import StateLinking

/// The state of a machine without the machine: everything that distinguishes it from another
/// machine of the same definition.
///
/// It is much smaller than a machine. One machine can jump to many states.
package struct MachineState: Sendable {
  let chart: Interpreter.ChartState
  /// The values of the inputs, followed by those of the properties.
  let values: [Value]
  /// The data of the active states, in document order.
  let carried: [Value]
}

extension Machine {
  /// The state of the machine now.
  package var currentState: MachineState {
    let core = storage
    let tables = core.tables
    let chart = core.currentChart
    return MachineState(
      chart: chart,
      values: tables.inputs.map { core.registers.value(of: $0.slot) }
        + tables.properties.map { core.registers.value(of: $0) },
      carried: tables.carried.isEmpty
        ? []
        : chart.active.flatMap { tables.states[$0].carried.map { core.registers.value(of: $0) } })
  }

  /// Sets the machine to a state of the same definition. No state is entered or left.
  package mutating func jump(to state: MachineState) {
    makeUnique()
    let core = storage
    let tables = core.tables
    for (input, value) in zip(tables.inputs, state.values) {
      _ = core.registers.set(input.slot.register, to: value)
    }
    for (slot, value) in zip(tables.properties, state.values.dropFirst(tables.inputs.count)) {
      _ = core.registers.set(slot.register, to: value)
    }
    // Clear the data of inactive states, as every step does. Leftovers would make a state that is
    // entered and left within one step look like a change.
    for slot in tables.carried { _ = core.registers.set(slot.register, to: slot.nothing) }
    let slots =
      state.carried.isEmpty ? [] : state.chart.active.flatMap { tables.states[$0].carried }
    for (slot, value) in zip(slots, state.carried) {
      _ = core.registers.set(slot.register, to: value)
    }
    core.currentChart = state.chart
    core.updateFlags()
    core.forgetOutputs()
  }

  /// Whether an invariant holds right after an event. Cells can read the event's data, but no step
  /// is performed.
  ///
  /// - Parameters:
  ///   - invariant: The index among the checked invariants.
  ///   - event: The event; `nil` for none.
  ///   - values: The data that the event carries, in declared order.
  /// - Returns: Whether it holds.
  /// - Throws: The error of a cell that fails.
  package mutating func holds(
    _ invariant: Int, at event: EventHandle? = nil, _ values: [Value] = []
  ) throws(MachineError) -> Bool {
    makeUnique()
    if let event, !values.isEmpty { try storage.write(values, of: event.index) }
    return try storage.holds(invariant)
  }
}

extension MachineState {
  /// The value of a property, by its index among the checked properties.
  package func property(_ property: Int, of definition: CompiledDefinition) -> Value {
    let index = definition.tables.inputs.count + property
    return values.indices.contains(index) ? values[index] : .null
  }

  /// The value of an input, by its index among the checked inputs.
  package func input(_ index: Int) -> Value {
    values.indices.contains(index) ? values[index] : .null
  }

  /// Whether a state is active, by its index among the checked states.
  package func isActive(_ state: Int) -> Bool { chart.active.contains(state) }
}
