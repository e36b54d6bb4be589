import StateModel

/// Prints what recordings contain of a state in Swift: events and inputs without private data.
struct SwiftRecording {
  let file: SwiftFile
  private var model: GenerationModel { file.model }

  var lines: [Layout] {
    event + [.blank] + inputs + [.blank]
      + SwiftText.comment("Whether inputs or events contain private data.")
      + [.text("\(file.visibility)var wireHasPrivate: Bool { \(model.hasPrivateData) }")]
  }

  private var event: [Layout] {
    let cases = model.messages.filter { !$0.isOwn }.flatMap { message -> [Layout] in
      let name = SwiftNames.escaped(message.name)
      if message.fields.isEmpty { return [.text("case .\(name): .text(\"\(message.name)\")")] }
      let bound = message.fields.map { field in
        field.blank == nil ? "let \(SwiftNames.local(field.name))" : "_"
      }
      let members = message.fields.map {
        member($0, value: "\(SwiftNames.local($0.name)).wire")
      }
      let pattern =
        bound.allSatisfy { $0 == "_" } ? name : "\(name)(\(bound.joined(separator: ", ")))"
      return [
        .text("case .\(pattern):"), .nested(SwiftWire.alternative(message.name, members)),
      ]
    }
    let head = "\(file.visibility)func wireRecord(of event: Event) -> Wire? {"
    return SwiftText.comment("An event in the wire form, without private data.")
      + (cases.isEmpty
        ? [.text("\(head)}")]
        : [.text(head)] + Layout.indented(["switch event {"] + cases + ["}"]) + ["}"])
  }

  private var inputs: [Layout] {
    let members = model.inputs.indices.map { index in
      member(model.inputs[index], value: "\(file.member(.input(index))).wire")
    }
    return SwiftText.comment("The inputs in the wire form, without private data.")
      + [.text("\(file.visibility)var wireInputs: Wire {")]
      + Layout.indented([SwiftSnapshot.object(members)]) + ["}"]
  }

  /// A member with the value of a field, or with the one that hides it.
  private func member(_ field: GenerationModel.Field, value: String) -> Layout {
    SwiftSnapshot.member(field.name, field.blank.map(Self.literal) ?? .text(value))
  }

  /// The expression for a constant in the wire form.
  private static func literal(_ json: JSON) -> Layout {
    switch json {
    case .null: ".null"
    case .bool(let flag): .text(".bool(\(flag))")
    case .number(let text): .text(".number(\"\(text)\")")
    case .string(let text): .text(".text(\"\(text)\")")
    case .array(let elements):
      .sequence([".array(", SwiftText.list(elements.map(literal)), ")"])
    case .object(let members):
      SwiftSnapshot.object(members.map { SwiftSnapshot.member($0.key, literal($0.value)) })
    }
  }
}
