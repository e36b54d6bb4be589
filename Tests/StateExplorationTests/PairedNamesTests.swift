import DiagnosticTexts
import StateLinking
import StateModel
import Testing

@testable import StateExploration

/// What only has another name is no difference of behaviour, and what only looks alike is one.
@Suite struct `Names of two versions` {
  private func findings(_ old: String, _ new: String) throws -> [String] {
    try texts(differences(old, new).filter { $0.severity == .error })
  }

  /// The errors and the notes.
  private func changes(_ old: String, _ new: String) throws -> [String] {
    try texts(differences(old, new))
  }

  private func differences(_ old: String, _ new: String) throws -> [Diagnostic] {
    Differences(
      from: try DifferencesTests.checked(old), to: try DifferencesTests.checked(new),
      oldName: "main", newPath: "S.state.json"
    ).changes.map(\.diagnostic)
  }

  private func texts(_ findings: [Diagnostic]) -> [String] {
    findings.map { "\($0.rule.rawValue): \(DiagnosticRenderer.english.message($0))" }
  }

  private static let house = #"""
    { "state": "House", "format": 1, "inputs": { "isA": { "type": "bool" }, "isB": { "type": "bool" } },
      "types": { "Box<Content>": { "record": { "value": "Content", "size": "int" } } },
      "properties": { "box": { "type": "Box<int>", "initial": "Box{value: 1, size: 2}" } },
      "computed": { "pause": { "type": "duration", "value": "isA ? duration('2s') : duration('5s')" } },
      "events": { "went": {} }, "initial": "out",
      "states": [{ "state": "out" }, { "state": "house", "initial": "hall", "states": [{ "state": "hall" }, { "state": "attic" }] }],
      "reducer": [{ "in": "out", "on": "went", "goTo": "house" }, { "in": "hall", "after": "pause", "goTo": "attic" }, { "in": "house", "on": "went", "goTo": "out" }],
      "outputs": { "isIn": { "kind": "ui", "type": "bool", "value": "isIn('hall') && isA && !isB" }, "box": { "kind": "ui", "type": "Box<int>", "value": "box" } } }
    """#

  private func renamed(_ names: [(String, String)]) -> String {
    names.reduce(Self.house) { $0.replacing($1.0, with: $1.1) }
  }

  @Test func `a computed value that a timer uses`() throws {
    #expect(try findings(Self.house, renamed([("pause", "delay")])) == [])
    #expect(
      try findings(Self.house, renamed([("pause", "delay"), ("5s", "6s")])).contains {
        $0.hasPrefix("behavior/changed")
      })
  }

  @Test func `a state and its child together`() throws {
    let new = renamed([("\"house\"", "\"home\""), ("hall", "lobby")])
    let found = try findings(Self.house, new)
    #expect(
      Set(found) == [
        "breaking/state: state `house` is now `home`",
        "breaking/state: state `hall` is now `lobby`",
      ])
  }

  @Test func `two inputs of one type`() throws {
    #expect(
      try findings(Self.house, renamed([("isA", "isX"), ("isB", "isY")])) == [
        "breaking/input: input `isA` is now `isX`", "breaking/input: input `isB` is now `isY`",
      ])
  }

  @Test func `the order of a record's fields`() throws {
    let order = (
      #""value": "Content", "size": "int""#, #""size": "int", "value": "Content""#
    )
    #expect(
      try changes(Self.house, renamed([order])) == [
        "breaking/field-order: `Box`, which `box` uses, differs from main: its fields have another order"
      ])
    // The order is no difference of values, also where the search compares them.
    let guarding = ("isIn('hall') && isA", "isA && isIn('hall')")
    #expect(
      try findings(Self.house, renamed([order, guarding])) == [
        "breaking/field-order: `Box`, which `box` uses, differs from main: its fields have another order"
      ])
    let value = (#""value": "box" }"#, #""value": "box.size" }"#)
    let output = (#""kind": "ui", "type": "Box<int>""#, #""kind": "ui", "type": "int""#)
    #expect(try changes(renamed([output, value]), renamed([output, value, order])) == [])
    let initial = ("Box{value: 1, size: 2}", "Box{value: 2, size: 1}")
    #expect(
      try changes(Self.house, renamed([order, initial])).contains {
        $0.hasPrefix("breaking/initial")
      })
  }

  @Test func `a type parameter`() throws {
    #expect(try findings(Self.house, renamed([("Content", "Value")])) == [])
  }

  @Test func `an invariant that can overflow is stricter`() throws {
    let old = Self.house.replacing(
      "\"outputs\"", with: #""invariants": { "full": "box.size >= 0" }, "outputs""#)
    #expect(try findings(old, old.replacing("box.size >= 0", with: "box.size + 1 > 0")) == [])
    #expect(
      try findings(old, old.replacing("box.size >= 0", with: "box.size + 9223372036854775807 > 0"))
        == [
          "breaking/invariant: invariant `full` was `box.size >= 0` in main: an old snapshot may break the new condition"
        ])
  }

  private static let twins = #"""
    { "state": "Twins", "format": 1, "properties": { "log": { "type": "int", "initial": 0 } },
      "events": { "went": {}, "again": { "from": "self" }, "other": { "from": "self" } }, "initial": "p",
      "states": [{ "state": "p", "parallel": true, "states": [
        { "state": "l", "initial": "l0", "states": [{ "state": "l0" }, { "state": "l1" }, { "state": "l2" }] },
        { "state": "r", "initial": "r0", "states": [{ "state": "r0" }, { "state": "r1" }, { "state": "r2" }] }] }],
      "reducer": [
        { "in": "l0", "on": "went", "goTo": "l1", "raise": ["again", "other"] },
        { "in": "l1", "on": "again", "if": "log >= 0", "goTo": "l1", "reenter": true },
        { "in": "r0", "on": "other", "goTo": "r1" },
        { "in": "l1", "after": 5, "set": { "log": "log * 2 + 1" }, "goTo": "l2" },
        { "in": "r1", "after": 5, "set": { "log": "log * 2" }, "goTo": "r2" }],
      "outputs": { "log": { "kind": "ui", "type": "int", "value": "log" } } }
    """#

  @Test func `a timer that starts twice in a step counts as it starts last`() throws {
    let swapped = Self.twins.replacing(#"["again", "other"]"#, with: #"["other", "again"]"#)
    #expect(
      try findings(Self.twins, swapped) == [
        "behavior/changed: `went` starts the timers `r1.1`, `l1.1` in this order, and started `l1.1`, `r1.1` in main"
      ])
    #expect(try findings(swapped, swapped.replacing("log >= 0", with: "log >= -1")) == [])
  }

  @Test(arguments: [
    ("{ 1: 'a' }", "'1' in d", "'2' in d"),
    ("duration('1s')", "type(d) == string", "type(d) == bytes"),
    ("0.0 / 0.0", "type(d) == string", "type(d) == bytes"),
  ])
  func `a restore changes what a dyn holds`(initial: String, old: String, new: String) throws {
    func definition(_ value: String) -> String {
      #"""
      { "state": "D", "format": 1, "properties": { "d": { "type": "dyn", "initial": "\#(initial)" } },
        "outputs": { "is": { "kind": "ui", "type": "bool", "value": "\#(value)" } } }
      """#
    }
    #expect(
      try findings(definition(old), definition(new)) == [
        "behavior/changed: a restore makes `is` false, and made it true in main"
      ])
  }

  @Test func `the fields of an event and a command, also in an old spec`() throws {
    func dial(_ field: String, _ text: String) throws -> CheckedDefinition {
      try DifferencesTests.checked(
        #"""
        { "state": "Dial", "format": 1,
          "events": { "turned": { "carries": { "\#(field)": "int", "isFast": "bool" } } },
          "commands": { "play": { "carries": { "\#(text)": "string" } } },
          "reducer": [{ "on": "turned", "if": "event.\#(field) > 2 && event.isFast", "emit": [{ "play": { "\#(text)": "'click'" } }] }],
          "outputs": { "isDial": { "kind": "ui", "type": "bool", "value": "true" } } }
        """#)
    }
    var spec = Spec(definition: "Dial")
    spec.root.cases = [Spec.Case(name: "a")]
    spec.root.cases[0].when = [
      .event(
        .init(
          name: "turned",
          data: [.init(key: "by", value: .number("3")), .init(key: "isFast", value: .bool(true))]))
    ]
    spec.root.cases[0].commands = [
      .init(name: "play", data: [.init(key: "sound", value: .string("click"))])
    ]
    let names = Differences(
      from: try dial("by", "sound"), to: try dial("steps", "tone"), oldName: "main",
      newPath: "Dial.state.json"
    ).names
    let renamed = names.renamed(spec).root.cases[0]
    #expect(renamed.when.map(Self.fields) == [["steps", "isFast"]])
    #expect(renamed.commands?.map { $0.data?.map(\.key) } == [["tone"]])
    #expect(names.original("/cases/0/commands/0/play/tone") == "/cases/0/commands/0/play/sound")
    #expect(names.pointer("/reducer/0/emit/0/play/sound") == "/reducer/0/emit/0/play/tone")
  }

  private static func fields(_ occurrence: Spec.Occurrence) -> [String]? {
    if case .event(let call) = occurrence { call.data?.map(\.key) } else { nil }
  }
}
