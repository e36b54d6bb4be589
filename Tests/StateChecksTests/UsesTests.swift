import CEL
import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct UsesTests {
  private static let common = """
    { "format": 1,
      "types": { "Loadable<Data>": { "union": { "loading": {}, "data": { "value": "Data" } } },
                 "Severity": { "enum": ["minor", "major"] } },
      "functions": { "isMajor": { "takes": { "s": "Severity" }, "gives": "bool", "value": "isEqual(s, Severity.major)" },
                     "isEqual": { "takes": { "a": "Severity", "b": "Severity" }, "gives": "bool", "value": "a == b" } } }
    """
  private static let stop = """
    { "state": "Stop", "format": 1, "uses": ["Common.types.json"],
      "types": { "Route": { "record": { "name": "string" } } },
      "inputs": { "stopId": "string", "severity": "Severity", "route": { "type": "Route?", "default": null } },
      "outputs": { "id": { "kind": "ui", "type": "string", "value": "stopId" } } }
    """
  private static let files = ["Common.types.json": common, "Stop.state.json": stop]

  private func nearby(_ value: String, uses: String = #""Common.types.json", "Stop.state.json""#)
    -> String
  {
    """
    { "state": "Nearby", "format": 1, "uses": [\(uses)],
      "inputs": { "id": "string?", "stops": "Loadable<[string]>", "severity": "Severity" },
      "outputs": {
        "isLoading": { "kind": "ui", "type": "bool", "value": "has(stops.loading) || isMajor(severity)" },
        "showStop": { "kind": "navigation", "type": "Stop?", "value": \(value) } } }
    """
  }

  @Test func `types, generic ones, functions and states of other files are used`() throws {
    let text = nearby(#""id != null ? Stop{stopId: id, severity: Severity.major} : null""#)
    #expect(findings(text, using: Self.files) == [])
    let definition = try #require(checked(text, using: Self.files).checked)
    #expect(definition.functions.map(\.name) == ["isEqual", "isMajor"])
    #expect(definition.usedFunctions.map(\.name) == ["isMajor", "isEqual"])
    let stop = definition.declarations.types.first { $0.name == "Stop" }
    guard case .state(let fields) = try #require(stop).shape else {
      Issue.record("Stop is no state")
      return
    }
    #expect(fields.map(\.name) == ["stopId", "severity", "route"])
    #expect(fields.map(\.hasDefault) == [false, false, true])
  }

  @Test func `an object in a cell builds a state from its inputs`() {
    #expect(
      findings(
        nearby(#"{ "stopId": "id != null ? id : ''", "severity": "severity" }"#), using: Self.files)
        == [])
  }

  @Test func `a types file that is reached on two paths is one file`() {
    let text = nearby("null", uses: #""Stop.state.json", "Common.types.json""#)
    #expect(findings(text, using: Self.files) == [])
  }

  @Test func `two files that declare one name clash`() {
    var files = Self.files
    files["Other.types.json"] = #"{ "format": 1, "types": { "Loadable": { "enum": ["none"] } } }"#
    files["More.types.json"] = #"{ "format": 1, "types": { "Loadable": { "enum": ["none"] } } }"#
    let text = """
      { "state": "Nearby", "format": 1, "uses": ["Other.types.json", "More.types.json"],
        "outputs": { "o": { "kind": "ui", "type": "int", "value": 1 } } }
      """
    let found = findings(text, using: files)
    #expect(found.map(\.rule) == ["name/duplicate"])
    #expect(
      found.map(\.message)
        == ["the type `Loadable` is declared in `Other.types.json` and in `More.types.json`"])
  }

  @Test func `a type that a used file declares too is reported where this file declares it`() {
    check(
      """
      { "state": "Nearby", "format": 1, "uses": ["Common.types.json"],
        "types": { "⟦Severity⟧": { "enum": ["low"] } },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": 1 } } }
      """, says: "the type `Severity` is declared here and in `uses`", RuleID.nameDuplicate,
      using: Self.files)
  }

  @Test func `what a used state declares itself has no name here`() {
    let text = nearby("null").replacing(
      #""severity": "Severity""#, with: #""severity": "Severity", "r": "Route""#)
    #expect(findings(text, using: Self.files).map(\.rule) == ["name/unknown"])
  }

  @Test func `an error in a used file is reported there, and keeps this one from running`() {
    var files = Self.files
    files["Common.types.json"] = Self.common.replacing("a == b", with: "a == c")
    #expect(findings(nearby("null"), using: files) == [])
    #expect(checked(nearby("null"), using: files).checked == nil)
    #expect(checked(nearby("null"), using: files).brokenUses.isEmpty == false)
    #expect(findings(files["Common.types.json"] ?? "").map(\.rule) == ["name/unknown"])
  }

  @Test func `a file of types is checked by itself`() {
    checkFine(Self.common)
    check(
      #"{ "format": 1, "types": { "A": { "record": { "b": "⟦B⟧" } } } }"#,
      says: "no type is named `B`", RuleID.nameUnknown)
    check(
      #"{ "format": 1, "functions": { "f": { "takes": { "x": "int" }, "gives": "string", "value": "⟦x⟧" } }, "types": {} }"#,
      says: "`f` returns string, this is int", RuleID.typeMismatch)
  }

  @Test func `a definition is not checked as a whole without a file that it uses`() {
    let text = #"""
      { "state": "S", "format": 1, "uses": ["Common.types.json"],
        "properties": { "level": { "type": "Severity", "initial": "Severity.minor" },
                        "known": { "type": "[Stop]", "initial": [] },
                        "count": { "type": "int", "initial": 0 } },
        "events": { "rose": {}, "fell": {} },
        "reducer": [{ "on": "rose", "set": { "level": "worse(level)", "count": "count + 1" } }],
        "outputs": { "text": { "kind": "ui", "type": "string", "value": "textOf(level)" } } }
      """#
    #expect(findings(text) == [])
  }

  @Test func `a file that is not there may be what reads a property`() {
    let text = #"""
      { "state": "S", "format": 1, "uses": ["Common.types.json"],
        "properties": { "count": { "type": "int", "initial": 0 } }, "events": { "rose": {} },
        "reducer": [{ "on": "rose", "set": { "count": "count + 1" } }] }
      """#
    #expect(findings(text) == [])
    let found = findings(text, using: Self.files)
    #expect(found.map(\.rule) == ["property/unread"])
  }
}
