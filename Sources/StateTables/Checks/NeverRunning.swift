extension CheckedDefinition {
  /// The 0-based places of rows of which it is said already that they never run: behind others, in
  /// states that nothing leads to, or above states that take all.
  package var rowsThatNeverRun: Set<Int> {
    let whole = Whole(definition, StateTree(root: definition.root), self, errors: [])
    var places: Set<Int> = []
    let findings = UnreachableRow.findings(in: whole) + ShadowedRow.findings(in: whole)
    for pointer in findings.flatMap({ [$0.place] + $0.notes.compactMap(\.place) }) {
      let steps = Pointer(pointer.pointer)?.steps ?? []
      if steps.first == "reducer", steps.count > 1, let place = Int(steps[1]) {
        places.insert(place)
      }
    }
    let reachable = Set(rows.filter { whole.reached.contains($0.state) }.map(\.place))
    places.formUnion(Set(rows.map(\.place)).subtracting(reachable))
    return places
  }
}
