import CEL
import StateModel

/// Prints the inputs of a state as one value: what another definition hands over to create it.
struct KotlinInputs {
  let file: KotlinFile
  private var model: GenerationModel { file.model }
  private var names: KotlinNames { file.names }

  /// The class.
  var members: [Layout] {
    let about = KotlinText.comment(
      model.inputs.contains { $0.defaultValue != nil }
        ? "The inputs; one that is null gets its default." : "The inputs.")
    if model.inputs.isEmpty { return about + [.text("\(file.visibility)data object Inputs")] }
    let fields = model.inputs.flatMap { input in
      KotlinText.comment(input.about ?? "") + [
        .text(
          "\(file.visibility)val \(KotlinNames.escaped(input.name)): \(type(of: input))"
            + (input.defaultValue == nil ? "," : " = null,"))
      ]
    }
    return about + [.text("\(file.visibility)data class Inputs(")] + Layout.indented(fields)
      + file.types.owning(
        "Inputs", "Inputs", model.inputs.map { ($0.name, $0.type) }, head: ")", supertypes: [])
  }

  /// The function of the companion that starts the state.
  var start: [Layout] {
    KotlinText.comment("The state at the start with these inputs.") + [
      .text("\(file.visibility)fun start(inputs: Inputs): \(file.nextType) ="),
      .nested(file.expressions.labelled("start", model.inputs.map(argument))),
    ]
  }

  private func type(of input: GenerationModel.Field) -> String {
    let type = names.text(input.type)
    return input.defaultValue == nil || input.type.withoutNull != input.type ? type : "\(type)?"
  }

  private func argument(_ input: GenerationModel.Field) -> (label: String, value: Layout) {
    let value = Layout.text("inputs.\(KotlinNames.escaped(input.name))")
    guard let other = input.defaultValue, !other.code.isNull else { return (input.name, value) }
    let alternative =
      other.code.fails
      ? file.expressions.cell(other) : file.expressions.inner(other.code, .unary)
    return (input.name, KotlinText.elvis(value, alternative))
  }

  /// The wire form: an object without the inputs that are left to their defaults.
  var wire: [Layout] {
    let type = "\(file.typeName).Inputs"
    let names = file.namesOutside
    let reading = model.inputs.map { input -> (label: String, value: Layout) in
      let read = KotlinWire.read("wire[\"\(input.name)\"]", input.type, names)
      if input.defaultValue == nil { return (input.name, read) }
      return (input.name, KotlinText.choice(.text("wire.has(\"\(input.name)\")"), read, "null"))
    }
    let writing = model.inputs.map { input -> Layout in
      let name = "this.\(KotlinNames.escaped(input.name))"
      if input.defaultValue == nil {
        return .sequence([
          .text("\"\(input.name)\" to "), KotlinWire.write(name, input.type, names), ",",
        ])
      }
      return .sequence([
        .text("\(name)?.let { \"\(input.name)\" to "),
        KotlinWire.write("it", input.type.withoutNull, names), " },",
      ])
    }
    let created: Layout =
      model.inputs.isEmpty ? .text(type) : file.expressions.labelled(type, reading)
    return [
      .text("internal fun read\(file.typeName)Inputs(wire: Wire): \(type) {"),
      .nested(
        .sequence([
          KotlinWire.only(model.inputs.map(\.name), of: "wire"), .newLine, "return ", created,
        ])), "}", .blank,
      .text(
        "internal fun \(type).toWire(): Wire ="
          + (model.inputs.isEmpty ? " wireObject()" : " Wire.Object(listOfNotNull(")),
    ] + (model.inputs.isEmpty ? [] : [.nested(Layout.lines(writing)), "))"])
  }
}

extension GenerationCode {
  var isNull: Bool { if case .null = kind { true } else { false } }

  var isEmptyMap: Bool { if case .map(let parts) = kind { parts.isEmpty } else { false } }
}
