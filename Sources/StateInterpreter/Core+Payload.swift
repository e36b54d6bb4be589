import CEL
import StateTables

/// The door: values from outside are checked against their types.
extension Core {
  func receive(_ event: Int, _ values: [Value]) throws(MachineError) -> Step {
    if hot.pointee.isWatched { trace?.microsteps = [] }
    guard event < tables.eventFacts.count, !hot.pointee.hasEnded else { return Step(.unhandled) }
    let facts = tables.eventFacts[event]
    guard facts.isOpen else { return Step(.unhandled) }
    if values.count | facts.fieldCount != 0 { try write(values, of: event, facts) }
    return try receive(event)
  }

  private func write(
    _ values: [Value], of event: Int, _ facts: EventFacts
  ) throws(MachineError) {
    guard values.count == facts.fieldCount else {
      throw MachineError(.payload, at: "/\(tables.events[event].name)")
    }
    for place in 0..<facts.fieldCount
    where !write(values[place], to: tables.eventSlots[facts.firstField + place])
      && !write(values[place], toField: place, of: event)
    {
      let table = tables.events[event]
      throw MachineError(.payload, at: "/\(table.name)/\(table.fieldNames[place])")
    }
  }

  /// Writes a value of the simplest types.
  @inline(__always)
  private func write(_ value: Value, to slot: Slot) -> Bool {
    switch (slot.kind, value) {
    case (.string, .string(let text)): banks.set(slot.register, string: text)
    case (.double, .double(let number)): banks.set(slot.register, double: number)
    case (.int, .int(let number)): banks.set(slot.register, int: number)
    case (.bool, .bool(let truth)): banks.set(slot.register, int: truth ? 1 : 0)
    default: return false
    }
    return true
  }

  private func write(_ value: Value, toField place: Int, of event: Int) -> Bool {
    let slot = tables.events[event].fields[place]
    let type = tables.source.events[event].fields[place].type
    return TypeFit(declarations: tables.source.declarations).admits(value, type)
      && banks.set(slot.register, to: value)
  }
}
