import CEL
import StateLinking
import StateModel

/// Checks that types and members can be generated.
extension GenerationModelBuilder {
  /// Throws a refusal if a type has no counterpart in the target languages.
  func checkTypes() throws(Refusal) {
    let foreign = TypeSearch(definition.declarations) {
      switch $0 {
      case .null, .caseData, .type, .named, .unknown: true
      case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .void, .dyn, .list,
        .map, .nullable, .optional, .declared, .parameter:
        false
      }
    }
    func check(_ type: ValueType, at pointer: String) throws(Refusal) {
      if foreign.finds(in: type) {
        throw Refusal(
          "counterpart of this type",
          change: "a type can hold itself only in a list or a map; give values a declared type",
          at: pointer)
      }
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
        throw Refusal(
          "output called `\(output.name)` beside `\(member)`", change: "rename one of them",
          at: pointer)
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
          "output called `\(output.name)` beside `\(other)`", change: "rename one of them",
          at: "/outputs/\(output.name)")
      }
    }
  }
}
