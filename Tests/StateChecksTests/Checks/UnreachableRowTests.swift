import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct UnreachableRowTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.rowUnreachable)
  }

  @Test(arguments: [
    (
      "after `*`",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "go": {} },
        "reducer": [{ "on": "*", "set": { "n": "n + 1" } }, { ⟦"on": "go"⟧, "set": { "n": 0 } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#,
      "this row never runs: an earlier row already takes every `go`"
    ),
    (
      "after two rows that take one event each",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "a": {}, "b": {} },
        "reducer": [{ "on": "a", "set": { "n": 1 } }, { "on": "b", "set": { "n": 2 } }, { ⟦"on": ["a", "b"]⟧, "set": { "n": 0 } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#,
      "this row never runs: an earlier row already takes every `a` and `b`"
    ),
    (
      "a row of an output",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }],
        "outputs": { "t": { "kind": "ui", "type": "string", "rows": [{ "value": "'x'" }, ⟦{ "in": "a", "value": "'a'" }⟧] } } }
      """#,
      "this row never gives a value: row `/outputs/t/rows/0` comes first and has no guard"
    ),
    (
      "two rows behind one",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "set": { "n": "n + 1" } }, { "on": "go", ⟦"if": "n > 3"⟧ }, { "on": "go", "set": { "n": 0 } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#,
      "this row never runs: an earlier row already takes every `go`"
    ),
    (
      "a timer",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "a", "after": 1, "goTo": "b" }, { "in": "a", ⟦"after": 1⟧, "goTo": "a" }, { "on": ["go", "back"], "goTo": "a" }] }
      """#,
      "this row never runs: an earlier row already takes every end of this timer"
    ),
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.rowUnreachable)
  }

  @Test(arguments: [
    (
      "the same event in another state",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }, { "on": "go", "goTo": "b" }] }
      """#
    ),
    (
      "a list of which one event is left",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "a": {}, "b": {} },
        "reducer": [{ "on": "a", "set": { "n": 1 } }, { "on": ["a", "b"], "set": { "n": 0 } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#
    ),
    (
      "one state of two is left",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": ["a", "b"], "on": "go", "goTo": "a" }, { "on": "back", "goTo": "a" }] }
      """#
    ),
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text)
  }

  @Test(arguments: [2, 33, 39])
  func `a guard of many terms is compared with one that has one more`(_ count: Int) {
    func guardCell(_ count: Int) -> String {
      (0..<count).map { "event.a\($0)" }.joined(separator: " && ")
    }
    let fields = (0...count).map { "\"a\($0)\": \"bool\"" }.joined(separator: ", ")
    let text = """
      { "state": "S", "format": 1, "events": { "went": { "carries": { \(fields) } } },
        "reducer": [{ "on": "went", "if": "\(guardCell(count))" },
                    { "on": "went", "if": "\(guardCell(count + 1))" }] }
      """
    #expect(diagnostics(text).map(\.rule) == ["row/unreachable"])
  }

  @Test func `the golden example`() throws {
    let diagnostic = try #require(diagnostics(Rule(.rowUnreachable).bad.text).first)
    #expect(
      diagnostic.message == "this row never runs: an earlier row already takes every `tappedRetry`")
    #expect(diagnostic.location == .init("/reducer/1/if", isMember: true))
    #expect(diagnostic.label == "never evaluated")
    #expect(
      diagnostic.notes == [
        .init(
          .hasNoGuard(row: Pointer.root["reducer"][0]), at: .init("/reducer/0/on", isMember: true))
      ])
    #expect(
      diagnostic.help
        == "move this row above row `/reducer/0`; rows are tried from top to bottom and the first match wins"
    )
  }
}
