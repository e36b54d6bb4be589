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

  @Test(arguments: [("a63", "[int]"), ("a57.sort()", "[int]"), ("size(a63)", "int")])
  func `lists that double again and again have a cost`(value: String, type: String) {
    var computed = [#""a0": { "type": "[int]", "value": [1] }"#]
    for number in 1...64 {
      computed.append(
        #""a\#(number)": { "type": "[int]", "value": "a\#(number - 1) + a\#(number - 1)" }"#)
    }
    let text = """
      { "state": "S", "format": 1, "computed": { \(computed.joined(separator: ",")) },
        "outputs": { "x": { "kind": "ui", "type": "\(type)", "value": "\(value)" } } }
      """
    #expect(diagnostics(text).contains { $0.rule == .exprCost })
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

  private static func log(_ guardText: String, _ added: String) -> String {
    """
    { "state": "S", "format": 1,
      "properties": { "log": { "type": "[int]", "initial": [] } },
      "events": { "added": {}, "cleared": {} },
      "reducer": [
        { "on": "added", "if": "\(guardText)", "set": { "log": "\(added)" } },
        { "on": "cleared", "set": { "log": [] } }],
      "outputs": { "pairs": { "kind": "ui", "type": "[int]",
        "value": "log.map(a, log.filter(b, b == a).map(b, log.filter(c, c == a + b).size()).size())" } } }
    """
  }

  @Test(arguments: [
    ("size(log) < 50", "log + [size(log)]"), ("49 >= size(log)", "log + [1]"),
    ("size(log) <= 40 && size(log) != 7", "[1, 2] + log"),
    ("size(log) < 9", "log.filter(i, i > 3)"),
  ])
  func `a guard of the only row that adds bounds a list`(guardText: String, added: String) {
    let found = diagnostics(Self.log(guardText, added))
    #expect(!found.contains { $0.rule == "expr/cost" }, "\(found)")
  }

  @Test(arguments: [
    ("size(log) < 5000", "log + [1]"), ("size(log) != 50", "log + [1]"),
    ("size(log) < 50", "log + log"), ("size(log) < 50 || size(log) > 60", "log + [1]"),
  ])
  func `a guard that does not bound a list is not used`(guardText: String, added: String) {
    let found = diagnostics(Self.log(guardText, added))
    #expect(found.contains { $0.rule == "expr/cost" }, "\(found)")
  }

  @Test(arguments: [
    "items.map(i, i + 1)", "[1, 2, 3].map(i, items[0] + i)", "items + others",
    "items.filter(i, i in [1, 2, 3])", "others.distinct() + items.sort()",
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

  @Test(arguments: [
    "items.filter(i, i in others)", "items.filter(i, others.distinct().size() > i)",
    "items.filter(i, items + [i] == others)", "items.map(i, others.reverse()[0])",
  ])
  func `a list that is read as a whole in each turn of a loop is reported`(cell: String) {
    let found = diagnostics(
      """
      { "state": "S", "format": 1, "inputs": { "items": "[int]", "others": "[int]" },
        "outputs": { "all": { "kind": "ui", "type": "[int]", "value": "\(cell)" },
                     "size": { "kind": "ui", "type": "int", "value": "size(others)" } } }
      """)
    #expect(found.map(\.rule) == ["expr/cost"])
    #expect(found.first?.message.contains("`items` and `others`") == true, "\(found)")
  }

  @Test(arguments: [
    "items.filter(i, has(others, i))", "items.filter(i, both.size() > i)",
    "[1, 2, 3, 4, 5, 6, 7, 8].map(i, sorted(items)[0])",
  ])
  func `a list that a function or a computed value reads as a whole counts, too`(cell: String) {
    let found = diagnostics(
      """
      { "state": "S", "format": 1, "inputs": { "items": "[int]", "others": "[int]" },
        "functions": {
          "has": { "takes": { "list": "[int]", "one": "int" }, "gives": "bool", "value": "one in list" },
          "sorted": { "takes": { "list": "[int]" }, "gives": "[int]", "value": "list.sort()" } },
        "computed": { "both": { "type": "[int]", "value": "items + others" } },
        "outputs": { "all": { "kind": "ui", "type": "[int]", "value": "\(cell)" },
                     "has": { "kind": "ui", "type": "bool", "value": "has(both, size(sorted(items)))" } } }
      """)
    #expect(found.filter { $0.severity != .note }.map(\.rule) == ["expr/cost"], "\(found)")
  }
}
