import CEL
import StateLinking
import StateModel

/// Prints statements in Swift.
struct SwiftStatements {
  let model: GenerationModel
  var expressions: SwiftExpressions
  /// Whether the function returns a `StepResult` if no row ran.
  let returnsResult: Bool
  /// A prefix such as `step.` for what a step of a general chart collects.
  var scope = ""
  /// Whether the function records that a row ran.
  var tracks = false
  /// Whether the function records which rows were denied.
  var tracksDenied = false

  /// The lines of a body; with `isEnd`, the last ones may return from the function.
  mutating func lines(_ statements: [Statement], isEnd: Bool = false) -> [Layout] {
    var result: [Layout] = []
    let outside = expressions
    var rest = settingEarly(statements)[...]
    while let statement = rest.popFirst() {
      if let next = rest.first,
        let merged = merged(statement, next, isEnd: isEnd && rest.count == 1)
      {
        result += merged
        rest.removeFirst()
      } else {
        result += lines(statement, isEnd: isEnd && rest.isEmpty)
      }
    }
    expressions = outside
    return result
  }

  /// Values of a `set` that are computed before the others, and only stored by it, are stored at
  /// once, unless a value that is computed later reads the variable.
  private func settingEarly(_ statements: [Statement]) -> [Statement] {
    var result = statements
    for (last, statement) in statements.enumerated() {
      guard case .set(var assignments) = statement else { continue }
      for index in statements[..<last].indices.reversed() {
        guard case .declare(let name, let cell) = statements[index] else { break }
        let others = assignments.filter { $0.value.code.name != .local(name) }
        guard others.count == assignments.count - 1,
          let stored = assignments.first(where: { $0.value.code.name == .local(name) }),
          case .property = stored.name, stored.value.pointer == cell.pointer
        else { continue }
        let before = result[(index + 1)..<last].flatMap(\.codes) + others.map(\.value.code)
        let after = statements[(last + 1)...].flatMap(\.codes)
        guard !before.contains(where: { model.reads($0).contains(stored.name) }),
          !(before + after).contains(where: { model.reads($0).contains(.local(name)) })
        else { continue }
        assignments = others
        result[index] = .set([Statement.Assignment(name: stored.name, value: cell)])
      }
      result[last] = .set(assignments)
    }
    return result
  }

  /// Merges a declaration and the branch that tests it for null into one optional binding.
  private mutating func merged(
    _ first: Statement, _ second: Statement, isEnd: Bool
  ) -> [Layout]? {
    switch (first, second) {
    case (.declare(let name, let cell), .branch(let branches, let otherwise)):
      guard case .isNotNull(let operand)? = branches.first?.condition.code.kind,
        operand.name == .local(name),
        branches[0].body.contains(where: { $0.names.contains(.local(name)) })
          || branches[0].condition.code.names.count(where: { $0 == .local(name) }) > 1
      else { return nil }
      let isTyped = cell.code.isOptionalConstant
      let value = Layout.sequence([
        .text("let \(SwiftNames.local(name)) = "), expressions.cell(cell),
        .text(isTyped ? " as \(expressions.names.text(cell.code.type))" : ""),
      ])
      expressions.hidden.insert(name)
      return branch(branches, otherwise, isEnd: isEnd, clause: value)
    default: return nil
    }
  }

  private mutating func lines(_ statement: Statement, isEnd: Bool) -> [Layout] {
    switch statement {
    case .declare("", let cell): return [.sequence(["_ = ", expressions.cell(cell)])]
    case .declare(let name, let cell):
      let isTyped =
        cell.code.isPlain || cell.code.isOptionalConstant || cell.code.type.hasNullableElements
      let type = isTyped ? ": \(expressions.names.text(cell.code.type))" : ""
      expressions.hidden.insert(name)
      return [
        .sequence([
          .text("let \(SwiftNames.local(name))\(type) = "),
          expressions.cell(cell, isExpected: !type.isEmpty),
        ])
      ]
    case .set(let assignments): return set(assignments)
    case .emit(let command, let cells):
      return [
        append("commands", model.commands[command].name, model.commands[command].fields, cells)
      ]
    case .raise(let message, let cells):
      let raised = append(
        "raised", model.messages[message].name, model.messages[message].fields, cells)
      guard model.sendsOwnMessages, !model.messages[message].isOwn else { return [raised] }
      return [
        expressions.call(
          "\(scope)effects.raised.append",
          [
            .sequence([
              ".event(",
              SwiftText.sending(
                model.messages[message].name, model.messages[message].fields, cells, expressions),
              ")",
            ])
          ])
      ]
    case .branch(let branches, let otherwise):
      return branch(branches, otherwise, isEnd: isEnd)
    case .denied(let rows):
      return returnsResult ? [.sequence(["return .denied(rows: ", RowList(rows).swift, ")"])] : []
    case .unhandled: return returnsResult ? ["return .unhandled"] : []
    case .parts(let parts, let otherwise): return calls(of: parts, otherwise)
    case .passed: return [model.general == nil ? "return false" : "return nil"]
    case .count(let row): return [.text("try effects.count(\"/reducer/\(row)\")")]
    case .choose, .setCarried, .startTimer, .cancelTimer, .whenDone, .end, .begin:
      return general(statement)
    case .exit(let state): return [actionCall(statement, model.chart?.exit[state] ?? [])]
    case .enter(let state): return [actionCall(statement, model.chart?.enter[state] ?? [])]
    case .setSlot(let slotValue, let data):
      return [
        .sequence([.text("\(slotName(slotValue.slot)) = "), leafValue(slotValue.leaf, data)])
      ]
    case .switchSlot(let slot, let parts): return switchSlot(slot, parts, isEnd: isEnd)
    case .saveEarlierState, .track, .ran, .deny, .unlessRan: return jointMicrostep(statement)
    }
  }

  private func actionCall(_ statement: Statement, _ body: [Statement]) -> Layout {
    let effects = model.needsEffects(body) ? "&effects" : ""
    return .text("\(model.fails(body) ? "try " : "")\(model.actionName(statement))(\(effects))")
  }

  private func slotName(_ slot: Int) -> String { model.chart?.slots[slot].name ?? "place" }

  private func stateCase(_ state: Int) -> String {
    SwiftNames.escaped(model.stateIdentifier(state))
  }

  /// The value of a slot: a leaf with its carried data.
  private func leafValue(_ state: Int, _ data: [GenerationCode.Name: Statement.CarriedValue])
    -> Layout
  {
    let fields = model.definition.states[state].fields
    let arguments = fields.indices.map { field -> (String, Layout) in
      switch data[.carried(state: state, field: field)] {
      case .local(let local)?: return (fields[field].name, .text(local))
      case .cell(let cell)?:
        return (fields[field].name, expressions.cell(cell, isExpected: true))
      case nil: return (fields[field].name, "nil")
      }
    }
    return arguments.isEmpty
      ? Layout.text(".\(stateCase(state))")
      : expressions.labelled(".\(stateCase(state))", arguments)
  }

  private func append(
    _ list: String, _ name: String, _ fields: [GenerationModel.Field], _ cells: [GenerationCell]
  ) -> Layout {
    let name = ".\(SwiftNames.escaped(name))"
    let value =
      fields.isEmpty
      ? Layout.text(name)
      : expressions.labelled(
        name, zip(fields, cells).map { ($0.name, expressions.cell($1, isExpected: true)) })
    return expressions.call("\(scope)effects.\(list).append", [value])
  }

  /// Simultaneous assignments: every value is read before anything is written.
  private mutating func set(_ assignments: [Statement.Assignment]) -> [Layout] {
    var early: [Layout] = []
    var late: [Layout] = []
    var readLater: Set<GenerationCode.Name> = []
    let areReadLater = assignments.reversed().map { assignment in
      defer { readLater.formUnion(model.reads(assignment.value.code)) }
      return readLater.contains(assignment.name)
    }
    for (assignment, isReadLater) in zip(assignments, areReadLater.reversed()) {
      let value = expressions.cell(assignment.value, isExpected: true)
      let target = targetText(assignment.name)
      if isReadLater {
        let local = expressions.unused("new\(spelling(assignment.name).capitalized)")
        early.append(
          .sequence([
            .text("let \(local): \(expressions.names.text(type(of: assignment.name))) = "), value,
          ]))
        late.append(.text("\(target) = \(local)"))
      } else {
        early.append(.sequence([.text("\(target) = "), value]))
      }
    }
    if model.general == nil,
      case .carried(let state, _)? = assignments.map(\.name).first(where: \.isCarried)
    {
      let fields = model.definition.states[state].fields
      late.append(
        .sequence([
          .text("\(slotName(0)) = "),
          expressions.labelled(
            ".\(stateCase(state))",
            fields.map { ($0.name, .text(SwiftNames.local($0.name))) }),
        ]))
    }
    for assignment in assignments {
      let isBound = expressions.unwrapped[ProvenPath(name: assignment.name)] != nil
      expressions.unwrapped = expressions.unwrapped.filter { $0.key.name != assignment.name }
      expressions.proven.remove(assignment.name)
      if isBound { expressions.hidden.insert(expressions.memberName(assignment.name)) }
    }
    return early + late + writtenData(assignments)
  }

  /// Stores the data of states of which a copy was changed.
  private func writtenData(_ assignments: [Statement.Assignment]) -> [Layout] {
    guard model.general != nil else { return [] }
    var states: [Int] = []
    for case .carried(let state, _) in assignments.map(\.name) where !states.contains(state) {
      states.append(state)
    }
    return states.compactMap { state in
      let member = SwiftNames.escaped(model.stateIdentifier(state))
      return expressions.carriedLocals[state].map {
        .text("\(expressions.receiver)carried.\(member) = \($0)")
      }
    }
  }

  private func type(of name: GenerationCode.Name) -> ValueType {
    switch name {
    case .property(let index): return model.properties[index].type
    case .carried(let state, let field): return model.definition.states[state].fields[field].type
    default: return .void
    }
  }

  private func spelling(_ name: GenerationCode.Name) -> String {
    if case .carried(let state, let field) = name {
      return model.definition.states[state].fields[field].name
    }
    return expressions.memberName(name)
  }

  private func targetText(_ name: GenerationCode.Name) -> String {
    guard case .carried(let state, let field) = name, model.general != nil else {
      return expressions.text(of: name)
    }
    let owner = SwiftNames.escaped(model.stateIdentifier(state))
    let member = SwiftNames.escaped(model.definition.states[state].fields[field].name)
    if let local = expressions.carriedLocals[state] { return "\(local).\(member)" }
    return "\(expressions.receiver)carried.\(owner)?.\(member)"
  }
}

extension GenerationCode.Name {
  var isCarried: Bool { if case .carried = self { true } else { false } }
}

extension GenerationModel {
  /// All names that code reads, directly or through computed values.
  func reads(_ code: GenerationCode) -> Set<GenerationCode.Name> {
    var names: Set<GenerationCode.Name> = []
    var pending = [code]
    while let code = pending.popLast() {
      code.visit { part in
        guard let name = part.name, names.insert(name).inserted else { return }
        if case .computed(let index) = name { pending.append(computed[index].value.code) }
      }
    }
    return names
  }

  var hasCommands: Bool { !commands.isEmpty }
  /// Whether steps collect effects: commands, raised events, timers and counts.
  var usesEffects: Bool {
    hasNext || raises || countsMicrosteps || general != nil && !statesWithData.isEmpty
  }
  /// Whether a step can have further microsteps.
  var settles: Bool { raises || !eventless.isEmpty }

  /// The identifier of a state in generated code. It gets a `_` if it is taken: by a static member
  /// of the enum, or, for the root, by another state.
  func stateIdentifier(_ state: Int) -> String {
    let name = state > 0 ? definition.states[state].name : "top"
    let isTaken =
      ["tree", "allCases", "AllCases", "RawValue"].contains(name)
      || state == 0 && definition.states.contains { $0.name == name }
    return isTaken ? "\(name)_" : name
  }

  /// Whether an entry or exit action can fail.
  var actionsFail: Bool {
    guard let chart else { return false }
    return (chart.enter + chart.exit).contains { fails($0) }
  }
}
