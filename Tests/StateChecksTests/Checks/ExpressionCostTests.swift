import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct ExpressionCostTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.exprCost)
  }

  @Test func `steps whatever the data are an error`() {
    let list = "[" + Array(repeating: "1", count: 200).joined(separator: ",") + "]"
    let text = """
      { "state": "S", "format": 1,
        "inputs": { "n": "int" },
        "outputs": { "sum": { "kind": "ui", "type": "int",
          "value": "\(list).map(a, \(list).map(b, \(list).map(c, a + b + c + n))).size()" } } }
      """
    let found = diagnostics(text)
    #expect(found.map(\.rule) == ["expr/cost"])
    #expect(found.first?.severity == .error)
  }

  @Test func `functions that call each other twice become too large`() {
    var functions = [#""f0": { "takes": { "n": "int" }, "gives": "int", "value": "n * 3 + 1" }"#]
    for number in 1...17 {
      functions.append(
        """
        "f\(number)": { "takes": { "n": "int" }, "gives": "int", \
        "value": "f\(number - 1)(n) + f\(number - 1)(n + 1)" }
        """)
    }
    let text = """
      { "state": "S", "format": 1, "inputs": { "n": "int" },
        "functions": { \(functions.joined(separator: ",\n")) },
        "outputs": { "sum": { "kind": "ui", "type": "int", "value": "⟦f17(n)⟧" } } }
      """
    check(
      text,
      says: "this is too large to be compiled: the body of a function counts at each call",
      RuleID.exprCost)
  }

  @Test(arguments: [
    "items.map(i, i + 1)", "[1, 2, 3].map(i, items[0] + i)", "items.filter(i, i in others)",
    "items.map(i, i).map(i, i).filter(i, i > 1)", "[1, 2].map(a, [1, 2].map(b, a + b)[0])",
  ])
  func `one loop after the other is no matter`(cell: String) {
    checkFine(
      """
      { "state": "S", "format": 1, "inputs": { "items": "[int]", "others": "[int]" },
        "outputs": { "all": { "kind": "ui", "type": "[int]", "value": "\(cell)" },
                     "size": { "kind": "ui", "type": "int", "value": "size(others)" } } }
      """)
  }
}
