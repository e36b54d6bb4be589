import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct ConstantGuardTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: ConstantGuard.rule)
  }

  /// Each condition is worked out once: twice at each `&&` would take hours.
  @Test(arguments: [" && ", " || "])
  func `a guard may have many conditions`(operation: String) {
    let conditions = (0..<50).map { "count > \($0)" }.joined(separator: operation)
    let text = """
      { "state": "Counter", "format": 1,
        "properties": { "count": { "type": "int", "initial": 0 } },
        "events": { "tapped": {} },
        "reducer": [{ "on": "tapped", "if": "\(conditions)", "set": { "count": "count + 1" } }],
        "outputs": { "count": { "kind": "ui", "type": "int", "value": "count" } } }
      """
    #expect(diagnostics(text).map(\.rule) == [])
  }
}
