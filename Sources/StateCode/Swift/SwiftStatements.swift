import CEL
import StateTables

/// Statements in Swift.
struct SwiftStatements {
  let plan: Blueprint
  var expressions: SwiftExpressions
  /// Whether the function tells what came of the event.
  let tells: Bool
  /// Whether it keeps if a row has run.
  var tracks = false
  /// Whether it keeps which rows were denied.
  var tracksDenied = false

  init(plan: Blueprint, expressions: SwiftExpressions, tells: Bool) {
    self.plan = plan
    self.expressions = expressions
    self.tells = tells
  }

  /// The lines of a body; those at its end may leave the function.
  mutating func lines(_ statements: [Statement], isEnd: Bool = false) -> [Layout] {
    var result: [Layout] = []
    let outside = expressions
    var rest = statements[...]
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

  /// Two statements that are one in Swift: a value that is bound where it is there.
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
      let value = Layout.sequence([
        .text("let \(SwiftNames.escaped(name)) = "), expressions.cell(cell),
      ])
      expressions.hidden.insert(name)
      return branch(branches, otherwise, isEnd: isEnd, clause: value)
    default: return nil
    }
  }

  private mutating func lines(_ statement: Statement, isEnd: Bool) -> [Layout] {
    switch statement {
    case .declare(let name, let cell):
      let type = cell.code.isPlain ? ": \(expressions.names.text(cell.code.type))" : ""
      expressions.hidden.insert(name)
      return [
        .sequence([
          .text("let \(SwiftNames.escaped(name))\(type) = "),
          expressions.cell(cell, isExpected: !type.isEmpty),
        ])
      ]
    case .set(let assignments): return set(assignments)
    case .emit(let command, let cells):
      return [append("commands", plan.commands[command].name, plan.commands[command].fields, cells)]
    case .raise(let message, let cells):
      return [append("raised", plan.messages[message].name, plan.messages[message].fields, cells)]
    case .branch(let branches, let otherwise):
      return branch(branches, otherwise, isEnd: isEnd)
    case .denied(let rows):
      return tells ? [.sequence(["return .denied(rows: ", RowList(rows).swift, ")"])] : []
    case .unhandled: return tells ? ["return .unhandled"] : []
    case .parts(let parts, let otherwise): return calls(of: parts, otherwise)
    case .passed: return [plan.general == nil ? "return false" : "return nil"]
    case .count(let row): return [.text("try effects.count(row: \(row + 1))")]
    case .choose, .give, .startTimer, .cancelTimer, .whenDone, .end, .begin:
      return general(statement)
    case .exit(let state): return [way(statement, plan.chart?.exit[state] ?? [])]
    case .enter(let state): return [way(statement, plan.chart?.enter[state] ?? [])]
    case .rest(let rest, let data):
      return [
        .sequence([.text("\(slotName(rest.slot)) = "), place(rest.place, data)])
      ]
    case .places(let slot, let parts): return places(slot, parts, isEnd: isEnd)
    case .remember, .track, .ran, .deny, .unlessRan: return together(statement)
    }
  }

  private func way(_ statement: Statement, _ body: [Statement]) -> Layout {
    let effects = plan.needsEffects(body) ? "&effects" : ""
    return .text("\(plan.fails(body) ? "try " : "")\(plan.wayName(statement))(\(effects))")
  }

  private func slotName(_ slot: Int) -> String { plan.chart?.slots[slot].name ?? "place" }

  private func stateCase(_ state: Int) -> String {
    SwiftNames.escaped(plan.placeName(state))
  }

  /// A place with what its state carries.
  private func place(_ state: Int, _ data: [Code.Name: Statement.Given]) -> Layout {
    let fields = plan.definition.states[state].fields
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
    _ list: String, _ name: String, _ fields: [Blueprint.Field], _ cells: [Cell]
  ) -> Layout {
    let name = ".\(SwiftNames.escaped(name))"
    let value =
      fields.isEmpty
      ? Layout.text(name)
      : expressions.labelled(
        name, zip(fields, cells).map { ($0.name, expressions.cell($1, isExpected: true)) })
    return expressions.call("effects.\(list).append", [value])
  }

  /// All values are read before what they read is written.
  private mutating func set(_ assignments: [Statement.Assignment]) -> [Layout] {
    var early: [Layout] = []
    var late: [Layout] = []
    for (index, assignment) in assignments.enumerated() {
      let value = expressions.cell(assignment.value, isExpected: true)
      let isRead =
        readsOwner(assignment)
        || assignments[(index + 1)...].contains {
          plan.reads($0.value.code).contains(assignment.name)
        }
      let target = targetText(assignment.name)
      if isRead {
        let member = spelling(assignment.name)
        let local = "new\(member.capitalized)"
        early.append(
          .sequence([
            .text("let \(local): \(expressions.names.text(type(of: assignment.name))) = "), value,
          ]))
        late.append(.text("\(target) = \(local)"))
      } else {
        early.append(.sequence([.text("\(target) = "), value]))
      }
    }
    if plan.general == nil,
      case .carried(let state, _)? = assignments.map(\.name).first(where: \.isCarried)
    {
      let fields = plan.definition.states[state].fields
      late.append(
        .sequence([
          .text("\(slotName(0)) = "),
          expressions.labelled(
            ".\(stateCase(state))",
            fields.map { ($0.name, .text(SwiftNames.escaped($0.name))) }),
        ]))
    }
    for assignment in assignments where expressions.unwrapped.remove(assignment.name) != nil {
      expressions.hidden.insert(expressions.memberName(assignment.name))
    }
    return early + late
  }

  /// Whether a value reads what is written as a part of it: Swift allows one access at a time.
  private func readsOwner(_ assignment: Statement.Assignment) -> Bool {
    guard plan.general != nil, case .carried(let state, _) = assignment.name else { return false }
    return plan.reads(assignment.value.code).contains {
      if case .carried(state, _) = $0 { true } else { false }
    }
  }

  private func type(of name: Code.Name) -> ValueType {
    switch name {
    case .property(let index): return plan.properties[index].type
    case .carried(let state, let field): return plan.definition.states[state].fields[field].type
    default: return .void
    }
  }

  private func spelling(_ name: Code.Name) -> String {
    if case .carried(let state, let field) = name {
      return plan.definition.states[state].fields[field].name
    }
    return expressions.memberName(name)
  }

  private func targetText(_ name: Code.Name) -> String {
    guard case .carried(let state, let field) = name, plan.general != nil else {
      return expressions.text(of: name)
    }
    let owner = SwiftNames.escaped(plan.placeName(state))
    let member = plan.definition.states[state].fields[field].name
    return "carried.\(owner)?.\(SwiftNames.escaped(member))"
  }

  private mutating func branch(
    _ branches: [Statement.Branch], _ otherwise: [Statement], isEnd: Bool,
    clause: Layout? = nil
  ) -> [Layout] {
    guard let first = branches.first else { return lines(otherwise, isEnd: isEnd) }
    if otherwise.isEmpty, branches.allSatisfy(\.body.isEmpty) { return [] }
    let outside = expressions
    if isEnd, tells, branches.count == 1, case .denied? = otherwise.first {
      let (found, inside) = clauses(first.condition, for: first.body.flatMap(\.names))
      let exit = lines(otherwise)
      expressions = inside
      let head = Layout.group(
        .sequence(["guard ", clause ?? found, .line, "else { ", .sequence(exit), " }"]))
      return [head] + lines(first.body, isEnd: true)
    }
    var result: [Layout] = []
    for (index, branch) in branches.enumerated() {
      let (found, inside) = clauses(branch.condition, for: branch.body.flatMap(\.names))
      expressions = inside
      result += index == 0 ? ["if ", clause ?? found] : [.newLine, "} else if ", found]
      result += [" {", .nested(.sequence(Self.stacked(lines(branch.body))))]
      expressions = outside
    }
    let rest = lines(otherwise)
    if !rest.isEmpty {
      result += [.newLine, "} else {", .nested(.sequence(Self.stacked(rest)))]
    }
    return [.sequence(result + [.newLine, "}"])]
  }

  /// A new line before each.
  static func stacked(_ lines: [Layout]) -> [Layout] { lines.flatMap { [.newLine, $0] } }

  /// A condition; names that it shows not to be null are bound, if they are used where it holds.
  func clauses(_ condition: Cell, for used: [Code.Name]) -> (Layout, SwiftExpressions) {
    var inside = expressions
    if condition.code.fails || condition.isEarlier { return (expressions.cell(condition), inside) }
    var parts: [Layout] = []
    for part in Self.conjuncts(condition.code) {
      if case .isNotNull(let operand) = part.kind, let name = operand.name, binds(name),
        used.contains(name) || condition.code.names.count(where: { $0 == name }) > 1
      {
        inside.unwrapped.insert(name)
        let text = inside.text(of: name, isUnwrapped: true)
        parts.append(.text("let \(text)"))
      } else {
        parts.append(inside.inner(part))
      }
    }
    return (.group(.sequence([.filled(SwiftExpressions.separated(parts))])), inside)
  }

  private func binds(_ name: Code.Name) -> Bool {
    switch name {
    case .local, .event: return true
    case .property, .input: return !expressions.hidden.contains(expressions.memberName(name))
    case .computed, .carried: return false
    }
  }

  private static func conjuncts(_ code: Code) -> [Code] {
    if case .infix(.and, let left, let right) = code.kind {
      return conjuncts(left) + conjuncts(right)
    }
    return [code]
  }
}

extension Code.Name {
  var isCarried: Bool { if case .carried = self { true } else { false } }
}

extension Blueprint {
  /// The properties and inputs that code reads, also by way of computed values.
  func reads(_ code: Code) -> Set<Code.Name> {
    var names: Set<Code.Name> = []
    code.visit { part in
      guard let name = part.name else { return }
      names.insert(name)
      if case .computed(let index) = name { names.formUnion(reads(computed[index].value.code)) }
    }
    return names
  }

  var hasCommands: Bool { !commands.isEmpty }
  /// Whether steps collect what they cause.
  var usesEffects: Bool {
    hasNext || raises || countsMicrosteps || general != nil && !carriers.isEmpty
  }
  /// Whether a step goes on by itself.
  var settles: Bool { raises || !eventless.isEmpty }

  /// What the place is called where the machine rests in a state.
  func placeName(_ state: Int) -> String {
    if state > 0 { return definition.states[state].name }
    return definition.states.contains { $0.name == "top" } ? "top_" : "top"
  }

  /// Whether entering or leaving a state can fail.
  var actionsFail: Bool {
    guard let chart else { return false }
    return (chart.enter + chart.exit).contains { fails($0) }
  }
}
