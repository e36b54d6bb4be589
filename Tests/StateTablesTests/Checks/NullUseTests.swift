import Testing

@testable import StateTables

@Suite struct NullUseTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: NullUse.rule)
  }
}
