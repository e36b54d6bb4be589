import CEL
import StateLinking
import StateModel

/// The step of a general chart: a private type with the rows and the actions of the chart.
extension SwiftFile {
  /// Expressions of the members of the step.
  private var inside: SwiftExpressions {
    var inside = expressions
    inside.receiver = "current."
    inside.owner = typeName
    return inside
  }

  private var choice: String { names.inner("Choice") }
  private var state: String { names.inner("State") }

  /// The type of the step.
  var steps: [Layout] {
    var sections = [stored] + rowFinders
    sections.append(rowParts(inside))
    guard let chart = model.general else { return [] }
    sections.append(timerRows(chart))
    sections.append(actions("enter", "What happens when a state is entered.", chart.enter))
    sections.append(actions("exit", "What happens when a state is left.", chart.exit))
    sections.append(carryFunction(inside))
    if model.outputsFail {
      let name = model.functionName("computeOutputs")
      sections.append(
        oneLine(
          .text("func computeOutputs()\(Self.throwing)"), .text("try current.\(name)()")))
    }
    sections.append(exactness)
    let members = Array(sections.filter { !$0.isEmpty }.joined(separator: [.blank]))
    return SwiftText.comment(
      "A step in progress: the rows of each event, and the actions of states.")
      + [.text("private final class \(step): ChartStep {")] + Layout.indented(members) + ["}"]
  }

  private var stored: [Layout] {
    let limit = model.definition.definition.microstepLimit ?? 1_000
    let command = model.hasCommands ? "Command" : "Never"
    var lines: [Layout] = [
      .text("typealias \(choice) = ChartChoice<\(step)>"),
      .text("var current: \(typeName)"),
      .text(
        "var effects = ChartEffects<\(command), \(messageName)>(limit: \(SwiftExpressions.grouped(Int64(limit))))"
      ),
    ]
    if !model.statesWithData.isEmpty {
      lines += SwiftText.comment("The data that rows give to the states they lead to.")
      lines.append(.text("var arriving = \(names.inner("Carried"))()"))
    }
    if !model.eventless.isEmpty { lines.append("static var hasEventlessRows: Bool { true }") }
    lines += [.blank, .text("init(_ state: \(typeName)) { current = state }")]
    return lines + [
      .blank, .text("var configuration: \(options.runtimeModule)Configuration<\(state)> {"),
    ]
      + Layout.indented([
        "get { current.configuration }", "set { current.configuration = newValue }",
      ])
      + ["}"]
  }

  private var exactness: [Layout] {
    var parts = model.properties.indices.map { index -> Layout in
      let name = member(.property(index))
      return .text("current.\(name).isExactly(earlier.\(name))")
    }
    parts.append("configuration.active == earlier.configuration.active")
    if !model.statesWithData.isEmpty { parts.append("current.carried.isExactly(earlier.carried)") }
    return oneLine(
      .text("func isExactly(_ earlier: \(typeName)) -> Bool"), SwiftText.conjunction(parts))
  }

  /// The functions that find the row of a state: one for all events, and one for each event.
  private var rowFinders: [[Layout]] {
    var sections: [[Layout]] = []
    var functions: [[Layout]] = []
    var body: [Layout] = ["switch event {"]
    for message in model.messages where !model.isNeverHandled(message) {
      let (pattern, inside) = pattern(of: message, inside)
      let fields = message.fields.compactMap { field in
        inside.eventLocals[field.name].map { (local: $0, type: field.type) }
      }
      let fails = message.parts.contains { canFail($0.body) }
      let call = call(message, fields.map(\.local), fails: fails)
      body.append(Layout.joined(pattern, .text(call)))
      let parameters =
        fields.map { "\(SwiftNames.label($0.local)): \(names.text($0.type))" } + [
          "in state: \(state)"
        ]
      functions.append(
        (message.about.map { SwiftText.comment($0) } ?? []) + [
          SwiftText.head(
            "func \(stepFunction(message.name))", parameters,
            "\(fails ? Self.throwing : "") -> \(choice)")
        ] + Layout.indented(parts(message.parts, inside)) + ["}"])
    }
    if model.sentMessages.contains(where: { model.isNeverHandled($0) }) {
      body.append("default: .unhandled")
    }
    if functions.isEmpty {
      sections.append([.text("typealias ChartMessage = \(messageName)")])
    } else {
      sections.append(
        SwiftText.comment("The row that a state has for an event.") + [
          SwiftText.head(
            "func row", ["for event: \(messageName)", "in state: \(state)"],
            "\(Self.throwing) -> \(choice)")
        ] + Layout.indented(body + ["}"]) + ["}"])
    }
    sections += functions
    if !model.eventless.isEmpty {
      sections.append(
        SwiftText.comment("The row that a state has without an event.") + [
          .text("func row(withoutEventIn state: \(state))\(Self.throwing) -> \(choice) {")
        ] + Layout.indented(parts(model.eventless, inside)) + ["}"])
    }
    return sections
  }

  /// The name of the function of an event; the members of the step have priority.
  private func stepFunction(_ name: String) -> String {
    let taken = ["current", "effects", "arriving", "configuration"].contains(name)
    return names.function(taken ? "\(name)_" : name)
  }

  private func call(
    _ message: GenerationModel.Message, _ locals: [String], fails: Bool
  ) -> String {
    let name = stepFunction(message.name)
    let arguments = locals.map { "\(SwiftNames.argument($0)): \(SwiftNames.escaped($0))" }
    let isHidden = ["event", "state"].contains(name) || locals.contains(name)
    let list = (arguments + ["in: state"]).joined(separator: ", ")
    return "\(fails ? "try " : "")\(isHidden ? "self." : "")\(name)(\(list))"
  }

  /// The function that finds the row of a timer.
  private func timerRows(_ chart: GeneralChart) -> [Layout] {
    if chart.timers.isEmpty { return [] }
    let bodies = chart.timers.map { search($0.search, inside) }
    let values = bodies.compactMap { $0.count == 1 ? $0[0].returned : nil }
    let isExpression = values.count == bodies.count
    let cases = chart.timers.indices.map { index -> [Layout] in
      joined(
        .text("case .\(SwiftNames.escaped(chart.timers[index].label)):"),
        isExpression ? [values[index]] : bodies[index])
    }
    let fails = chart.timers.contains { canFail($0.search) } ? Self.throwing : ""
    return SwiftText.comment("The row of a timer that fired.") + [
      .text("func row(for timer: \(names.inner("Timer")))\(fails) -> \(choice) {")
    ] + Layout.indented(["switch timer {"] + cases.flatMap(\.self) + ["}"]) + ["}"]
  }

  private func canFail(_ statements: [Statement]) -> Bool {
    inside.bindsCarried(statements) || statements.contains(where: \.fails)
  }

  /// The statements that find a row, after the data of states that they read is bound.
  private func search(_ statements: [Statement], _ expressions: SwiftExpressions) -> [Layout] {
    var inside = expressions
    let bindings = inside.bindCarried(by: statements)
    var printer = SwiftStatements(model: model, expressions: inside, returnsResult: true)
    return bindings + printer.lines(statements, isEnd: true)
  }

  private func parts(
    _ parts: [GenerationModel.Part], _ expressions: SwiftExpressions
  ) -> [Layout] {
    let handled = parts.filter { !$0.body.allSatisfy(\.isUnhandled) }
    let groups = Layout.grouped(handled.map { ($0.states, search($0.body, expressions)) })
    if groups.count == 1, groups[0].states.count == 1, handled.count < parts.count {
      let state = model.stateCase(groups[0].states[0])
      if groups[0].body.count == 1, let row = groups[0].body[0].returned {
        let choice = Layout.sequence([.text("state == \(state) ? "), row, " : .unhandled"])
        if choice.fits(in: 94) { return [choice] }
      }
      if let clauses = groups[0].body.first?.clausesOfUnhandled {
        let merged = Layout.group(
          .sequence([
            "guard ", .nested(.filled([.text("state == \(state),")] + clauses)), .line,
            "else { return .unhandled }",
          ]))
        return [merged] + groups[0].body.dropFirst()
      }
      return [.text("guard state == \(state) else { return .unhandled }")] + groups[0].body
    }
    var lines: [Layout] = ["switch state {"]
    for (states, body) in groups { lines += joined(self.states(states), body) }
    if handled.count < parts.count { lines.append("default: return .unhandled") }
    return lines + ["}"]
  }

  /// A function with the entry or exit actions of all states; none if there are no actions.
  private func actions(_ name: String, _ about: String, _ actions: [[Statement]]) -> [Layout] {
    let groups = Layout.grouped(
      actions.indices.map { state -> (states: [Int], body: [Layout]) in
        var inside = inside
        let bindings = inside.bindCarried(by: actions[state])
        var printer = SwiftStatements(model: model, expressions: inside, returnsResult: false)
        return ([state], bindings + printer.lines(actions[state]))
      })
    let loud = groups.filter { !$0.body.isEmpty }
    if loud.isEmpty { return [] }
    let fails = actions.contains(where: canFail) ? Self.throwing : ""
    var body: [Layout]
    if loud.count == 1, loud[0].states.count == 1, groups.count > 1 {
      let state = model.stateCase(loud[0].states[0])
      body =
        loud[0].body.count == 1
        ? oneLine(.text("if state == \(state)"), loud[0].body[0])
        : [.text("guard state == \(state) else { return }")] + loud[0].body
    } else {
      body = ["switch state {"]
      for group in loud { body += joined(states(group.states), group.body) }
      body += (loud.count < groups.count ? ["default: break"] : []) + ["}"]
    }
    return SwiftText.comment(about) + [
      SwiftText.head("func \(name)", ["_ state: \(state)"], fails)
    ] + Layout.indented(body) + ["}"]
  }

  /// A pattern such as `case .a, .b:`.
  private func states(_ states: [Int]) -> Layout {
    .group(
      .sequence([
        "case ",
        .nested(.filled(Layout.separated(states.map { .text(model.stateCase($0)) }))), ":",
      ]))
  }

  /// A case of a switch, on one line if it fits.
  private func joined(_ pattern: Layout, _ body: [Layout]) -> [Layout] {
    body.count == 1 && !body[0].isControlFlow
      ? [Layout.joined(pattern, body[0])] : [pattern] + Layout.indented(body)
  }
}

extension Layout {
  /// The value of a `return` statement.
  fileprivate var returned: Layout? {
    guard case .text(let text) = self, text.hasPrefix("return ") else {
      guard case .group(.sequence(let parts)) = self, let first = parts.first?.returned else {
        return nil
      }
      return .group(.sequence([first] + parts.dropFirst()))
    }
    return .text(String(text.dropFirst(7)))
  }

  /// The clauses of a `guard` that leaves an event unhandled.
  fileprivate var clausesOfUnhandled: [Layout]? {
    guard case .group(.sequence(let parts)) = self, parts.count == 4, parts[0] == "guard ",
      parts[3] == "else { return .unhandled }", case .nested(.filled(let clauses)) = parts[1]
    else { return nil }
    return clauses
  }

  /// Whether the layout is a statement that contains others.
  fileprivate var isControlFlow: Bool {
    let text = rendered(width: 1_000, indentation: 2)
    return ["if ", "guard ", "switch "].contains(where: text.hasPrefix)
  }

  /// Whether the layout can be written on one line of this width.
  func fits(in width: Int) -> Bool {
    let text = rendered(width: 1_000, indentation: 2)
    return text.count <= width && text.dropLast().allSatisfy { $0 != "\n" }
  }
}
