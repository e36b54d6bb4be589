import CEL
import StateLinking
import StateModel

/// General charts: the active states are a configuration, and the runtime contains the algorithm.
///
/// Each event and each timer has one function, which finds the row that a state has for it. The row
/// is a value with its targets and its actions, because all rows of a step are selected before the
/// first one runs.
extension SwiftFile {
  /// Functions of general charts have the same head, whether they can fail or not.
  var effect: String { model.general != nil || rowsFail ? Self.throwing : "" }
  var attempt: String { model.general != nil || rowsFail ? "try " : "" }

  /// A pattern such as `case .a, .b:`.
  private func states(_ states: [Int]) -> Layout {
    .group(
      .sequence([
        "case ",
        .nested(.filled(Layout.separated(states.map { .text(model.stateCase($0)) }))), ":",
      ]))
  }

  /// A case of a switch, on one line if it fits.
  private func joined(_ states: [Int], _ body: [Layout]) -> [Layout] {
    body.count == 1
      ? [Layout.joined(self.states(states), body[0])]
      : [self.states(states)] + Layout.indented(body)
  }

  var generalStored: [Layout] {
    guard let chart = model.general else { return [] }
    let type = "Configuration<\(names.inner("State"))>"
    let first = chart.staticStart.map { [Layout.text(model.stateCases($0))] } ?? []
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
      lines += SwiftText.comment("The running timers, in the order of their starts.")
      lines.append(.text("\(visibility)private(set) var timers: [RunningTimer] = []"))
    }
    return lines
  }

  /// Names of types of the runtime, with the types of this state.
  var generalTypes: [Layout] {
    guard model.general != nil else { return [] }
    let effects = names.inner("Effects")
    let parameters = "<\(typeName), \(names.inner("State")), \(effects)>"
    return [
      .text(
        "private typealias \(effects) = ChartEffects<\(model.hasCommands ? "Command" : "Never"), \(messageName), \(model.statesWithData.isEmpty ? "Void" : names.inner("Carried"))>"
      ), .text("private typealias \(names.inner("Choice")) = ChartChoice\(parameters)"),
      .text("private typealias \(names.inner("Selection")) = ChartSelection\(parameters)"),
    ]
  }

  /// The arguments that make empty effects.
  private var noEffects: String {
    let arriving = model.statesWithData.isEmpty ? "()" : "\(names.inner("Carried"))()"
    return "arriving: \(arriving), limit: \(model.definition.definition.microstepLimit ?? 1_000)"
  }

  /// The function that runs a step, whatever started it.
  var generalStep: [Layout] {
    guard model.general != nil else { return [] }
    let effects = names.inner("Effects")
    var body: [Layout] = [
      "var next = self", .text("var effects = \(effects)(\(noEffects))"),
      "let outcome = try first(&next, &effects)",
    ]
    body += settling
    body.append(
      expressions.labelled(
        "return Next",
        [("state", "next"), ("commands", "effects.commands"), ("timers", "effects.timers")]
          + [("result", .text(resultExpression))]))
    return SwiftText.comment(
      "A step: what starts it, and then the events that it raises. The result is `nil` where a row ran."
    ) + [
      SwiftText.head(
        "private func step",
        ["_ first: (inout Self, inout \(effects)) throws(EvaluationError) -> StepResult?"],
        "\(Self.throwing) -> Next<Self>")
    ] + Layout.indented(body) + ["}"]
  }

  private func stepCall(_ call: String) -> [Layout] {
    [
      "try step { (next, effects) throws(EvaluationError) in", .nested(.text(call)), "}",
    ]
  }

  /// The body of `reduce`.
  var generalReduction: [Layout] {
    let event = model.hasOwnMessages ? ".event(event)" : "event"
    return stepCall("try next.receive(\(event), &effects)")
  }

  /// The public function that fires a timer.
  var fireFunction: [Layout] {
    guard model.hasTimers, let chart = model.general else { return [] }
    let call: Layout = .sequence([
      "guard next.timers.takeFired(id) else { return .unhandled }", .newLine,
      "return try next.run(next.selection(ofTimer: id), &effects)",
    ])
    var cases: [Layout] = ["switch id {"]
    for (index, timer) in chart.timers.enumerated() {
      let attempt = timer.search.contains(where: \.fails) ? "try " : ""
      let state = model.stateCase(model.definition.timers[index].state)
      cases.append(
        .text(
          "case \"\(timer.id)\": return \(attempt)\(function(of: timer))().selected(in: \(state))"))
    }
    cases += ["default: return .unhandled", "}"]
    return [
      .text("\(visibility)func fire(timer id: String)\(Self.throwing) -> Next<Self> {"),
      .nested(
        .sequence([
          "try step { (next, effects) throws(EvaluationError) in",
          .nested(.sequence([.newLine, call])),
          .newLine, "}",
        ])), "}", .blank,
      .text(
        "private func selection(ofTimer id: String)\(Self.throwing) -> \(names.inner("Selection")) {"
      ),
    ] + Layout.indented(cases) + ["}"]
  }

  private func function(of timer: GeneralChart.Timer) -> String {
    model.functionName("fired\(timer.name.capitalized)")
  }

  /// The functions that handle an event and run rows.
  var generalReceiver: [Layout] {
    guard model.general != nil else { return [] }
    var lines: [Layout] = []
    func door(_ name: String, _ about: String, _ parameters: [String], _ call: String) {
      var body: [Layout] = []
      if model.canEnd { body.append("if configuration.hasEnded { return .unhandled }") }
      body += [
        "return try run(",
        .nested(.text("configuration.select { state throws(EvaluationError) in try \(call) },")),
        .nested("&effects)"),
      ]
      lines +=
        SwiftText.comment(about) + [
          SwiftText.head(
            "private mutating func \(name)", parameters + effectsParameter,
            "\(effect) -> StepResult?")
        ] + Layout.indented(body) + ["}", .blank]
    }
    if !model.messages.isEmpty {
      door(
        "receive", "Runs the rows for an event. Returns the result if there are none.",
        ["_ event: \(messageName)"], "row(for: event, in: state)")
    }
    if !model.eventless.isEmpty {
      door(
        "proceed", "Runs the rows that need no event. Returns `nil` if there were any.", [],
        "row(withoutEventIn: state)")
    }
    return lines + running
  }

  private var running: [Layout] {
    var body: [Layout] = [
      "if selection.rows.isEmpty { return selection.result }"
    ]
    if model.countsMicrosteps { body.append("try effects.count(selection)") }
    body += [
      "for operation in configuration.operations(of: selection) {",
      .nested("try perform(operation, selection, &effects)"), "}", "return nil",
    ]
    var cases: [Layout] = [
      "switch operation {", "case .exit(let state):",
      .nested(.sequence(["try exit(state, &effects)", .newLine, "configuration.leave(state)"])),
      "case .run(let index): try selection.rows[index].action?(&self, &effects)",
      "case .enter(let state):",
      .nested(.sequence(["configuration.enter(state)", .newLine, "try enter(state, &effects)"])),
    ]
    if model.hasMemories {
      cases.append(
        "case .record(let history, let states): memories[history] = carried.only(states)")
    }
    if !model.statesWithData.isEmpty {
      cases.append("case .carry(let state, let cargo): try carry(state, cargo, &effects)")
    }
    if !model.hasMemories || model.statesWithData.isEmpty {
      cases.append(
        .text("case \(model.statesWithData.isEmpty ? ".record, .carry" : ".record"): break"))
    }
    let selection = "_ selection: \(names.inner("Selection"))"
    return SwiftText.comment("A microstep: exits, the actions of rows, and entries.") + [
      SwiftText.head(
        "private mutating func run", [selection] + effectsParameter, "\(effect) -> StepResult?")
    ] + Layout.indented(body) + ["}", .blank] + [
      SwiftText.head(
        "private mutating func perform",
        ["_ operation: ChartOperation<\(names.inner("State"))>", selection] + effectsParameter,
        effect)
    ] + Layout.indented(cases + ["}"]) + ["}"]
  }

  /// The functions that find the row of a state: one for all events, and one for each event.
  var rowFinders: [Layout] {
    guard let chart = model.general else { return [] }
    let choice = names.inner("Choice")
    let state = names.inner("State")
    var sections: [[Layout]] = []
    if !model.messages.isEmpty {
      var body: [Layout] = ["switch event {"]
      var functions: [[Layout]] = []
      for message in model.messages where !model.isNeverHandled(message) {
        let (pattern, inside) = pattern(of: message)
        let name = names.function(message.name)
        let fields = message.fields.compactMap { field in
          inside.eventLocals[field.name].map { (local: $0, type: field.type) }
        }
        let arguments = fields.map {
          "\(SwiftNames.argument($0.local)): \(SwiftNames.escaped($0.local))"
        }
        let fails = message.parts.contains { $0.body.contains(where: \.fails) }
        let isHidden =
          ["event", "state"].contains(name) || fields.contains { $0.local == message.name }
        let owner = isHidden ? "self." : ""
        let call = "\(owner)\(name)(\((arguments + ["in: state"]).joined(separator: ", ")))"
        body.append(Layout.joined(pattern, .text("return \(fails ? "try " : "")\(call)")))
        let parameters =
          fields.map { "\(SwiftNames.label($0.local)): \(names.text($0.type))" } + [
            "in state: \(state)"
          ]
        functions.append(
          (message.about.map { SwiftText.comment($0) } ?? []) + [
            SwiftText.head(
              "private func \(name)", parameters, "\(fails ? Self.throwing : "") -> \(choice)")
          ] + Layout.indented(parts(message.parts, inside)) + ["}"])
      }
      let quiet = model.messages.filter { model.isNeverHandled($0) }
      if !quiet.isEmpty { body.append("default: return .unhandled") }
      sections.append(
        SwiftText.comment("The row that a state has for an event.") + [
          .text(
            "private func row(for event: \(messageName), in state: \(state))\(effect) -> \(choice) {"
          )
        ] + Layout.indented(functions.isEmpty ? [".unhandled"] : body + ["}"]) + ["}"])
      sections += functions
    }
    if !model.eventless.isEmpty {
      sections.append(
        SwiftText.comment("The row that a state has without an event.") + [
          .text("private func row(withoutEventIn state: \(state))\(effect) -> \(choice) {")
        ] + Layout.indented(parts(model.eventless, expressions)) + ["}"])
    }
    for timer in chart.timers {
      let fails = timer.search.contains(where: \.fails) ? Self.throwing : ""
      sections.append(
        [.text("private func \(function(of: timer))()\(fails) -> \(choice) {")]
          + Layout.indented(search(timer.search, expressions)) + ["}"])
    }
    return Array(sections.joined(separator: [.blank]))
  }

  private func search(_ statements: [Statement], _ expressions: SwiftExpressions) -> [Layout] {
    var printer = SwiftStatements(model: model, expressions: expressions, returnsResult: true)
    return printer.lines(statements, isEnd: true)
  }

  private func parts(
    _ parts: [GenerationModel.Part], _ expressions: SwiftExpressions
  ) -> [Layout] {
    let handled = parts.filter { !$0.body.allSatisfy(\.isUnhandled) }
    let groups = Layout.grouped(handled.map { ($0.states, search($0.body, expressions)) })
    if groups.count == 1, groups[0].states.count == 1, handled.count < parts.count {
      return [
        .text("guard state == \(model.stateCase(groups[0].states[0])) else { return .unhandled }")
      ] + groups[0].body
    }
    var lines: [Layout] = ["switch state {"]
    for (states, body) in groups { lines += joined(states, body) }
    if handled.count < parts.count { lines.append("default: return .unhandled") }
    return lines + ["}"]
  }

  /// The state tree, the rows and the actions of states.
  var generalParts: [Layout] {
    guard let chart = model.general else { return [] }
    var sections = [rowFinders]
    sections.append(actions("enter", "What happens when a state is entered.", chart.enter))
    sections.append(actions("exit", "What happens when a state is left.", chart.exit))
    sections.append(stateNames)
    if !model.statesWithData.isEmpty { sections += [carryFunction, cargo] }
    return Array(sections.joined(separator: [.blank]))
  }

  private var stateNames: [Layout] {
    let states = model.definition.states.indices
    let type = names.inner("State")
    let cases = states.map { Layout.text(SwiftNames.escaped(model.stateIdentifier($0))) }
    var inside: [Layout] = [
      .group(.sequence(["case ", .nested(.filled(Layout.separated(cases)))])), .blank,
      .text("static let tree = StateTree<\(type)>()"), .blank,
      .text("var node: StateNode<\(type)> {"),
    ]
    let body = states.map { Layout.text("case \(model.stateCase($0)): \(node($0))") }
    inside += Layout.indented(["switch self {"] + body + ["}"]) + ["}"]
    return SwiftText.comment("The states in document order; `top` contains all others.")
      + [.text("fileprivate enum \(type): Int, StateName {")] + Layout.indented(inside) + ["}"]
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
    var arguments = [
      ".\(kind)", "in: \(node.parent.map { model.parentCase($0) } ?? "nil")",
    ]
    if !node.initial.isEmpty {
      arguments.append("initial: \(model.stateCases(node.initial.map(\.state)))")
    }
    if !node.fields.isEmpty { arguments.append("carries: true") }
    return ".init(\(arguments.joined(separator: ", ")))"
  }

  private func actions(_ name: String, _ about: String, _ actions: [[Statement]]) -> [Layout] {
    let parameters = ["_ state: \(names.inner("State"))"] + effectsParameter
    let head =
      SwiftText.comment(about) + [
        SwiftText.head("private mutating func \(name)", parameters, effect)
      ]
    let groups = Layout.grouped(
      actions.indices.map { state in
        var printer = SwiftStatements(model: model, expressions: expressions, returnsResult: false)
        return (states: [state], body: printer.lines(actions[state]))
      })
    let loud = groups.filter { !$0.body.isEmpty }
    if loud.isEmpty { return head + ["}"] }
    var body: [Layout] = ["switch state {"]
    for group in loud { body += joined(group.states, group.body) }
    if loud.count < groups.count { body.append("default: break") }
    return head + Layout.indented(body + ["}"]) + ["}"]
  }
}

extension GenerationModel {
  /// A state as an implicit member: `.cart`.
  func stateCase(_ state: Int) -> String { ".\(SwiftNames.escaped(stateIdentifier(state)))" }

  /// A state where the type is optional, which has the case `none` too.
  func parentCase(_ state: Int) -> String {
    let name = stateCase(state)
    return name == ".none" || name == ".some" ? ".some(\(name))" : name
  }

  /// A list of states.
  func stateCases(_ states: [Int]) -> String {
    "[\(states.map { stateCase($0) }.joined(separator: ", "))]"
  }
}
