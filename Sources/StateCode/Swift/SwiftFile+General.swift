import CEL
import StateLinking
import StateModel

/// General charts: the active states are a configuration, and the prelude contains the algorithm.
extension SwiftFile {
  var effect: String { rowsFail ? Self.throwing : "" }
  var attempt: String { rowsFail ? "try " : "" }
  var moreEffects: String { model.usesEffects ? ", &effects" : "" }

  private func name(_ state: Int) -> String {
    ".\(SwiftNames.escaped(model.stateIdentifier(state)))"
  }

  private func names(_ states: [Int]) -> String {
    "[\(states.map { name($0) }.joined(separator: ", "))]"
  }

  /// A pattern such as `case .a, .b:`.
  private func states(_ states: [Int]) -> Layout {
    .group(
      .sequence([
        "case ",
        .nested(.filled(Layout.separated(states.map { .text(name($0)) }))), ":",
      ]))
  }

  var generalStored: [Layout] {
    guard let chart = model.general else { return [] }
    let type = "Configuration<\(names.inner("State"))>"
    let first =
      chart.staticStart.map { [SwiftText.list($0.map { .text(name($0)) })] } ?? []
    var lines: [Layout] = [
      .sequence([.text("private var configuration = \(type)("), .sequence(first), ")"])
    ]
    if !model.statesWithData.isEmpty {
      lines.append(.text("private var carried = \(names.inner("Carried"))()"))
    }
    if model.hasMemories {
      lines.append(
        .text("private var memories: [\(names.inner("State")): \(names.inner("Carried"))] = [:]"))
    }
    if model.hasTimers {
      lines.append(.text("private var timers: [NamedRunningTimer<\(names.inner("Timer"))>] = []"))
    }
    return lines
  }

  /// The statement that returns from `reduce` and `fire`.
  var returnStatement: Layout {
    var arguments = ["state: next"]
    if model.hasCommands { arguments.append("commands: effects.commands") }
    if model.hasTimers { arguments.append("timers: effects.timers") }
    return .text("return Next(\((arguments + ["result: result"]).joined(separator: ", ")))")
  }

  /// The functions that handle an event.
  var generalReceiver: [Layout] {
    guard model.general != nil else { return [] }
    var lines: [Layout] = []
    let closure = { (call: String) -> String in
      rowsFail
        ? "(state) throws(EvaluationError) in try \(call)" : "state in \(call)"
    }
    func door(_ name: String, _ about: String, _ parameters: [String], _ call: String) {
      var body: [Layout] = []
      if model.canEnd { body.append("if configuration.hasEnded { return .unhandled }") }
      body.append(
        .group(
          .sequence([
            .text("let found = \(attempt)configuration.select {"),
            .nested(
              .sequence([.line, .text(closure(call))])), .line, "}",
          ])))
      body.append(
        .text("return found.rows.isEmpty ? found.result : \(attempt)run(found.rows\(moreEffects))"))
      if rowsFail {
        body[body.count - 1] = "if found.rows.isEmpty { return found.result }"
        body.append(.text("return try run(found.rows\(moreEffects))"))
      }
      if !lines.isEmpty { lines.append(.blank) }
      lines +=
        SwiftText.comment(about) + [
          SwiftText.head(
            "private mutating func \(name)", parameters + effectsParameter,
            "\(effect) -> StepResult?")
        ]
      lines += Layout.indented(body) + ["}"]
    }
    if model.messages.isEmpty { return running + [.blank] + operationFunction }
    door(
      "receive", "What came of it if no row ran, else nothing.", ["_ event: \(messageName)"],
      "find(event, in: state)")
    if !model.eventless.isEmpty {
      door(
        "proceed", "Takes rows that need no event; nothing if some ran.", [], "find(in: state)")
    }
    return lines + [.blank] + running + [.blank] + operationFunction
  }

  private var running: [Layout] {
    var body: [Layout] = []
    if model.countsMicrosteps { body.append("try effects.count(rows: rows.map(\\.way.row))") }
    body.append("let operations = configuration.operations(of: rows.map(\\.way))")
    body.append(.text("\(attempt)perform(operations, rows\(moreEffects))"))
    body.append("return nil")
    return SwiftText.comment("A microstep.") + [
      SwiftText.head(
        "private mutating func run", ["_ rows: [\(names.inner("Row"))]"] + effectsParameter,
        "\(effect) -> StepResult?")
    ] + Layout.indented(body) + ["}"]
  }

  private var operationFunction: [Layout] {
    let state = names.inner("State")
    var body: [Layout] = ["for operation in operations {"]
    var cases: [Layout] = ["switch operation {"]
    cases += [
      "case .exit(let state):",
      .nested(
        .sequence([
          .text("\(attempt)exit(state\(moreEffects))"), .newLine, "configuration.leave(state)",
        ])), .text("case .run(let place): \(attempt)act(rows[place]\(moreEffects))"),
      "case .enter(let state):",
      .nested(
        .sequence([
          "configuration.enter(state)", .newLine, .text("\(attempt)enter(state\(moreEffects))"),
        ])),
    ]
    if model.hasMemories {
      cases += [
        "case .record(let history, let states): memories[history] = carried.only(states)"
      ]
    }
    if !model.statesWithData.isEmpty {
      cases.append(
        .text("case .carry(let state, let cargo): \(attempt)carry(state, cargo, &effects)"))
    }
    if !model.hasMemories || model.statesWithData.isEmpty {
      cases.append(
        .text(
          "case \(model.hasMemories ? "" : model.statesWithData.isEmpty ? ".record, .carry" : ".record"): break"
        ))
    }
    body += Layout.indented(cases + ["}"]) + ["}"]
    return SwiftText.comment("Exits, the rows' own actions, and entries, in order.") + [
      SwiftText.head(
        "private mutating func perform",
        ["_ operations: [ChartOperation<\(state)>]", "_ rows: [\(names.inner("Row"))]"]
          + effectsParameter, effect)
    ] + Layout.indented(body) + ["}"]
  }

  /// The functions that select a row by event, then by state.
  var rowFinders: [Layout] {
    guard let chart = model.general else { return [] }
    let found = "\(effect) -> Found<\(names.inner("Row"))>"
    let state = names.inner("State")
    var body: [Layout] = ["switch event {"]
    let quiet = model.messages.filter { model.isNeverHandled($0) }
    for message in model.messages where !model.isNeverHandled(message) {
      let (pattern, inside) = pattern(of: message)
      body.append(pattern)
      body += Layout.indented(self.parts(message.parts, inside))
    }
    if !quiet.isEmpty {
      body += [
        .group(
          .sequence([
            "case ",
            .nested(
              .filled(
                Layout.separated(
                  quiet.map { .text(".\(SwiftNames.escaped($0.name))") }))), ":",
          ]))
      ]
      body += Layout.indented(["return .unhandled"])
    }
    var lines: [Layout] = []
    if !model.messages.isEmpty {
      lines =
        SwiftText.comment("The first row of a state for an event whose guard is true.") + [
          .text("private func find(_ event: \(messageName), in state: \(state))\(found) {")
        ]
      lines += Layout.indented(body + ["}"]) + ["}"]
    }
    if !model.eventless.isEmpty {
      lines +=
        (lines.isEmpty ? [] : [.blank])
        + SwiftText.comment("The first row of a state that needs no event.")
      lines.append(.text("private func find(in state: \(state))\(found) {"))
      lines += Layout.indented(parts(model.eventless, expressions)) + ["}"]
    }
    if model.hasTimers {
      lines +=
        (lines.isEmpty ? [] : [.blank])
        + SwiftText.comment("The first row for a timer whose guard is true.")
      lines.append(.text("private func find(_ timer: \(names.inner("Timer")))\(found) {"))
      var cases: [Layout] = ["switch timer {"]
      for timer in chart.timers {
        cases.append(.text("case .\(timer.name):"))
        cases += Layout.indented(search(timer.search, expressions))
      }
      lines += Layout.indented(cases + ["}"]) + ["}"]
    }
    return lines
  }

  private func search(_ statements: [Statement], _ expressions: SwiftExpressions) -> [Layout] {
    var printer = SwiftStatements(model: model, expressions: expressions, returnsResult: true)
    return printer.lines(statements, isEnd: true)
  }

  private func parts(
    _ parts: [GenerationModel.Part], _ expressions: SwiftExpressions
  ) -> [Layout] {
    var lines: [Layout] = ["switch state {"]
    for part in parts {
      lines.append(states(part.states))
      lines += Layout.indented(search(part.body, expressions))
    }
    return lines + ["}"]
  }

  /// The state tree, the rows and their actions.
  var generalParts: [Layout] {
    guard let chart = model.general else { return [] }
    var sections = [rowFinders, stateNames, rowNames, rowActions]
    sections.append(actions("enter", chart.enter))
    sections.append(actions("exit", chart.exit))
    if model.hasTimers { sections.append(timerFunctions) }
    if !model.statesWithData.isEmpty { sections += [cargo, carryFunction] }
    return Array(sections.joined(separator: [.blank]))
  }

  private var stateNames: [Layout] {
    let states = model.definition.states.indices
    let type = names.inner("State")
    var lines: [Layout] = [.text("fileprivate enum \(type): Int, StateName {")]
    let cases = states.map { Layout.text(SwiftNames.escaped(model.stateIdentifier($0))) }
    var inside: [Layout] = [
      .group(.sequence(["case ", .nested(.filled(Layout.separated(cases)))])), .blank,
      .text("static let tree = StateTree<\(type)>()"), .blank,
    ]
    inside += SwiftText.comment("What it is, in which it stands, and where it goes.")
    inside.append(.text("var node: StateNode<\(type)> {"))
    var body: [Layout] = ["switch self {"]
    for state in states {
      body.append(.text("case \(name(state)): \(node(state))"))
    }
    inside += Layout.indented(body + ["}"]) + ["}"]
    lines += Layout.indented(inside)
    return lines + ["}"]
  }

  private func node(_ state: Int) -> String {
    let node = model.definition.states[state]
    let kind =
      switch node.kind {
      case .leaf: "leaf"
      case .composite: "composite"
      case .parallel: "parallel"
      case .final: "final"
      case .history(.shallow): "shallowHistory"
      case .history(.deep): "deepHistory"
      }
    var arguments = [".\(kind)", "in: \(node.parent.map { name($0) } ?? "nil")"]
    if !node.initial.isEmpty {
      arguments.append("initial: \(names(node.initial.map(\.state)))")
    }
    if !node.fields.isEmpty { arguments.append("carries: true") }
    return ".init(\(arguments.joined(separator: ", ")))"
  }

  private var rowNames: [Layout] {
    guard let chart = model.general else { return [] }
    let type = names.inner("Row")
    var inside: [Layout] = chart.rows.map { row in
      SwiftText.declaration(
        ofCase: row.name, row.captures.map { ($0.name, names.text($0.type)) })
    }
    var body: [Layout] = chart.rows.isEmpty ? [] : ["switch self {"]
    for row in chart.rows {
      var arguments = ["row: \(row.row.index + 1)", "in: \(name(row.row.state))"]
      if let targets = row.row.targets {
        arguments.append("to: \(names(targets.map(\.state)))")
        switch row.row.reentry {
        case .no: break
        case .yes: arguments.append("reentry: .yes")
        case .external: arguments.append("reentry: .external")
        }
      }
      body.append(
        .text("case .\(row.name): Way(\(arguments.joined(separator: ", ")))"))
    }
    inside +=
      (inside.isEmpty ? [] : [.blank]) + [
        .text("var way: Way<\(names.inner("State"))> {")
      ]
    inside += Layout.indented(chart.rows.isEmpty ? ["switch self {}"] : body + ["}"]) + ["}"]
    return SwiftText.comment("The rows, with what they have read when they are chosen.")
      + [.text("fileprivate enum \(type): ChartRow {")] + Layout.indented(inside) + ["}"]
  }

  private var rowActions: [Layout] {
    guard let chart = model.general else { return [] }
    let parameters = ["_ row: \(names.inner("Row"))"] + effectsParameter
    var body: [Layout] = ["switch row {"]
    let quiet = chart.rows.filter(\.body.isEmpty)
    for row in chart.rows where !row.body.isEmpty {
      var inside = expressions
      for capture in row.captures {
        inside.hidden.insert(capture.name)
        switch capture.source {
        case .event(let field): inside.eventLocals[field] = capture.name
        case .local where capture.type == capture.type.present:
          inside.unwrapped.insert(capture.source)
        default: break
        }
      }
      let bound = row.captures.map { "let \(SwiftNames.escaped($0.name))" }
      body.append(SwiftText.bound("case .\(row.name)", bound, end: ":"))
      var printer = SwiftStatements(model: model, expressions: inside, returnsResult: false)
      body += Layout.indented(printer.lines(row.body))
    }
    if !quiet.isEmpty {
      body += [
        .group(
          .sequence([
            "case ",
            .nested(.filled(Layout.separated(quiet.map { .text(".\($0.name)") }))), ":",
          ]))
      ]
      body += Layout.indented(["break"])
    }
    if chart.rows.isEmpty { body = ["switch row {"] }
    return SwiftText.comment("What a row does itself.") + [
      SwiftText.head("private mutating func act", parameters, effect)
    ] + Layout.indented(body + ["}"]) + ["}"]
  }

  private func actions(_ name: String, _ actions: [[Statement]]) -> [Layout] {
    let parameters = ["_ state: \(names.inner("State"))"] + effectsParameter
    let head = SwiftText.head("private mutating func \(name)", parameters, effect)
    let quiet = actions.indices.filter { actions[$0].isEmpty }
    guard quiet.count < actions.count else { return [.sequence([head, "}"])] }
    var body: [Layout] = ["switch state {"]
    for state in actions.indices where !quiet.contains(state) {
      body.append(states([state]))
      var printer = SwiftStatements(model: model, expressions: expressions, returnsResult: false)
      let lines = printer.lines(actions[state])
      body += Layout.indented(lines.isEmpty ? ["break"] : lines)
    }
    if !quiet.isEmpty { body += [states(quiet)] + Layout.indented(["break"]) }
    return [head] + Layout.indented(body + ["}"]) + ["}"]
  }
}
