import DiagnosticTexts
import StateModel
import Testing

/// One error is one finding: the type of a broken declaration is unknown, uses of one name are
/// grouped, checks of the whole definition wait, and a cell reports one error.
@Suite struct `Cascading errors` {
  private static func text(_ parts: String) -> String {
    "{ \"state\": \"S\", \"format\": 1,\n" + parts + " }"
  }

  /// A counter with a chart, in which single parts can be wrong.
  private static func counter(
    count: String = #""count": { "type": "int", "initial": 0 }"#, added: String = "added",
    half: String = "n / 2", value: String = "count + 1", condition: String = "count < 9 && isOn",
    busy: String = "busy", shown: String = "isOn && count > 0"
  ) -> String {
    text(
      #"""
      "functions": { "half": { "takes": { "n": "int" }, "gives": "int", "value": "\#(half)" } },
      "inputs": { "isOn": "bool", "name": "string" },
      "properties": { \#(count), "unit": { "type": "string", "initial": "''" } },
      "events": { "\#(added)": { "carries": { "id": "int" } }, "ended": {}, "failed": {} },
      "commands": { "log": {} },
      "initial": "idle",
      "states": [{ "state": "idle" }, { "state": "\#(busy)", "carries": { "left": "int" } }],
      "reducer": [
        { "in": "idle", "on": "added", "if": "\#(condition)", "set": { "count": "\#(value)" } },
        { "in": "idle", "on": "added", "goTo": { "busy": { "left": "half(count)" } } },
        { "in": "busy", "on": ["ended", "failed"], "set": { "left": "left - 1", "unit": "name" }, "emit": ["log"] },
        { "in": "busy", "after": 5, "goTo": "idle" }],
      "outputs": {
        "isShown": { "kind": "ui", "type": "bool", "value": "\#(shown)" },
        "title": { "kind": "ui", "type": "string", "value": "name + unit + string(half(count))" } }
      """#)
  }

  @Test func `a right definition has no finding`() { #expect(reported(Self.counter()) == []) }

  @Test(arguments: [
    (
      "a property with a wrong initial value is not checked where it is read",
      counter(count: #""count": { "type": "string", "initial": 0 }"#), "type/mismatch",
      "/properties/count/initial"
    ),
    (
      "a property that starts as null without being optional",
      counter(count: #""count": { "type": "int", "initial": null }"#), "type/mismatch",
      "/properties/count/initial"
    ),
    (
      "a function with an error has an unknown result", counter(half: "n / 'x'"),
      "type/overload", "/functions/half/value"
    ),
    (
      "a misspelt property is one name, with all its uses",
      counter(count: #""cuont": { "type": "int", "initial": 0 }"#), "name/unknown",
      "/reducer/0/if"
    ),
    ("a misspelt event is one name", counter(added: "aded"), "name/unknown", "/reducer/0/on"),
    ("a misspelt state is one name", counter(busy: "buzy"), "name/unknown", "/reducer/1/goTo/busy"),
    (
      "a guard with an error proves nothing that is reported as missing",
      counter(condition: "count <"), "expr/syntax", "/reducer/0/if"
    ),
  ])
  func `give one finding`(_ words: String, _ text: String, _ rule: RuleID, _ path: Pointer) {
    let found = diagnostics(text).filter { !matters.contains($0.rule) }
    #expect(found.map(\.rule) == [rule], "\(words): \(found.map(\.message))")
    #expect(found.map(\.location.pointer) == [path], "\(words): \(found.map(\.message))")
  }

  @Test(arguments: [
    ("two names in one cell", counter(value: "cuont + nmae"), 2),
    ("the same name in one cell", counter(value: "cuont + cuont"), 1),
    ("two cells of a row", counter(value: "cuont + 1", condition: "count < 9 && isOnn"), 2),
    ("a row and an output", counter(value: "!count", shown: "isOnn"), 2),
    ("types in two cells", counter(condition: "count", shown: "name"), 2),
    ("a declaration and another name", counter(half: "n / name", shown: "isOnn"), 2),
  ])
  func `are not what several mistakes are`(_ words: String, _ text: String, _ count: Int) {
    #expect(reported(text).count == count, "\(words): \(reported(text))")
  }

  @Test func `a declaration that nothing uses is noted where an unknown name is close to it`()
    throws
  {
    let found = diagnostics(Self.counter(count: #""cuont": { "type": "int", "initial": 0 }"#))
    let one = try #require(found.first)
    #expect(
      one.notes.first?.message
        == "`cuont` is declared but never used; 6 unknown names are close to it")
    #expect(one.notes.first?.location?.pointer == "/properties/cuont")
    #expect(one.notes.count == 6)
    #expect(one.fix?.isSafe != true)
  }

  @Test(arguments: [
    (
      #"""
      "events": { "went": {} },
      "reducer": [{ "on": "went", "set": { "first": 1, "second": 2 } },
                  { "on": "went", "set": { "third": "fourth" } }]
      """#,
      "no `properties` are declared, but `first`, `second` and 2 others are used as properties"
    ),
    (
      #"""
      "reducer": [{ "on": "opened" }, { "on": ["closed", "moved"] }]
      """#, "no `events` are declared, but `opened`, `closed` and 1 other are used as events"
    ),
    (
      #"""
      "events": { "went": { "carries": { "a": "Foo", "b": "Bar?", "c": "[Baz]" } } },
      "reducer": [{ "on": "went" }]
      """#, "no `types` are declared, but `Foo`, `Bar` and 1 other are used as types"
    ),
  ])
  func `the names of a missing section are one finding`(_ parts: String, _ message: String) {
    #expect(reported(Self.text(parts)) == [message])
  }

  @Test func `names that a row sets are not called inputs where only properties are declared`() {
    let parts = #"""
      "properties": { "count": { "type": "int", "initial": 0 } }, "events": { "went": {} },
      "reducer": [{ "on": "went", "set": { "first": 1, "second": 2, "third": 3 } }]
      """#
    #expect(
      reported(Self.text(parts)) == [
        "no property is named `first`", "no property is named `second`",
        "no property is named `third`",
      ])
  }

  @Test func `a name that is used once as text may lack its quotes`() throws {
    let one = #"""
      "outputs": { "title": { "kind": "ui", "type": "string", "value": "caption" } }
      """#
    let first = try #require(diagnostics(Self.text(one)).first)
    #expect(first.rule == "name/bare-text" && first.fix?.isSafe != true)
    let two = one.replacing(
      "} }", with: #"}, "label": { "kind": "ui", "type": "string", "value": "caption" } }"#)
    let found = diagnostics(Self.text(two))
    #expect(found.map(\.rule) == ["name/unknown"])
    #expect(found.first?.notes.map(\.message) == ["`caption` is also written"])
  }

  @Test func `a loop variable may have the name of its let, which is not recursive`() {
    let text = Self.text(
      #"""
      "properties": { "xs": { "type": "[int]", "initial": [] }, "m": { "type": "int", "initial": 0 } },
      "events": { "went": {} },
      "reducer": [{ "on": "went", "let": { "n": "xs.filter(n, n > 1)" }, "set": { "m": "size(n)" } }]
      """#)
    #expect(diagnostics(text).filter { $0.severity == .error } == [])
  }

  @Test func `names that one text joins are a list`() {
    let text = Self.counter().replacing(#"["ended", "failed"]"#, with: #""ended, failed""#)
    #expect(diagnostics(text).first?.help == #"several names are a list: ["ended", "failed"]"#)
  }

  private func reported(_ text: String) -> [String] {
    diagnostics(text).filter { !matters.contains($0.rule) }.map(\.message)
  }
}
