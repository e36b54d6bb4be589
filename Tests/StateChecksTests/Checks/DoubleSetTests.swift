import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct DoubleSetTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.rowDoubleSet)
  }

  @Test(arguments: [
    (
      "one element twice, as far as anyone knows",
      #"""
      { "state": "S", "format": 1,
        "properties": { "items": { "type": "[int]", "initial": "[1, 2]" } },
        "events": { "go": { "carries": { "a": "int", "b": "int" } } },
        "reducer": [{ "on": "go", "set": { "items[event.a]": 1, "⟦items[event.b]⟧": 2 } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "items.size()" } } }
      """#,
      "one `set` writes `items[event.a]` and `items[event.b]`"
    ),
    (
      "the whole and an element",
      #"""
      { "state": "S", "format": 1,
        "properties": { "items": { "type": "[int]", "initial": "[1, 2]" } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "set": { "items[0]": 1, "⟦items⟧": [] } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "items.size()" } } }
      """#,
      "one `set` writes `items[0]` and `items`"
    ),
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.rowDoubleSet)
  }

  @Test(arguments: [
    (
      "two constant indices",
      #"""
      { "state": "S", "format": 1,
        "properties": { "items": { "type": "[int]", "initial": "[1, 2]" } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "set": { "items[0]": 1, "items[1]": 2 } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "items.size()" } } }
      """#
    ),
    (
      "two fields",
      #"""
      { "state": "S", "format": 1,
        "types": { "P": { "record": { "a": "int", "b": "int" } } },
        "properties": { "p": { "type": "P", "initial": { "a": 1, "b": 2 } } },
        "events": { "go": {} }, "reducer": [{ "on": "go", "set": { "p.a": "p.b", "p.b": "p.a" } }],
        "outputs": { "a": { "kind": "ui", "type": "int", "value": "p.a + p.b" } } }
      """#
    ),
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text)
  }
}
