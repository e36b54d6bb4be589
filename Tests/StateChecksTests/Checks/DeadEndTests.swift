import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct DeadEndTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.stateDeadEnd)
  }

  @Test(arguments: [
    (
      "only rows that stay",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }, { "state": "⟦c⟧" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }, { "in": "a", "on": "back", "goTo": "c" }, { "in": "c", "on": "go", "goTo": "c" }] }
      """#,
      "`c` cannot be left and is not `final`"
    )
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.stateDeadEnd)
  }

  @Test(arguments: [
    (
      "left by a row of an ancestor",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "on": "back", "goTo": "a" }] }
      """#
    ),
    (
      "left by a row of another region",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "p", "parallel": true, "states": [{ "state": "x" }, { "state": "y" }] }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "p" }, { "in": "x", "on": "back", "goTo": "a" }] }
      """#
    ),
    (
      "the end",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b", "final": true }],
        "reducer": [{ "in": "a", "on": ["go", "back"], "goTo": "b" }] }
      """#
    ),
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text)
  }

  @Test func `a row that goes to other regions leaves their states`() {
    let text = #"""
      { "state": "S", "format": 1, "events": { "went": {}, "moved": {}, "turned": {} },
        "initial": "p",
        "states": [{ "state": "p", "parallel": true, "states": [
          { "state": "r", "initial": "a", "states": [{ "state": "a" }, { "state": "b" }] },
          { "state": "s", "initial": "x", "states": [{ "state": "x" }, { "state": "y" }, { "state": "z" }] }] }],
        "reducer": [
          { "in": "a", "on": "went", "goTo": ["b", "y"] }, { "in": "b", "on": "went", "goTo": "a" },
          { "in": "a", "on": "moved", "goTo": ["b", "z"] }, { "in": "b", "on": "moved", "goTo": "a" },
          { "in": "x", "on": "turned", "goTo": "y" }] }
      """#
    let inside = text.replacing(#"["b", "y"]"#, with: #""b""#)
    func deadEnds(_ text: String) -> [String] {
      findings(text).filter { $0.rule == .stateDeadEnd }.map { String($0.message.prefix(3)) }
    }
    #expect(deadEnds(text) == [])
    #expect(deadEnds(inside) == ["`z`"])
  }

  @Test(arguments: [
    (#"{ "on": "reset", "goTo": "p" }"#, []), (#"{ "on": "reset", "goTo": "r" }"#, ["`y`"]),
    (#"{ "in": "b", "on": "reset", "goTo": "p" }"#, []),
    (#"{ "on": "reset", "goTo": "c" }"#, ["`b`"]),
    (#"{ "in": "b", "on": "reset", "goTo": "a" }"#, ["`y`"]),
    (#"{ "in": "b", "on": "reset", "goTo": "s" }"#, ["`b`"]),
  ])
  func `a state that is entered again leaves what its start does not enter`(
    row: String, expected: [String]
  ) {
    let text = #"""
      { "state": "S", "format": 1, "events": { "went": {}, "moved": {}, "reset": {} },
        "initial": "p",
        "states": [{ "state": "p", "parallel": true, "states": [
          { "state": "r", "initial": "a", "states": [{ "state": "a" }, { "state": "b" }] },
          { "state": "s", "initial": "c", "states": [
            { "state": "c", "initial": "x", "states": [{ "state": "x" }, { "state": "y" }] }] }] }],
        "reducer": [{ "in": "a", "on": "went", "goTo": "b" }, { "in": "x", "on": "moved", "goTo": "y" }, \#(row)] }
      """#
    #expect(
      findings(text).filter { $0.rule == .stateDeadEnd }.map { String($0.message.prefix(3)) }
        == expected)
  }
}
