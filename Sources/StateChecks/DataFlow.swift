import CEL
package import StateLinking
import StateModel

/// Finds the variables that influence outputs, guards, commands and timers, directly or through
/// other variables.
struct DataFlow {
  /// The variables that influence something visible from outside.
  let noticed: VariableSet
  /// The variables that some row or action writes.
  let written: VariableSet

  init(_ checked: CheckedDefinition) {
    let count = checked.declarations.variables.count
    var sinks = VariableSet(count)
    var sources: [Flow] = []
    var written = VariableSet(count)
    func see(_ expression: Expression?) {
      expression?.forEachVariable { _ = sinks.insert($0) }
    }
    func flow(_ expression: Expression?, into variable: VariableIndex) {
      expression?.forEachVariable { sources.append(Flow(from: $0, into: variable)) }
    }
    func take(
      _ assignments: [[CheckedAssignment]], _ emits: [CheckedSending], _ raises: [CheckedSending]
    ) {
      for assignment in assignments.joined() {
        _ = written.insert(assignment.variable)
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

  /// One variable is read where another one is given its value.
  private struct Flow {
    let from: VariableIndex
    let into: VariableIndex
  }

  private static func closure(of sinks: VariableSet, along flows: [Flow]) -> VariableSet {
    var reached = sinks
    var rest = flows
    var isDone = false
    while !isDone {
      isDone = true
      // Most flows come before the flows out of their target, so start at the end.
      for flow in rest.reversed() where reached.contains(flow.into) {
        if reached.insert(flow.from) { isDone = false }
      }
      if !isDone { rest.removeAll { reached.contains($0.from) } }
    }
    return reached
  }
}

/// A set of variables of one definition.
struct VariableSet {
  private var members: [Bool]

  /// An empty set of the first `count` variables.
  init(_ count: Int) { members = Array(repeating: false, count: count) }

  func contains(_ variable: VariableIndex) -> Bool {
    members.indices.contains(Int(variable)) && members[Int(variable)]
  }

  /// Adds a variable; whether it was not there before.
  mutating func insert(_ variable: VariableIndex) -> Bool {
    guard members.indices.contains(Int(variable)), !members[Int(variable)] else { return false }
    members[Int(variable)] = true
    return true
  }
}

extension Expression {
  /// Calls `body` with each declared variable that it reads, in the order in which it does.
  func forEachVariable(_ body: (VariableIndex) -> Void) {
    // By index: an iterator would count the references that each node holds.
    for node in syntax.nodes.indices {
      if case .variable(.declared(let index)) = syntax.nodes[node].kind { body(index) }
    }
  }

  /// The declared variables that it reads.
  package var variablesRead: Set<VariableIndex> {
    var read: Set<VariableIndex> = []
    forEachVariable { read.insert($0) }
    return read
  }
}
