import Testing

@testable import StateTables

@Suite struct PatternSyntaxTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: PatternSyntax.rule)
  }
}
