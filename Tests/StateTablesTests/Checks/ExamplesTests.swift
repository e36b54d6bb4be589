import Testing

@testable import StateTables

@Suite struct ExamplesTests {
  @Test(arguments: AllChecks.rules.map(\.id))
  func `examples`(id: String) throws {
    let rule = try #require(AllChecks.rules.first { $0.id == id })
    if id.hasPrefix("spec/") { return }
    checkExamples(of: rule)
  }
}
