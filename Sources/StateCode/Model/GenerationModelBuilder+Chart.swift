import CEL
import StateLinking
import StateModel

/// Builds the simple chart, whose transitions are all resolved when code is generated.
extension GenerationModelBuilder {
  mutating func addChart() throws(Refusal) {
    let states = definition.states
    guard states.count > 1 else {
      model.start = try actions(states[0].enter)
      return
    }
    for state in states { try checkSupport(state) }
    var chart = GenerationChart()
    chart.paths = states.indices.map { path(to: $0) }
    chart.slots = try slots(chart)
    if chart.hasRegions, let state = states.first(where: { !$0.fields.isEmpty }) {
      throw Refusal("carried data in charts with parallel states", at: state.pointer)
    }
    model.chart = chart
    for index in chart.slots.indices {
      chart.slots[index].first = first(of: chart.slots[index].owner)
      chart.slots[index].start = chart.slots[index].first
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
    for slotValue in start.slotValues { chart.slots[slotValue.slot].start = slotValue.leaf }
    if let leaf = chart.slots.map(\.start).first(where: { !states[$0].fields.isEmpty }) {
      throw Refusal("carried data at the start", at: states[leaf].pointer)
    }
    model.chart = chart
    model.start =
      chart.enter[0]
      + start.states.dropFirst().filter { !chart.enter[$0].isEmpty }.map(Statement.enter)
    for (index, state) in states.enumerated() {
      for action in state.enter + state.exit { try checkReads(action, of: index) }
    }
  }

  /// One slot for the whole definition and one for each region, with their leaves.
  private func slots(_ chart: GenerationChart) throws(Refusal) -> [GenerationChart.Slot] {
    let states = definition.states
    let regions = states.indices.filter { state in
      states[state].parent.map { states[$0].kind == .parallel } ?? false
    }
    var taken = Set(definition.declarations.variables.map(\.name))
    taken.formUnion(definition.outputs.map { ReservedMembers.name(ofOutput: $0.name) })
    taken.formUnion(definition.functions.map(\.name))
    var slots: [GenerationChart.Slot] = []
    for owner in [0] + regions {
      let name = owner == 0 ? "place" : "\(states[owner].name)Place"
      let isTaken = [name, "hasRun", "denied", "before"].contains(where: taken.contains)
      if owner > 0, isTaken {
        throw Refusal(
          "names like `\(name)` in charts with parallel states", at: states[owner].pointer)
      }
      let leaves = states.indices.filter { state in
        guard let start = chart.paths[state].firstIndex(of: owner) else { return false }
        let around = chart.paths[state][start...].dropLast()
        if around.contains(where: { states[$0].kind == .parallel }) { return false }
        let isLeaf = states[state].children.isEmpty || states[state].initial.isEmpty
        return isLeaf || states[state].kind == .parallel
      }
      slots.append(GenerationChart.Slot(owner: owner, name: name, leaves: leaves))
    }
    return slots
  }

  /// The leaf that a slot holds after its owner is entered without targets.
  private func first(of owner: Int) -> Int {
    guard let slot = model.chart?.slots.firstIndex(where: { $0.owner == owner }) else {
      return owner
    }
    return entry(owner, towards: []).slotValues.first { $0.slot == slot }?.leaf ?? owner
  }

  /// The exit statements of the regions of a parallel state, the last region first.
  private func leavingRegions(of parallel: Int, _ chart: GenerationChart) -> [Statement] {
    definition.states[parallel].children.reversed().flatMap { region -> [Statement] in
      guard let index = chart.slots.firstIndex(where: { $0.owner == region }) else { return [] }
      var parts: [GenerationModel.Part] = []
      var known: [[Int]] = []
      for leaf in chart.slots[index].leaves {
        let path = chart.paths[leaf]
        let left = path[(path.firstIndex(of: region) ?? 0)...].reversed()
          .filter { !chart.exit[$0].isEmpty }
        if let same = known.firstIndex(of: Array(left)) {
          parts[same] = GenerationModel.Part(
            states: parts[same].states + [leaf], body: parts[same].body)
        } else {
          known.append(Array(left))
          parts.append(GenerationModel.Part(states: [leaf], body: left.map(Statement.exit)))
        }
      }
      if known.count == 1 { return parts[0].body }
      return [.switchSlot(slot: index, parts)]
    }
  }

  /// Raises the done event of the parent if the state is final.
  private mutating func done(_ state: CheckedState) -> [Statement] {
    guard state.kind == .final, let parent = state.parent,
      let event = definition.events.firstIndex(where: { $0.doneState == parent })
    else { return [] }
    model.raises = true
    let own = definition.states.firstIndex { $0.name == state.name } ?? 0
    let cells = definition.events[event].fields.map { field -> GenerationCell in
      let index = state.fields.firstIndex { $0.name == field.name } ?? 0
      return GenerationCell(
        code: GenerationCode(.name(.carried(state: own, field: index)), field.type),
        pointer: state.pointer)
    }
    return [.raise(event, cells)]
  }

  private func checkSupport(_ state: CheckedState) throws(Refusal) {
    switch state.kind {
    case .history: throw Refusal("history states", at: state.pointer)
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

  /// Refuses an action that reads the configuration below its state: these states are not active
  /// while the action runs, but the stored leaf does not show that.
  private func checkReads(_ action: CheckedAction, of state: Int) throws(Refusal) {
    var expressions = action.condition.map { [$0] } ?? []
    expressions += action.assignments.joined().map(\.value)
    expressions += (action.emits + action.raises).flatMap(\.values)
    for expression in expressions { try checkReads(expression, in: state) }
  }

  /// Refuses a cell that reads the configuration or carried data while a transition runs.
  func checkReads(_ expression: Expression, in state: Int? = nil) throws(Refusal) {
    for node in expression.syntax.nodes {
      switch node.kind {
      case .isIn(let name):
        let queried = definition.states.firstIndex { $0.name == name } ?? 0
        if let state, queried <= state || queried >= definition.states[state].end { continue }
        throw Refusal("`isIn` in cells of a running transition", at: expression.pointer)
      case .variable(.declared(let variable)):
        switch definition.roles[Int(variable)] {
        case .carried(let owner, _):
          if owner == state { continue }
          throw Refusal("carried data in cells of a running transition", at: expression.pointer)
        case .computed(let index):
          try checkReads(definition.computed[index].value, in: state)
        case .input, .property, .event, .let, .parameter: break
        }
      default: break
      }
    }
  }

  /// Whether a state is the same as another, or is one of its ancestors.
  func contains(_ ancestor: Int, _ state: Int) -> Bool {
    ancestor <= state && state < definition.states[ancestor].end
  }
}

/// Resolves transitions to the states that they leave and enter.
extension GenerationModelBuilder {
  /// The states that become active when a state is entered towards targets, in document order, and
  /// the leaves that slots then hold.
  func entry(_ state: Int, towards targets: [Int]) -> (
    states: [Int], slotValues: [ChartMove.SlotValue]
  ) {
    let node = definition.states[state]
    let slot = model.chart?.slot(of: state) ?? 0
    var result = (states: [state], slotValues: [ChartMove.SlotValue]())
    func add(_ child: Int, _ targets: [Int]) {
      let below = entry(child, towards: targets.filter { contains(child, $0) })
      result.states += below.states
      result.slotValues += below.slotValues
    }
    switch node.kind {
    case .leaf, .final, .history: result.slotValues = [ChartMove.SlotValue(slot: slot, leaf: state)]
    case .composite:
      var below = targets.filter { $0 != state }
      if below.isEmpty { below = node.initial.map(\.state) }
      if let first = below.first, let child = node.children.first(where: { contains($0, first) }) {
        add(child, below)
      } else {
        result.slotValues = [ChartMove.SlotValue(slot: slot, leaf: state)]
      }
    case .parallel:
      result.slotValues = [ChartMove.SlotValue(slot: slot, leaf: state)]
      for region in node.children { add(region, targets) }
    }
    return result
  }

  /// Resolves the transition of a row from one leaf of its slot.
  func move(_ row: CheckedRow, _ targets: [CheckedTarget], from leaf: Int) throws(Refusal)
    -> ChartMove
  {
    guard let chart = model.chart else { return ChartMove() }
    let index = chart.slot(of: row.state)
    let owner = chart.slots[index].owner
    let goals = targets.map(\.state)
    let crossing = Refusal("transitions from one region to another", at: row.pointer)
    guard goals.allSatisfy({ contains(owner, $0) }) else { throw crossing }
    try checkMove(row, targets, chart)
    let path = chart.paths[leaf]
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
    let isParallel = definition.states[leaf].kind == .parallel
    if isParallel, isStaying(leaf) { throw crossing }
    var move = ChartMove()
    move.exits = old.reversed().filter { !isStaying($0) && !chart.exit[$0].isEmpty }
    move.entries = new.states.filter { state in
      !(old.contains(state) && isStaying(state)) && !chart.enter[state].isEmpty
    }
    move.slotValues = new.slotValues
    if isParallel {
      for (other, slot) in chart.slots.enumerated()
      where slot.owner != leaf && contains(leaf, slot.owner)
        && !new.slotValues.contains(where: { $0.slot == other })
      {
        move.slotValues.append(ChartMove.SlotValue(slot: other, leaf: first(of: slot.owner)))
      }
    }
    move.slotValues = move.slotValues.filter { slotValue in
      let isSame = slotValue.slot == index && slotValue.leaf == leaf
      let carries = !definition.states[slotValue.leaf].fields.isEmpty
      return (carries || !isSame) && (!chart.hasRegions || chart.slots[slotValue.slot].isStored)
    }
    return move
  }

  /// Refuses a transition whose cells read the configuration, or that needs default values of
  /// carried data.
  private func checkMove(
    _ row: CheckedRow, _ targets: [CheckedTarget], _ chart: GenerationChart
  ) throws(Refusal) {
    let cells =
      row.assignments.joined().map(\.value) + (row.emits + row.raises).flatMap(\.values)
    for cell in cells {
      let readsConfiguration = cell.syntax.nodes.contains {
        if case .isIn = $0.kind { true } else { false }
      }
      if readsConfiguration { try checkReads(cell) }
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

  /// The transition domain: the nearest ancestor of the source that is not parallel and contains
  /// every target.
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
