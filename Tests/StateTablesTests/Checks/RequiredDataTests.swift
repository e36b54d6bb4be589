import Testing

@testable import StateTables

@Suite struct RequiredDataTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RequiredData.rule)
  }

  @Test(arguments: [
    (
      "an optional one",
      #"""
      { "state": "S", "format": 1,
      "inputs": { "q": "string?" }, "outputs": { "load": { "kind": "data", "type": "string?", "value": "q" } } }
      """#
    )
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text)
  }
}
