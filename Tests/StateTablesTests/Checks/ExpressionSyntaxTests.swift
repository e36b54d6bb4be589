import Testing

@testable import StateTables

@Suite struct ExpressionSyntaxTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: ExpressionSyntax.rule)
  }
}
