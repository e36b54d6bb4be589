import Testing

@testable import StateTables

@Suite struct OptionalUITests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: OptionalUI.rule)
  }
}
