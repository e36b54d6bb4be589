import StateTables
import Testing

/// A declaration that is wrong is told where it stands, not at all that uses it.
@Suite struct `A wrong declaration` {
  private static let rows = #"""
      "reducer": [
        { "on": "added", "set": { "count": "count + event.number", "title": "'Sum'" } },
        { "on": "cleared", "if": "count > 0", "set": { "count": 0, "isClean": true } }],
      "outputs": {
        "count": { "kind": "ui", "type": "int", "value": "count" },
        "title": { "kind": "ui", "type": "string", "value": "isClean ? '' : title" } } }
    """#

  private static func text(
    count: String = "int", number: String = "int", names: (String, String) = ("count", "title"),
    cleared: String = "cleared"
  ) -> String {
    #"""
    { "state": "S", "format": 1,
      "properties": {
        "\#(names.0)": { "type": "\#(count)", "initial": 0 },
        "\#(names.1)": { "type": "string", "initial": "''" },
        "isClean": { "type": "bool", "initial": true } },
      "events": { "added": { "carries": { "number": "\#(number)" } }, "\#(cleared)": {} },
    """# + "\n" + rows
  }

  @Test func `is valid where nothing is wrong`() {
    #expect(checked(Self.text()).diagnostics.filter { $0.severity == .error } == [])
  }

  @Test(arguments: [
    ("string", "`count` is declared as string and used as int"),
    ("bool", "`count` is declared as bool and used as int"),
    ("[int]", "`count` is declared as [int] and used as int"),
    ("int?", "`count` is declared as int? and used as int"),
  ])
  func `of a property is one finding at its type`(_ type: String, _ says: String) throws {
    let found = checked(Self.text(count: type)).diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.message) == [says])
    let one = try #require(found.first)
    #expect(one.rule == "type/mismatch")
    #expect(one.place.pointer == "/properties/count/type")
    #expect(one.label == "did you mean `int`?")
    #expect(one.fix?.replacement == "int" && one.fix?.isSafe == false)
    #expect(one.notes.count > 1 && one.notes.allSatisfy { $0.place != nil })
  }

  @Test(arguments: [("string", "''"), ("bool", "false"), ("[int]", "[]")])
  func `of a property with an initial value of that type is one finding`(
    _ type: String, _ initial: String
  ) {
    let text = Self.text(count: type).replacing(
      #""initial": 0"#, with: #""initial": "\#(initial)""#)
    let found = checked(text).diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.place.pointer) == ["/properties/count/type"])
  }

  @Test func `is told once in each text`() {
    let text = #"""
      { "state": "S", "format": 1, "inputs": { "digits": "string" },
        "outputs": {
          "sum": { "kind": "ui", "type": "int", "value": "digits[0] + digits[1] + digits[2]" } } }
      """#
    #expect(checked(text).diagnostics.map(\.message) == ["string has no elements"])
  }

  @Test func `of an output is not told by its kind as well`() {
    let text = #"""
      { "state": "S", "format": 1, "inputs": { "query": "string?" },
        "outputs": { "load": { "kind": "data", "type": "string", "value": "query" } } }
      """#
    #expect(checked(text).diagnostics.map(\.rule) == ["type/null"])
  }

  @Test func `two mistakes with a value that is used rightly elsewhere stay two`() {
    let text = Self.text().replacing(#""count": 0, "isClean""#, with: #""count": "''", "isClean""#)
      .replacing(#""value": "count""#, with: #""value": "count + 'x'""#)
    let found = checked(text).diagnostics.filter { $0.severity == .error }
    #expect(found.count == 2, "\(found.map(\.message))")
  }

  @Test func `two that bear each other's names are one finding`() throws {
    let found = checked(Self.text(names: ("title", "count"))).diagnostics
    #expect(found.map(\.message) == ["`title` and `count` bear each other's names"])
    #expect(found.map(\.place.pointer) == ["/properties/count"])
  }

  @Test func `under another name is offered where its name is missed`() throws {
    let found = checked(Self.text(cleared: "tappedTrash")).diagnostics
    #expect(found.map(\.message) == ["no event is named `cleared`"])
    let one = try #require(found.first)
    #expect(one.label == "did you mean `tappedTrash`?")
    #expect(one.fix?.isSafe == false)
    #expect(one.notes.first?.place?.pointer == "/events/tappedTrash")
  }

  @Test func `a text property under another name is no text without quotes`() {
    let text = #"""
      { "state": "S", "format": 1, "inputs": { "heading": "string" },
        "outputs": { "title": { "kind": "ui", "type": "string", "value": "caption" } } }
      """#
    let found = checked(text).diagnostics
    #expect(found.map(\.rule) == ["name/unknown"])
    #expect(found.first?.label == "did you mean `heading`?")
    #expect(found.first?.fix?.isSafe == false)
  }

  @Test func `whose type and value stand in each other's place`() {
    let text = #"""
      { "state": "S", "format": 1, "inputs": { "heading": "string" },
        "outputs": { "title": { "kind": "ui", "type": "heading + '!'", "value": "string" } } }
      """#
    let found = checked(text).diagnostics
    #expect(found.map(\.message) == ["`type` and `value` hold each other's values"])
  }
}

/// What is missing as a whole is one finding.
@Suite struct `What is missing` {
  private static func text(
    states: String = #""initial": "idle", "states": [{ "state": "idle" }, { "state": "busy", "#
      + #""enter": [{ "emit": ["beep"] }], "initial": "half", "#
      + #""states": [{ "state": "half" }, { "state": "whole", "final": true }] }],"#,
    rows: String = #"{ "in": "idle", "on": "began", "goTo": "busy" },"#
  ) -> String {
    #"""
    { "state": "S", "format": 1, "events": { "began": {}, "went": {}, "ended": {} },
      "commands": { "beep": {} }, \#(states)
      "reducer": [\#(rows)
        { "in": "half", "on": "went", "goTo": "whole" },
        { "in": "busy", "on": "done.busy", "goTo": "idle" },
        { "in": "busy", "on": "ended", "goTo": "idle" }] }
    """#
  }

  private func told(_ text: String) -> [String] {
    checked(text).diagnostics.filter { !matters.contains($0.rule) }.map(\.message)
  }

  @Test func `nothing, to begin with`() { #expect(told(Self.text()) == []) }

  @Test func `a state with those in it`() throws {
    let found = checked(
      Self.text(states: #""initial": "idle", "states": [{ "state": "idle" }],"#)
    ).diagnostics.filter { !matters.contains($0.rule) }
    #expect(found.map(\.message) == ["no state is named `busy`"])
    let notes = try #require(found.first?.notes.map(\.message))
    #expect(notes.contains("`half` is missing too") && notes.contains("`whole` is missing too"))
  }

  @Test func `all states`() {
    #expect(
      told(Self.text(states: #""initial": "idle","#)) == [
        "`S` has an `initial` but no child states"
      ])
  }

  @Test func `a row: what it would have led to are notes`() throws {
    let found = checked(Self.text(rows: "")).diagnostics.filter { !matters.contains($0.rule) }
    #expect(found.map(\.message) == ["no row takes `began`"])
    #expect(
      found.first?.notes.map(\.message) == [
        "no chain of rows leads to `busy`", "`idle` cannot be left and is not `final`",
      ])
  }

  @Test func `two rows: nobody knows which of them lacks what`() {
    let text = Self.text(rows: "").replacing(
      #"{ "in": "busy", "on": "ended", "goTo": "idle" }"#, with: #"{ "on": "done.busy" }"#)
    #expect(told(text).count > 2)
  }

  @Test func `all outputs: the properties are not told one by one`() throws {
    let found = checked(
      #"""
      { "state": "S", "format": 1,
        "properties": { "a": { "type": "int", "initial": 0 }, "b": { "type": "int", "initial": 0 } },
        "events": { "tapped": {} }, "reducer": [{ "on": "tapped", "set": { "a": 1, "b": 2 } }] }
      """#
    ).diagnostics.filter { !matters.contains($0.rule) }
    #expect(found.map(\.message) == ["no output, guard or command depends on `a`"])
    #expect(found.first?.notes.map(\.place?.pointer) == ["/properties/b"])
  }

  @Test func `may be meant as a type of another file`() {
    let text = #"""
      { "state": "S", "format": 1, "uses": ["Common.types.json"],
        "types": { "Line": { "record": { "severity": "string" } } },
        "inputs": { "line": "Line" },
        "computed": { "shown": { "type": "Line", "value": "line.copy({'severity': Severity.minor})" } },
        "outputs": { "isBad": { "kind": "ui", "type": "bool", "value": "shown.severity != Severity.minor" } } }
      """#
    let common = #"{ "format": 1, "types": { "Severity": { "enum": ["minor", "major"] } } }"#
    let found = checked(text, using: ["Common.types.json": common]).diagnostics
    #expect(
      found.map(\.message) == ["`severity` is declared as string and used as Severity"])
    #expect(found.first?.place.pointer == "/types/Line/record/severity")
  }

  @Test func `may be meant as one that can be null, where that is asked`() {
    let text = #"""
      { "state": "S", "format": 1,
        "types": { "Card": { "record": { "brand": "string" } },
                   "Method": { "record": { "name": "string", "card": "string" } } },
        "inputs": { "method": "Method" },
        "outputs": { "brand": { "kind": "ui", "type": "string", "rows": [
          { "if": "method.card != null", "value": "method.card.brand" }, { "value": "method.name" }] } } }
      """#
    let found = checked(text).diagnostics
    #expect(found.map(\.message) == ["`card` is declared as string and used as Card?"])
  }
}
