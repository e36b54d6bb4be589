import CEL
import StateLinking
import StateModel

/// Checks that types and members can be generated.
extension GenerationModelBuilder {
  /// Throws a refusal if a type has no counterpart in the target languages.
  func checkTypes() throws(Refusal) {
    var finished: Set<TypeID> = []
    func check(_ type: ValueType, at pointer: String) throws(Refusal) {
      try self.check(type, at: pointer, &finished)
    }
    for input in definition.inputs { try check(input.type, at: "/inputs/\(input.name)") }
    for property in definition.properties {
      try check(property.type, at: "/properties/\(property.name)")
    }
    for event in definition.events where event.doneState == nil {
      for field in event.fields { try check(field.type, at: "/events/\(event.name)") }
    }
    for variable in definition.declarations.variables { try check(variable.type, at: "") }
    try checkMembers()
    for output in definition.outputs {
      let pointer = "/outputs/\(output.name)"
      let member = ReservedMembers.name(ofOutput: output.name)
      if member != output.name, definition.outputs.contains(where: { $0.name == member }) {
        throw Refusal("output called `\(output.name)` beside `\(member)`", at: pointer)
      }
      try check(output.type, at: pointer)
    }
    for command in definition.commands {
      for field in command.fields { try check(field.type, at: "/commands/\(command.name)") }
    }
  }

  /// On the JVM, the getter `getTotal` reads both `total` and `Total`, so two outputs cannot differ
  /// only in the case of their first letter.
  private func checkMembers() throws(Refusal) {
    var known: [String: String] = [:]
    for output in definition.outputs {
      if let other = known.updateValue(output.name, forKey: output.name.capitalized) {
        throw Refusal(
          "output called `\(output.name)` beside `\(other)`", at: "/outputs/\(output.name)")
      }
    }
  }

  /// `inside` holds the enclosing types; `finished` holds the types whose fields are already
  /// checked.
  private func check(
    _ type: ValueType, at pointer: String, inside: Set<TypeID> = [],
    _ finished: inout Set<TypeID>
  ) throws(Refusal) {
    switch type {
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .void, .dyn,
      .parameter:
      return
    case .nullable(let inner), .optional(let inner):
      return try check(inner, at: pointer, inside: inside, &finished)
    // A list or a map refers to its elements, so a type may contain itself through one.
    case .list(let inner): return try check(inner, at: pointer, &finished)
    case .map(let key, let value):
      try check(key, at: pointer, &finished)
      return try check(value, at: pointer, &finished)
    case .declared(let id, let arguments):
      for argument in arguments { try check(argument, at: pointer, inside: inside, &finished) }
      if inside.contains(id) { throw Refusal("types that hold themselves", at: pointer) }
      if !finished.insert(id).inserted { return }
      let inside = inside.union([id])
      switch definition.declarations[id].shape {
      case .record(let fields), .state(let fields):
        for field in fields { try check(field.type, at: pointer, inside: inside, &finished) }
      case .union(let cases):
        for field in cases.flatMap(\.fields) {
          try check(field.type, at: pointer, inside: inside, &finished)
        }
      case .enumeration, .broken: return
      }
    case .null, .caseData, .type, .named, .unknown:
      throw Refusal("counterpart of this type", at: pointer)
    }
  }
}
