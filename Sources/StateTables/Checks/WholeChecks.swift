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
}
