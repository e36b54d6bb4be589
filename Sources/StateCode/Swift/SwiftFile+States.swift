import CEL
import StateTables

/// Places, the way from one to another, and what is read from outside.
extension SwiftFile {
  func placeCases(_ slot: Chart.Slot) -> [Declarations.Case] {
    slot.places.map { state in
      Declarations.Case(
        name: plan.placeName(state), fields: plan.definition.states[state].fields)
    }
  }

  var place: [Layout] {
    Array((plan.chart?.stored ?? []).map(place).joined(separator: [.blank]))
  }

  private func place(_ slot: Chart.Slot) -> [Layout] {
    guard let chart = plan.chart else { return [] }
    var inside: [Layout] = placeCases(slot).map { item in
      SwiftText.declaration(
        ofCase: item.name, item.fields.map { ($0.name, names.text($0.type)) })
    }
    for state in plan.askedStates where chart.slots[chart.slot(of: state)].owner == slot.owner {
      let name = plan.definition.states[state].name.capitalized
      let active = chart.places(in: state, of: slot)
      let others = slot.places.filter { !active.contains($0) }
      inside += [.blank, .text("var is\(name): Bool {")]
      var body: [Layout] = ["switch self {"]
      if !active.isEmpty { body.append(.sequence([casePattern(active, []), " true"])) }
      if !others.isEmpty { body.append(.sequence([casePattern(others, []), " false"])) }
      inside += SwiftText.indented(body + ["}"]) + ["}"]
    }
    if chart.tellsPointers(of: slot) { inside += [.blank] + pointers(of: slot) }
    // Outputs are inlined in other modules only if these may know the types that they read.
    let access = options.isPublic ? "" : "fileprivate "
    return SwiftText.comment(plan.aboutPlaces(of: slot))
      + (options.isPublic ? ["@usableFromInline"] : [])
      + [.text("\(access)enum \(names.inner(slot.typeName)): Equatable, Sendable {")]
      + SwiftText.indented(inside) + ["}"]
  }

  /// What states do on the way in and out.
  var traversal: [Layout] {
    guard let chart = plan.chart else { return [] }
    let ways = chart.ways.compactMap { statement, body, state -> [Layout]? in
      guard case .enter = statement, let slot = chart.slotEnteredAlike(at: state) else {
        return way(statement, body, of: state)
      }
      return state == slot.places[0] ? entry(of: slot, statement, body) : nil
    }
    return Array(ways.joined(separator: [.blank]))
  }

  func way(
    _ statement: Statement, _ body: [Statement], of state: Int,
    place: (pointer: String, member: String)? = nil
  ) -> [Layout] {
    var inside = expressions
    inside.place = place
    var reads: Set<Code.Name> = []
    for statement in body {
      statement.visit {
        $0.code.visit { if let name = $0.name, name.isCarried { reads.insert(name) } }
      }
    }
    for name in reads { inside.hidden.insert(inside.text(of: name)) }
    var statements = SwiftStatements(plan: plan, expressions: inside, tells: false)
    var lines = statements.lines(body)
    if !reads.isEmpty {
      let pattern = casePattern([state], reads).withoutColon
      lines.insert(.sequence(["guard ", pattern, .text(" = \(rootPlace) else { return }")]), at: 0)
    }
    let effects =
      plan.needsEffects(body) ? ["_ effects: inout \(names.inner("Effects"))"] : []
    // What is short stands where it is called, so that the state need not leave its registers.
    let isShort = body.count <= 2 && lines.count <= 2
    return (isShort ? ["@inline(__always)"] : []) + [
      SwiftText.head(
        "private mutating func \(plan.wayName(statement))", effects,
        plan.fails(body) ? Self.throwing : "")
    ] + SwiftText.indented(lines) + ["}"]
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
    let slot = chart.slots[output.slot]
    for place in slot.places {
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
    var body: [Layout] = [.text("switch \(slot.name) {")]
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
