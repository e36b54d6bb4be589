import StateTables
import Testing

@testable import StateTables

@Suite struct ExamplesTests {
  @Test(arguments: [
    UnknownName.rule, DuplicateName.rule, NameCollision.rule, TypeShape.rule, RecursiveType.rule,
    DynamicType.rule,
    ScopedName.rule, GuardType.rule, Recursion.rule, Incomplete.rule, DoubleSet.rule,
    TargetStates.rule, CarriedData.rule,
    InitialState.rule, ParallelState.rule, HistoryState.rule, FinalState.rule, DoneState.rule,
    NoEffect.rule,
    OptionalUI.rule, RequiredData.rule, RequiredNavigation.rule, OpenOutput.rule,
    UnhandledEvent.rule, UnsentCommand.rule,
    UnreadProperty.rule, UnwrittenProperty.rule, UnreachableRow.rule, UnreachableState.rule,
    DeadEnd.rule, EventlessLoop.rule,
  ])
  func `examples`(rule: Rule) {
    checkExamples(of: rule)
  }
}
