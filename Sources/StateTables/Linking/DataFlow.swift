import CEL

/// Which variables the outside can notice: through outputs, guards, commands and timers, or through
/// other variables that it can notice.
struct DataFlow {
  /// The variables on which something visible depends.
  let noticed: Set<VariableIndex>
  /// The variables that some row or action writes.
  let written: Set<VariableIndex>

  init(_ checked: CheckedDefinition) {
    var sinks: Set<VariableIndex> = []
    var sources: [VariableIndex: Set<VariableIndex>] = [:]
    var written: Set<VariableIndex> = []
    func see(_ expression: Expression?) {
      if let expression { sinks.formUnion(expression.variablesRead) }
    }
    func flow(_ expression: Expression?, into variable: VariableIndex) {
      if let expression { sources[variable, default: []].formUnion(expression.variablesRead) }
    }
    func take(
      _ assignments: [[CheckedAssignment]], _ emits: [CheckedSending], _ raises: [CheckedSending]
    ) {
      for assignment in assignments.flatMap(\.self) {
        written.insert(assignment.variable)
        flow(assignment.value, into: assignment.variable)
        for case .key(let key) in assignment.path { flow(key, into: assignment.variable) }
      }
      for sending in emits { sending.values.forEach(see) }
      for sending in raises where checked.events.indices.contains(sending.index) {
        for (variable, value) in zip(checked.events[sending.index].variables, sending.values) {
          flow(value, into: variable)
        }
      }
    }
    func arrive(_ targets: [CheckedTarget]) {
      for target in targets where checked.states.indices.contains(target.state) {
        let variables = checked.states[target.state].variables
        for (field, value) in target.data where variables.indices.contains(field) {
          flow(value, into: variables[field])
        }
      }
    }
    for computed in checked.computed { flow(computed.value, into: computed.variable) }
    for property in checked.properties { flow(property.initial, into: property.variable) }
    for output in checked.outputs {
      for row in output.rows {
        see(row.condition)
        see(row.value)
      }
    }
    for timer in checked.timers { see(timer.duration) }
    for row in checked.rows {
      see(row.condition)
      for step in row.lets { flow(step.value, into: step.variable) }
      take(row.assignments, row.emits, row.raises)
      arrive(row.targets ?? [])
    }
    for state in checked.states {
      arrive(state.initial)
      for (variable, value) in zip(state.variables, state.defaults) { flow(value, into: variable) }
    }
    for action in checked.actions {
      see(action.condition)
      take(action.assignments, action.emits, action.raises)
    }
    self.written = written
    noticed = DataFlow.closure(of: sinks, along: sources)
  }

  private static func closure(
    of sinks: Set<VariableIndex>, along sources: [VariableIndex: Set<VariableIndex>]
  ) -> Set<VariableIndex> {
    var reached = sinks
    var pending = Array(sinks)
    while let variable = pending.popLast() {
      for source in sources[variable] ?? [] where reached.insert(source).inserted {
        pending.append(source)
      }
    }
    return reached
  }
}

extension Expression {
  /// The declared variables that it reads.
  package var variablesRead: Set<VariableIndex> {
    var read: Set<VariableIndex> = []
    for node in syntax.nodes {
      if case .variable(.declared(let index)) = node.kind { read.insert(index) }
    }
    return read
  }
}
