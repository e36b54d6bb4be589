import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct UnboundedPropertyTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.propertyUnbounded)
  }

  @Test(arguments: [
    ("a guard", #"{ "on": "wrote", "if": "size(log) < 9", "set": { "log": "log + ['x']" } }"#),
    (
      "another row",
      #"{ "on": "wrote", "set": { "log": "log + ['x']" } }, { "on": "cut", "set": { "log": [] } }"#
    ),
    ("what may be empty", #"{ "on": "wrote", "set": { "log": "log + names" } }"#),
    ("the last ones", #"{ "on": "wrote", "set": { "log": "(log + ['x']).slice(0, 1)" } }"#),
  ])
  func `what may shrink or stay is left alone`(name: String, rows: String) {
    let text = #"""
      { "state": "S", "format": 1, "inputs": { "names": "[string]" },
        "properties": { "log": { "type": "[string]", "initial": [] } },
        "events": { "wrote": {}, "cut": {} },
        "reducer": [\#(rows), { "on": "cut" }],
        "outputs": { "log": { "kind": "ui", "type": "[string]", "value": "log + names" } } }
      """#
    #expect(!findings(text).contains { $0.rule == RuleID.propertyUnbounded })
  }

  @Test func `a text that grows`() {
    check(
      #"""
      { "state": "S", "format": 1,
        "properties": { "⟦log⟧": { "type": "string", "initial": "''" } },
        "events": { "wrote": {} },
        "reducer": [{ "on": "wrote", "set": { "log": "log + 'x'" } }],
        "outputs": { "log": { "kind": "ui", "type": "string", "value": "log" } } }
      """#, says: "`log` grows with every `wrote` and no row shrinks it", RuleID.propertyUnbounded)
  }
}
