import StateModel

/// Prints what recordings contain of a state in Kotlin: events and inputs without private data.
struct KotlinRecording {
  let file: KotlinFile
  private var model: GenerationModel { file.model }

  /// The member of the state with its inputs.
  var inputs: [Layout] {
    let snapshot = KotlinSnapshot(file: file)
    let members = model.inputs.indices.map { index -> Layout in
      let input = model.inputs[index]
      let value =
        input.blank.map(Self.literal)
        ?? snapshot.write(file.expressions.text(of: .input(index)), input.type)
      return snapshot.member(input.name, value)
    }
    return [
      "internal val wireInputs: Wire",
      .nested(.sequence(["get() = ", snapshot.object(members)])),
    ]
  }

  /// The function that writes an event; several functions if it would be too long.
  var event: [Layout] {
    let type = "\(file.typeName).Event"
    let messages = model.messages.filter { !$0.isOwn }
    let head = "private fun \(type).toRecord(): Wire"
    let about = KotlinText.comment("The event in its wire form, without private data.")
    // A `when` over a type without cases is not exhaustive.
    if messages.isEmpty { return about + [.text("\(head) = error(this)")] }
    let branches = messages.map { message in
      KotlinWire.branch(type, message.name, message.fields.map { ($0.name, value($0)) })
    }
    let parts = GenerationModel.parts(messages.map { 30 + 30 * $0.fields.count })
    if parts.count == 1 {
      return about + [
        .text("\(head) = when (this) {"), .nested(Layout.lines(branches)), "}",
      ]
    }
    let calls = parts.indices.map { Layout.text("toRecord\($0 + 1)()") } + ["error(this)"]
    var lines =
      about + [
        .text("\(head) ="),
        .nested(.group(.nested(Layout.joined(calls, [.line, "?: "])))),
      ]
    for (index, part) in parts.enumerated() {
      lines += [
        .blank, .text("private fun \(type).toRecord\(index + 1)(): Wire? = when (this) {"),
        .nested(Layout.lines(part.map { branches[$0] } + ["else -> null"])), "}",
      ]
    }
    return lines
  }

  /// The value of a field of an event, or the one that hides it.
  private func value(_ field: GenerationModel.Field) -> Layout {
    if let blank = field.blank { return Self.literal(blank) }
    let member = "this.\(KotlinNames.escaped(field.name))"
    return KotlinWire.write(member, field.type, file.namesOutside)
  }

  /// The expression for a constant in the wire form.
  private static func literal(_ json: JSON) -> Layout {
    switch json {
    case .null: "Wire.Null"
    case .bool(let flag): .text("Wire.Flag(\(flag))")
    case .number(let text): .text("Wire.Number(\"\(text)\")")
    case .string(let text): .text("Wire.Text(\"\(text)\")")
    case .array(let elements):
      elements.isEmpty
        ? "Wire.Array(emptyList())"
        : KotlinText.call("Wire.Array", [KotlinText.call("listOf", elements.map(literal))])
    case .object(let members):
      KotlinText.call(
        "wireObject",
        members.map { .sequence([.text("\"\($0.key)\" to "), literal($0.value)]) })
    }
  }
}
