package import CEL
package import StateModel

/// The private values of a definition, which recordings of sessions do not contain.
package struct PrivateParts: Sendable {
  /// The private inputs by name, and the value in place of each.
  private var inputs: [String: JSON] = [:]
  /// The private fields of each event by name, and the value in place of each.
  private var events: [String: [String: JSON]] = [:]

  /// Finds what a definition marks as private.
  package init(of source: CheckedDefinition) {
    let wire = Wire(source.declarations)
    let written = source.definition
    for (input, checked) in zip(written.inputs, source.inputs) where input.isPrivate {
      inputs[input.name] = wire.blank(of: checked.type)
    }
    for (event, checked) in zip(written.events, source.events) {
      for (field, checked) in zip(event.fields, checked.fields) where field.isPrivate {
        events[event.name, default: [:]][field.name] = wire.blank(of: checked.type)
      }
    }
  }

  /// The value that hides a private input; `nil` for an input that is not private.
  package func blank(ofInput name: String) -> JSON? { inputs[name] }

  /// The value that hides a private field of an event; `nil` for a field that is not private.
  package func blank(of field: String, in event: String) -> JSON? { events[event]?[field] }

  /// Whether nothing is private.
  package var isEmpty: Bool { inputs.isEmpty && events.isEmpty }

  /// Inputs by name, without private values.
  package func hiding(inputs: JSON) -> JSON { inputs.replacing(self.inputs) }

  /// An event in the wire form, without private values.
  package func hiding(event: JSON) -> JSON {
    guard case .object(let members) = event else { return event }
    return .object(
      members.map { member in
        let data = member.value.replacing(events[member.key] ?? [:])
        return JSON.Member(key: member.key, value: data)
      })
  }
}

extension JSON {
  /// An object with other values for some keys.
  fileprivate func replacing(_ values: [String: JSON]) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(
      members.map { Member(key: $0.key, value: values[$0.key] ?? $0.value) })
  }
}

extension CheckedDefinition {
  /// An event in the wire form: its name, or an object with the name and all data.
  package func json(of event: CheckedEvent, _ values: [Value]) -> JSON {
    if values.isEmpty { return .string(event.name) }
    let wire = Wire(declarations)
    let members = zip(event.fields, values).map { field, value in
      JSON.Member(key: field.name, value: wire.json(of: value, as: field.type))
    }
    return .object([JSON.Member(key: event.name, value: .object(members))])
  }
}
