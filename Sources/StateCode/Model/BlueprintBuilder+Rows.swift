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
      plan.messages[message].parts = try parts(of: message)
    }
    if hasEventless {
      plan.raises = true
      plan.eventless = try parts(of: nil)
    }
  }

  private var microstepLimit: Int { definition.definition.microstepLimit ?? 1_000 }

  private mutating func parts(of message: Int?) throws(Refusal) -> [Blueprint.Part] {
    guard let chart = plan.chart else {
      return [Blueprint.Part(states: [], body: try chain(rows(of: message, in: 0)[...]))]
    }
    var groups: [(rows: [Int], states: [Int])] = []
    for place in chart.places {
      let rows = chart.paths[place].reversed().flatMap { self.rows(of: message, in: $0) }
      if let known = groups.firstIndex(where: { $0.rows == rows }) {
        groups[known].states.append(place)
      } else {
        groups.append((rows, [place]))
      }
    }
    var parts: [Blueprint.Part] = []
    for group in groups {
      parts.append(
        Blueprint.Part(
          states: groups.count == 1 ? [] : group.states, body: try chain(group.rows[...])))
    }
    return parts
  }

  /// The rows of a state for a message, in order, by index.
  private func rows(of message: Int?, in state: Int) -> [Int] {
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
  private mutating func chain(
    _ rows: ArraySlice<Int>, denied: [Int] = []
  ) throws(Refusal) -> [Statement] {
    guard let index = rows.first else { return denied.isEmpty ? [.unhandled] : [.denied(denied)] }
    let row = definition.rows[index]
    let present = known.present
    defer { known.present = present }
    var statements: [Statement] = []
    for item in row.lets.prefix(row.letsBeforeCondition) {
      statements.append(try declaration(item))
    }
    let condition = try row.condition.map { condition throws(Refusal) in try cell(condition) }
    let outside = known.present
    if let condition { known.present.formUnion(proven(by: condition.code)) }
    var body: [Statement] = []
    for item in row.lets.dropFirst(row.letsBeforeCondition) { body.append(try declaration(item)) }
    body += try actions(of: row)
    known.present = outside
    guard let condition else { return statements + body }
    let place = row.place
    let rest = try chain(
      rows.dropFirst(), denied: denied.contains(place) ? denied : denied + [place])
    return statements + [
      .branch([Statement.Branch(condition: condition, body: body)], otherwise: rest)
    ]
  }

  /// The optionals that a true condition shows to have a value.
  private func proven(by condition: Code) -> Set<VariableIndex> {
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

  private mutating func declaration(_ item: CheckedRow.Let) throws(Refusal) -> Statement {
    let name = definition.declarations.variables[Int(item.variable)].name
    return .declare(name, try cell(item.value))
  }

  private mutating func actions(of row: CheckedRow) throws(Refusal) -> [Statement] {
    var statements: [Statement] = []
    var data: [Code.Name: Statement.Given] = [:]
    let move = try row.targets.map { targets throws(Refusal) in try self.move(row, targets) }
    canSetCarried = move == nil && row.assignments.count <= 1
    defer { canSetCarried = false }
    if plan.countsMicrosteps { statements.append(.count(row.place)) }
    if let move { statements.append(.leave(move)) }
    for target in row.targets ?? [] {
      for item in target.data {
        let name = definition.states[target.state].fields[item.field].name
        let local =
          row.assignments.isEmpty ? nil : "next\(name.prefix(1).uppercased())\(name.dropFirst())"
        let value = try cell(item.value)
        if let local {
          statements.append(.declare(local, value))
          data[.carried(state: target.state, field: item.field)] = .local(local)
        } else {
          data[.carried(state: target.state, field: item.field)] = .cell(value)
        }
      }
    }
    statements += try effects(row.assignments, row.emits, row.raises)
    if let move { statements.append(.arrive(move, data: data)) }
    return statements
  }

  mutating func effects(
    _ assignments: [[CheckedAssignment]], _ emits: [CheckedSending], _ raises: [CheckedSending]
  ) throws(Refusal) -> [Statement] {
    var statements: [Statement] = []
    for object in assignments where !object.isEmpty {
      var parts: [Statement.Assignment] = []
      for assignment in object { parts.append(try self.assignment(assignment)) }
      statements.append(.set(parts))
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

  private mutating func assignment(
    _ assignment: CheckedAssignment
  ) throws(Refusal) -> Statement.Assignment {
    let pointer = assignment.value.pointer
    if !assignment.path.isEmpty { throw Refusal("`set` of a part of a value", at: pointer) }
    switch definition.roles[Int(assignment.variable)] {
    case .property(let property):
      return Statement.Assignment(
        name: .property(property), path: [], value: try cell(assignment.value))
    case .carried(let state, let field) where canSetCarried:
      return Statement.Assignment(
        name: .carried(state: state, field: field), path: [], value: try cell(assignment.value))
    default: throw Refusal("`set` of what a state carries", at: pointer)
    }
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
    if row.targets != nil {
      for state in definition.states {
        raised += (state.enter + state.exit).flatMap { $0.raises.map(\.index) }
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
}
