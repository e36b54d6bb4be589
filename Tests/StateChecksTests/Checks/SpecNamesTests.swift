import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct SpecNamesTests {
  private static let definition = Rule(.specMissing).bad.text.replacing(
    #""reducer""#, with: #""commands": { "beep": {} }, "enter": [{ "emit": ["beep"] }], "reducer""#)

  @Test(arguments: [
    (
      "an event", #"{ "name": "x", "when": ["⟦activated⟧"], "then": { "tab": 2 } }"#,
      "no event is named `activated`"
    ),
    (
      "a field",
      #"{ "name": "x", "when": [{ "activatedTab": { "⟦indx⟧": 1, "index": 2 } }], "then": { "tab": 2 } }"#,
      "`activatedTab` carries no `indx`"
    ),
    ("an output", #"{ "name": "x", "then": { "⟦tabs⟧": 2 } }"#, "no output is named `tabs`"),
    ("a command", #"{ "name": "x", "commands": ["⟦bep⟧"] }"#, "no command is named `bep`"),
    ("a timer", #"{ "name": "x", "running": ["⟦list.1⟧"] }"#, "no timer is named `list.1`"),
    (
      "a timer that fires",
      #"{ "name": "x", "when": [{ "timerFired": { "id": "⟦a.1⟧" } }], "result": "unhandled" }"#,
      "no timer is named `a.1`"
    ),
    ("an error", #"{ "name": "x", "error": "⟦overfow⟧" }"#, "no error is named `overfow`"),
    (
      "a field in place of another",
      #"{ "name": "x", "when": [{ "activatedTab": { "⟦Index⟧": 1 } }], "then": { "tab": 2 } }"#,
      "`activatedTab` carries no `Index`"
    ),
    ("a state", #"{ "name": "x", "in": ["⟦lst⟧"] }"#, "no state is named `lst`"),
  ])
  func `a name that nothing bears is told where it stands`(
    name: String, text: String, message: String
  ) {
    check(
      #"{ "spec": "Tabs", "cases": [\#(text)] }"#, says: message, RuleID.nameUnknown,
      definition: Self.definition)
  }

  @Test func `an input that is not declared`() {
    check(
      #"{ "spec": "Tabs", "given": { "⟦phone⟧": 1 }, "then": { "tab": 1 } }"#,
      says: "no input is named `phone`", RuleID.nameUnknown, definition: Self.definition)
  }

  @Test func `an input that a case changes, and that is not declared`() {
    check(
      #"{ "spec": "Tabs", "cases": [{ "name": "x", "given": { "⟦phone⟧": 1 }, "then": { "tab": 1 } }] }"#,
      says: "no input is named `phone`", RuleID.nameUnknown, definition: Self.definition)
  }
}
