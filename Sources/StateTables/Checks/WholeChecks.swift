extension Linker {
  /// The checks of whole definitions, in the order of the reference.
  static let wholeChecks: [any WholeCheck.Type] = [
    UnreachableRow.self, UnhandledEvent.self, UnsentCommand.self, UnreadProperty.self,
    UnwrittenProperty.self, UnreachableState.self, DeadEnd.self, EventlessLoop.self,
    InitialInvariant.self,
  ]

  /// Looks at the definition as a whole; a draft has not said enough for that.
  mutating func checkWhole(_ checked: CheckedDefinition) {
    if isDraft { return }
    let whole = Whole(definition: definition, tree: tree, checked: checked)
    for check in Linker.wholeChecks where findings.poisoned.isDisjoint(with: check.reliesOn) {
      for diagnostic in check.findings(in: whole) { findings.add(diagnostic) }
    }
  }
}
