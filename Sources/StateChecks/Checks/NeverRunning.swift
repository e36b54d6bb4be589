import StateLinking
import StateModel

extension CheckedDefinition {
  /// The 0-based indices of rows that never run: behind others, in states that nothing leads to, or
  /// above states that take all their events.
  package var rowsThatNeverRun: Set<Int> {
    let context = DefinitionContext(self)
    var indices: Set<Int> = []
    let findings = UnreachableRow.findings(in: context) + ShadowedRow.findings(in: context)
    for pointer in findings.flatMap({ [$0.location] + $0.notes.compactMap(\.location) }) {
      let steps = pointer.pointer.steps
      if steps.first == "reducer", steps.count > 1, let index = Int(steps[1]) {
        indices.insert(index)
      }
    }
    let reachable = Set(rows.filter { context.reached.contains($0.state) }.map(\.index))
    indices.formUnion(Set(rows.map(\.index)).subtracting(reachable))
    return indices
  }
}
