import CEL
import StateModel

/// Prints the protocol of a screen. A controller that lacks an output or a command does not
/// compile.
struct SwiftScreen {
  let file: SwiftFile
  private var model: GenerationModel { file.model }
  private var names: SwiftNames { file.namesOutside }

  private var name: String { "\(model.name)Screen" }

  var lines: [Layout] {
    var members: [Layout] = []
    for output in model.outputs {
      let type = names.text(output.type)
      members += SwiftText.comment(output.about ?? "Handles the output `\(output.name)`.")
      members.append(
        .text("func \(output.kind.verb)(\(SwiftNames.label(output.name)): \(type))"))
    }
    for command in model.commands {
      members += SwiftText.comment(command.about ?? "Runs the command `\(command.name)`.")
      members.append(
        SwiftText.function(
          "func \(SwiftNames.escaped(command.name))",
          command.fields.map { ($0.name, names.text($0.type), nil) }, suffix: ""))
    }
    var lines: [Layout] = [.blank]
    lines += SwiftText.comment("What a screen of `\(file.typeName)` does.")
    lines.append(.text("nonisolated \(file.visibility)protocol \(name) {"))
    lines += Layout.indented(members) + ["}", .blank]
    lines += delivery
    if model.hasNext { lines += [.blank] + nextDelivery }
    return lines
  }

  private func head(_ type: String) -> Layout {
    SwiftText.head(
      "\(file.visibility)func deliver",
      ["to screen: some \(name)", "after earlier: \(type)? = nil"], "")
  }

  private var delivery: [Layout] {
    var lines: [Layout] = []
    for output in model.outputs {
      let member = SwiftNames.escaped(output.member)
      let call = "screen.\(output.kind.verb)(\(SwiftNames.argument(output.name)): "
      lines += [
        .text("if celIsNew({ state in state.\(member) }, self, earlier) {"),
        .nested(.text("\(call)self.\(member))")), "}",
      ]
    }
    if lines.isEmpty { lines = ["_ = (screen, earlier)"] }
    return [.text("nonisolated extension \(file.typeName) {")]
      + Layout.indented(
        SwiftText.comment("Hands over the outputs that differ from those of an earlier state.")
          + [head("Self")] + Layout.indented(lines) + ["}"]) + ["}"]
  }

  private var nextDelivery: [Layout] {
    var body: [Layout] = [
      "state.deliver(to: screen, after: earlier)"
    ]
    if model.hasCommands {
      body.append("for command in commands {")
      var cases: [Layout] = ["switch command {"]
      for command in model.commands {
        let name = SwiftNames.escaped(command.name)
        let locals = command.fields.map { field in
          // The parameter `screen` is the receiver.
          field.name == "screen" ? "screen_" : SwiftNames.escaped(field.name)
        }
        let bound = locals.map { "let \($0)" }
        let pattern = bound.isEmpty ? "" : "(\(bound.joined(separator: ", ")))"
        let call = SwiftText.call(
          "screen.\(name)", zip(command.fields, locals).map { ($0.name, $1) })
        cases += [.text("case .\(name)\(pattern):"), .nested(call)]
      }
      body += Layout.indented(cases + ["}"]) + ["}"]
    }
    return [.text("nonisolated extension Next where State == \(file.typeName) {")]
      + Layout.indented(
        SwiftText.comment(
          model.hasCommands
            ? "Hands over the outputs that differ, then the commands in their order."
            : "Hands over the outputs that differ from those of an earlier state.")
          + [head(file.typeName)] + Layout.indented(body) + ["}"]) + ["}"]
  }
}
