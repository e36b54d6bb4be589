import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct RequiredDataTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.outputDataRequired)
  }

  @Test(arguments: [
    (
      "an optional one",
      #"""
      { "state": "S", "format": 1,
      "inputs": { "q": "string?" }, "outputs": { "load": { "kind": "data", "type": "string?", "value": "q" } } }
      """#
    ),
    (
      "a list with an effect for each element",
      #"""
      { "state": "S", "format": 1,
      "inputs": { "urls": "[string]" }, "outputs": { "downloads": { "kind": "data", "type": "[string]", "value": "urls" } } }
      """#
    ),
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text)
  }
}
