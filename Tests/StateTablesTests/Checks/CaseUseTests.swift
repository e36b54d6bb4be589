import Testing

@testable import StateTables

@Suite struct CaseUseTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: CaseUse.rule)
  }
}
