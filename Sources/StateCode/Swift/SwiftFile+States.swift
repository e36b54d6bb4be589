import CEL
import StateTables

/// Places, the way from one to another, and what is read from outside.
extension SwiftFile {
  var placeCases: [Declarations.Case] {
    guard let chart = plan.chart else { return [] }
    return chart.places.map { state in
      Declarations.Case(
        name: plan.placeName(state), fields: plan.definition.states[state].fields)
    }
  }

  var place: [Layout] {
    guard let chart = plan.chart else { return [] }
    var inside: [Layout] = []
    for item in placeCases {
      inside.append(
        .text(
          "case \(SwiftText.caseText(item.name, item.fields.map { ($0.name, names.text($0.type)) }))"
        ))
    }
    for state in plan.askedStates {
      let name = plan.definition.states[state].name.capitalized
      let active = chart.places(in: state)
      let others = chart.places.filter { !active.contains($0) }
      inside += [.blank, .text("var is\(name): Bool {")]
      var body: [Layout] = ["switch self {"]
      if !active.isEmpty { body.append(.sequence([casePattern(active, []), " true"])) }
      if !others.isEmpty { body.append(.sequence([casePattern(others, []), " false"])) }
      inside += SwiftText.indented(body + ["}"]) + ["}"]
    }
    if chart.hasActions {
      inside += [.blank] + SwiftText.comment("The state in which it rests.")
      inside.append(.text("var state: \(names.inner("State")) {"))
      var body: [Layout] = ["switch self {"]
      for state in chart.places {
        let name = SwiftNames.escaped(plan.placeName(state))
        body.append(.text("case .\(name): .\(name)"))
      }
      inside += SwiftText.indented(body + ["}"]) + ["}"]
    }
    return SwiftText.comment("Where it rests: one of these, with what the state carries.")
      + [.text("fileprivate enum \(names.inner("Place")): Equatable, Sendable {")]
      + SwiftText.indented(inside) + ["}"]
  }

  var traversal: [Layout] {
    guard let chart = plan.chart, chart.hasActions else { return [] }
    let effect = plan.actionsFail ? Self.throwing : ""
    let attempt = plan.actionsFail ? "try " : ""
    let stateType = names.inner("State")
    let argument = plan.usesEffects ? ", &effects" : ""
    var lines: [Layout] = [.text("fileprivate enum \(stateType) {")]
    let all = chart.paths.indices.filter { $0 > 0 || chart.places.contains(0) }
    lines += SwiftText.indented(
      [
        .group(
          .sequence([
            "case ",
            .nested(
              .filled(
                SwiftExpressions.separated(
                  all.map { .text(SwiftNames.escaped(plan.placeName($0))) }))),
          ])), .blank,
      ] + SwiftText.comment("It and the states around it, outermost first.") + [
        .text("var path: [\(stateType)] {")
      ]
        + SwiftText.indented(
          ["switch self {"]
            + all.map { state in
              let path = chart.paths[state].dropFirst().map {
                ".\(SwiftNames.escaped(plan.placeName($0)))"
              }
              return .text(
                "case .\(SwiftNames.escaped(plan.placeName(state))): [\(path.joined(separator: ", "))]"
              )
            } + ["}"]) + ["}"])
    lines += ["}", .blank]
    lines += SwiftText.comment(
      "Leaves what cannot stay active beside a state, innermost first; how many states stay.")
    lines.append(
      SwiftText.head(
        "private mutating func leave",
        ["for state: \(stateType)", "atMost limit: Int = .max"] + effectsParameter,
        "\(effect) -> Int"))
    lines += SwiftText.indented([
      "let active = place.state.path",
      "let kept = min(limit, zip(active, state.path).prefix { $0 == $1 }.count)",
      .text("for state in active.dropFirst(kept).reversed() { \(attempt)exit(state\(argument)) }"),
      "return kept",
    ])
    lines += ["}", .blank]
    lines += SwiftText.comment("Enters what is missing, outermost first.")
    lines.append(
      SwiftText.head(
        "private mutating func arrive",
        ["at target: \(names.inner("Place"))", "beyond kept: Int"] + effectsParameter, effect))
    lines += SwiftText.indented([
      "place = target",
      .text("for state in target.state.path.dropFirst(kept) { \(attempt)enter(state\(argument)) }"),
    ])
    lines += ["}", .blank]
    lines += SwiftText.comment("Goes to a state, and does nothing on the way.")
    lines.append(
      SwiftText.head(
        "private mutating func go",
        ["to target: \(names.inner("Place"))", "atMost limit: Int = .max"] + effectsParameter,
        effect))
    lines += SwiftText.indented([
      .text("let kept = \(attempt)leave(for: target.state, atMost: limit\(argument))"),
      .text("\(attempt)arrive(at: target, beyond: kept\(argument))"),
    ])
    lines += ["}", .blank]
    lines += actions("enter", chart.enter, all, effect) + [.blank]
    lines += actions("exit", chart.exit, all, effect)
    return lines
  }

  private func actions(
    _ name: String, _ actions: [[Statement]], _ all: [Int], _ effect: String
  ) -> [Layout] {
    let parameters = ["_ state: \(names.inner("State"))"] + effectsParameter
    let quiet = all.filter { actions[$0].isEmpty || $0 == 0 }
    let busy = all.filter { !quiet.contains($0) }
    guard !busy.isEmpty else {
      return [
        .sequence([SwiftText.head("private mutating func \(name)", parameters, ""), "}"])
      ]
    }
    var body: [Layout] = ["switch state {"]
    for state in busy {
      body.append(.text("case .\(SwiftNames.escaped(plan.placeName(state))):"))
      var inside = expressions
      var reads: Set<Code.Name> = []
      for statement in actions[state] {
        statement.visit {
          $0.code.visit { if let name = $0.name, name.isCarried { reads.insert(name) } }
        }
      }
      for name in reads { inside.hidden.insert(inside.text(of: name)) }
      var statements = SwiftStatements(plan: plan, expressions: inside, tells: false)
      var lines = statements.lines(actions[state])
      if !reads.isEmpty {
        let pattern = casePattern([state], reads)
        lines.insert(
          .sequence(["guard ", pattern.withoutColon, " = place else { return }"]), at: 0)
      }
      body += SwiftText.indented(lines)
    }
    if !quiet.isEmpty {
      body += [
        .group(
          .sequence([
            "case ",
            .nested(
              .filled(
                SwiftExpressions.separated(
                  quiet.map { .text(".\(SwiftNames.escaped(plan.placeName($0)))") }))), ":",
          ]))
      ]
      body += SwiftText.indented(["break"])
    }
    return [SwiftText.head("private mutating func \(name)", parameters, effect)]
      + SwiftText.indented(body + ["}"]) + ["}"]
  }

  var outputs: [Layout] {
    let parts = plan.outputs.filter { $0.shown == nil }.map(output)
    return Array(parts.joined(separator: [.blank]))
  }

  func outputFails(_ output: Blueprint.Output) -> Bool {
    output.rows.contains { $0.value.code.fails || $0.condition?.code.fails ?? false }
  }

  private func output(_ output: Blueprint.Output) -> [Layout] {
    let fails = outputFails(output)
    let body = content(output)
    var lines = SwiftText.comment(output.about ?? "")
    lines.append(
      .text("\(visibility)var \(SwiftNames.escaped(output.member)): \(names.text(output.type)) {"))
    let inner: [Layout] =
      fails ? ["get throws(EvaluationError) {"] + SwiftText.indented(body) + ["}"] : body
    return lines + SwiftText.indented(inner) + ["}"]
  }

  private func content(_ output: Blueprint.Output) -> [Layout] {
    guard let chart = plan.chart, output.rows.contains(where: { !$0.states.isEmpty }) else {
      return chain(output.rows[...], output.type, expressions)
    }
    var groups: [(rows: [Int], states: [Int])] = []
    for place in chart.places {
      var rows: [Int] = []
      for (index, row) in output.rows.enumerated()
      where row.states.isEmpty || row.states.contains(place) {
        rows.append(index)
        if row.condition == nil { break }
      }
      if let known = groups.firstIndex(where: { $0.rows == rows }) {
        groups[known].states.append(place)
      } else {
        groups.append((rows, [place]))
      }
    }
    var body: [Layout] = ["switch place {"]
    for group in groups {
      let rows = group.rows.map { output.rows[$0] }
      var reads: Set<Code.Name> = []
      for row in rows {
        for cell in [row.condition, row.value].compactMap({ $0 }) {
          cell.code.visit { code in
            if case .carried? = code.name, let name = code.name { reads.insert(name) }
          }
        }
      }
      var inside = expressions
      for name in reads { inside.hidden.insert(inside.text(of: name)) }
      let lines = chain(rows[...], output.type, inside)
      let pattern = casePattern(group.states, reads)
      if lines.count == 1, case .text(let text) = lines[0] {
        body.append(.sequence([pattern, .text(" \(text)")]))
      } else {
        body += [pattern] + SwiftText.indented(lines)
      }
    }
    return body + ["}"]
  }

  private func chain(
    _ rows: ArraySlice<Blueprint.Output.Row>, _ type: ValueType, _ expressions: SwiftExpressions
  ) -> [Layout] {
    guard let row = rows.first else { return ["nil"] }
    guard let condition = row.condition else {
      return [expressions.cell(row.value, isExpected: true)]
    }
    let statements = SwiftStatements(plan: plan, expressions: expressions, tells: false)
    let (head, inside) = statements.clauses(condition, for: row.value.code.names)
    let value = inside.cell(row.value, isExpected: true)
    let rest = chain(rows.dropFirst(), type, expressions)
    var lines: [Layout] = [.sequence(["if ", head, " {"])]
    lines += SwiftText.indented([value])
    if rows.count > 1, rows.dropFirst().first?.condition != nil, let first = rest.first {
      return lines + [.sequence(["} else ", first])] + rest.dropFirst()
    }
    return lines + ["} else {"] + SwiftText.indented(rest) + ["}"]
  }

  /// What only cells read: computed values and functions.
  var privates: [Layout] {
    var parts: [[Layout]] = []
    for (index, computed) in plan.computed.enumerated() {
      let name = member(.computed(index))
      // Its error belongs to the cell that reads it.
      let value = Layout.sequence([
        computed.value.code.fails ? "try " : "",
        expressions.inner(computed.value.code, isExpected: true),
      ])
      let body: [Layout] =
        computed.value.code.fails
        ? ["get throws(EvaluationError) {"] + SwiftText.indented([value]) + ["}"] : [value]
      parts.append(
        (computed.about.map { SwiftText.comment($0) } ?? [])
          + [.text("private var \(name): \(names.text(plan.computedType(index))) {")]
          + SwiftText.indented(body) + ["}"])
    }
    for (_, function) in plan.functions.sorted(by: { $0.key < $1.key }) {
      var inside = expressions
      inside.hidden.formUnion(function.parameters.map(\.name))
      let effect = function.value.code.fails ? Self.throwing : ""
      let result = names.text(function.value.code.type)
      // Its error belongs to the cell that calls it.
      let value = Layout.sequence([
        function.value.code.fails ? "try " : "",
        inside.inner(function.value.code, isExpected: true),
      ])
      parts.append(
        [
          SwiftText.function(
            "private static func \(SwiftNames.escaped(function.name))",
            function.parameters.map { ($0.name, names.text($0.type), nil) },
            suffix: "\(effect) -> \(result) {")
        ] + SwiftText.indented([value]) + ["}"])
    }
    return Array(parts.joined(separator: [.blank]))
  }
}

extension Blueprint {
  func computedType(_ index: Int) -> ValueType {
    declarations.variables[Int(definition.computed[index].variable)].type
  }
}
