import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct ConstantInvariantTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.invariantConstant)
  }

  @Test(arguments: ["true", "1 < 2", "0 <= size(word)"])
  func `what is always true is told`(condition: String) {
    check(
      #"""
      { "state": "S", "format": 1, "inputs": { "word": "string" },
        "outputs": { "word": { "kind": "ui", "type": "string", "value": "word" } },
        "invariants": { "holds": "⟦\#(condition)⟧" } }
      """#, says: "this invariant is always true", RuleID.invariantConstant)
  }
}
