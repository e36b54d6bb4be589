import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

/// Rows whose guards can only hold where an earlier row's does.
@Suite struct ImpliedRowTests {
  /// Rows for `tapped` with these guards, the last of them marked; `n`, `m`: int, `a`, `b`: bool,
  /// `s`: string, `t`: string?.
  private func text(_ guards: [String], isMarked: Bool) -> String {
    let rows = guards.enumerated().map { location, condition in
      let guarding = condition.isEmpty ? "" : #", "if": "\#(condition)""#
      let isLast = location == guards.count - 1 && isMarked
      let marked =
        isLast
        ? condition.isEmpty ? "" : #", ⟦"if": "\#(condition)"⟧"# : guarding
      let row = #"{ "on": "tapped"\#(marked), "set": { "n": "n + \#(location)" } }"#
      return isLast && condition.isEmpty ? "⟦\(row)⟧" : row
    }
    return #"""
      { "state": "S", "format": 1,
        "inputs": { "a": "bool", "b": "bool", "s": "string", "m": "int", "t": "string?" },
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "tapped": {} },
        "reducer": [\#(rows.joined(separator: ",\n"))],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#
  }

  private static let behind =
    "this row never runs: whenever its guard holds, the guard of an earlier row holds too"
  private static let opposite = "this row never runs: one of the guards before it always holds"

  @Test(arguments: [
    ("the same guard", ["n > 3", "n > 3"], behind),
    ("the same guard, written otherwise", ["!(a)", "!a"], behind),
    ("a narrower range", ["n > 3", "n > 5"], behind),
    ("a range with its end", ["n >= 3", "n > 3"], behind),
    ("a single number of a range", ["n < 10", "n == 4"], behind),
    ("one more condition", ["a", "a && b"], behind),
    ("one more condition before it", ["b", "a && b"], behind),
    ("both of an `or`", ["a || b", "a"], behind),
    ("each of an `or`", ["n > 1", "n > 2 || n > 3"], behind),
    ("the first of three", ["a", "b", "a && n > 1"], behind),
    ("a test for null", ["t != null", "t != null && a"], behind),
    ("opposite guards, then one", ["a", "!a", "n > 3"], behind),
    ("opposite guards, then none", ["a", "!a", ""], opposite),
    ("opposite comparisons, then none", ["s == 'x'", "s != 'x'", ""], opposite),
  ])
  func `a row that is never the first to match`(
    name: String, guards: [String], message: String
  ) {
    check(text(guards, isMarked: true), says: message, RuleID.rowUnreachable)
  }

  @Test(arguments: [
    ("a wider range", ["n > 5", "n > 3"]),
    ("another range", ["n > 5", "n < 3"]),
    ("a range that overlaps", ["n > 5", "n < 7"]),
    ("another name", ["a", "b"]),
    ("one of two conditions", ["a && b", "a"]),
    ("one of an `or` is left", ["a", "a || b"]),
    ("an opposite", ["a", "!a"]),
    ("an opposite of another", ["a", "!b", "n > 3"]),
    ("numbers that are not constant", ["n > m", "n > 3"]),
    ("another text", ["s == 'x'", "s == 'y'"]),
    ("texts in two normal forms", ["s == '\u{E9}'", "s == 'e\u{301}'"]),
  ])
  func `a row that may be the first to match is left alone`(name: String, guards: [String]) {
    checkFine(text(guards, isMarked: false))
  }

  @Test func `another state, event or broken guard says nothing`() {
    checkFine(
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "tapped": {}, "pressed": {} }, "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "a", "on": "tapped", "if": "n > 3", "goTo": "b" },
                    { "in": "b", "on": "tapped", "if": "n > 5", "goTo": "a" },
                    { "on": "pressed", "if": "n > 5", "set": { "n": "n + 1" } },
                    { "on": "tapped", "set": { "n": "n + 1" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#)
  }

  /// Chains whose every way would be tried: hours, if a pair of terms were asked more than once.
  @Test(arguments: ["&&", "||"], ["&&", "||"])
  func `long chains are compared in time`(first: String, second: String) {
    let terms = (0..<30).map { "n != \($0 * 2)" }
    let others = (0..<30).map { "m != \($0 * 2)" }
    checkFine(
      text(
        [terms.joined(separator: " \(first) "), others.joined(separator: " \(second) ")],
        isMarked: false),
      about: RuleID.rowUnreachable)
  }

  @Test func `names that stand in each other twice stay short`() {
    let lets = (1..<40).map { #""x\#($0)": "x\#($0 - 1) + x\#($0 - 1)""# }
    let row = #"""
      { "on": "tapped", "let": { "x0": "n + 1", \#(lets.joined(separator: ", ")) },
        "if": "x39 > 5", "set": { "n": "n + 1" } }
      """#
    let text = #"""
      { "state": "S", "format": 1, "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "tapped": {} }, "reducer": [\#(row), \#(row)],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#
    #expect(diagnostics(text).count <= 2)
  }
}
