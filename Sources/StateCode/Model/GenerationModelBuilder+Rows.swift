import CEL
import StateLinking
import StateModel

/// Turns rows into statements.
extension GenerationModelBuilder {
  mutating func addParts() throws(Refusal) {
    for row in definition.rows {
      switch row.trigger {
      case .events, .any, .eventless: break
      case .timer: throw Refusal("timers", at: row.pointer)
      }
    }
    let hasEventless = definition.rows.contains { $0.trigger == .eventless }
    model.countsMicrosteps = hasEventless || model.raises && longestStep > microstepLimit
    for message in model.messages.indices {
      let parts = try parts(of: message)
      model.messages[message].parts = split(parts, of: model.messages[message])
    }
    if hasEventless {
      model.raises = true
      model.eventless = split(try parts(of: nil), of: nil)
    }
  }

  private var microstepLimit: Int { definition.definition.microstepLimit ?? 1_000 }

  /// The indices of the rows of a state that handle a message, in declared order. Without a
  /// message, the eventless rows.
  func rows(of message: Int?, in state: Int) -> [Int] {
    rowsOfStates[state, default: []].filter { index in
      switch definition.rows[index].trigger {
      case .events(let events): return message.map(events.contains) ?? false
      case .any: return message != nil
      case .timer: return false
      case .eventless: return message == nil
      }
    }
  }

  /// Statements that run the first row whose guard is true, or report the rows whose guards were
  /// false.
  mutating func chain(
    _ candidates: [RowCandidate], _ context: EmissionContext = EmissionContext()
  ) throws(Refusal) -> [Statement] {
    var links: [ChainLink] = []
    for candidate in candidates {
      let row = definition.rows[candidate.row]
      let present = known.present
      defer { known.present = present }
      var statements: [Statement] = []
      for item in row.lets.prefix(row.letsBeforeCondition) {
        statements.append(try declaration(item, context))
      }
      var condition = try row.condition.map { condition throws(Refusal) in try cell(condition) }
      condition?.readsEarlierState = context.readsEarlierState
      if let condition { known.present.formUnion(proven(by: condition.code)) }
      var body: [Statement] = context.isJoint && context.phases.contains(.actions) ? [.ran] : []
      for item in row.lets.dropFirst(row.letsBeforeCondition) {
        body.append(try declaration(item, context))
      }
      body += try actions(of: row, at: candidate.leaf, context.phases)
      guard let condition else { return Statement.chain(links, otherwise: statements + body) }
      let branch = Statement.Branch(condition: condition, body: body)
      links.append(ChainLink(declarations: statements, branch: branch))
    }
    return Statement.chain(links, otherwise: context.fallback(of: candidates, definition))
  }

  /// The optional variables that have a value if the condition is true.
  func proven(by condition: GenerationCode) -> Set<VariableIndex> {
    switch condition.kind {
    case .infix(.and, let left, let right): return proven(by: left).union(proven(by: right))
    case .isNotNull(let operand):
      guard case .local(let name)? = operand.name, case .optional = operand.type else { return [] }
      return Set(
        definition.declarations.variables.indices.filter {
          definition.declarations.variables[$0].name == name
        }.map { VariableIndex($0) })
    default: return []
    }
  }

  mutating func declaration(
    _ item: CheckedRow.Let, _ context: EmissionContext = EmissionContext()
  ) throws(Refusal) -> Statement {
    let name = definition.declarations.variables[Int(item.variable)].name
    var cell = depthChecked(try cell(item.value))
    cell.readsEarlierState = context.readsEarlierState
    return .declare(name, cell)
  }

  /// Adds a check of the nesting depth to a value that is stored, because a value from JSON can be
  /// nested without limit.
  private func depthChecked(_ cell: GenerationCell) -> GenerationCell {
    let type = cell.code.type
    guard type.canBeDynamic, definition.declarations.hasUnboundedNesting(type) else { return cell }
    return GenerationCell(
      code: GenerationCode(.prelude("celKept", [cell.code]), type, fails: true),
      pointer: cell.pointer)
  }

  /// The statements that a row runs while its slot holds a leaf.
  mutating func actions(
    of row: CheckedRow, at leaf: Int,
    _ phases: Set<EmissionContext.Phase> = EmissionContext.Phase.all
  ) throws(Refusal) -> [Statement] {
    var statements: [Statement] = []
    var data: [GenerationCode.Name: Statement.CarriedValue] = [:]
    let move = try row.targets.map { targets throws(Refusal) in
      try self.move(row, targets, from: leaf)
    }
    canSetCarried = move == nil && row.assignments.count <= 1
    defer { canSetCarried = false }
    if model.countsMicrosteps { statements.append(.count(row.index)) }
    if phases.contains(.exits), let move { statements += move.exits.map(Statement.exit) }
    if phases.contains(.actions) {
      var names = variableNames
      for target in row.targets ?? [] {
        for item in target.data {
          let name = definition.states[target.state].fields[item.field].name
          let value = depthChecked(try cell(item.value))
          if !row.assignments.isEmpty {
            let local = "next\(name.capitalized)".unused(besides: names)
            names.insert(local)
            statements.append(.declare(local, value))
            data[.carried(state: target.state, field: item.field)] = .local(local)
          } else {
            data[.carried(state: target.state, field: item.field)] = .cell(value)
          }
        }
      }
      statements += try effects(row.assignments, row.emits, row.raises)
    }
    if phases.contains(.entries), let move {
      for slotValue in move.slotValues {
        let own = data.filter { name, _ in
          if case .carried(slotValue.leaf, _) = name { true } else { false }
        }
        statements.append(.setSlot(slotValue, data: own))
      }
      statements += move.entries.map(Statement.enter)
    }
    return statements
  }

  mutating func effects(
    _ assignments: [[CheckedAssignment]], _ emits: [CheckedSending], _ raises: [CheckedSending]
  ) throws(Refusal) -> [Statement] {
    var statements: [Statement] = []
    for object in assignments where !object.isEmpty {
      // All values are computed before any part is replaced, so the first error is reported.
      let replacesParts = object.contains { !$0.path.isEmpty }
      var operands: [Operands] = []
      for assignment in object {
        operands.append(try self.operands(of: assignment, first: replacesParts, &statements))
      }
      var parts: [Statement.Assignment] = []
      let lastWrites = Dictionary(object.enumerated().map { ($1.variable, $0) }) { $1 }
      // Of several parts of a variable, all but the last are written at once. So is what comes before
      // them, so that the first error is reported.
      let lastEarly = object.indices.last { lastWrites[object[$0].variable] != $0 } ?? -1
      for (index, assignment) in object.enumerated() {
        parts += try write(
          assignment, operands[index], isLast: lastWrites[assignment.variable] == index,
          isEarly: index < lastEarly, &statements)
      }
      changed = [:]
      // `"count": "count"` changes nothing, and compilers reject the assignment of a variable to
      // itself.
      parts.removeAll { $0.value.code.name == $0.name && !$0.value.readsEarlierState }
      if !parts.isEmpty { statements.append(.set(parts)) }
    }
    for sending in emits { statements.append(.emit(sending.index, try cells(sending.values))) }
    for sending in raises { statements.append(.raise(sending.index, try cells(sending.values))) }
    return statements
  }

  private mutating func cells(_ expressions: [Expression]) throws(Refusal) -> [GenerationCell] {
    var cells: [GenerationCell] = []
    for expression in expressions { cells.append(try cell(expression)) }
    return cells
  }

  /// The key for each step of a path, and the value to assign.
  private typealias Operands = (keys: [GenerationCode?], value: GenerationCell)

  /// With `first`, a value that can fail is computed at once and assigned later.
  private mutating func operands(
    of assignment: CheckedAssignment, first: Bool, _ statements: inout [Statement]
  ) throws(Refusal) -> Operands {
    var keys: [GenerationCode?] = []
    for step in assignment.path {
      guard case .key(let key) = step else {
        keys.append(nil)
        continue
      }
      let cell = try cell(key)
      keys.append(cell.code.fails ? local("place", cell, &statements) : cell.code)
    }
    var value = try cell(assignment.value)
    if first, value.code.fails {
      var name = "part"
      if case .property(let index) = definition.roles[Int(assignment.variable)] {
        name = "new\(definition.definition.properties[index].name.capitalized)"
      }
      value = GenerationCell(code: local(name, value, &statements), pointer: value.pointer)
    }
    return (keys, value)
  }

  /// The assignment of a whole variable; empty if a later assignment changes the same variable.
  /// With `isEarly`, a new value that can fail is computed at once.
  private mutating func write(
    _ assignment: CheckedAssignment, _ operands: Operands, isLast: Bool, isEarly: Bool,
    _ statements: inout [Statement]
  ) throws(Refusal) -> [Statement.Assignment] {
    let name: GenerationCode.Name
    switch definition.roles[Int(assignment.variable)] {
    case .property(let property): name = .property(property)
    case .carried(let state, let field) where canSetCarried || isGeneral:
      name = .carried(state: state, field: field)
    default: throw Refusal("`set` of carried data in this row", at: assignment.value.pointer)
    }
    if assignment.path.isEmpty {
      return [Statement.Assignment(name: name, value: depthChecked(operands.value))]
    }
    let type = definition.declarations.variables[Int(assignment.variable)].type.represented
    let base = changed[assignment.variable] ?? GenerationCode(.name(name), type)
    let path = Array(zip(assignment.path, operands.keys))
    let whole = depthChecked(
      GenerationCell(
        code: try replacing(path[...], of: base, with: operands.value),
        pointer: operands.value.pointer))
    if isLast, !(isEarly && whole.code.fails) {
      return [Statement.Assignment(name: name, value: whole)]
    }
    let code = local("whole", whole, &statements)
    if isLast {
      let cell = GenerationCell(code: code, pointer: whole.pointer)
      return [Statement.Assignment(name: name, value: cell)]
    }
    changed[assignment.variable] = code
    return []
  }

  private func replacing(
    _ path: ArraySlice<(CheckedAssignment.Step, GenerationCode?)>, of base: GenerationCode,
    with value: GenerationCell
  ) throws(Refusal) -> GenerationCode {
    guard let (step, key) = path.first else { return value.code }
    // A path leads through a nullable value only where a guard has narrowed it to non-null.
    if case .nullable(let inner) = base.type {
      return try replacing(path, of: GenerationCode(.known(base), inner), with: value)
    }
    switch (step, base.type) {
    case (.field(let index), .declared):
      let fields = definition.declarations.fields(of: base.type) ?? []
      guard fields.indices.contains(Int(index)) else { break }
      let field = fields[Int(index)]
      let inner = try replacing(
        path.dropFirst(), of: GenerationCode(.field(base, field.name), field.type.represented),
        with: value)
      return GenerationCode(.copy(base, [(field.name, inner)]), base.type)
    case (.key, _):
      guard var key else { break }
      if base.type == .dyn, key.type != .dyn {
        key = GenerationCode(.prelude("celDyn", [key]), .dyn)
      }
      let (read, write, element) = try access(base.type, at: value.pointer)
      let isLast = path.count == 1
      let old = isLast ? base : GenerationCode(.prelude(read, [base, key]), element, fails: true)
      let new = try replacing(path.dropFirst(), of: old, with: value)
      return GenerationCode(.prelude(write, [base, key, new]), base.type, fails: true)
    default: break
    }
    throw Refusal("`set` of this part of a value", at: value.pointer)
  }

  /// The prelude functions that read and replace an element of a collection, and the type of the
  /// element.
  private func access(
    _ type: ValueType, at pointer: String
  ) throws(Refusal) -> (read: String, write: String, element: ValueType) {
    switch type {
    case .list(let element): return ("celIndex", "celReplace", element)
    case .map(_, let value): return ("celLookup", "celInsert", value)
    case .dyn: return ("celPart", "celReplacePart", .dyn)
    default: throw Refusal("`set` of this part of a value", at: pointer)
    }
  }

  /// Declares a local variable for a value that must be computed now and only once.
  private mutating func local(
    _ name: String, _ cell: GenerationCell, _ statements: inout [Statement]
  ) -> GenerationCode {
    localCount += 1
    let name = "\(name)\(localCount)".unused(besides: variableNames)
    statements.append(.declare(name, cell))
    return GenerationCode(.name(.local(name)), cell.code.type)
  }
}

/// Computes the length of the longest step.
extension GenerationModelBuilder {
  /// The greatest number of microsteps that one event can cause; `Int.max` if events raise each
  /// other in a cycle.
  private var longestStep: Int {
    var known: [Int: Int] = [:]
    return definition.events.indices.reduce(0) { max($0, length(of: $1, &known, open: [])) }
  }

  private func length(of event: Int, _ known: inout [Int: Int], open: Set<Int>) -> Int {
    if open.contains(event) { return Int.max }
    if let length = known[event] { return length }
    var maximumLength = 0
    for row in definition.rows {
      if case .events(let events) = row.trigger, !events.contains(event) { continue }
      maximumLength = max(maximumLength, length(of: row, event, &known, open: open))
    }
    known[event] = maximumLength
    return maximumLength
  }

  private func length(
    of row: CheckedRow, _ event: Int, _ known: inout [Int: Int], open: Set<Int>
  ) -> Int {
    var raised = row.raises.map(\.index)
    if let targets = row.targets {
      raised += definition.states.flatMap { $0.exit.flatMap { $0.raises.map(\.index) } }
      for state in entry(0, towards: targets.map(\.state)).states {
        raised += definition.states[state].enter.flatMap { $0.raises.map(\.index) }
        raised += doneEvents(of: state)
      }
    }
    var sum = 1
    for other in raised {
      let more = length(of: other, &known, open: open.union([event]))
      let (total, overflow) = sum.addingReportingOverflow(more)
      if overflow { return Int.max }
      sum = total
    }
    return sum
  }

  /// The done events that entering a final state can raise.
  private func doneEvents(of final: Int) -> [Int] {
    let states = definition.states
    guard states[final].kind == .final, let parent = states[final].parent else { return [] }
    let around = path(to: parent).dropLast().reversed().prefix { states[$0].kind == .parallel }
    return definition.events.indices.filter { event in
      definition.events[event].doneState.map { $0 == parent || around.contains($0) } ?? false
    }
  }
}
