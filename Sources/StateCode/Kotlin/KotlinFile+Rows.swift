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
    let found = "Found<\(rowType)>"
    var sections: [[Layout]] = []
    if !model.messages.isEmpty {
      let find = overMessages(
        "override ", "find", more: [("target", stateType)], result: ": \(found)",
        isExpression: true, end: []
      ) { message in
        let test = message.fields.isEmpty ? "" : "is "
        let head = "\(test)\(className(of: message)) ->"
        if model.isNeverHandled(message) { return [.text("\(head) Found.Unhandled")] }
        let arguments = message.fields.isEmpty ? "target" : "event, target"
        return [.text("\(head) \(eventFunctionName(message))(\(arguments))")]
      }
      sections.append(find)
      for message in model.messages where !model.isNeverHandled(message) {
        let event = message.fields.isEmpty ? [] : ["event: \(className(of: message))"]
        let parameters = event + ["target: \(stateType)"]
        sections.append(
          [
            KotlinText.function(
              "private fun \(eventFunctionName(message))", parameters.map { .text($0) },
              suffix: ": \(found) {")
          ]
            + Layout.indented(
              ["when (target) {"] + Layout.indented(parts(message.parts, inside)) + ["}"])
            + ["}"])
      }
    }
    if !model.eventless.isEmpty {
      sections.append(
        [.text("override fun find(target: \(stateType)): \(found) {")]
          + Layout.indented(
            ["when (target) {"] + Layout.indented(parts(model.eventless, inside)) + ["}"])
          + ["}"])
    }
    if model.hasTimers {
      var body: [Layout] = []
      for timer in chart.timers {
        body += block(
          "\(names.inner("Timer")).\(timer.name.capitalized) ->", timer.search, inside,
          returnsResult: true)
      }
      let timer = names.inner("Timer")
      sections.append(
        [.text("override fun find(timer: \(names.builtIn("String"))): \(found) {")]
          + Layout.indented(
            [.text("when (\(timer).entries.first { it.id == timer }) {")]
              + Layout.indented(body) + ["}"]) + ["}"])
    }
    return sections
  }

  private func parts(_ parts: [GenerationModel.Part], _ expressions: KotlinExpressions) -> [Layout]
  {
    let isIdle = { (part: GenerationModel.Part) in part.body.allSatisfy(\.isUnhandled) }
    let active = parts.filter { !isIdle($0) }.flatMap { part -> [Layout] in
      var printer = KotlinStatements(model: model, expressions: expressions, returnsResult: true)
      let lines = printer.lines(part.body)
      if part.body.count == 1, let line = lines.first, lines.count == 1 {
        return [.sequence([heads(part.states), " ", line])]
      }
      return [.sequence([heads(part.states), " {"])] + Layout.indented(lines) + ["}"]
    }
    return active + (parts.contains(where: isIdle) ? ["else -> return Found.Unhandled"] : [])
  }

  func generalActions(_ name: String, _ actions: [[Statement]]) -> [Layout] {
    let quiet = actions.indices.filter { actions[$0].isEmpty }
    var inside = expressions
    inside.receiver = "state."
    var body: [Layout] = []
    for state in actions.indices where !quiet.contains(state) {
      body += block("\(stateName(state)) ->", actions[state], inside)
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
