/// Every check, of this module and of others, in the order of the reference.
package enum AllChecks {
  package static let list: [any Check.Type] = [
    JSONSyntax.self, DuplicateKey.self, TextEncoding.self, NumberRange.self, TextLimit.self,
    FileVersion.self, FileName.self, FileUses.self, UnicodeText.self,
    UnknownKey.self, MissingKey.self, Draft.self,
    TypeShape.self, RowShape.self, UnknownName.self, BareText.self, DuplicateName.self,
    ScopedName.self,
    NameCollision.self, ReservedName.self, CellType.self, GuardType.self, Overload.self,
    NullUse.self, CaseUse.self,
    Incomplete.self, RecursiveType.self, DynamicType.self, ExpressionSyntax.self,
    ExpressionLimit.self, PatternSyntax.self, ImpureCall.self, Recursion.self, AlwaysFails.self,
    ExpressionCost.self,
    UnreachableRow.self, ConflictingRows.self, DoubleSet.self, NoEffect.self, UnhandledEvent.self,
    UnreadField.self, EventTense.self,
    UnreadProperty.self,
    UnwrittenProperty.self, DerivedProperty.self, UnboundedProperty.self, OptionalUI.self,
    RequiredData.self, RequiredNavigation.self,
    OpenOutput.self, OutputName.self, UnusedOutput.self, UnsentCommand.self, InitialState.self,
    CarriedData.self,
    TargetStates.self,
    ParallelState.self, HistoryState.self, FinalState.self, DoneState.self,
    UnreachableState.self, DeadEnd.self, EventlessLoop.self, ShadowedRow.self, LeftState.self,
    TimerDelay.self,
    InitialInvariant.self, ConstantInvariant.self,
    SpecLiteral.self, EmptyCase.self,
    DuplicateCase.self, MissingSpec.self, UncoveredRow.self, UncoveredOutput.self, FailedCase.self,
    UnusedAllowance.self,
    UnknownAllowance.self, TextForm.self,
    ConstantGuard.self,
    BrokenInvariant.self, UndecidedInvariant.self, MayFail.self, StickyOutput.self,
    ConstantOutput.self, OverlappingRows.self, GapInRows.self,
    RemovedEvent.self, AddedEvent.self, EventCarries.self, FieldOrder.self, BreakingInput.self,
    BreakingOutput.self, OptionalOutput.self, MovedOutput.self, AddedCase.self,
    BreakingCommand.self, BreakingSnapshot.self, BreakingInitial.self, BreakingState.self,
    TightenedInvariant.self, ChangedBehavior.self,
    MarkedSection.self, StaleSection.self, FailingRun.self, StaleDiagram.self, StaleSource.self,
    UnsupportedSource.self, RefusedPart.self, DroppedPart.self, RenamedPart.self, ChangedPart.self,
    XMLSyntax.self, XMLLimit.self,
  ]

  /// The entries, each id once.
  package static let rules: [Rule] = list.map { $0.rule }

  /// What the rules are called.
  package static let ids = Set(list.map { $0.rule.id })

  /// The entry of an id.
  package static func rule(named id: String) -> Rule? { rules.first { $0.id == id } }
}
