import StateLinking
import StateModel

extension CheckedDefinition {
  /// The 0-based indices of rows that never run: behind others, in states that nothing leads to, or
  /// above states that take all their events.
  package var rowsThatNeverRun: Set<Int> {
    let context = DefinitionContext(self)
    var indices = UnreachableRow.indices(in: context).union(ShadowedRow.indices(in: context))
    let reachable = Set(rows.filter { context.reached.contains($0.state) }.map(\.index))
    indices.formUnion(Set(rows.map(\.index)).subtracting(reachable))
    return indices
  }
}
