import CEL
import StateLinking
import StateModel

/// The selection of rows in general charts, and the actions of states.
extension KotlinFile {
  /// The functions that select a row by event, then by state.
  var rowFinders: [[Layout]] {
    guard let chart = model.general else { return [] }
    var inside = expressions
    inside.receiver = "state."
    var sections: [[Layout]] = []
    sections.append(
      receivers("override ", result: ": StepResult?", isExpression: true) { message in
        let head = "is \(className(of: message)) ->"
        if model.isNeverHandled(message) { return [.text("\(head) StepResult.Unhandled")] }
        let arguments = message.fields.isEmpty ? "it" : "event, it"
        return [.text("\(head) take { \(eventFunctionName(message))(\(arguments)) }")]
      })
    for message in model.messages where !model.isNeverHandled(message) {
      let event = message.fields.isEmpty ? [] : ["event: \(className(of: message))"]
      let parameters = event + ["target: \(stateType)"]
      sections.append(
        finder(
          "private fun \(eventFunctionName(message))", parameters.map { .text($0) },
          message.parts, inside))
    }
    if !model.eventless.isEmpty {
      sections.append(
        finder("override fun find", [.text("target: \(stateType)")], model.eventless, inside))
    }
    if model.hasTimers {
      let timer = names.inner("Timer")
      let searches = chart.timers.map { item in
        (head: Layout.text("\(timer).\(item.label.asClass) ->"), body: item.search)
      }
      sections.append(
        finder(
          "override fun find", [.text("timer: \(names.builtIn("String"))")],
          over: "\(timer).entries.first { it.id == timer }", searches, inside))
    }
    return sections
  }

  /// A function that finds the row of a state.
  private func finder(
    _ name: String, _ parameters: [Layout], _ parts: [GenerationModel.Part],
    _ expressions: KotlinExpressions
  ) -> [Layout] {
    let isIdle = { (part: GenerationModel.Part) in part.body.allSatisfy(\.isUnhandled) }
    var branches = parts.filter { !isIdle($0) }.map { (head: heads($0.states), body: $0.body) }
    if parts.contains(where: isIdle) { branches.append(("else ->", [.unhandled])) }
    return finder(name, parameters, over: "target", branches, expressions)
  }

  /// A function that finds a row in one of the branches of a `when`. The `when` is its value if
  /// no branch returns before its end.
  private func finder(
    _ name: String, _ parameters: [Layout], over subject: String,
    _ branches: [(head: Layout, body: [Statement])], _ expressions: KotlinExpressions
  ) -> [Layout] {
    var printer = KotlinStatements(model: model, expressions: expressions, returnsResult: true)
    printer.isValue = branches.allSatisfy(\.body.isFound)
    let cases = branches.flatMap { branch -> [Layout] in
      let lines = printer.lines(branch.body)
      if branch.body.count == 1, let first = lines.first {
        return [.sequence([branch.head, " ", first])] + lines.dropFirst()
      }
      return [.sequence([branch.head, " {"])] + Layout.indented(lines) + ["}"]
    }
    let start = "when (\(subject)) {"
    func head(_ end: String) -> Layout {
      KotlinText.function(name, parameters, suffix: ": Found<\(stateType)> \(end)")
    }
    if printer.isValue { return [head("= \(start)")] + Layout.indented(cases) + ["}"] }
    return [head("{")]
      + Layout.indented([.text(start)] + Layout.indented(cases) + ["}"]) + ["}"]
  }

  func generalActions(_ name: String, _ actions: [[Statement]]) -> [Layout] {
    let quiet = actions.indices.filter { actions[$0].isEmpty }
    var inside = expressions
    inside.receiver = "state."
    var body: [Layout] = []
    for state in actions.indices where !quiet.contains(state) {
      body += branch("\(stateName(state)) ->", actions[state], inside)
    }
    if !quiet.isEmpty { body.append("else -> {}") }
    return [.text("override fun \(name)(target: \(stateType)) {")]
      + Layout.indented(["when (target) {"] + Layout.indented(body) + ["}"]) + ["}"]
  }

  /// The function that sets the carried data of a state when it is entered.
  var carryFunction: [Layout] {
    guard let chart = model.general else { return [] }
    var inside = expressions
    inside.receiver = "state."
    var cases: [Layout] = []
    for state in model.statesWithData {
      let name = KotlinNames.escaped(model.stateIdentifier(state))
      var branches: [Layout] = [.text("Cargo.Given -> arriving.\(name)")]
      var nothing = ["Cargo.Empty"]
      if model.hasMemories {
        branches.append(.text("is Cargo.Remembered -> state.memories[cargo.history]?.\(name)"))
      } else {
        nothing.append("is Cargo.Remembered")
      }
      let carriedDefaults = chart.carriedDefaults[state]
      if carriedDefaults.isEmpty {
        nothing.append("is Cargo.Initial")
      } else {
        var owners = carriedDefaults.map { carriedDefault -> Layout in
          .sequence([
            .text("\(stateName(carriedDefault.owner)) -> "),
            inside.cargo(state, carriedDefault.cells),
          ])
        }
        owners.append("else -> null")
        branches.append(
          .sequence([
            "is Cargo.Initial -> when (cargo.owner) {",
            .nested(.sequence(Layout.stacked(owners))), .newLine, "}",
          ]))
      }
      if chart.defaults[state].isEmpty {
        nothing.append("Cargo.Defaults")
      } else {
        branches.append(
          .sequence(["Cargo.Defaults -> ", inside.cargo(state, chart.defaults[state])]))
      }
      branches.append(.text("\(nothing.joined(separator: ", ")) -> null"))
      cases += [
        .text("\(stateName(state)) -> {"),
        .nested(
          .sequence([
            "val data = when (cargo) {", .nested(.sequence(Layout.stacked(branches))),
            .newLine, "}", .newLine,
            .text("state = state.copy(carried = state.carried.copy(\(name) = data))"),
          ])), "}",
      ]
    }
    let others = model.definition.states.indices.filter { !model.statesWithData.contains($0) }
    if !others.isEmpty { cases.append("else -> {}") }
    return [.text("override fun carry(target: \(stateType), cargo: Cargo<\(stateType)>) {")]
      + Layout.indented(["when (target) {"] + Layout.indented(cases) + ["}"]) + ["}"]
  }
}

extension [Statement] {
  /// Whether the last statement finds the row or its absence, and no earlier one does.
  fileprivate var isFound: Bool {
    let declares = dropLast().allSatisfy { if case .declare = $0 { true } else { false } }
    return declares && last?.isFound ?? false
  }
}

extension Statement {
  /// Whether it is a single call or assignment, or returns.
  var isSimple: Bool {
    switch self {
    case .set, .emit, .raise, .denied, .unhandled, .exit, .enter, .setSlot, .startTimer,
      .cancelTimer, .end:
      true
    default: false
    }
  }

  fileprivate var isFound: Bool {
    switch self {
    case .choose, .denied, .unhandled: true
    case .branch(let branches, let otherwise):
      otherwise.isFound && branches.allSatisfy(\.body.isFound)
    default: false
    }
  }
}
