import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct EventlessLoopTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.stateEventlessLoop)
  }

  @Test(arguments: [
    (
      "a row that changes nothing",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }, ⟦{ "in": "b", "emit": ["beep"] }⟧],
        "commands": { "beep": {} } }
      """#,
      "this row runs again and again without any event, so the step never comes to rest"
    ),
    (
      "an event raised again and again",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "set": { "n": "n + 1" }, ⟦"raise": ["go"]⟧ }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#,
      "this row runs again and again without any event, so the step never comes to rest"
    ),
    (
      "through `enter`",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a", "enter": [{ "raise": ["go"] }] }, { "state": "b", "enter": [{ "raise": ["back"] }] }],
        "reducer": [{ "in": "a", "on": "go", ⟦"goTo": "b"⟧ }, { "in": "b", "on": "back", "goTo": "a" }] }
      """#,
      "these states lead to each other without any event, so the step never comes to rest"
    ),
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.stateEventlessLoop)
  }

  @Test(arguments: [
    (
      "a guard decides",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "if": "n > 0", "goTo": "a" }, { "in": "b", "on": "back", "set": { "n": "n + 1" } }],
        "properties": { "n": { "type": "int", "initial": 0 } } }
      """#
    ),
    (
      "a chain that ends",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }, { "state": "c" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "goTo": "c" }, { "in": "c", "on": "back", "goTo": "a" }] }
      """#
    ),
    (
      "an event raised that the next state does not take",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b", "raise": ["go"] }, { "in": "b", "on": "back", "goTo": "a" }] }
      """#
    ),
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text)
  }

  @Test func `it shows the circle and a way out`() throws {
    let diagnostic = try #require(diagnostics(Rule(.stateEventlessLoop).bad.text).first)
    #expect(diagnostic.location == .init("/reducer/1/goTo", isMember: true))
    #expect(diagnostic.label == "buffering -> playing")
    #expect(
      diagnostic.notes
        == [
          .init(
            .transition(from: "playing", to: ["buffering"]),
            at: .init("/reducer/2/goTo", isMember: true))
        ])
    #expect(diagnostic.help == "let an event (for example `tappedPlay`) leave `buffering`")
  }

  @Test func `an event of the loop is not the way out of it`() throws {
    let text = #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "go": {}, "stop": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "a", "on": "go", "set": { "n": "n + 1" }, "raise": ["go"] },
                    { "in": "a", "on": "stop", "goTo": "b" }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#
    let diagnostic = try #require(
      diagnostics(text).first { $0.rule == .stateEventlessLoop })
    #expect(diagnostic.help == "let an event (for example `stop`) leave `a`")
  }
}
