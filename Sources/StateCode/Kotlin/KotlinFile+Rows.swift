import CEL
import StateTables

/// What is chosen and done, in charts in general.
extension KotlinFile {
  /// Which row runs: by event, then by state.
  var finders: [[Layout]] {
    guard let chart = plan.general else { return [] }
    var inside = expressions
    inside.receiver = "state."
    let found = "Found<\(rowType)>"
    var sections: [[Layout]] = []
    if !plan.messages.isEmpty {
      let find = overMessages(
        "private ", "find", more: [("target", stateType)], result: ": \(found)", end: []
      ) { message in
        let test = message.fields.isEmpty ? "" : "is "
        let head = "\(test)\(messageName).\(message.name.capitalized) ->"
        if plan.isQuiet(message) { return [.text("\(head) return Found.Unhandled")] }
        return [.text("\(head) when (target) {")]
          + KotlinText.indented(parts(message.parts, inside)) + ["}"]
      }
      sections.append(
        KotlinText.comment("The first row of a state for an event whose guard is true.") + find)
    }
    if !plan.eventless.isEmpty {
      sections.append(
        KotlinText.comment("The first row of a state that needs no event.") + [
          .text("private fun find(target: \(stateType)): \(found) {")
        ]
          + KotlinText.indented(
            ["when (target) {"] + KotlinText.indented(parts(plan.eventless, inside)) + ["}"])
          + ["}"])
    }
    if plan.hasTimers {
      var body: [Layout] = []
      for timer in chart.timers {
        body += block(
          "\(names.inner("Timer")).\(timer.name.capitalized) ->", timer.search, inside,
          tells: true)
      }
      sections.append(
        KotlinText.comment("The first row for a timer whose guard is true.") + [
          .text("private fun find(timer: \(names.inner("Timer"))): \(found) {")
        ] + KotlinText.indented(["when (timer) {"] + KotlinText.indented(body) + ["}"]) + ["}"])
    }
    return sections
  }

  private func parts(_ parts: [Blueprint.Part], _ expressions: KotlinExpressions) -> [Layout] {
    parts.flatMap { part -> [Layout] in
      var printer = KotlinStatements(plan: plan, expressions: expressions, tells: true)
      let lines = printer.lines(part.body)
      if part.body.count == 1, let line = lines.first, lines.count == 1 {
        return [.sequence([heads(part.states), " ", line])]
      }
      return [.sequence([heads(part.states), " {"])] + KotlinText.indented(lines) + ["}"]
    }
  }

  var acting: [Layout] {
    guard let chart = plan.general else { return [] }
    return KotlinText.comment("What a row does itself.")
      + inParts(plan.actingParts, "private fun ", "act", [("row", rowType)], result: "") { part in
        let quiet = part.filter { chart.rows[$0].body.isEmpty }
        var body = part.filter { !quiet.contains($0) }.flatMap { act(chart.rows[$0]) }
        if !quiet.isEmpty {
          let heads = quiet.map { Layout.text("\(rowType).\(chart.rows[$0].name.capitalized)") }
          body.append(.sequence([.filled(SwiftExpressions.separated(heads)), " -> {}"]))
        }
        return body
      }
  }

  private func act(_ row: GeneralChart.Row) -> [Layout] {
    var inside = expressions
    inside.receiver = "state."
    var lines: [Layout] = []
    for capture in row.captures {
      let name = KotlinNames.escaped(capture.name)
      if case .event(let field) = capture.source {
        inside.eventNames[field] = "row.\(name)"
      } else {
        lines.append(.text("val \(name) = row.\(name)"))
        if capture.type == capture.type.present { inside.unwrapped.insert(capture.source) }
      }
    }
    var printer = KotlinStatements(plan: plan, expressions: inside, tells: false)
    lines += printer.lines(row.body)
    let test = row.captures.isEmpty ? "" : "is "
    return [.text("\(test)\(rowType).\(row.name.capitalized) -> {")] + KotlinText.indented(lines)
      + ["}"]
  }

  func generalActions(_ name: String, _ actions: [[Statement]]) -> [Layout] {
    let quiet = actions.indices.filter { actions[$0].isEmpty }
    var inside = expressions
    inside.receiver = "state."
    var body: [Layout] = []
    for state in actions.indices where !quiet.contains(state) {
      body += block("\(stateName(state)) ->", actions[state], inside)
    }
    if !quiet.isEmpty { body.append(.sequence([heads(quiet), " {}"])) }
    return [.text("private fun \(name)(target: \(stateType)) {")]
      + KotlinText.indented(["when (target) {"] + KotlinText.indented(body) + ["}"]) + ["}"]
  }

  /// Where a state gets from what it carries.
  var carrying: [Layout] {
    guard let chart = plan.general else { return [] }
    var inside = expressions
    inside.receiver = "state."
    var cases: [Layout] = []
    for state in plan.carriers {
      let name = KotlinNames.escaped(plan.placeName(state))
      var ways: [Layout] = [.text("Cargo.Given -> arriving.\(name)")]
      var nothing = ["Cargo.Empty"]
      if plan.hasMemories {
        ways.append(.text("is Cargo.Remembered -> state.memories[cargo.history]?.\(name)"))
      } else {
        nothing.append("is Cargo.Remembered")
      }
      let gifts = chart.gifts[state]
      if gifts.isEmpty {
        nothing.append("is Cargo.Initial")
      } else {
        var owners = gifts.map { gift -> Layout in
          .sequence([.text("\(stateName(gift.owner)) -> "), inside.cargo(state, gift.cells)])
        }
        owners.append("else -> null")
        ways.append(
          .sequence([
            "is Cargo.Initial -> when (cargo.owner) {",
            .nested(.sequence(SwiftStatements.stacked(owners))), .newLine, "}",
          ]))
      }
      if chart.defaults[state].isEmpty {
        nothing.append("Cargo.Defaults")
      } else {
        ways.append(
          .sequence(["Cargo.Defaults -> ", inside.cargo(state, chart.defaults[state])]))
      }
      ways.append(.text("\(nothing.joined(separator: ", ")) -> null"))
      cases += [
        .text("\(stateName(state)) -> {"),
        .nested(
          .sequence([
            "val data = when (cargo) {", .nested(.sequence(SwiftStatements.stacked(ways))),
            .newLine, "}", .newLine,
            .text("state = state.copy(carried = state.carried.copy(\(name) = data))"),
          ])), "}",
      ]
    }
    let others = plan.definition.states.indices.filter { !plan.carriers.contains($0) }
    if !others.isEmpty { cases.append(.sequence([heads(others), " {}"])) }
    return KotlinText.comment("Gives a state what it carries, or takes it away.") + [
      .text("private fun carry(target: \(stateType), cargo: Cargo<\(stateType)>) {")
    ] + KotlinText.indented(["when (target) {"] + KotlinText.indented(cases) + ["}"]) + ["}"]
  }
}
