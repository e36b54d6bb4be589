import Testing

@testable import StateTables

@Suite struct RequiredNavigationTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RequiredNavigation.rule)
  }
}
