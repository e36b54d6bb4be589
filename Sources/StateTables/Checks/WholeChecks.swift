extension Linker {
  /// The checks of whole definitions; errors first, because they silence the others.
  static let wholeChecks: [any WholeCheck.Type] = [
    EventlessLoop.self, InitialInvariant.self, UnreachableRow.self, ConflictingRows.self,
    UnhandledEvent.self,
    UnsentCommand.self, ConstantGuard.self, UnreadProperty.self,
    UnwrittenProperty.self, UnreachableState.self, DeadEnd.self,
    EventTense.self, UnreadField.self, ReservedName.self, ShadowedRow.self, LeftState.self,
    TimerDelay.self,
    ConstantInvariant.self, DerivedProperty.self, UnboundedProperty.self, OutputName.self,
    ExpressionCost.self,
  ]

  /// Looks at the definition as a whole; a draft has not said enough for that.
  mutating func checkWhole(_ checked: CheckedDefinition) {
    if isDraft { return }
    let errors = findings.diagnostics.filter { $0.severity == .error }.compactMap {
      Pointer($0.place.pointer)
    }
    let whole = Whole(definition, tree, checked, errors: errors)
    for check in Linker.wholeChecks where findings.poisoned.isDisjoint(with: check.reliesOn) {
      for diagnostic in check.findings(in: whole) {
        findings.add(diagnostic, poisoning: check.reliesOn)
        for aspect in check.leavesOpen { findings.poison(aspect) }
      }
    }
  }
}
