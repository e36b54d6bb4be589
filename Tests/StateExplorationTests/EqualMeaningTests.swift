import DiagnosticTexts
import StateChecks
import StateLinking
import StateModel
import Testing

@testable import StateExploration

/// Values are compared by meaning, not by spelling.
@Suite("Differences in spelling") struct EqualMeaningTests {
  static let base = #"""
    { "state": "Lamp", "format": 1, "initial": "a",
      "types": { "Size": { "enum": ["small", "large"] }, "Pay": { "union": { "cash": {}, "card": { "last": "string", "tip": "int" }, "bill": { "last": "string", "tip": "int" } } } },
      "inputs": { "level": { "type": "int", "default": 3 }, "key": { "type": "bytes", "default": "b'\\x00\\xFF'" } },
      "computed": { "limit": { "type": "int", "value": "3" } },
      "functions": { "next": { "takes": { "n": "int" }, "gives": "int", "value": "n + 3" } },
      "properties": {
        "n": { "type": "int", "initial": 3 }, "wait": { "type": "duration", "initial": 5 },
        "label": { "type": "string?", "initial": "'a'" }, "ratio": { "type": "double", "initial": 1 },
        "list": { "type": "[int]", "initial": [1, 2] }, "flag": { "type": "bool", "initial": true },
        "size": { "type": "Size", "initial": "Size.small" }, "pay": { "type": "Pay", "initial": { "card": { "last": "'1'", "tip": 0 } } } },
      "events": { "went": {}, "left": {}, "same": { "carries": { "text": "string" } } },
      "commands": { "ping": { "carries": { "n": "int" } } },
      "states": [{ "state": "a" }, { "state": "b", "carries": { "x": { "type": "int", "default": 1 } } }],
      "reducer": [
        { "in": "b", "every": 5, "set": { "n": "next(n) - 2" }, "emit": [{ "ping": { "n": 4 } }] },
        { "in": "b", "after": 60, "goTo": "a" },
        { "on": "same", "if": "n > 3 && n < 10", "set": { "n": 4, "wait": 7, "pay": { "card": { "last": "event.text", "tip": 2 } } } },
        { "in": "a", "on": "went", "goTo": { "b": { "x": 2 } } },
        { "in": "b", "on": "left", "goTo": "a" }],
      "outputs": {
        "n": { "kind": "ui", "type": "int", "value": "n + limit + level" },
        "wait": { "kind": "ui", "type": "duration", "value": "wait" },
        "label": { "kind": "data", "type": "string?", "value": "label" },
        "ratio": { "kind": "ui", "type": "double", "value": "ratio" },
        "list": { "kind": "ui", "type": "[int]", "value": "list" },
        "flag": { "kind": "ui", "type": "bool", "value": "flag" },
        "size": { "kind": "ui", "type": "Size", "value": "size" },
        "pay": { "kind": "ui", "type": "Pay", "value": "pay" },
        "key": { "kind": "ui", "type": "bytes", "value": "key" },
        "x": { "kind": "data", "type": "int?", "rows": [{ "in": "b", "value": "x" }] } },
      "invariants": { "few": "n <= 1000" } }
    """#

  private func reported(_ old: String, _ new: String) throws -> (isSame: Bool, messages: [String]) {
    try #require(Self.base.contains(old), "\(old)")
    let differences = Differences(
      from: try DifferencesTests.checked(Self.base),
      to: try DifferencesTests.checked(Self.base.replacing(old, with: new)), oldName: "main",
      newPath: "Lamp.state.json")
    let messages = differences.changes.map { DiagnosticRenderer.english.message($0.diagnostic) }
    return (differences.isSameMeaning, messages)
  }

  @Test(arguments: [
    ("a time as a duration", #""every": 5"#, #""every": "duration('5s')""#),
    ("a time as a sum", #""every": 5"#, #""every": "duration('2s') + duration(\"3s\")""#),
    ("a time in another unit", #""after": 60"#, #""after": "duration('1m')""#),
    ("a default", #""default": 3"#, #""default": "1 + 2""#),
    ("a default with other digits", #"b'\\x00\\xFF'"#, #"b'\\x00\\xff'"#),
    (
      "what a state carries", #""type": "int", "default": 1"#, #""type": "int", "default": "0 + 1""#
    ),
    ("a computed value", #""value": "3""#, #""value": "1 + 2""#),
    ("a part of a function", "n + 3", "n + (1 + 2)"),
    ("an initial number", #""type": "int", "initial": 3"#, #""type": "int", "initial": "(1 + 2)""#),
    ("an initial time", #""initial": 5"#, #""initial": "duration('5000ms')""#),
    ("an initial text", #""initial": "'a'""#, #""initial": "\"a\"""#),
    ("an initial double", #""initial": 1 }"#, #""initial": "1.0" }"#),
    ("a list as an expression", "[1, 2]", #""[1, 1 + 1]""#),
    ("a list with expressions", "[1, 2]", #"["1", "3 - 1"]"#),
    ("a bool", #""initial": true"#, #""initial": "!false""#),
    ("an enum value", "Size.small", "true ? Size.small : Size.large"),
    ("a union value", #"{ "last": "'1'", "tip": 0 }"#, #"{ "last": "string(1)", "tip": "1 - 1" }"#),
    ("an assigned value", #""n": 4, "wait": 7"#, #""n": "2 + 2", "wait": "duration('7s')""#),
    ("a part of an assigned value", #""event.text", "tip": 2"#, #""(event.text)", "tip": "1 + 1""#),
    ("an emitted value", #"{ "n": 4 }"#, #"{ "n": "2 * 2" }"#),
    ("what a target gets", #"{ "x": 2 }"#, #"{ "x": "1 + 1" }"#),
    ("a part of a guard", "n > 3 && n < 10", "n>(1 + 2)&&n < 5*2"),
    ("an invariant", "n <= 1000", "n <= 500 + 500"),
  ])
  func `another spelling is no change`(name: String, old: String, new: String) throws {
    let reported = try reported(old, new)
    #expect(reported.messages == [])
    #expect(reported.isSame)
  }

  @Test(arguments: [
    (
      "a time", #""every": 5"#, #""every": "duration('6s')""#,
      "`every` in `b` is `6s`, and was `5s` in main"
    ),
    (
      "a time that is computed", #""every": 5"#, #""every": "wait""#,
      "`every` in `b` is `wait`, and was `5s` in main"
    ),
    (
      "a default", #""default": 3"#, #""default": "2 + 2""#,
      "input `level` is `4` where it is left out, and was `3` in main"
    ),
    (
      "an initial list", "[1, 2]", #""[1, 1 + 2]""#,
      "`initial` of `list` was `[1, 2]` in main and is `[1, 3]` here"
    ),
    (
      "an initial case", #""initial": { "card""#, #""initial": { "bill""#,
      "`initial` of `pay` was `card{last: '1', tip: 0}` in main and is `bill{last: '1', tip: 0}` here"
    ),
    (
      "an invariant", "n <= 1000", "n <= 400 + 500",
      "invariant `few` was `n <= 1000` in main: an old snapshot may break the new condition"
    ),
  ])
  func `a changed constant is reported by its value`(
    name: String, old: String, new: String, message: String
  ) throws {
    let reported = try reported(old, new)
    #expect(reported.messages.first == message)
    #expect(!reported.isSame)
  }

  @Test(arguments: [
    (
      "a case around an expression", #"{ "card": { "last": "event.text""#,
      #"{ "bill": { "last": "event.text""#
    ),
    ("a number beside an expression", #""event.text", "tip": 2"#, #""event.text", "tip": 3"#),
    (
      "a text that looks like a constant", "n + limit + level",
      "n + limit + level + size('int 3 3')"
    ),
  ])
  func `a difference beside a constant is a change`(
    name: String, old: String, new: String
  ) throws {
    #expect(try !reported(old, new).isSame)
  }

  private func invariantFindings(
    _ old: (property: String, limit: String, condition: String),
    _ new: (property: String, limit: String, condition: String)
  ) throws -> [RuleID] {
    func definition(
      _ parts: (property: String, limit: String, condition: String)
    ) throws -> CheckedDefinition {
      try DifferencesTests.checked(
        #"""
        { "state": "Jar", "format": 1,
          "properties": { "\#(parts.property)": { "type": "int", "initial": 0 } },
          "computed": { "limit": { "type": "int", "value": "\#(parts.limit)" } },
          "events": { "filled": {} },
          "reducer": [{ "on": "filled", "if": "\#(parts.property) < 5", "set": { "\#(parts.property)": "\#(parts.property) + 1" } }],
          "outputs": { "shown": { "kind": "ui", "type": "int", "value": "\#(parts.property)" } },
          "invariants": { "few": "\#(parts.condition)" } }
        """#)
    }
    return Differences(
      from: try definition(old), to: try definition(new), oldName: "main",
      newPath: "Jar.state.json"
    ).changes.map(\.diagnostic.rule).filter { $0 == .breakingInvariant }
  }

  @Test func `an invariant can be loosened while what it reads is renamed`() throws {
    #expect(
      try invariantFindings(("level", "9", "level <= 10"), ("amount", "9", "amount <= 20")) == [])
    #expect(
      try invariantFindings(("level", "9", "level <= 10"), ("amount", "9", "amount <= 8"))
        == [.breakingInvariant])
  }

  @Test func `an invariant is not looser if what it reads is computed in another way`() throws {
    let condition = "level < limit + level"
    #expect(
      try invariantFindings(
        ("level", "9", condition), ("level", "9", condition + " || level < 0")) == [])
    #expect(
      try invariantFindings(
        ("level", "9", condition), ("level", "9 - level", condition + " || level < 0"))
        == [.breakingInvariant])
  }

  @Test func `an invariant with a computed bound can be loosened`() throws {
    #expect(try reported("n <= 1000", "n <= 1000 + 1").messages == [])
  }
}
