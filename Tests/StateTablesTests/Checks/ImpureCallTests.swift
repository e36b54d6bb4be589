import Testing

@testable import StateTables

@Suite struct ImpureCallTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: ImpureCall.rule)
  }
}
