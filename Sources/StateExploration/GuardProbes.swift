import CEL
import StateInterpreter
import StateLinking
import StateModel

/// Evaluates guards in any state of a machine. They are added to the definition as invariants that
/// read an event's data.
struct GuardProbes {
  let compiled: CompiledDefinition
  /// The invariant of each row, by the row's index among the checked rows.
  private let invariantOfRow: [Int: Int]

  init?(_ checked: CheckedDefinition, _ rows: [Int]) {
    var declarations = checked.declarations
    var roles = checked.roles
    var computed = checked.computed
    var invariants = checked.invariants
    var invariantOfRow: [Int: Int] = [:]
    for number in rows where invariantOfRow[number] == nil {
      let row = checked.rows[number]
      guard let condition = row.condition else { continue }
      var renamed: [VariableIndex: VariableIndex] = [:]
      for item in row.lets.prefix(row.letsBeforeCondition) {
        let variable = VariableIndex(truncatingIfNeeded: declarations.variables.count)
        let name = "\(number)\(declarations.variables[Int(item.variable)].name)"
        declarations.variables.append(.init(name: name, type: item.value.syntax.type))
        roles.append(.let(row: number))
        computed.append(
          CheckedComputed(
            name: name, variable: variable, value: item.value.reading(renamed)))
        renamed[item.variable] = variable
      }
      invariantOfRow[number] = invariants.count
      invariants.append(
        CheckedInvariant(name: "\(number)", condition: condition.reading(renamed)))
    }
    let probed = CheckedDefinition(
      definition: checked.definition, declarations: declarations, roles: roles,
      inputs: checked.inputs, properties: checked.properties, computed: computed,
      events: checked.events, commands: checked.commands, outputs: checked.outputs,
      functions: checked.functions, invariants: invariants, states: checked.states,
      rows: checked.rows, timers: checked.timers, usedFunctions: checked.usedFunctions)
    guard let compiled = try? CompiledDefinition(probed) else { return nil }
    self.compiled = compiled
    self.invariantOfRow = invariantOfRow
  }

  /// Whether the guard of a row holds in the machine's state for an event.
  func holds(
    _ row: Int, _ machine: inout Machine, _ event: EventHandle, _ values: [Value]
  ) -> Bool {
    guard let index = invariantOfRow[row] else { return false }
    return (try? machine.holds(index, at: event, values)) ?? false
  }
}

extension Expression {
  /// A copy that reads other variables.
  fileprivate func reading(_ renamed: [VariableIndex: VariableIndex]) -> Expression {
    if renamed.isEmpty { return self }
    var syntax = syntax
    for index in syntax.nodes.indices {
      if case .variable(.declared(let variable)) = syntax.nodes[index].kind,
        let other = renamed[variable]
      {
        syntax.nodes[index].kind = .variable(.declared(other))
      }
    }
    return Expression(syntax: syntax, pointer: location)
  }
}
