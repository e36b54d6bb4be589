import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct UnwrittenPropertyTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.propertyUnwritten)
  }

  @Test(arguments: [
    (
      "written by a path",
      #"""
      { "state": "S", "format": 1,
        "properties": { "items": { "type": "[int]", "initial": "[1, 2]" } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "set": { "items[0]": 1 } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "items.size()" } } }
      """#
    ),
    (
      "written on the way in",
      #"""
      { "state": "S", "format": 1,
      "properties": { "n": { "type": "int", "initial": 0 } }, "enter": [{ "set": { "n": 1 } }], "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#
    ),
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text)
  }
}
