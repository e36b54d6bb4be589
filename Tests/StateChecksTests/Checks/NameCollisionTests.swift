import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct NameCollisionTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.nameCollision)
  }

  @Test(arguments: [
    (
      "events",
      #"""
      { "state": "S", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {}, "⟦Flipped⟧": {} },
        "reducer": [{ "on": ["flipped", "Flipped"], "set": { "isHeads": "!isHeads" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#,
      "`flipped` and `Flipped` become one name in generated code"
    ),
    (
      "an underscore",
      #"""
      { "state": "S", "format": 1, "events": { "fooBar": {}, "⟦foo_bar⟧": {} },
        "reducer": [{ "on": ["fooBar", "foo_bar"] }] }
      """#,
      "`fooBar` and `foo_bar` become one name in generated code"
    ),
    (
      "commands",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {} }, "commands": { "loadURL": {}, "⟦loadUrl⟧": {} },
        "reducer": [{ "on": "go", "emit": ["loadURL", "loadUrl"] }] }
      """#,
      "`loadURL` and `loadUrl` become one name in generated code"
    ),
    (
      "states",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "⟦A⟧" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "A" }, { "in": "A", "on": "back", "goTo": "a" }] }
      """#,
      "`a` and `A` become one name in generated code"
    ),
    (
      "enum values",
      #"""
      { "state": "S", "format": 1,
        "types": { "Side": { "enum": ["heads", "⟦Heads⟧"] } },
        "inputs": { "s": "Side" },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": "1" } } }
      """#,
      "`heads` and `Heads` become one name in generated code"
    ),
    (
      "cases",
      #"""
      { "state": "S", "format": 1,
        "types": { "Effect": { "union": { "load": {}, "⟦LOAD⟧": {} } } },
        "inputs": { "s": "Effect" },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": "1" } } }
      """#,
      "`load` and `LOAD` become one name in generated code"
    ),
    (
      "types",
      #"""
      { "state": "S", "format": 1,
        "types": { "Stop": { "record": { "id": "int" } }, "⟦STOP⟧": { "record": { "id": "int" } } },
        "inputs": { "n": "int" },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": "1" } } }
      """#,
      "`Stop` and `STOP` become one name in generated code"
    ),
    (
      "a getter of Kotlin",
      #"""
      { "state": "S", "format": 1,
        "functions": { "⟦getCode⟧": { "gives": "int", "value": 1 } },
        "outputs": { "code": { "kind": "ui", "type": "int", "value": "getCode()" } } }
      """#,
      "the function `getCode` and `code` become one method in generated Kotlin"
    ),
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.nameCollision)
  }

  @Test(arguments: [
    (
      "a state like its definition but for case",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b", "initial": "s", "states": [{ "state": "s" }] }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }] }
      """#
    ),
    (
      "outputs that differ in case",
      #"""
      { "state": "S", "format": 1,
        "outputs": { "url": { "kind": "ui", "type": "int", "value": 1 }, "URL": { "kind": "ui", "type": "int", "value": 2 } } }
      """#
    ),
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text)
  }

  /// Names that generated code must escape are fine; two that it could not tell apart are not, for
  /// both languages at once.
  @Test func `words of languages and a case named as its type are names`() {
    checkFine(
      #"""
      { "state": "S", "format": 1,
        "types": { "Load": { "union": { "load": {}, "default": { "in": "int" } } } },
        "inputs": { "object": { "type": "Load", "default": "Load.load" } },
        "events": { "default": { "carries": { "object": "int" } }, "class": {} },
        "initial": "is", "states": [{ "state": "is" }, { "state": "when" }],
        "reducer": [{ "in": "is", "on": "default", "if": "event.object > 0", "goTo": "when" },
                    { "in": "when", "on": "class", "goTo": "is" }],
        "outputs": { "val": { "kind": "ui", "type": "bool", "value": "object == Load.load" } } }
      """#)
    check(
      #"""
      { "state": "S", "format": 1, "events": { "tappedURL": {}, "⟦tappedUrl⟧": {} },
        "reducer": [{ "on": ["tappedURL", "tappedUrl"] }] }
      """#, says: "`tappedURL` and `tappedUrl` become one name in generated code",
      RuleID.nameCollision)
  }
}
