import CEL
import StateLinking
import StateModel

/// The types of slots, the actions of states, and the outputs.
extension SwiftFile {
  func leafCases(_ slot: GenerationChart.Slot) -> [Declarations.Case] {
    slot.leaves.map { state in
      Declarations.Case(
        name: model.stateIdentifier(state), fields: model.definition.states[state].fields)
    }
  }

  var leafTypes: [Layout] {
    Array((model.chart?.stored ?? []).map(leafType).joined(separator: [.blank]))
  }

  private func leafType(_ slot: GenerationChart.Slot) -> [Layout] {
    guard let chart = model.chart else { return [] }
    var inside: [Layout] = leafCases(slot).map { item in
      SwiftText.declaration(
        ofCase: item.name, item.fields.map { ($0.name, names.text($0.type)) })
    }
    for state in model.queriedStates where chart.slots[chart.slot(of: state)].owner == slot.owner {
      let name = model.definition.states[state].name.capitalized
      let active = chart.leaves(in: state, of: slot)
      let others = slot.leaves.filter { !active.contains($0) }
      inside += [.blank, .text("var is\(name): Bool {")]
      var body: [Layout] = ["switch self {"]
      if !active.isEmpty { body.append(.sequence([casePattern(active, []), " true"])) }
      if !others.isEmpty { body.append(.sequence([casePattern(others, []), " false"])) }
      inside += Layout.indented(body + ["}"]) + ["}"]
    }
    if chart.needsPointers(of: slot) { inside += [.blank] + pointers(of: slot) }
    // Other modules can inline outputs only if the types that outputs read are visible to them.
    let access = options.isPublic ? "" : "fileprivate "
    return SwiftText.comment(model.slotDocumentation(of: slot))
      + (options.isPublic ? ["@usableFromInline"] : [])
      + [.text("\(access)enum \(names.inner(slot.typeName)): Equatable, Sendable {")]
      + Layout.indented(inside) + ["}"]
  }

  /// The functions that run the entry and exit actions of states.
  var actionFunctions: [Layout] {
    guard let chart = model.chart else { return [] }
    let functions = chart.stateActions.compactMap { statement, body, state -> [Layout]? in
      guard case .enter = statement, let slot = chart.slotWithSharedEntry(at: state) else {
        return actionFunction(statement, body, of: state)
      }
      return state == slot.leaves[0] ? entry(of: slot, statement, body) : nil
    }
    return Array(functions.joined(separator: [.blank]))
  }

  func actionFunction(
    _ statement: Statement, _ body: [Statement], of state: Int,
    dynamicPointer: (pointer: String, member: String)? = nil
  ) -> [Layout] {
    var inside = expressions
    inside.dynamicPointer = dynamicPointer
    var reads: Set<GenerationCode.Name> = []
    for statement in body {
      statement.visit {
        $0.code.visit { if let name = $0.name, name.isCarried { reads.insert(name) } }
      }
    }
    for name in reads { inside.hidden.insert(inside.text(of: name)) }
    var statements = SwiftStatements(model: model, expressions: inside, returnsResult: false)
    var lines = statements.lines(body)
    if !reads.isEmpty {
      let pattern = casePattern([state], reads).withoutColon
      lines.insert(
        .sequence(["guard ", pattern, .text(" = \(rootMember) else { return }")]), at: 0)
    }
    let effects =
      model.needsEffects(body) ? ["_ effects: inout \(names.inner("Effects"))"] : []
    // Short functions are inlined, so that the state stays in registers.
    let isShort = body.count <= 2 && lines.count <= 2
    return (isShort ? ["@inline(__always)"] : []) + [
      SwiftText.head(
        "private mutating func \(model.actionName(statement))", effects,
        model.fails(body) ? Self.throwing : "")
    ] + Layout.indented(lines) + ["}"]
  }

  var outputs: [Layout] {
    let parts = model.outputs.filter { $0.storedName == nil && !$0.fails }.map { output in
      SwiftText.comment(output.about ?? "") + member(head(of: output), content(output))
    }
    return Layout.members(parts + outputComputation)
  }

  private func head(of output: GenerationModel.Output) -> Layout {
    .text("\(visibility)var \(SwiftNames.escaped(output.member)): \(names.text(output.type))")
  }

  /// The members that keep the outputs that can fail. Their first values are never seen, because the
  /// start computes them.
  var keptOutputs: [Layout] {
    model.outputs.filter(\.fails).flatMap { output -> [Layout] in
      let member = SwiftNames.escaped(output.member)
      let first = model.declarations.placeholder(of: output.type)
      return SwiftText.comment(output.about ?? "") + [
        .sequence(
          [.text("\(visibility)private(set) var \(member): \(names.text(output.type))")]
            + beginning(first))
      ]
    }
  }

  /// The functions that compute the outputs that can fail.
  private var outputComputation: [[Layout]] {
    guard model.outputsFail else { return [] }
    var functions: [[Layout]] = []
    var body: [Layout] = []
    for output in model.outputs where output.fails {
      let member = SwiftNames.escaped(output.member)
      let content = content(output)
      if content.count == 1 {
        body.append(.sequence([.text("\(member) = "), content[0]]))
      } else {
        let computation = model.computation(of: output)
        body.append(.text("\(member) = try \(computation)()"))
        functions.append(
          self.member(
            .text("private func \(computation)()\(Self.throwing) -> \(names.text(output.type))"),
            content))
      }
    }
    let main =
      SwiftText.comment("Computes the outputs that can fail. Each step ends with it.") + [
        .text("private mutating func \(model.functionName("computeOutputs"))()\(Self.throwing) {")
      ] + Layout.indented(body) + ["}"]
    return [main] + functions
  }

  private func member(_ head: Layout, _ body: [Layout]) -> [Layout] {
    if body.count == 1 { return oneLine(head, body[0]) }
    return [.sequence([head, " {"])] + Layout.indented(body) + ["}"]
  }

  private func content(_ output: GenerationModel.Output) -> [Layout] {
    let rows = output.rows.flatMap(split)
    guard let chart = model.chart, rows.contains(where: { !$0.states.isEmpty }) else {
      return chain(rows, expressions)
    }
    var groups: [(rows: [Int], states: [Int])] = []
    let slot = chart.slots[output.slot]
    for leaf in slot.leaves {
      var indices: [Int] = []
      for (index, row) in rows.enumerated()
      where row.states.isEmpty || row.states.contains(leaf) {
        indices.append(index)
        if row.condition == nil { break }
      }
      if let known = groups.firstIndex(where: { $0.rows == indices }) {
        groups[known].states.append(leaf)
      } else {
        groups.append((indices, [leaf]))
      }
    }
    var body: [Layout] = [.text("switch \(slot.name) {")]
    for group in groups {
      let rows = group.rows.map { rows[$0] }
      var reads: Set<GenerationCode.Name> = []
      for row in rows {
        for cell in [row.condition, row.value].compactMap({ $0 }) {
          cell.code.visit { code in
            if case .carried? = code.name, let name = code.name { reads.insert(name) }
          }
        }
      }
      var inside = expressions
      for name in reads { inside.hidden.insert(inside.text(of: name)) }
      let lines = chain(rows, inside)
      let pattern = casePattern(group.states, reads)
      if lines.count == 1, case .text(let text) = lines[0] {
        body.append(.sequence([pattern, .text(" \(text)")]))
      } else {
        body += [pattern] + Layout.indented(lines)
      }
    }
    return body + ["}"]
  }

  /// Two rows instead of one with a choice, if the condition proves what a value reads and no
  /// expression can bind it.
  private func split(_ row: GenerationModel.Output.Row) -> [GenerationModel.Output.Row] {
    guard row.condition == nil, expressions.mapped(row.value.code) == nil,
      case .conditional(var condition, var first, var second) = row.value.code.kind
    else { return [row] }
    if case .not(let inner) = condition.kind {
      condition = inner
      swap(&first, &second)
    }
    guard expressions.proves(condition, for: first) else { return [row] }
    func cell(_ code: GenerationCode) -> GenerationCell {
      GenerationCell(
        code: code, pointer: row.value.pointer, readsEarlierState: row.value.readsEarlierState)
    }
    return [
      GenerationModel.Output.Row(
        states: row.states, condition: cell(condition), value: cell(first)),
      GenerationModel.Output.Row(states: row.states, condition: nil, value: cell(second)),
    ]
  }

  /// The rows as one `if` with all its branches, or as one expression.
  private func chain(
    _ rows: [GenerationModel.Output.Row], _ expressions: SwiftExpressions
  ) -> [Layout] {
    // The lines after a row, the last one first, so that lines before them are appended.
    var rest: [Layout] = ["nil"]
    for (index, row) in rows.enumerated().reversed() {
      let next = index + 1 < rows.count ? rows[index + 1] : nil
      rest = lines(of: row, before: rest, of: next, isWhole: index == 0, expressions)
    }
    return rest.reversed()
  }

  /// The lines of a row and of those after it, the last line first.
  private func lines(
    of row: GenerationModel.Output.Row, before rest: consuming [Layout],
    of next: GenerationModel.Output.Row?, isWhole: Bool, _ expressions: SwiftExpressions
  ) -> [Layout] {
    guard let condition = row.condition else {
      return [expressions.cell(row.value, isExpected: true)]
    }
    if isWhole, let data = optionalData(row, expressions), rest == ["nil"] { return [data] }
    let statements = SwiftStatements(model: model, expressions: expressions, returnsResult: false)
    var (head, inside) = statements.clauses(condition, for: [row.value.code])
    let states = row.value.code.names.compactMap { name -> Int? in
      if case .carried(let state, _) = name, model.general != nil { state } else { nil }
    }
    for state in states where inside.carriedLocals[state] == nil {
      var binding = inside
      let clause = binding.carriedBinding(state)
      // The value may need only a part of the data, which the condition binds.
      let isUsed = binding.carriedLocals[state].map {
        binding.cell(row.value, isExpected: true).mentions($0)
      }
      guard isUsed ?? false else { continue }
      inside = binding
      head = .group(.sequence([head, ",", .nested(.sequence([.line, clause]))]))
    }
    let value = inside.cell(row.value, isExpected: true)
    if isWhole, rest.count == 1, next?.condition == nil, states.isEmpty,
      !condition.code.fails, !row.value.code.fails,
      inside.unwrapped == expressions.unwrapped
    {
      let choice = Layout.sequence([
        expressions.inner(condition.code, .or), " ? ", value, " : ", rest[0],
      ])
      if choice.fits(in: 70) { return [choice] }
    }
    if next?.condition != nil, rest.count > 1, let first = rest.popLast() {
      rest.append(.sequence(["} else ", first]))
    } else {
      rest = ["}"] + Layout.indented(rest.reversed()) + ["} else {"]
    }
    rest += Layout.indented([value])
    rest.append(.sequence(["if ", head, " {"]))
    return rest
  }

  /// A field of the data of a state where the state is active, and `nil` elsewhere.
  private func optionalData(
    _ row: GenerationModel.Output.Row, _ expressions: SwiftExpressions
  ) -> Layout? {
    guard model.general != nil, case .isIn(let active)? = row.condition?.code.kind,
      case .carried(let state, let field)? = row.value.code.name, state == active
    else { return nil }
    let owner = SwiftNames.escaped(model.stateIdentifier(state))
    let member = SwiftNames.escaped(model.definition.states[state].fields[field].name)
    return .text("carried.\(owner)?.\(member)")
  }

  /// Private members that only cells read: computed values and functions.
  var privateMembers: [Layout] {
    var parts: [[Layout]] = []
    for (index, computed) in model.computed.enumerated() {
      let name = member(.computed(index))
      // The cell that reads the value reports its error.
      let value = Layout.sequence([
        computed.value.code.fails ? "try " : "",
        expressions.inner(computed.value.code, isExpected: true),
      ])
      let body: [Layout] =
        computed.value.code.fails
        ? ["get throws(EvaluationError) {"] + Layout.indented([value]) + ["}"] : [value]
      parts.append(
        (computed.about.map { SwiftText.comment($0) } ?? [])
          + member(.text("private var \(name): \(names.text(model.computedType(index)))"), body))
    }
    for (_, function) in model.functions.sorted(by: { $0.key < $1.key }) {
      var inside = expressions
      inside.hidden.formUnion(function.parameters.map(\.name))
      let effect = function.value.code.fails ? Self.throwing : ""
      let result = names.text(function.value.code.type)
      // The cell that calls the function reports its error.
      let value = Layout.sequence([
        function.value.code.fails ? "try " : "",
        inside.inner(function.value.code, isExpected: true),
      ])
      parts.append(
        [
          SwiftText.function(
            "private static func \(names.function(function.name))",
            function.parameters.map { ($0.name, names.text($0.type), nil) },
            suffix: "\(effect) -> \(result) {")
        ] + Layout.indented([value]) + ["}"])
    }
    return Layout.members(parts)
  }
}

extension GenerationModel {
  func computedType(_ index: Int) -> ValueType {
    declarations.variables[Int(definition.computed[index].variable)].type
  }
}
