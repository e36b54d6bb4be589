import CEL
import StateLinking
import StateModel

/// All UI outputs as one value.
extension SwiftFile {
  /// The type of the value, and the member that computes it.
  var uiState: [Layout] {
    let outputs = model.outputs.filter { $0.kind == .ui }
    guard options.hasUIState, !outputs.isEmpty else { return [] }
    let type = names.inner("UIState")
    let member = names.inner("uiState")
    let isHashable = types.isHashable(outputs.map(\.type))
    var fields: [Layout] = []
    for output in outputs {
      fields += SwiftText.comment(output.about ?? "")
      fields.append(
        .text(
          "\(visibility)let \(SwiftNames.escaped(output.member)): \(names.text(output.type))"))
    }
    let parameters = outputs.map { output in
      (name: output.member, type: names.text(output.type), value: Layout?.none)
    }
    let assignments = outputs.map { output in
      Layout.text(
        "self.\(SwiftNames.escaped(output.member)) = \(SwiftNames.local(output.member))")
    }
    let values = outputs.map { output in
      (label: output.member, value: Layout.text(SwiftNames.escaped(output.member)))
    }
    return SwiftText.comment("What the screen shows: all UI outputs as one value.") + [
      .text("\(visibility)struct \(type): \(isHashable ? "Hashable" : "Equatable"), Sendable {"),
      .nested(
        .lines(
          fields + [.blank, SwiftText.function("\(visibility)init", parameters, suffix: " {")]
            + Layout.indented(assignments) + ["}"])), "}", .blank,
    ] + SwiftText.comment("All UI outputs. Compute it once after each step.")
      + oneLine(
        .text("\(visibility)var \(member): \(type)"), expressions.labelled(type, values))
  }
}

extension GenerationModel {
  /// Whether a public declaration names one of these types.
  func publishes(_ names: Set<String>) -> Bool {
    var types = inputs.map(\.type) + outputs.map(\.type)
    types += messages.flatMap(\.fields).map(\.type) + commands.flatMap(\.fields).map(\.type)
    types += definition.states.flatMap(\.fields).map(\.type)
    for declared in declarations.types.suffix(definition.definition.types.count) {
      types += declared.shape.fields.map(\.type)
    }
    return types.contains { mentions($0, names) }
  }

  private func mentions(_ type: ValueType, _ names: Set<String>) -> Bool {
    switch type {
    case .declared(let id, let arguments):
      names.contains(declarations[id].name) || arguments.contains { mentions($0, names) }
    case .list(let inner), .nullable(let inner), .optional(let inner): mentions(inner, names)
    case .map(let key, let value): mentions(key, names) || mentions(value, names)
    default: false
    }
  }
}
