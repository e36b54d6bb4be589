import CEL
import StateLinking
import StateModel

/// Builds the general chart, for definitions that the simple chart does not support.
extension GenerationModelBuilder {
  mutating func addGeneralChart() throws(Refusal) {
    let states = definition.states
    model.general = GeneralChart()
    for index in states.indices {
      let state = states[index]
      let start = try timers(of: index)
      let end = done(with: index)
      let enter = try actions(state.enter) + start + end
      let exit = try index == 0 ? [] : timerCancellations(index) + actions(state.exit)
      let defaults = try self.defaults(of: index)
      model.general?.enter.append(enter)
      model.general?.exit.append(exit)
      model.general?.defaults.append(defaults)
      let carriedDefaults = try carriedDefaults(to: index)
      model.general?.carriedDefaults.append(carriedDefaults)
    }
    for index in definition.rows.indices {
      let row = try generalRow(index)
      model.general?.rows.append(row)
    }
    let start = staticStart
    model.general?.staticStart = start
    if start == nil { model.start = [.begin] }
  }

  mutating func addGeneralParts() throws(Refusal) {
    for index in definition.timers.indices { try addTimer(index) }
    let hasEventless = definition.rows.contains { $0.trigger == .eventless }
    for message in model.messages.indices {
      let parts = try generalParts(of: message)
      model.messages[message].parts = split(parts, of: model.messages[message])
    }
    if hasEventless { model.eventless = split(try generalParts(of: nil), of: nil) }
    model.raises = model.raises || hasEventless
    model.countsMicrosteps = model.raises
  }

  /// The initially active states, if entering them runs no action and sets no carried data.
  private var staticStart: [Int]? {
    let states = definition.states
    guard let chart = model.general,
      !definition.rows.contains(where: { $0.trigger == .eventless })
    else { return nil }
    var isStatic = true
    var active: [Int] = []
    func enter(_ state: Int, towards targets: [Int]) {
      active.append(state)
      isStatic = isStatic && chart.enter[state].isEmpty && states[state].fields.isEmpty
      var targets = targets
      switch states[state].kind {
      case .leaf, .final, .history: break
      case .composite:
        if targets.isEmpty { targets = states[state].initial.map(\.state) }
        guard let first = targets.first else { return }
        isStatic = isStatic && !targets.contains { self.isHistory($0) }
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
    return isStatic ? active : nil
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

  private func timerCancellations(_ state: Int) -> [Statement] {
    definition.timers.indices.filter { definition.timers[$0].state == state }.map {
      .cancelTimer($0)
    }
  }

  private mutating func duration(_ timer: CheckedTimer) throws(Refusal) -> GenerationCell {
    let cell = try cell(timer.duration)
    guard timer.isRepeating else { return cell }
    if case .span(let nanoseconds) = cell.code.kind, nanoseconds > 0 { return cell }
    return GenerationCell(
      code: GenerationCode(.prelude("celPeriod", [cell.code]), .duration, fails: true),
      pointer: cell.pointer)
  }

  private mutating func addTimer(_ index: Int) throws(Refusal) {
    let timer = definition.timers[index]
    let rows = definition.rows.indices.filter { definition.rows[$0].trigger == .timer(index) }
    let number = timer.id.split(separator: ".").last ?? ""
    let duration = try duration(timer)
    let search = try search(rows)
    let state = model.stateIdentifier(timer.state)
    let isOnly = definition.timers.count { $0.state == timer.state } == 1
    var label = isOnly ? state : state + number
    while GeneralChart.Timer.taken.contains(label)
      || model.general?.timers.contains(where: { $0.label == label }) ?? false
    { label += "_" }
    model.general?.timers.append(
      GeneralChart.Timer(
        id: timer.id, name: state + number, label: label, isRepeating: timer.isRepeating,
        duration: duration, search: search))
  }

  /// The statements after a final state is entered: they raise the done events of completed
  /// ancestors, or end the machine.
  mutating func done(with final: Int) -> [Statement] {
    let state = definition.states[final]
    guard state.kind == .final, let parent = state.parent else { return [] }
    if parent == 0 { return model.endsTimers ? [.end] : [] }
    var statements = raiseDone(parent, from: final)
    var around: [Int] = []
    var next = definition.states[parent].parent
    while let state = next, state > 0, definition.states[state].kind == .parallel {
      around.append(state)
      next = definition.states[state].parent
    }
    var inner: [Statement] = []
    for state in around.reversed() {
      let reported = raiseDone(state, from: final) + inner
      inner = reported.isEmpty ? [] : [.whenDone(state, reported)]
    }
    statements += inner
    return statements
  }

  /// Raises a done event only if a row handles it.
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
    model.raises = true
    let cells = definition.events[event].fields.map { field -> GenerationCell in
      let own = definition.states[final].fields
      guard let index = own.firstIndex(where: { $0.name == field.name }) else {
        return GenerationCell(code: GenerationCode(.null, field.type), pointer: "")
      }
      return GenerationCell(
        code: GenerationCode(.name(.carried(state: final, field: index)), own[index].type),
        pointer: "")
    }
    return [.raise(event, cells)]
  }

  private mutating func defaults(of state: Int) throws(Refusal) -> [GenerationCell] {
    var cells: [GenerationCell] = []
    for value in definition.states[state].defaults {
      guard let value else { return [] }
      cells.append(try cell(value))
    }
    return cells
  }

  /// The carried data that a state gets from the `initial` of states and the `default` of
  /// histories.
  private mutating func carriedDefaults(to state: Int) throws(Refusal) -> [GeneralChart
    .CarriedDefault]
  {
    guard !definition.states[state].fields.isEmpty else { return [] }
    var carriedDefaults: [GeneralChart.CarriedDefault] = []
    for (owner, other) in definition.states.enumerated() {
      for target in other.initial where target.state == state {
        carriedDefaults.append(
          GeneralChart.CarriedDefault(owner: owner, cells: try cells(for: target)))
      }
    }
    return carriedDefaults
  }

  /// One cell for each carried field of a target.
  private mutating func cells(for target: CheckedTarget) throws(Refusal) -> [GenerationCell] {
    let state = definition.states[target.state]
    var cells: [GenerationCell] = []
    for field in state.fields.indices {
      if let given = target.data.first(where: { $0.field == field }) {
        cells.append(try cell(given.value))
      } else if let value = state.defaults[field] {
        cells.append(try cell(value))
      } else {
        throw Refusal(
          "carried data without a value or a default", change: "give each field a `default`",
          at: state.pointer)
      }
    }
    return cells
  }
}

/// Builds the rows of a general chart.
extension GenerationModelBuilder {
  private mutating func generalParts(of message: Int?) throws(Refusal) -> [GenerationModel.Part] {
    var parts: [GenerationModel.Part] = []
    for state in definition.states.indices {
      let rows = rows(of: message, in: state)
      if rows.isEmpty { continue }
      parts.append(GenerationModel.Part(states: [state], body: try search(rows)))
    }
    let others = definition.states.indices.filter { state in
      !parts.contains { $0.states == [state] }
    }
    if !others.isEmpty { parts.append(GenerationModel.Part(states: others, body: [.unhandled])) }
    return parts
  }

  /// Statements that choose the first row whose guard is true, or report the rows whose guards were
  /// false.
  private mutating func search(_ rows: [Int]) throws(Refusal) -> [Statement] {
    var links: [ChainLink] = []
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
      links.append(ChainLink(declarations: first, branch: branch))
      if !denied.contains(row.index) { denied.append(row.index) }
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
    let captures = model.general?.rows[index].captures ?? []
    return .choose(
      index,
      captures.map { GenerationCell(code: GenerationCode(.name($0.source), $0.type), pointer: "") })
  }

  private func names(of lets: [CheckedRow.Let]) -> [String] {
    lets.map { definition.declarations.variables[Int($0.variable)].name }
  }

  /// A row with its actions and the values that they capture.
  private mutating func generalRow(_ index: Int) throws(Refusal) -> GeneralChart.Row {
    let row = definition.rows[index]
    let present = known.present
    defer { known.present = present }
    if let condition = row.condition {
      known.present.formUnion(proven(by: try cell(condition).code))
    }
    var body: [Statement] = []
    for target in row.targets ?? [] where !definition.states[target.state].fields.isEmpty {
      body.append(.setCarried(target.state, try cells(for: target)))
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
    let isShared = definition.rows.contains { $0.index == row.index && $0.state != row.state }
    let suffix = isShared ? model.stateIdentifier(row.state).capitalized : ""
    return GeneralChart.Row(
      name: "row\(row.index + 1)\(suffix)", row: row, captures: captures, body: body)
  }

  /// The type of an event field or `let` that a row reads. An optional that the guard has proven to
  /// have a value is unwrapped.
  private func type(of name: GenerationCode.Name, in row: CheckedRow) -> ValueType? {
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
