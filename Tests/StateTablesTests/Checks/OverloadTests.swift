import Testing

@testable import StateTables

@Suite struct OverloadTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: Overload.rule)
  }
}
