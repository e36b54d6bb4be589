import CEL
import StateTables

/// Statements in Kotlin, inside of the class that a step is.
struct KotlinStatements {
  let plan: Blueprint
  var expressions: KotlinExpressions
  /// Whether the function tells what came of the event.
  let tells: Bool
  /// Whether it keeps if a row has run.
  var tracks = false
  /// Whether it keeps which rows were denied.
  var tracksDenied = false

  init(plan: Blueprint, expressions: KotlinExpressions, tells: Bool) {
    self.plan = plan
    self.expressions = expressions
    self.tells = tells
  }

  mutating func lines(_ statements: [Statement]) -> [Layout] {
    let outside = expressions
    defer { expressions = outside }
    var result: [Layout] = []
    var rests: [(Move.Rest, [Code.Name: Statement.Given])] = []
    for statement in statements {
      if case .rest(let rest, let data) = statement {
        rests.append((rest, data))
        continue
      }
      if !rests.isEmpty { result.append(resting(rests)) }
      rests = []
      result += lines(statement)
    }
    return rests.isEmpty ? result : result + [resting(rests)]
  }

  private mutating func lines(_ statement: Statement) -> [Layout] {
    switch statement {
    case .declare(let name, let cell):
      let type = cell.code.isPlain ? ": \(expressions.names.text(cell.code.type))" : ""
      return [
        .sequence([
          .text("val \(KotlinNames.escaped(name))\(type) = "), expressions.cell(cell),
        ])
      ]
    case .set(let assignments):
      var arguments = assignments.filter { !$0.name.isCarried }.map {
        (expressions.memberName($0.name), expressions.cell($0.value))
      }
      let carried = assignments.filter(\.name.isCarried)
      if plan.general != nil, !carried.isEmpty {
        if assignments.count(where: { $0.value.code.fails }) > 1 { return inOrder(assignments) }
        arguments.append(("carried", generalCarried(carried)))
      } else if case .carried(let state, _)? = carried.first?.name {
        let changes = carried.compactMap { assignment -> (String, Layout)? in
          guard case .carried(_, let field) = assignment.name else { return nil }
          return (
            plan.definition.states[state].fields[field].name, expressions.cell(assignment.value)
          )
        }
        arguments.append((slotName(0), expressions.labelled("place.copy", changes)))
        expressions.stale.insert(state)
      }
      expressions.unwrapped.subtract(assignments.map(\.name))
      return [.sequence(["state = ", expressions.labelled("state.copy", arguments)])]
    case .emit(let command, let cells):
      let command = plan.commands[command]
      return [.sequence(["commands += ", sending("Command", command.name, command.fields, cells)])]
    case .raise(let message, let cells):
      let message = plan.messages[message]
      let type = plan.hasOwnMessages ? expressions.names.inner("Message") : "Event"
      return [.sequence(["raised += ", sending(type, message.name, message.fields, cells)])]
    case .branch(let branches, let otherwise): return branch(branches, otherwise)
    case .denied(let rows):
      let type = plan.general == nil ? "StepResult" : "Found"
      return tells
        ? [.sequence([.text("return \(type).Denied(rows = "), RowList(rows).kotlin, ")"])] : []
    case .unhandled:
      return tells
        ? [.text("return \(plan.general == nil ? "StepResult" : "Found").Unhandled")] : []
    case .parts(let parts, let otherwise): return calls(of: parts, otherwise)
    case .passed: return [plan.general == nil ? "return false" : "return null"]
    case .count(let row): return [.text("microsteps.count(\(row + 1))")]
    case .choose, .give, .startTimer, .cancelTimer, .whenDone, .end, .begin:
      return general(statement)
    case .exit, .enter: return [.text("\(plan.wayName(statement))()")]
    case .rest(let rest, let data): return [resting([(rest, data)])]
    case .places(let slot, let parts): return places(slot, parts)
    case .remember, .track, .ran, .deny, .unlessRan: return together(statement)
    }
  }

  /// Of several cells that fail the first one counts: they are computed in their order.
  private mutating func inOrder(_ assignments: [Statement.Assignment]) -> [Layout] {
    var declarations: [Statement] = []
    var sets: [Statement.Assignment] = []
    for (place, assignment) in assignments.enumerated() {
      let value = assignment.value
      declarations.append(.declare("new\(place + 1)", value))
      sets.append(
        Statement.Assignment(
          name: assignment.name,
          value: Cell(
            code: Code(.name(.local("new\(place + 1)")), value.code.type), pointer: value.pointer))
      )
    }
    return lines(declarations + [.set(sets)])
  }

  /// What states carry, with fields of some of them replaced.
  private func generalCarried(_ assignments: [Statement.Assignment]) -> Layout {
    var states: [Int] = []
    for case .carried(let state, _) in assignments.map(\.name) where !states.contains(state) {
      states.append(state)
    }
    let copies = states.map { state -> (label: String, value: Layout) in
      let name = plan.placeName(state)
      let changes = assignments.compactMap { assignment -> (label: String, value: Layout)? in
        guard case .carried(state, let field) = assignment.name else { return nil }
        return (
          plan.definition.states[state].fields[field].name, expressions.cell(assignment.value)
        )
      }
      let old = "state.carried.\(KotlinNames.escaped(name)).known()"
      return (name, expressions.labelled("\(old).copy", changes))
    }
    return expressions.labelled("state.carried.copy", copies)
  }

  func sending(
    _ type: String, _ name: String, _ fields: [Blueprint.Field], _ cells: [Cell]
  ) -> Layout {
    let name = "\(type).\(name.capitalized)"
    if fields.isEmpty { return .text(name) }
    return expressions.labelled(
      name, zip(fields, cells).map { ($0.name, expressions.cell($1)) })
  }

  private func slotName(_ slot: Int) -> String { plan.chart?.slots[slot].name ?? "place" }

  /// Where slots rest from now on.
  private func resting(_ rests: [(Move.Rest, [Code.Name: Statement.Given])]) -> Layout {
    let changes = rests.map { rest, data -> (label: String, value: Layout) in
      let type = plan.chart?.slots[rest.slot].typeName ?? "Place"
      let name =
        "\(expressions.names.inner(type)).\(plan.placeName(rest.place).capitalized)"
      let fields = plan.definition.states[rest.place].fields
      let arguments = fields.indices.map { field -> (String, Layout) in
        switch data[.carried(state: rest.place, field: field)] {
        case .local(let local)?: (fields[field].name, .text(local))
        case .cell(let cell)?: (fields[field].name, expressions.cell(cell))
        case nil: (fields[field].name, "null")
        }
      }
      let place = arguments.isEmpty ? Layout.text(name) : expressions.labelled(name, arguments)
      return (slotName(rest.slot), place)
    }
    return .sequence(["state = ", expressions.labelled("state.copy", changes)])
  }

  private mutating func branch(
    _ branches: [Statement.Branch], _ otherwise: [Statement]
  ) -> [Layout] {
    if branches.isEmpty { return lines(otherwise) }
    if otherwise.isEmpty, branches.allSatisfy(\.body.isEmpty) { return [] }
    if branches.count > 2 { return choice(branches, lines(otherwise)) }
    var result: [Layout] = []
    for branch in branches {
      let (condition, body) = parts(of: branch)
      let head = Layout.group(
        .sequence(["if (", .nested(.sequence([.softLine, condition])), .softLine, ") {"]))
      result += result.isEmpty ? [head] : [.newLine, "} else ", head]
      result.append(.nested(.sequence(SwiftStatements.stacked(body))))
    }
    let rest = lines(otherwise)
    if !rest.isEmpty {
      result += [.newLine, "} else {", .nested(.sequence(SwiftStatements.stacked(rest)))]
    }
    return [.sequence(result + [.newLine, "}"])]
  }

  /// Many branches side by side: the compiler takes nested ones only so far.
  private mutating func choice(
    _ branches: [Statement.Branch], _ otherwise: [Layout]
  ) -> [Layout] {
    var result: [Layout] = ["when {"]
    for branch in branches {
      let (condition, body) = parts(of: branch)
      result += KotlinText.indented([.group(.sequence([condition, " -> {"]))])
      result += KotlinText.indented(KotlinText.indented(body) + ["}"])
    }
    if !otherwise.isEmpty {
      result += KotlinText.indented(["else -> {"] + KotlinText.indented(otherwise) + ["}"])
    }
    return result + ["}"]
  }

  private mutating func parts(
    of branch: Statement.Branch
  ) -> (condition: Layout, body: [Layout]) {
    let outside = expressions
    defer { expressions = outside }
    let condition = expressions.cell(branch.condition)
    if !branch.condition.code.fails { unwrap(branch.condition.code) }
    return (condition, lines(branch.body))
  }

  /// What Kotlin itself knows not to be null where a condition holds: locals, and what an event
  /// carries.
  private mutating func unwrap(_ condition: Code) {
    switch condition.kind {
    case .infix(.and, let left, let right):
      unwrap(left)
      unwrap(right)
    case .isNotNull(let operand):
      switch operand.name {
      case .local?, .event?: if let name = operand.name { expressions.unwrapped.insert(name) }
      default: break
      }
    default: break
    }
  }
}
