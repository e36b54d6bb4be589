import CEL
import StateTables

/// The door: values from outside are checked against their types.
extension Core {
  func receive(_ event: Int, _ values: [Value]) throws(MachineError) -> Step {
    if isWatched { trace?.microsteps = [] }
    guard tables.events.indices.contains(event), !hasEnded, tables.events[event].isOpen else {
      return Step(.unhandled)
    }
    let count = tables.events[event].fields.count
    guard values.count == count else {
      throw MachineError(.payload, at: "/\(tables.events[event].name)")
    }
    for place in 0..<count where !write(values[place], to: tables.events[event].fields[place]) {
      let table = tables.events[event]
      throw MachineError(.payload, at: "/\(table.name)/\(table.fieldNames[place])")
    }
    begin()
    return try receive(event)
  }

  /// Writes a value if it is of the slot's type.
  private func write(_ value: Value, to slot: Slot) -> Bool {
    switch (slot.register.bank, value) {
    case (.string, .string(let text)):
      banks.set(slot.register, string: text)
      return true
    case (.double, .double(let number)):
      banks.set(slot.register, double: number)
      return true
    case (.int, .int(let number)):
      guard case .int = slot.form else { return false }
      banks.set(slot.register, int: number)
      return true
    case (.int, .bool(let truth)):
      guard case .bool = slot.form else { return false }
      banks.set(slot.register, int: truth ? 1 : 0)
      return true
    default:
      let fit = TypeFit(declarations: tables.source.declarations)
      return fit.admits(value, slot.type) && banks.set(slot.register, to: value)
    }
  }
}
