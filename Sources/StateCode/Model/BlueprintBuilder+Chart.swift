import CEL
import StateTables

/// States of which every way can be worked out here.
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
    chart.slots = try slots(chart)
    if chart.hasRegions, let state = states.first(where: { !$0.fields.isEmpty }) {
      throw Refusal("data of states beside parallel ones", at: state.pointer)
    }
    plan.chart = chart
    for place in chart.slots.indices {
      chart.slots[place].first = first(of: chart.slots[place].owner)
      chart.slots[place].start = chart.slots[place].first
    }
    for (index, state) in states.enumerated() {
      let done = chart.hasRegions ? done(with: index) : done(state)
      chart.enter.append(try actions(state.enter) + done)
      chart.exit.append(try actions(state.exit))
    }
    for state in states.indices.reversed() where states[state].kind == .parallel {
      chart.exit[state] = leavingRegions(of: state, chart) + chart.exit[state]
    }
    let start = entry(0, towards: [])
    for rest in start.rests { chart.slots[rest.slot].start = rest.place }
    plan.chart = chart
    plan.start =
      chart.enter[0]
      + start.states.dropFirst().filter { !chart.enter[$0].isEmpty }.map(Statement.enter)
    for (index, state) in states.enumerated() {
      for action in state.enter + state.exit { try checkReads(action, of: index) }
    }
  }

  /// The whole definition and each region, with where they may rest.
  private func slots(_ chart: Chart) throws(Refusal) -> [Chart.Slot] {
    let states = definition.states
    let regions = states.indices.filter { state in
      states[state].parent.map { states[$0].kind == .parallel } ?? false
    }
    var taken = Set(definition.declarations.variables.map(\.name))
    taken.formUnion(definition.outputs.map { Members.name(ofOutput: $0.name) })
    taken.formUnion(definition.functions.map(\.name))
    var slots: [Chart.Slot] = []
    for owner in [0] + regions {
      let name = owner == 0 ? "place" : "\(states[owner].name)Place"
      let isTaken = [name, "hasRun", "denied", "before"].contains(where: taken.contains)
      if owner > 0, isTaken {
        throw Refusal("names like `\(name)` beside parallel states", at: states[owner].pointer)
      }
      let places = states.indices.filter { state in
        guard let start = chart.paths[state].firstIndex(of: owner) else { return false }
        let around = chart.paths[state][start...].dropLast()
        if around.contains(where: { states[$0].kind == .parallel }) { return false }
        let rests = states[state].children.isEmpty || states[state].initial.isEmpty
        return rests || states[state].kind == .parallel
      }
      slots.append(Chart.Slot(owner: owner, name: name, places: places))
    }
    return slots
  }

  /// Where a slot rests when its owner is entered.
  private func first(of owner: Int) -> Int {
    guard let slot = plan.chart?.slots.firstIndex(where: { $0.owner == owner }) else {
      return owner
    }
    return entry(owner, towards: []).rests.first { $0.slot == slot }?.place ?? owner
  }

  /// What a parallel state leaves before itself: its regions, the last first.
  private func leavingRegions(of parallel: Int, _ chart: Chart) -> [Statement] {
    definition.states[parallel].children.reversed().flatMap { region -> [Statement] in
      guard let index = chart.slots.firstIndex(where: { $0.owner == region }) else { return [] }
      var parts: [Blueprint.Part] = []
      var known: [[Int]] = []
      for place in chart.slots[index].places {
        let path = chart.paths[place]
        let left = path[(path.firstIndex(of: region) ?? 0)...].reversed()
          .filter { !chart.exit[$0].isEmpty }
        if let same = known.firstIndex(of: Array(left)) {
          parts[same] = Blueprint.Part(states: parts[same].states + [place], body: parts[same].body)
        } else {
          known.append(Array(left))
          parts.append(Blueprint.Part(states: [place], body: left.map(Statement.exit)))
        }
      }
      if known.count == 1 { return parts[0].body }
      return [.places(slot: index, parts)]
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
    case .history: throw Refusal("states that remember", at: state.pointer)
    case .final:
      if state.parent == 0 {
        throw Refusal("final states of a whole definition", at: state.pointer)
      }
    case .leaf, .parallel: break
    case .composite:
      if !state.fields.isEmpty {
        throw Refusal("data of states that have children", at: state.pointer)
      }
    }
    if state.initial.contains(where: { !$0.data.isEmpty }) {
      throw Refusal("data of an `initial`", at: state.pointer)
    }
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
  func checkReads(_ expression: Expression, in state: Int? = nil) throws(Refusal) {
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

  /// Whether a state is another or stands around it.
  func contains(_ ancestor: Int, _ state: Int) -> Bool {
    ancestor <= state && state < definition.states[ancestor].end
  }
}

/// Ways.
extension BlueprintBuilder {
  /// What becomes active of a state in which nothing is, on the way to targets, in document order.
  func entry(_ state: Int, towards targets: [Int]) -> (states: [Int], rests: [Move.Rest]) {
    let node = definition.states[state]
    let slot = plan.chart?.slot(of: state) ?? 0
    var result = (states: [state], rests: [Move.Rest]())
    func add(_ child: Int, _ targets: [Int]) {
      let below = entry(child, towards: targets.filter { contains(child, $0) })
      result.states += below.states
      result.rests += below.rests
    }
    switch node.kind {
    case .leaf, .final, .history: result.rests = [Move.Rest(slot: slot, place: state)]
    case .composite:
      var below = targets.filter { $0 != state }
      if below.isEmpty { below = node.initial.map(\.state) }
      if let first = below.first, let child = node.children.first(where: { contains($0, first) }) {
        add(child, below)
      } else {
        result.rests = [Move.Rest(slot: slot, place: state)]
      }
    case .parallel:
      result.rests = [Move.Rest(slot: slot, place: state)]
      for region in node.children { add(region, targets) }
    }
    return result
  }

  /// The way of a row from a place of its slot.
  func move(_ row: CheckedRow, _ targets: [CheckedTarget], from place: Int) throws(Refusal) -> Move
  {
    guard let chart = plan.chart else { return Move() }
    let index = chart.slot(of: row.state)
    let owner = chart.slots[index].owner
    let goals = targets.map(\.state)
    let crossing = Refusal("rows that go from one region to another", at: row.pointer)
    guard goals.allSatisfy({ contains(owner, $0) }) else { throw crossing }
    try checkMove(row, targets, chart)
    let path = chart.paths[place]
    let old = path[(path.firstIndex(of: owner) ?? 0)...]
    let new = entry(owner, towards: goals)
    let missing: [Int]
    switch row.reentry {
    case .no: missing = []
    case .yes:
      missing = old.filter { state in
        state > 0 && goals.contains { contains($0, state) }
      }
    case .external:
      let domain = domain(of: row.state, goals)
      guard contains(owner, domain) else { throw crossing }
      missing = old.filter { $0 != domain && contains(domain, $0) }
    }
    let isStaying = { (state: Int) in new.states.contains(state) && !missing.contains(state) }
    let isParallel = definition.states[place].kind == .parallel
    if isParallel, isStaying(place) { throw crossing }
    var move = Move()
    move.exits = old.reversed().filter { !isStaying($0) && !chart.exit[$0].isEmpty }
    move.entries = new.states.filter { state in
      !(old.contains(state) && isStaying(state)) && !chart.enter[state].isEmpty
    }
    move.rests = new.rests
    if isParallel {
      for (other, slot) in chart.slots.enumerated()
      where slot.owner != place && contains(place, slot.owner)
        && !new.rests.contains(where: { $0.slot == other })
      {
        move.rests.append(Move.Rest(slot: other, place: first(of: slot.owner)))
      }
    }
    move.rests = move.rests.filter { rest in
      let isSame = rest.slot == index && rest.place == place
      let carries = !definition.states[rest.place].fields.isEmpty
      return (carries || !isSame) && (!chart.hasRegions || chart.slots[rest.slot].isStored)
    }
    return move
  }

  /// Refuses what is read or carried on the way.
  private func checkMove(
    _ row: CheckedRow, _ targets: [CheckedTarget], _ chart: Chart
  ) throws(Refusal) {
    let cells =
      row.assignments.joined().map(\.value) + (row.emits + row.raises).flatMap(\.values)
    for cell in cells {
      let readsPlace = cell.syntax.nodes.contains {
        if case .isIn = $0.kind { true } else { false }
      }
      if readsPlace { try checkReads(cell) }
    }
    guard !chart.hasRegions, let target = targets.first else { return }
    for state in entry(0, towards: [target.state]).states {
      let given = state == target.state ? Set(target.data.map(\.field)) : []
      for (field, value) in definition.states[state].defaults.enumerated()
      where !given.contains(field) && value != nil {
        throw Refusal("defaults of carried data", at: row.pointer)
      }
    }
  }

  /// The nearest state around the source that is not parallel and has every target below it.
  private func domain(of source: Int, _ targets: [Int]) -> Int {
    var domain = definition.states[source].parent
    while let state = domain, state > 0 {
      let isAround = targets.allSatisfy { $0 != state && contains(state, $0) }
      if isAround, definition.states[state].kind != .parallel { return state }
      domain = definition.states[state].parent
    }
    return 0
  }
}
