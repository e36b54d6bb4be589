import Testing

@testable import StateTables

@Suite struct ExpressionLimitTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: ExpressionLimit.rule)
  }
}
