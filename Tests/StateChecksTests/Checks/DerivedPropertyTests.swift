import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct DerivedPropertyTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.propertyDerived)
  }

  private func text(_ rows: String, initial: String = "0") -> String {
    #"""
    { "state": "S", "format": 1,
      "properties": { "a": { "type": "int", "initial": 0 }, "b": { "type": "int", "initial": \#(initial) } },
      "events": { "went": { "carries": { "n": "int" } }, "turned": {} },
      "reducer": [\#(rows)],
      "outputs": { "sum": { "kind": "ui", "type": "int", "value": "a + b" } } }
    """#
  }

  @Test func `a property that is not stored is no copy of one that is`() {
    let rows = #"{ "on": "went", "set": { "a": "event.n", "b": "event.n" } }, { "on": "turned" }"#
    let unstored = text(rows).replacing(
      #""b": { "type": "int","#, with: #""b": { "stored": false, "type": "int","#)
    #expect(findings(text(rows)).contains { $0.rule == .propertyDerived })
    #expect(!findings(unstored).contains { $0.rule == .propertyDerived })
  }

  @Test func `the same value in all rows is reported`() {
    let rows = #"""
      { "on": "went", "set": { "a": "event.n", "b": "event.n" } },
      { "on": "turned", "set": { "a": 3, "b": 3 } }
      """#
    #expect(findings(text(rows)).map(\.message) == ["`b` is always `a`; make it a computed value"])
  }

  @Test(arguments: [
    (
      "another start",
      #"{ "on": "went", "set": { "a": "event.n", "b": "event.n" } }, { "on": "turned" }"#,
      "1"
    ),
    (
      "a row for one",
      #"{ "on": "went", "set": { "a": "event.n", "b": "event.n" } }, { "on": "turned", "set": { "a": 1 } }"#,
      "0"
    ),
    (
      "a value that cannot be compared",
      #"{ "on": "went", "set": { "a": "event.n", "b": "event.n + 0" } }, { "on": "turned" }"#, "0"
    ),
  ])
  func `what may differ is left alone`(name: String, rows: String, initial: String) {
    checkFine(text(rows, initial: initial))
  }

  private func flags(_ rows: String) -> String {
    #"""
    { "state": "S", "format": 1,
      "properties": { "a": { "type": "bool", "initial": true }, "b": { "type": "bool", "initial": false } },
      "events": { "went": { "carries": { "n": "bool", "m": "bool", "x": "double" } } },
      "reducer": [\#(rows)],
      "outputs": { "both": { "kind": "ui", "type": "bool", "value": "a && b" } } }
    """#
  }

  @Test(arguments: [
    ("event.n && event.m", "!(event.n && event.m)"),
    ("event.n != event.m", "!(event.n != event.m)"),
    ("event.n", "!!!event.n"), ("event.x > 1.5", "!(event.x > 1.5)"),
    ("[1].all(i, event.n)", "![1].all(i, event.n)"),
  ])
  func `the opposite in all rows is reported`(value: String, other: String) {
    let rows = #"{ "on": "went", "set": { "a": "\#(value)", "b": "\#(other)" } }"#
    #expect(
      findings(flags(rows)).filter { $0.rule == .propertyDerived }.map(\.message) == [
        "`b` is always `!a`; make it a computed value"
      ])
  }

  @Test func `a sign before a part of a value does not make the opposite`() {
    let rows =
      #"{ "on": "went", "set": { "a": "event.n && event.m", "b": "!event.n && event.m" } }"#
    #expect(!findings(flags(rows)).contains { $0.rule == .propertyDerived })
  }

  @Test func `constants that only look the same are not the same`() {
    for (type, one, other) in [
      ("dyn", "1", "1u"), ("string", "'\u{E9}'", "'e\u{301}'"), ("[int]", "[1]", "[2]"),
    ] {
      let text = #"""
        { "state": "S", "format": 1,
          "properties": { "a": { "type": "\#(type)", "initial": "\#(one)" }, "b": { "type": "\#(type)", "initial": "\#(other)" } },
          "events": { "went": {} },
          "reducer": [{ "on": "went", "set": { "a": "\#(one)", "b": "\#(other)" } }],
          "outputs": { "both": { "kind": "ui", "type": "bool", "value": "a == b" } } }
        """#
      let isReported = { (text: String) in findings(text).contains { $0.rule == .propertyDerived } }
      #expect(!isReported(text), "\(type)")
      #expect(isReported(text.replacing(other, with: one)), "\(type)")
    }
  }
}
