import CEL
import StateTables

/// Rows as statements.
extension BlueprintBuilder {
  mutating func addParts() throws(Refusal) {
    for row in definition.rows {
      switch row.trigger {
      case .events, .any, .eventless: break
      case .timer: throw Refusal("timers", at: row.pointer)
      }
    }
    let hasEventless = definition.rows.contains { $0.trigger == .eventless }
    plan.countsMicrosteps = hasEventless || plan.raises && longestStep > microstepLimit
    for message in plan.messages.indices {
      let parts = try parts(of: message)
      plan.messages[message].parts = split(parts, of: plan.messages[message])
    }
    if hasEventless {
      plan.raises = true
      plan.eventless = split(try parts(of: nil), of: nil)
    }
  }

  private var microstepLimit: Int { definition.definition.microstepLimit ?? 1_000 }

  /// The rows of a state for a message, in order, by index.
  func rows(of message: Int?, in state: Int) -> [Int] {
    definition.rows.indices.filter { index in
      guard definition.rows[index].state == state else { return false }
      switch definition.rows[index].trigger {
      case .events(let events): return message.map(events.contains) ?? false
      case .any: return message != nil
      case .timer: return false
      case .eventless: return message == nil
      }
    }
  }

  /// The first row whose guard is true, or which guards were false.
  mutating func chain(
    _ trials: [Trial], _ manner: Manner = Manner()
  ) throws(Refusal) -> [Statement] {
    var links: [Link] = []
    for trial in trials {
      let row = definition.rows[trial.row]
      let present = known.present
      defer { known.present = present }
      var statements: [Statement] = []
      for item in row.lets.prefix(row.letsBeforeCondition) {
        statements.append(try declaration(item, manner))
      }
      var condition = try row.condition.map { condition throws(Refusal) in try cell(condition) }
      condition?.isEarlier = manner.isEarlier
      if let condition { known.present.formUnion(proven(by: condition.code)) }
      var body: [Statement] = manner.isJoint && manner.phases.contains(.actions) ? [.ran] : []
      for item in row.lets.dropFirst(row.letsBeforeCondition) {
        body.append(try declaration(item, manner))
      }
      body += try actions(of: row, at: trial.place, manner.phases)
      guard let condition else { return Statement.chain(links, otherwise: statements + body) }
      let branch = Statement.Branch(condition: condition, body: body)
      links.append(Link(declarations: statements, branch: branch))
    }
    return Statement.chain(links, otherwise: manner.ending(of: trials, definition))
  }

  /// The optionals that a true condition shows to have a value.
  func proven(by condition: Code) -> Set<VariableIndex> {
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
    _ item: CheckedRow.Let, _ manner: Manner = Manner()
  ) throws(Refusal) -> Statement {
    let name = definition.declarations.variables[Int(item.variable)].name
    var cell = kept(try cell(item.value))
    cell.isEarlier = manner.isEarlier
    return .declare(name, cell)
  }

  /// A value that is kept may not be nested too deep; what JSON says can be nested without end.
  private func kept(_ cell: Cell) -> Cell {
    let type = cell.code.type
    guard type.canBeDynamic, definition.declarations.hasUnboundedNesting(type) else { return cell }
    return Cell(
      code: Code(.prelude("celKept", [cell.code]), type, fails: true), pointer: cell.pointer)
  }

  /// What a row does, at a place of its slot.
  mutating func actions(
    of row: CheckedRow, at place: Int, _ phases: Set<Manner.Phase> = Manner.Phase.all
  ) throws(Refusal) -> [Statement] {
    var statements: [Statement] = []
    var data: [Code.Name: Statement.Given] = [:]
    let move = try row.targets.map { targets throws(Refusal) in
      try self.move(row, targets, from: place)
    }
    canSetCarried = move == nil && row.assignments.count <= 1
    defer { canSetCarried = false }
    if plan.countsMicrosteps { statements.append(.count(row.place)) }
    if phases.contains(.exits), let move { statements += move.exits.map(Statement.exit) }
    if phases.contains(.actions) {
      for target in row.targets ?? [] {
        for item in target.data {
          let name = definition.states[target.state].fields[item.field].name
          let local =
            row.assignments.isEmpty ? nil : "next\(name.prefix(1).uppercased())\(name.dropFirst())"
          let value = kept(try cell(item.value))
          if let local {
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
      for rest in move.rests {
        let own = data.filter { name, _ in
          if case .carried(rest.place, _) = name { true } else { false }
        }
        statements.append(.rest(rest, data: own))
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
      // All values are worked out before a part of anything is replaced: of two that fail the first
      // is told.
      let replacesParts = object.contains { !$0.path.isEmpty }
      var operands: [Operands] = []
      for assignment in object {
        operands.append(try self.operands(of: assignment, first: replacesParts, &statements))
      }
      var parts: [Statement.Assignment] = []
      for (place, assignment) in object.enumerated() {
        let isLast = !object[(place + 1)...].contains { $0.variable == assignment.variable }
        parts += try write(assignment, operands[place], isLast: isLast, &statements)
      }
      changed = [:]
      // `"count": "count"` changes nothing, and compilers refuse to assign what is there already.
      parts.removeAll { $0.value.code.name == $0.name && !$0.value.isEarlier }
      if !parts.isEmpty { statements.append(.set(parts)) }
    }
    for sending in emits { statements.append(.emit(sending.index, try cells(sending.values))) }
    for sending in raises { statements.append(.raise(sending.index, try cells(sending.values))) }
    return statements
  }

  private mutating func cells(_ expressions: [Expression]) throws(Refusal) -> [Cell] {
    var cells: [Cell] = []
    for expression in expressions { cells.append(try cell(expression)) }
    return cells
  }

  /// The keys of a path, by its steps, and the value.
  private typealias Operands = (keys: [Code?], value: Cell)

  /// With `first`, what may fail is worked out at once, and only written later.
  private mutating func operands(
    of assignment: CheckedAssignment, first: Bool, _ statements: inout [Statement]
  ) throws(Refusal) -> Operands {
    var keys: [Code?] = []
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
      value = Cell(code: local("part", value, &statements), pointer: value.pointer)
    }
    return (keys, value)
  }

  /// What is written by an assignment; nothing where a later one adds to it.
  private mutating func write(
    _ assignment: CheckedAssignment, _ operands: Operands, isLast: Bool,
    _ statements: inout [Statement]
  ) throws(Refusal) -> [Statement.Assignment] {
    let name: Code.Name
    switch definition.roles[Int(assignment.variable)] {
    case .property(let property): name = .property(property)
    case .carried(let state, let field) where canSetCarried || isGeneral:
      name = .carried(state: state, field: field)
    default: throw Refusal("`set` of what a state carries", at: assignment.value.pointer)
    }
    if assignment.path.isEmpty {
      return [Statement.Assignment(name: name, value: kept(operands.value))]
    }
    let type = definition.declarations.variables[Int(assignment.variable)].type.represented
    let base = changed[assignment.variable] ?? Code(.name(name), type)
    let path = Array(zip(assignment.path, operands.keys))
    let whole = kept(
      Cell(
        code: try replacing(path[...], of: base, with: operands.value),
        pointer: operands.value.pointer))
    if isLast { return [Statement.Assignment(name: name, value: whole)] }
    changed[assignment.variable] = local("whole", whole, &statements)
    return []
  }

  private func replacing(
    _ path: ArraySlice<(CheckedAssignment.Step, Code?)>, of base: Code, with value: Cell
  ) throws(Refusal) -> Code {
    guard let (step, key) = path.first else { return value.code }
    // A path leads through what may be null only where it is known not to be.
    if case .nullable(let inner) = base.type {
      return try replacing(path, of: Code(.known(base), inner), with: value)
    }
    switch (step, base.type) {
    case (.field(let index), .declared):
      let fields = definition.declarations.fields(of: base.type) ?? []
      guard fields.indices.contains(Int(index)) else { break }
      let field = fields[Int(index)]
      let inner = try replacing(
        path.dropFirst(), of: Code(.field(base, field.name), field.type.represented),
        with: value)
      return Code(.copy(base, [(field.name, inner)]), base.type)
    case (.key, _):
      guard var key else { break }
      if base.type == .dyn, key.type != .dyn { key = Code(.prelude("celDyn", [key]), .dyn) }
      let (read, write, element) = try access(base.type, at: value.pointer)
      let isLast = path.count == 1
      let old = isLast ? base : Code(.prelude(read, [base, key]), element, fails: true)
      let new = try replacing(path.dropFirst(), of: old, with: value)
      return Code(.prelude(write, [base, key, new]), base.type, fails: true)
    default: break
    }
    throw Refusal("`set` of this part of a value", at: value.pointer)
  }

  /// What reads and writes a part of a collection, and of which type that is.
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

  /// Declares a local for what must not be computed later or twice.
  private mutating func local(
    _ name: String, _ cell: Cell, _ statements: inout [Statement]
  ) -> Code {
    localCount += 1
    let name = "\(name)\(localCount)"
    statements.append(.declare(name, cell))
    return Code(.name(.local(name)), cell.code.type)
  }
}

/// How long a step can become.
extension BlueprintBuilder {
  /// The most microsteps that one event can cause; `Int.max` where events raise each other.
  private var longestStep: Int {
    var known: [Int: Int] = [:]
    return definition.events.indices.reduce(0) { max($0, length(of: $1, &known, open: [])) }
  }

  private func length(of event: Int, _ known: inout [Int: Int], open: Set<Int>) -> Int {
    if open.contains(event) { return Int.max }
    if let length = known[event] { return length }
    var longest = 0
    for row in definition.rows {
      if case .events(let events) = row.trigger, !events.contains(event) { continue }
      longest = max(longest, length(of: row, event, &known, open: open))
    }
    known[event] = longest
    return longest
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

  /// What entering a final state may tell: that the states around it are done.
  private func doneEvents(of final: Int) -> [Int] {
    let states = definition.states
    guard states[final].kind == .final, let parent = states[final].parent else { return [] }
    let around = path(to: parent).dropLast().reversed().prefix { states[$0].kind == .parallel }
    return definition.events.indices.filter { event in
      definition.events[event].doneState.map { $0 == parent || around.contains($0) } ?? false
    }
  }
}
