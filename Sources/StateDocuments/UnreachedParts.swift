package import StateGraphs
package import StateInterpreter
package import StateLinking
import StateModel

extension Unreached {
  /// The parts that a coverage does not include.
  package init(_ coverage: Coverage, of definition: CheckedDefinition) {
    self.init()
    for (index, row) in coverage.rows.enumerated() where !row.hasRun { rows.insert(index) }
    for row in definition.rows
    where row.condition != nil && coverage.rows.indices.contains(row.index) {
      let seen = coverage.rows[row.index]
      if seen.wasTrue, !seen.wasFalse { guards.insert(row.index) }
    }
    for (row, isReached) in zip(definition.rows, coverage.transitions)
    where !isReached && definition.states.indices.contains(row.state) {
      statesByRow[row.index, default: []].insert(definition.states[row.state].name)
    }
    for (state, isReached) in zip(definition.states, coverage.states).dropFirst() where !isReached {
      states.insert(state.name)
    }
    for (state, isReached) in zip(definition.states, coverage.exits).dropFirst()
    where !isReached && !state.exit.isEmpty { exits.insert(state.name) }
    for (output, hits) in zip(definition.outputs, coverage.outputRows) {
      let missed = hits.indices.filter { !hits[$0] }
      if !missed.isEmpty { outputRows[output.name] = Set(missed) }
    }
  }
}
