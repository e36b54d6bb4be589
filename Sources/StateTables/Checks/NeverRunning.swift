extension CheckedDefinition {
  /// The 0-based indices of rows of which it is said already that they never run: behind others, in
  /// states that nothing leads to, or above states that take all.
  package var rowsThatNeverRun: Set<Int> {
    let whole = Whole(definition, StateTree(root: definition.root), self, errors: [])
    var indices: Set<Int> = []
    let findings = UnreachableRow.findings(in: whole) + ShadowedRow.findings(in: whole)
    for pointer in findings.flatMap({ [$0.location] + $0.notes.compactMap(\.location) }) {
      let steps = Pointer(pointer.pointer)?.steps ?? []
      if steps.first == "reducer", steps.count > 1, let index = Int(steps[1]) {
        indices.insert(index)
      }
    }
    let reachable = Set(rows.filter { whole.reached.contains($0.state) }.map(\.index))
    indices.formUnion(Set(rows.map(\.index)).subtracting(reachable))
    return indices
  }
}
