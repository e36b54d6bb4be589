import Testing

@testable import StateTables

@Suite struct TargetStatesTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: TargetStates.rule)
  }
}
