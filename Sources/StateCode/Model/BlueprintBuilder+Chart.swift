import CEL
import StateTables

/// States that exclude each other.
extension BlueprintBuilder {
  mutating func addChart() throws(Refusal) {
    let states = definition.states
    guard states.count > 1 else {
      plan.start = try actions(states[0].enter)
      return
    }
    for state in states { try checkSupport(state) }
    var chart = Chart()
    chart.paths = states.indices.map { path(to: $0) }
    chart.places = states.indices.filter {
      states[$0].children.isEmpty || states[$0].initial.isEmpty
    }
    chart.start = rest(of: 0)
    for state in states {
      chart.enter.append(try actions(state.enter) + done(state))
      chart.exit.append(try actions(state.exit))
    }
    plan.chart = chart
    let entered = chart.paths[chart.start].dropFirst()
    plan.start = chart.enter[0] + entered.flatMap { chart.enter[$0] }
    for (index, state) in states.enumerated() {
      for action in state.enter + state.exit { try checkReads(action, of: index) }
    }
  }

  /// Entering a final state tells that its parent is done.
  private mutating func done(_ state: CheckedState) -> [Statement] {
    guard state.kind == .final, let parent = state.parent,
      let event = definition.events.firstIndex(where: { $0.doneState == parent })
    else { return [] }
    plan.raises = true
    let own = definition.states.firstIndex { $0.name == state.name } ?? 0
    let cells = definition.events[event].fields.map { field -> Cell in
      let index = state.fields.firstIndex { $0.name == field.name } ?? 0
      return Cell(
        code: Code(.name(.carried(state: own, field: index)), field.type), pointer: state.pointer)
    }
    return [.raise(event, cells)]
  }

  private func checkSupport(_ state: CheckedState) throws(Refusal) {
    switch state.kind {
    case .parallel: throw Refusal("parallel states", at: state.pointer)
    case .history: throw Refusal("states that remember", at: state.pointer)
    case .final:
      if state.parent == 0 {
        throw Refusal("final states of a whole definition", at: state.pointer)
      }
    case .leaf: break
    case .composite:
      if !state.fields.isEmpty {
        throw Refusal("data of states that have children", at: state.pointer)
      }
    }
    if state.initial.contains(where: { !$0.data.isEmpty }) {
      throw Refusal("data of an `initial`", at: state.pointer)
    }
    if state.initial.count > 1 { throw Refusal("several targets", at: state.pointer) }
  }

  func path(to state: Int) -> [Int] {
    var path: [Int] = []
    var next: Int? = state
    while let current = next {
      path.insert(current, at: 0)
      next = definition.states[current].parent
    }
    return path
  }

  /// Where the machine rests that goes to a state.
  private func rest(of state: Int) -> Int {
    var state = state
    while let initial = definition.states[state].initial.first { state = initial.state }
    return state
  }

  mutating func actions(_ actions: [CheckedAction]) throws(Refusal) -> [Statement] {
    var statements: [Statement] = []
    for action in actions {
      let body = try effects(action.assignments, action.emits, action.raises)
      if let condition = action.condition {
        statements.append(
          .branch(
            [Statement.Branch(condition: try cell(condition), body: body)], otherwise: []))
      } else {
        statements += body
      }
    }
    return statements
  }

  /// Inside actions the states below are not active, or not any more, which a place does not tell.
  private func checkReads(_ action: CheckedAction, of state: Int) throws(Refusal) {
    var expressions = action.condition.map { [$0] } ?? []
    expressions += action.assignments.joined().map(\.value)
    expressions += (action.emits + action.raises).flatMap(\.values)
    for expression in expressions { try checkReads(expression, in: state) }
  }

  /// Refuses cells that read the configuration or carried data while a transition is under way.
  private func checkReads(_ expression: Expression, in state: Int? = nil) throws(Refusal) {
    for node in expression.syntax.nodes {
      switch node.kind {
      case .isIn(let name):
        let asked = definition.states.firstIndex { $0.name == name } ?? 0
        if let state, asked <= state || asked >= definition.states[state].end { continue }
        throw Refusal("`isIn` on the way from state to state", at: expression.pointer)
      case .variable(.declared(let variable)):
        switch definition.roles[Int(variable)] {
        case .carried(let owner, _):
          if owner == state { continue }
          throw Refusal("carried data on the way from state to state", at: expression.pointer)
        case .computed(let index):
          try checkReads(definition.computed[index].value, in: state)
        case .input, .property, .event, .let, .parameter: break
        }
      default: break
      }
    }
  }

  /// Where a row goes.
  func move(_ row: CheckedRow, _ targets: [CheckedTarget]) throws(Refusal) -> Move {
    guard let target = targets.first, targets.count == 1, let chart = plan.chart else {
      throw Refusal("several targets", at: row.pointer)
    }
    if row.assignments.joined().isEmpty == false || !row.emits.isEmpty || !row.raises.isEmpty {
      var cells = row.assignments.joined().map(\.value)
      cells += (row.emits + row.raises).flatMap(\.values)
      for cell in cells {
        let readsPlace = cell.syntax.nodes.contains {
          if case .isIn = $0.kind { true } else { false }
        }
        if readsPlace { try checkReads(cell) }
      }
    }
    let rest = rest(of: target.state)
    for state in chart.paths[rest] {
      let given = state == target.state ? Set(target.data.map(\.field)) : []
      for (field, value) in definition.states[state].defaults.enumerated()
      where !given.contains(field) && value != nil {
        throw Refusal("defaults of carried data", at: row.pointer)
      }
    }
    let depth = max(chart.paths[target.state].count - 1, 1)
    switch row.reentry {
    case .no: return Move(target: rest, anew: nil)
    case .yes: return Move(target: rest, anew: depth)
    case .external:
      return Move(target: rest, anew: chart.paths[domain(row.state, target.state, chart)].count)
    }
  }

  /// The nearest ancestor of the source that has the target strictly below it, else the root.
  private func domain(_ source: Int, _ target: Int, _ chart: Chart) -> Int {
    for state in chart.paths[source].dropLast().reversed()
    where state != target && chart.paths[target].contains(state) { return state }
    return 0
  }
}

/// Types.
extension BlueprintBuilder {
  /// Every type must have a counterpart.
  func checkTypes() throws(Refusal) {
    for input in definition.inputs { try check(input.type, at: "/inputs/\(input.name)") }
    for property in definition.properties {
      try check(property.type, at: "/properties/\(property.name)")
    }
    for event in definition.events where event.doneState == nil {
      for field in event.fields { try check(field.type, at: "/events/\(event.name)") }
    }
    for variable in definition.declarations.variables { try check(variable.type, at: "") }
    try checkMembers()
    for output in definition.outputs {
      let pointer = "/outputs/\(output.name)"
      let member = Members.name(ofOutput: output.name)
      if member != output.name, definition.outputs.contains(where: { $0.name == member }) {
        throw Refusal("output called `\(output.name)` beside `\(member)`", at: pointer)
      }
      try check(output.type, at: pointer)
    }
    for command in definition.commands {
      for field in command.fields { try check(field.type, at: "/commands/\(command.name)") }
    }
  }

  /// The methods that read outputs on the JVM start with a capital after `get`.
  private func checkMembers() throws(Refusal) {
    var known: [String: String] = [:]
    for output in definition.outputs {
      if let other = known.updateValue(output.name, forKey: output.name.capitalized) {
        throw Refusal(
          "output called `\(output.name)` beside `\(other)`", at: "/outputs/\(output.name)")
      }
    }
  }

  private func check(
    _ type: ValueType, at pointer: String, inside: Set<TypeID> = []
  ) throws(Refusal) {
    switch type {
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .void, .dyn,
      .parameter:
      return
    case .list(let inner), .nullable(let inner), .optional(let inner):
      return try check(inner, at: pointer, inside: inside)
    case .map(let key, let value):
      try check(key, at: pointer, inside: inside)
      return try check(value, at: pointer, inside: inside)
    case .declared(let id, let arguments):
      for argument in arguments { try check(argument, at: pointer, inside: inside) }
      if inside.contains(id) { throw Refusal("types that hold themselves", at: pointer) }
      let inside = inside.union([id])
      switch definition.declarations[id].shape {
      case .record(let fields), .state(let fields):
        if fields.contains(where: { $0.name == "self" }) {
          throw Refusal("field called `self`", at: pointer)
        }
        for field in fields { try check(field.type, at: pointer, inside: inside) }
      case .union(let cases):
        for field in cases.flatMap(\.fields) {
          try check(field.type, at: pointer, inside: inside)
        }
      case .enumeration, .broken: return
      }
    case .null, .caseData, .type, .named, .unknown:
      throw Refusal("counterpart of this type", at: pointer)
    }
  }
}
