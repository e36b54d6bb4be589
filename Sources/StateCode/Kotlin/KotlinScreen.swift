import CEL
import StateModel

/// Prints the interface of a screen. A controller that lacks an output or a command does not
/// compile.
struct KotlinScreen {
  let file: KotlinFile
  private var model: GenerationModel { file.model }
  private var names: KotlinNames { file.namesOutside }

  private var name: String { "\(model.name)Screen" }

  private func method(_ output: GenerationModel.Output) -> String {
    output.kind.verb + output.name.capitalized
  }

  var lines: [Layout] {
    var parts: [[Layout]] = []
    for output in model.outputs {
      let parameter = Layout.text(
        "\(KotlinNames.escaped(output.name)): \(names.text(output.type))")
      parts.append(
        KotlinText.comment(output.about ?? "Handles the output `\(output.name)`.")
          + [
            KotlinText.function("\(file.visibility)fun \(method(output))", [parameter], suffix: "")
          ])
    }
    for command in model.commands {
      let parameters = command.fields.map {
        Layout.text("\(KotlinNames.escaped($0.name)): \(names.text($0.type))")
      }
      parts.append(
        KotlinText.comment(command.about ?? "Runs the command `\(command.name)`.")
          + [
            KotlinText.function(
              "\(file.visibility)fun \(KotlinNames.methodName(command.name))", parameters,
              suffix: "")
          ])
    }
    var lines: [Layout] = [.blank]
    lines += KotlinText.comment("What a screen of [\(file.typeName)] does.")
    lines.append(.text("\(file.outerVisibility)interface \(name) {"))
    lines += Layout.indented(Array(parts.joined(separator: [.blank]))) + ["}", .blank]
    lines += delivery
    lines += [.blank] + nextDelivery
    return lines
  }

  private func head(_ type: String) -> Layout {
    KotlinText.function(
      "\(file.outerVisibility)fun \(type).deliver",
      [.text("screen: \(name)"), .text("earlier: \(file.typeName)? = null")], suffix: " {")
  }

  private var delivery: [Layout] {
    let body = model.outputs.flatMap { output -> [Layout] in
      let member = KotlinNames.escaped(output.member)
      return [
        .text("if (celIsNew({ it.\(member) }, this, earlier)) {"),
        .nested(
          .text("screen.\(method(output))(\(KotlinNames.escaped(output.name)) = this.\(member))")),
        "}",
      ]
    }
    return KotlinText.comment("Hands over the outputs that differ from those of an earlier state.")
      + [head(file.typeName)] + Layout.indented(body) + ["}"]
  }

  private var nextDelivery: [Layout] {
    var body: [Layout] = ["state.deliver(screen, earlier)"]
    if model.hasCommands {
      let cases = model.commands.map { command -> Layout in
        let type = "\(file.typeName).Command.\(command.name.asClass)"
        let call = file.expressions.labelled(
          "screen.\(KotlinNames.methodName(command.name))",
          command.fields.map { ($0.name, .text("command.\(KotlinNames.escaped($0.name))")) })
        return .sequence([.text("is \(type) -> "), call])
      }
      body.append("for (command in commands) {")
      body += Layout.indented(["when (command) {"] + Layout.indented(cases) + ["}"])
      body.append("}")
    }
    return KotlinText.comment(
      model.hasCommands
        ? "Hands over the outputs that differ, then the commands in their order."
        : "Hands over the outputs that differ from those of an earlier state.")
      + [head("\(file.nextTypeOutside)")] + Layout.indented(body) + ["}"]
  }
}
