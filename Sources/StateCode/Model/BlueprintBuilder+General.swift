import CEL
import StateTables

/// States in general, where the simpler forms do not reach.
extension BlueprintBuilder {
  mutating func addGeneralChart() throws(Refusal) {
    let states = definition.states
    plan.general = GeneralChart()
    for index in states.indices {
      let state = states[index]
      let start = try timers(of: index)
      let end = done(with: index)
      let enter = try actions(state.enter) + start + end
      let exit = try index == 0 ? [] : stopping(index) + actions(state.exit)
      let defaults = try self.defaults(of: index)
      plan.general?.enter.append(enter)
      plan.general?.exit.append(exit)
      plan.general?.defaults.append(defaults)
      let gifts = try gifts(to: index)
      plan.general?.gifts.append(gifts)
    }
    for index in definition.rows.indices {
      let row = try generalRow(index)
      plan.general?.rows.append(row)
    }
    let start = quietStart
    plan.general?.quietStart = start
    if start == nil { plan.start = [.begin] }
  }

  mutating func addGeneralParts() throws(Refusal) {
    for index in definition.timers.indices { try addTimer(index) }
    let hasEventless = definition.rows.contains { $0.trigger == .eventless }
    for message in plan.messages.indices {
      let parts = try generalParts(of: message)
      plan.messages[message].parts = split(parts, of: plan.messages[message])
    }
    if hasEventless { plan.eventless = split(try generalParts(of: nil), of: nil) }
    plan.raises = plan.raises || hasEventless
    plan.countsMicrosteps = plan.raises
  }

  /// The active states at the start, where nothing is done on the way to them.
  private var quietStart: [Int]? {
    let states = definition.states
    guard let chart = plan.general,
      !definition.rows.contains(where: { $0.trigger == .eventless })
    else { return nil }
    var isQuiet = true
    var active: [Int] = []
    func enter(_ state: Int, towards targets: [Int]) {
      active.append(state)
      isQuiet = isQuiet && chart.enter[state].isEmpty && states[state].fields.isEmpty
      var targets = targets
      switch states[state].kind {
      case .leaf, .final, .history: break
      case .composite:
        if targets.isEmpty { targets = states[state].initial.map(\.state) }
        guard let first = targets.first else { return }
        isQuiet = isQuiet && !targets.contains { self.isHistory($0) }
        guard let child = states[state].children.first(where: { contains($0, first) }) else {
          return
        }
        enter(child, towards: targets.filter { $0 != child })
      case .parallel:
        for region in states[state].children where !isHistory(region) {
          enter(region, towards: targets.filter { contains(region, $0) && $0 != region })
        }
      }
    }
    enter(0, towards: [])
    return isQuiet ? active : nil
  }

  private func isHistory(_ state: Int) -> Bool {
    if case .history = definition.states[state].kind { true } else { false }
  }

  private mutating func timers(of state: Int) throws(Refusal) -> [Statement] {
    var statements: [Statement] = []
    for (index, timer) in definition.timers.enumerated() where timer.state == state {
      statements.append(.startTimer(index, try duration(timer)))
    }
    return statements
  }

  private func stopping(_ state: Int) -> [Statement] {
    definition.timers.indices.filter { definition.timers[$0].state == state }.map {
      .cancelTimer($0)
    }
  }

  private mutating func duration(_ timer: CheckedTimer) throws(Refusal) -> Cell {
    let cell = try cell(timer.duration)
    guard timer.isRepeating else { return cell }
    if case .span(let nanoseconds) = cell.code.kind, nanoseconds > 0 { return cell }
    return Cell(
      code: Code(.prelude("celPeriod", [cell.code]), .duration, fails: true),
      pointer: cell.pointer)
  }

  private mutating func addTimer(_ index: Int) throws(Refusal) {
    let timer = definition.timers[index]
    let rows = definition.rows.indices.filter { definition.rows[$0].trigger == .timer(index) }
    let number = timer.id.split(separator: ".").last ?? ""
    let duration = try duration(timer)
    let search = try search(rows)
    let name = plan.placeName(timer.state) + number
    plan.general?.timers.append(
      GeneralChart.Timer(
        id: timer.id, name: name, isRepeating: timer.isRepeating, duration: duration,
        search: search))
  }

  /// Entering a final state tells that the states around it are done, or ends everything.
  mutating func done(with final: Int) -> [Statement] {
    let state = definition.states[final]
    guard state.kind == .final, let parent = state.parent else { return [] }
    if parent == 0 { return [.end] }
    var statements = raiseDone(parent, from: final)
    var around: [Int] = []
    var next = definition.states[parent].parent
    while let state = next, state > 0, definition.states[state].kind == .parallel {
      around.append(state)
      next = definition.states[state].parent
    }
    var inner: [Statement] = []
    for state in around.reversed() {
      let told = raiseDone(state, from: final) + inner
      inner = told.isEmpty ? [] : [.whenDone(state, told)]
    }
    statements += inner
    return statements
  }

  /// Nothing is raised where nobody listens.
  private mutating func raiseDone(_ state: Int, from final: Int) -> [Statement] {
    guard let event = definition.events.firstIndex(where: { $0.doneState == state }),
      definition.rows.contains(where: { row in
        switch row.trigger {
        case .events(let events): events.contains(event)
        case .any: true
        case .timer, .eventless: false
        }
      })
    else { return [] }
    plan.raises = true
    let cells = definition.events[event].fields.map { field -> Cell in
      let own = definition.states[final].fields
      guard let index = own.firstIndex(where: { $0.name == field.name }) else {
        return Cell(code: Code(.null, field.type), pointer: "")
      }
      return Cell(
        code: Code(.name(.carried(state: final, field: index)), own[index].type), pointer: "")
    }
    return [.raise(event, cells)]
  }

  private mutating func defaults(of state: Int) throws(Refusal) -> [Cell] {
    var cells: [Cell] = []
    for value in definition.states[state].defaults {
      guard let value else { return [] }
      cells.append(try cell(value))
    }
    return cells
  }

  /// What the `initial` of states and the `default` of histories give to a state.
  private mutating func gifts(to state: Int) throws(Refusal) -> [GeneralChart.Gift] {
    guard !definition.states[state].fields.isEmpty else { return [] }
    var gifts: [GeneralChart.Gift] = []
    for (owner, other) in definition.states.enumerated() {
      for target in other.initial where target.state == state {
        gifts.append(GeneralChart.Gift(owner: owner, cells: try cells(for: target)))
      }
    }
    return gifts
  }

  /// A cell for each field that a target carries.
  private mutating func cells(for target: CheckedTarget) throws(Refusal) -> [Cell] {
    let state = definition.states[target.state]
    var cells: [Cell] = []
    for field in state.fields.indices {
      if let given = target.data.first(where: { $0.field == field }) {
        cells.append(try cell(given.value))
      } else if let value = state.defaults[field] {
        cells.append(try cell(value))
      } else {
        throw Refusal("data that is left out", at: state.pointer)
      }
    }
    return cells
  }
}

/// Rows.
extension BlueprintBuilder {
  private mutating func generalParts(of message: Int?) throws(Refusal) -> [Blueprint.Part] {
    var parts: [Blueprint.Part] = []
    for state in definition.states.indices {
      let rows = rows(of: message, in: state)
      if rows.isEmpty { continue }
      parts.append(Blueprint.Part(states: [state], body: try search(rows)))
    }
    let others = definition.states.indices.filter { state in
      !parts.contains { $0.states == [state] }
    }
    if !others.isEmpty { parts.append(Blueprint.Part(states: others, body: [.unhandled])) }
    return parts
  }

  /// The first row whose guard is true, or which guards were false.
  private mutating func search(_ rows: [Int]) throws(Refusal) -> [Statement] {
    var links: [Link] = []
    var denied: [Int] = []
    for index in rows {
      let row = definition.rows[index]
      let present = known.present
      defer { known.present = present }
      let first = try declarations(row.lets.prefix(row.letsBeforeCondition))
      let condition = try row.condition.map { condition throws(Refusal) in try cell(condition) }
      if let condition { known.present.formUnion(proven(by: condition.code)) }
      let body =
        try declarations(row.lets.dropFirst(row.letsBeforeCondition)) + [choice(index)]
      guard let condition else { return Statement.chain(links, otherwise: first + body) }
      let branch = Statement.Branch(condition: condition, body: body)
      links.append(Link(declarations: first, branch: branch))
      if !denied.contains(row.place) { denied.append(row.place) }
    }
    return Statement.chain(links, otherwise: denied.isEmpty ? [.unhandled] : [.denied(denied)])
  }

  private mutating func declarations(
    _ lets: ArraySlice<CheckedRow.Let>
  ) throws(Refusal) -> [Statement] {
    var statements: [Statement] = []
    for item in lets { statements.append(try declaration(item)) }
    return statements
  }

  private func choice(_ index: Int) -> Statement {
    let captures = plan.general?.rows[index].captures ?? []
    return .choose(
      index, captures.map { Cell(code: Code(.name($0.source), $0.type), pointer: "") })
  }

  private func names(of lets: [CheckedRow.Let]) -> [String] {
    lets.map { definition.declarations.variables[Int($0.variable)].name }
  }

  /// A row with the actions of its own.
  private mutating func generalRow(_ index: Int) throws(Refusal) -> GeneralChart.Row {
    let row = definition.rows[index]
    let present = known.present
    defer { known.present = present }
    if let condition = row.condition {
      known.present.formUnion(proven(by: try cell(condition).code))
    }
    var body: [Statement] = []
    for target in row.targets ?? [] where !definition.states[target.state].fields.isEmpty {
      body.append(.give(target.state, try cells(for: target)))
    }
    body += try effects(row.assignments, row.emits, row.raises)
    let lets = names(of: row.lets)
    var captures: [GeneralChart.Capture] = []
    for statement in body {
      statement.visit { cell in
        cell.code.visit { code in
          let name: String
          switch code.name {
          case .event(let field)?:
            let isTaken = lets.contains(field) || GeneralChart.Capture.taken.contains(field)
            name = isTaken ? "event\(field.capitalized)" : field
          case .local(let local)? where lets.contains(local): name = local
          default: return
          }
          guard let source = code.name, !captures.contains(where: { $0.source == source })
          else { return }
          captures.append(
            GeneralChart.Capture(
              name: name, source: source, type: self.type(of: source, in: row) ?? code.type))
        }
      }
    }
    let isShared = definition.rows.contains { $0.place == row.place && $0.state != row.state }
    let suffix = isShared ? plan.placeName(row.state).capitalized : ""
    return GeneralChart.Row(
      name: "row\(row.place + 1)\(suffix)", row: row, captures: captures, body: body)
  }

  /// The type of what a row reads of the event or of its `let`s; what its guard has shown to be
  /// there is.
  private func type(of name: Code.Name, in row: CheckedRow) -> ValueType? {
    let variables = definition.declarations.variables
    switch name {
    case .local(let local):
      guard let item = row.lets.first(where: { variables[Int($0.variable)].name == local }) else {
        return nil
      }
      let type = variables[Int(item.variable)].type
      return known.present.contains(item.variable) ? type.present : type
    case .event(let field):
      let events =
        switch row.trigger {
        case .events(let events): events.map { definition.events[$0] }
        case .any: definition.events
        case .timer, .eventless: [CheckedEvent]()
        }
      return events.lazy.flatMap(\.fields).first { $0.name == field }?.type
    default: return nil
    }
  }
}
