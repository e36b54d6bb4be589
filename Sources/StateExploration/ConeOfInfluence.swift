import CEL
import StateInterpreter
import StateLinking
import StateModel

/// The part of a definition that influences the results of the exploring checks: whether invariants
/// hold, cells fail, screens stay set, and steps end. The search leaves out the rest: events that
/// only change other things, and properties that do not influence it. If unsure, a part is kept.
struct ConeOfInfluence {
  /// Whether the checks need an exploration at all.
  private(set) var hasGoals = false
  /// The outputs and invariants that are checked.
  private var outputs: [CheckedOutput] = []
  private var invariants: [CheckedInvariant] = []
  private let checked: CheckedDefinition
  private let risks: Risks
  /// The cells of each row that may fail.
  private let riskyCells: [[Expression]]
  private var computed: [VariableIndex: Expression] = [:]
  private var events: [Bool]
  private var variables: [Bool]
  private var rows: [Bool]
  /// Whether something was added in the current round.
  private var isGrowing = false

  init(_ checked: CheckedDefinition, _ risks: Risks) {
    self.checked = checked
    self.risks = risks
    riskyCells = checked.rows.indices.map { risks.cells(of: $0, checked) }
    for value in checked.computed { computed[value.variable] = value.value }
    events = Array(repeating: false, count: checked.events.count)
    variables = Array(repeating: false, count: checked.declarations.variables.count)
    rows = Array(repeating: false, count: checked.rows.count)
    addGoals()
    if !hasGoals { return }
    isGrowing = true
    while isGrowing {
      isGrowing = false
      grow()
    }
  }

  /// Whether an event has influence, by its index among the checked events.
  func keeps(event: Int) -> Bool { events.indices.contains(event) && events[event] }

  /// Whether a variable has influence.
  func keeps(_ variable: VariableIndex) -> Bool {
    variables.indices.contains(Int(variable)) ? variables[Int(variable)] : true
  }

  /// Adds everything that the checks are about.
  private mutating func addGoals() {
    let proven = Induction.proven(checked, risks)
    for (index, invariant) in checked.invariants.enumerated() where !proven.contains(index) {
      hasGoals = true
      invariants.append(invariant)
      read(invariant.condition)
    }
    for output in checked.outputs where isGoal(output) {
      hasGoals = true
      outputs.append(output)
      for row in output.rows {
        read(row.condition)
        read(row.value)
      }
    }
    let starts =
      checked.inputs.compactMap(\.defaultValue) + checked.properties.map(\.initial)
      + checked.timers.map(\.duration)
    for cell in starts where risks.isRisky(cell) {
      hasGoals = true
      read(cell)
    }
    for index in checked.rows.indices where isGoal(index) {
      hasGoals = true
      keep(row: index)
    }
    for state in checked.states {
      let data = state.initial.flatMap { $0.data.map(\.value) } + state.defaults.compactMap { $0 }
      var cells = data
      for action in state.enter + state.exit { action.forEachCell { cells.append($0) } }
      for cell in cells where risks.isRisky(cell) {
        hasGoals = true
        read(cell)
      }
    }
  }

  private func isGoal(_ output: CheckedOutput) -> Bool {
    output.kind == .navigation && StickyFinder.mayStay(output, checked)
      || risks.isRisky(output)
  }

  /// Rows that may form a cycle, and rows with cells that may fail.
  private func isGoal(_ index: Int) -> Bool {
    let row = checked.rows[index]
    if case .eventless = row.trigger { return true }
    return !row.raises.isEmpty || !riskyCells[index].isEmpty
  }

  /// Performs one round: adds everything that influences the part so far.
  private mutating func grow() {
    for (index, row) in checked.rows.enumerated() where !rows[index] && matters(row) {
      keep(row: index)
    }
    for (index, row) in checked.rows.enumerated() where rows[index] {
      readWrites(row.assignments)
    }
    // A restore sets them again.
    for property in checked.properties where !property.isStored && keeps(property.variable) {
      read(property.initial)
    }
    for state in checked.states {
      for action in state.enter + state.exit {
        read(action.condition)
        readWrites(action.assignments)
        for sending in action.raises { raise(sending) }
      }
      for target in state.initial { read(target) }
      for (variable, value) in zip(state.variables, state.defaults) where keeps(variable) {
        read(value)
      }
    }
  }

  private func matters(_ row: CheckedRow) -> Bool {
    if row.targets != nil || row.assignments.joined().contains(where: { keeps($0.variable) }) {
      return true
    }
    switch row.trigger {
    case .events(let indices): return indices.contains { keeps(event: $0) }
    case .any: return events.contains(true)
    case .timer, .eventless: return true
    }
  }

  private mutating func keep(row index: Int) {
    guard !rows[index] else { return }
    rows[index] = true
    isGrowing = true
    let row = checked.rows[index]
    switch row.trigger {
    case .events(let indices): for event in indices { keep(event: event) }
    case .any: for event in events.indices { keep(event: event) }
    case .timer, .eventless: break
    }
    read(row.condition)
    for item in row.lets { read(item.value) }
    for cell in riskyCells[index] { read(cell) }
    for target in row.targets ?? [] { read(target) }
    for sending in row.raises { raise(sending) }
  }

  private mutating func keep(event: Int) {
    guard events.indices.contains(event), !events[event] else { return }
    events[event] = true
    isGrowing = true
  }

  private mutating func raise(_ sending: CheckedSending) {
    keep(event: sending.index)
    for value in sending.values { read(value) }
  }

  private mutating func read(_ target: CheckedTarget) {
    for (_, value) in target.data { read(value) }
  }

  private mutating func readWrites(_ assignments: [[CheckedAssignment]]) {
    for assignment in assignments.joined() where keeps(assignment.variable) {
      read(assignment.value)
      for case .key(let key) in assignment.path { read(key) }
    }
  }

  private mutating func read(_ cell: Expression?) {
    guard let cell else { return }
    var pending = [cell]
    while let next = pending.popLast() {
      for node in next.syntax.nodes {
        guard case .variable(.declared(let variable)) = node.kind,
          variables.indices.contains(Int(variable)), !variables[Int(variable)]
        else { continue }
        variables[Int(variable)] = true
        isGrowing = true
        if let value = computed[variable] { pending.append(value) }
      }
    }
  }
}

extension ConeOfInfluence {
  /// The definition without the parts that have no influence: rows that no kept event triggers,
  /// proven invariants, unchecked outputs, and properties that the rest neither reads nor writes.
  var rest: CheckedDefinition {
    let kept = checked.rows.indices.filter { rows[$0] }.map { checked.rows[$0] }
    let rest = checked.with(
      properties: checked.properties, computed: checked.computed, outputs: outputs,
      invariants: invariants, rows: kept)
    // An initial value that can fail decides whether there is a start, even if nothing reads it.
    let risky = checked.properties.filter { risks.isRisky($0.initial) }
    let used = UsedVariables(rest, and: risky.map(\.variable))
    return rest.with(
      properties: rest.properties.filter { used[$0.variable] },
      computed: rest.computed.filter { used[$0.variable] }, outputs: outputs,
      invariants: invariants, rows: kept)
  }
}

/// The variables that are read or written by cells that may run.
private struct UsedVariables {
  private var variables: [Bool]

  init(_ checked: CheckedDefinition, and needed: [VariableIndex]) {
    variables = Array(repeating: false, count: checked.declarations.variables.count)
    var values: [VariableIndex: Expression] = [:]
    for value in checked.computed { values[value.variable] = value.value }
    for property in checked.properties { values[property.variable] = property.initial }
    var pending: [Expression] = []
    let others = checked.with(
      properties: [], computed: [], outputs: checked.outputs, invariants: checked.invariants,
      rows: checked.rows)
    others.forEachCell { pending.append($0) }
    for variable in checked.assignments.map(\.variable) + needed {
      if let value = mention(variable, values) { pending.append(value) }
    }
    while let cell = pending.popLast() {
      for node in cell.syntax.nodes {
        guard case .variable(.declared(let variable)) = node.kind else { continue }
        if let value = mention(variable, values) { pending.append(value) }
      }
    }
  }

  subscript(variable: VariableIndex) -> Bool {
    variables.indices.contains(Int(variable)) && variables[Int(variable)]
  }

  /// Marks a variable. Returns its value to visit if it is new.
  private mutating func mention(
    _ variable: VariableIndex, _ values: [VariableIndex: Expression]
  ) -> Expression? {
    guard variables.indices.contains(Int(variable)), !variables[Int(variable)] else { return nil }
    variables[Int(variable)] = true
    return values[variable]
  }
}

extension CheckedDefinition {
  /// A copy with other parts.
  fileprivate func with(
    properties: [CheckedProperty], computed: [CheckedComputed], outputs: [CheckedOutput],
    invariants: [CheckedInvariant], rows: [CheckedRow]
  ) -> CheckedDefinition {
    CheckedDefinition(
      definition: definition, declarations: declarations, roles: roles, inputs: inputs,
      properties: properties, computed: computed, events: events, commands: commands,
      outputs: outputs, functions: functions, invariants: invariants, states: states, rows: rows,
      timers: timers, usedFunctions: usedFunctions)
  }
}
