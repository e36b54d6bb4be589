import CEL
import StateTables

/// Places, and the way from one to another.
extension KotlinFile {
  var place: [Layout] {
    guard let chart = plan.chart else { return [] }
    let type = names.inner("Place")
    var inside: [Layout] = []
    for state in chart.places {
      let fields = plan.definition.states[state].fields
      inside.append(
        types.caseClass(
          plan.placeName(state), fields.map { ($0.name, $0.type) }, of: type, ""))
      inside.append(.blank)
    }
    for state in plan.askedStates {
      let tests = chart.places(in: state).map { "this is \(plan.placeName($0).capitalized)" }
      inside.append(
        .text("val is\(plan.definition.states[state].name.capitalized): Boolean"))
      inside.append(
        .nested(.text("get() = \(tests.isEmpty ? "false" : tests.joined(separator: " || "))")))
      inside.append(.blank)
    }
    if chart.hasActions {
      let state = names.inner("State")
      inside += KotlinText.comment("The state in which it rests.")
      inside.append(.text("val state: \(state)"))
      let cases = chart.places.map { place in
        Layout.text(
          "is \(plan.placeName(place).capitalized) -> \(state).\(plan.placeName(place).capitalized)"
        )
      }
      inside.append(
        .nested(
          .sequence(
            [
              "get() = when (this) {", .nested(.sequence(SwiftStatements.stacked(cases))), .newLine,
              "}",
            ])))
    }
    while case .text("")? = inside.last { inside.removeLast() }
    return KotlinText.comment("Where it rests: one of these, with what the state carries.")
      + [.text("private sealed interface \(type) {")] + KotlinText.indented(inside) + ["}"]
  }

  var states: [Layout] {
    guard let chart = plan.chart, chart.hasActions else { return [] }
    let type = names.inner("State")
    let all = allStates(chart)
    var inside = all.map { Layout.text("\(plan.placeName($0).capitalized),") }
    inside[inside.count - 1] = .text("\(plan.placeName(all[all.count - 1]).capitalized);")
    inside += [.blank] + KotlinText.comment("It and the states around it, outermost first.")
    inside.append(.text("val path: List<\(type)>"))
    let cases = all.map { state -> Layout in
      let path = chart.paths[state].dropFirst().map { plan.placeName($0).capitalized }
      let list = path.isEmpty ? "emptyList()" : "listOf(\(path.joined(separator: ", ")))"
      return .text("\(plan.placeName(state).capitalized) -> \(list)")
    }
    inside.append(
      .nested(
        .sequence(
          [
            "get() = when (this) {", .nested(.sequence(SwiftStatements.stacked(cases))), .newLine,
            "}",
          ])))
    return [.text("private enum class \(type) {")] + KotlinText.indented(inside) + ["}"]
  }

  private func allStates(_ chart: Chart) -> [Int] {
    chart.paths.indices.filter { $0 > 0 || chart.places.contains(0) }
  }

  func traversal(_ chart: Chart) -> [Layout] {
    let (state, place) = (names.inner("State"), names.inner("Place"))
    var lines = KotlinText.comment(
      "Leaves what cannot stay active beside a state, innermost first; how many states stay.")
    lines.append(.text("private fun leave(target: \(state), atMost: Int = Int.MAX_VALUE): Int {"))
    lines += KotlinText.indented([
      "val active = state.place.state.path",
      "val shared = active.zip(target.path).takeWhile { (first, second) -> first == second }",
      "val kept = minOf(atMost, shared.size)",
      "active.drop(kept).asReversed().forEach { exit(it) }", "return kept",
    ])
    lines += ["}", .blank] + KotlinText.comment("Enters what is missing, outermost first.")
    lines.append(.text("private fun arrive(target: \(place), beyond: Int) {"))
    lines += KotlinText.indented([
      "state = state.copy(place = target)",
      "target.state.path.drop(beyond).forEach { enter(it) }",
    ])
    lines += ["}", .blank]
    return lines + actions("enter", chart.enter, chart) + [.blank]
      + actions("exit", chart.exit, chart)
  }

  private func actions(_ name: String, _ actions: [[Statement]], _ chart: Chart) -> [Layout] {
    let all = allStates(chart)
    let quiet = all.filter { actions[$0].isEmpty || $0 == 0 }
    var inside = expressions
    inside.receiver = "state."
    var body: [Layout] = ["when (target) {"]
    for state in all where !quiet.contains(state) {
      let head = "\(names.inner("State")).\(plan.placeName(state).capitalized) ->"
      var lines = block(head, actions[state], inside)
      if readsCarried(actions[state]) {
        let place = "\(names.inner("Place")).\(plan.placeName(state).capitalized)"
        lines.insert(.nested(.text("val place = state.place as \(place)")), at: 1)
      }
      body += KotlinText.indented(lines)
    }
    if !quiet.isEmpty {
      let heads = quiet.map {
        Layout.text("\(names.inner("State")).\(plan.placeName($0).capitalized)")
      }
      body += KotlinText.indented([
        .sequence([.filled(SwiftExpressions.separated(heads)), " -> {}"])
      ])
    }
    return [.text("private fun \(name)(target: \(names.inner("State"))) {")]
      + KotlinText.indented(body + ["}"]) + ["}"]
  }
}
