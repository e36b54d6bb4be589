import CEL
import StateModel

/// Prints the inputs of a state as one value: what another definition hands over to create it.
struct SwiftInputs {
  let file: SwiftFile
  private var model: GenerationModel { file.model }
  private var visibility: String { file.visibility }

  /// The struct, and the function that starts the state with it.
  var members: [Layout] {
    var inside: [Layout] = []
    for input in model.inputs {
      inside += SwiftText.comment(input.about ?? "")
      inside.append(.text("\(visibility)let \(SwiftNames.escaped(input.name)): \(type(of: input))"))
    }
    let parameters = model.inputs.map { input in
      (
        name: input.name, type: type(of: input),
        value: input.defaultValue == nil ? nil : Layout.text("nil")
      )
    }
    let assignments = model.inputs.map { input -> Layout in
      let name = SwiftNames.escaped(input.name)
      return .text("self.\(name) = \(name)")
    }
    inside += [
      .blank,
      SwiftText.function(
        "\(visibility)init", parameters, suffix: " {", local: SwiftNames.escaped),
    ]
    inside += Layout.indented(assignments) + ["}"]
    let isHashable = file.types.isHashable(model.inputs.map(\.type))
    return SwiftText.comment("The inputs. One that is `nil` gets its default.")
      + [.text("\(visibility)struct Inputs: \(isHashable ? "Hashable" : "Equatable"), Sendable {")]
      + Layout.indented(inside) + ["}", .blank]
      + SwiftText.comment("The state as it begins with these inputs.") + [
        .text(
          "\(visibility)static func start(_ inputs: Inputs)\(SwiftFile.throwing) -> Next<Self> {"),
        .nested(file.expressions.labelled("try start", model.inputs.map(argument))), "}",
      ]
  }

  private func type(of input: GenerationModel.Field) -> String {
    let type = file.names.text(input.type)
    return input.defaultValue == nil || input.type.withoutNull != input.type ? type : "\(type)?"
  }

  private func argument(_ input: GenerationModel.Field) -> (label: String, value: Layout) {
    let value = Layout.text("inputs.\(SwiftNames.escaped(input.name))")
    guard let other = input.defaultValue, other.isLiteral else { return (input.name, value) }
    if case .null = other.code.kind { return (input.name, value) }
    return (input.name, .sequence([value, " ?? ", file.expressions.cell(other, isExpected: true)]))
  }

  /// Equality as in CEL.
  var equality: [Layout] {
    func method(_ head: String, _ call: String) -> [Layout] {
      let parts = model.inputs.map { input -> Layout in
        let name = SwiftNames.escaped(input.name)
        return .text("\(name == "other" ? "self.other" : name).\(call)other.\(name))")
      }
      return [.text("\(file.options.conformanceVisibility)func \(head) -> Bool {")]
        + Layout.indented([SwiftText.conjunction(parts)]) + ["}"]
    }
    let hasDouble = model.inputs.contains { file.types.hasDouble($0.type) }
    return [.text("nonisolated extension \(file.typeName).Inputs: CELValue {")]
      + Layout.indented(
        method("isEqual(to other: Self)", "isEqual(to: ")
          + (hasDouble ? [.blank] + method("isExactly(_ other: Self)", "isExactly(") : [])) + ["}"]
  }

  /// The wire form: an object without the inputs that are left to their defaults.
  var wire: [Layout] {
    let access = file.options.conformanceVisibility
    let names = Layout.separated(model.inputs.map { Layout.text("\"\($0.name)\"") })
    let reading = model.inputs.map { input -> (label: String, value: Layout) in
      let value = "try wire.value(\"\(input.name)\")"
      return (
        input.name,
        .text(
          input.defaultValue == nil ? value : "wire.has(\"\(input.name)\") ? \(value) : nil")
      )
    }
    func member(_ input: GenerationModel.Field, _ value: String) -> Layout {
      .text("WireMember(\"\(input.name)\", \(value).wire)")
    }
    let required = SwiftText.list(
      model.inputs.filter { $0.defaultValue == nil }.map {
        member($0, SwiftNames.escaped($0.name))
      })
    var writing: [Layout] = [.sequence([".object(", required, ")"])]
    let optional = model.inputs.filter { $0.defaultValue != nil }
    if !optional.isEmpty {
      writing = [.sequence(["var members: [WireMember] = ", required])]
      for input in optional {
        let local = SwiftNames.local(input.name)
        writing += [
          .text("if let \(local) = self.\(SwiftNames.escaped(input.name)) {"),
          .nested(.sequence(["members.append(", member(input, local), ")"])), "}",
        ]
      }
      writing.append("return .object(members)")
    }
    return [.text("nonisolated extension \(file.typeName).Inputs: WireValue {")]
      + Layout.indented(
        [.text("\(access)init(wire: Wire) throws(WireError) {")]
          + Layout.indented([
            .group(.sequence(["try wire.only(", .nested(.filled(names)), ")"])),
            reading.isEmpty ? "self.init()" : file.expressions.labelled("self.init", reading),
          ]) + ["}", .blank, .text("\(access)var wire: Wire {")]
          + Layout.indented(writing) + ["}"]) + ["}"]
  }
}
