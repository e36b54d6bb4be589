import DiagnosticTexts
import StateChecks
import StateFiles
import StateLinking
import StateModel
import Testing

@testable import StateExploration

/// Whether a definition needs an exploration, or its text alone decides the checks.
@Suite struct `Cone of influence` {
  /// Makes a definition with a list and a count.
  private func checked(
    rows: String, invariants: String = "", properties: String = "",
    states: String = ""
  ) throws -> CheckedDefinition {
    let text = #"""
      { "state": "Shop", "format": 1,
        "properties": { "items": { "type": "[string]", "initial": [] }, "count": { "type": "int", "initial": 3 }\#(properties) },
        "events": {
          "loaded": { "carries": { "items": "[string]" } }, "went": {}, "came": {},
          "tapped": { "carries": { "index": "int", "text": "string", "by": "int" } } },
        \#(states)
        "reducer": [ { "on": "loaded", "set": { "items": "event.items" } }, \#(rows) ],
        "outputs": { "first": { "kind": "ui", "type": "string", "value": "size(items) > 0 ? items[0] : ''" },
                     "count": { "kind": "ui", "type": "int", "value": "count" } },
        "invariants": { \#(invariants) } }
      """#
    let document = JSONDocument([UInt8](text.utf8))
    let json = try #require(document.json, "\(document.diagnostics)")
    let content = try #require(DefinitionReader.read(json, fileName: nil).content)
    let result = content.checked()
    return try #require(result.checked, "\(result.diagnostics)")
  }

  private func hasGoals(_ checked: CheckedDefinition) -> Bool {
    ConeOfInfluence(checked, Risks(checked)).hasGoals
  }

  private func findings(_ checked: CheckedDefinition) -> [String] {
    SemanticChecks.diagnostics(of: checked, path: "Shop.state.json").map {
      "\($0.rule.rawValue) \($0.location.pointer.text)"
    }
  }

  private static let shown = #""set": { "count": "size(items[event.index])" }"#
  private static let cut = #""set": { "count": "size(event.text.substring(0, 3))" }"#

  @Test(arguments: [
    (
      name: "both ends",
      rows: #"{ "on": "tapped", "if": "event.index >= 0 && event.index < size(items)", \#(shown) }"#
    ),
    (
      name: "turned round",
      rows: #"{ "on": "tapped", "if": "size(items) > event.index && 0 <= event.index", \#(shown) }"#
    ),
    (
      name: "inside the cell",
      rows:
        #"{ "on": "tapped", "set": { "count": "event.index >= 0 && event.index < size(items) ? size(items[event.index]) : 0" } }"#
    ),
    (
      name: "the opposite was tested above",
      rows:
        #"{ "on": "tapped", "if": "event.index < 0 || event.index >= size(items)" }, { "on": "tapped", \#(shown) }"#
    ),
    (
      name: "a path",
      rows:
        #"{ "on": "tapped", "if": "event.index >= 0 && event.index < size(items)", "set": { "items[event.index]": "event.text" } }"#
    ),
    (
      name: "a text long enough",
      rows: #"{ "on": "tapped", "if": "size(event.text) < 3" }, { "on": "tapped", \#(cut) }"#
    ),
    (
      name: "a let",
      rows:
        #"{ "on": "tapped", "if": "size(event.text) > 2", "let": { "three": "event.text.substring(0, 3)" }, "set": { "count": "size(three)" } }"#
    ),
    (
      name: "a divisor",
      rows: #"{ "on": "tapped", "if": "event.by != 0", "set": { "count": "100 / event.by" } }"#
    ),
    (
      name: "products that are shown",
      rows: #"{ "on": "went", "if": "count < 9", "emit": [] , "set": { "count": "count + 1" } }"#
    ),
    (
      name: "texts",
      rows:
        #"{ "on": "tapped", "set": { "count": "size(event.text.trim().replace('a', 'b').split(','))" } }"#
    ),
  ])
  func `a guard keeps a cell from failing`(name: String, rows: String) throws {
    #expect(!hasGoals(try checked(rows: rows)), "\(name)")
  }

  @Test(arguments: [
    (
      name: "one too far",
      rows:
        #"{ "on": "tapped", "if": "event.index >= 0 && event.index <= size(items)", \#(shown) }"#,
      index: "/reducer/1/set/count"
    ),
    (
      name: "one end", rows: #"{ "on": "tapped", "if": "event.index < size(items)", \#(shown) }"#,
      index: "/reducer/1/set/count"
    ),
    (
      name: "a path",
      rows:
        #"{ "on": "tapped", "if": "event.index >= 0", "set": { "items[event.index]": "event.text" } }"#,
      index: "/reducer/1/set/items[event.index]"
    ),
    (
      name: "tested below",
      rows: #"{ "on": "tapped", \#(cut) }, { "on": "tapped", "if": "size(event.text) < 3" }"#,
      index: "/reducer/1/set/count"
    ),
    (
      name: "tested for another event",
      rows:
        #"{ "on": "came", "if": "count < 3" }, { "on": "went", "set": { "count": "10 / (count - 3)" } }"#,
      index: "/reducer/2/set/count"
    ),
    (
      name: "one too short",
      rows: #"{ "on": "tapped", "if": "size(event.text) < 1" }, { "on": "tapped", \#(cut) }"#,
      index: "/reducer/2/set/count"
    ),
    (
      name: "either of two",
      rows:
        #"{ "on": "tapped", "if": "event.by != 0 || count == 3", "set": { "count": "100 / event.by" } }"#,
      index: "/reducer/1/set/count"
    ),
    (
      name: "before the guard",
      rows:
        #"{ "on": "tapped", "let": { "part": "100 / event.by" }, "if": "event.by != 0 && part > 3", "set": { "count": "part" } }"#,
      index: "/reducer/1/let/part"
    ),
    (
      name: "products that grow", rows: #"{ "on": "went", "set": { "count": "count * count" } }"#,
      index: "/reducer/1/set/count"
    ),
  ])
  func `a guard that does not protect its cell is detected`(
    name: String, rows: String, index: String
  ) throws {
    let checked = try checked(rows: rows)
    #expect(hasGoals(checked), "\(name)")
    #expect(findings(checked).contains("expr/may-fail \(index)"), "\(name): \(findings(checked))")
  }

  @Test func `a guard proves nothing about a variable that an exit writes`() throws {
    let states = #"""
      "initial": "open",
      "states": [{ "state": "open", "exit": [{ "set": { "items": [] } }] }, { "state": "closed" }],
      """#
    let row = #"""
      { "in": "open", "on": "tapped", "if": "event.index >= 0 && event.index < size(items)", GOTO "set": { "count": "size(items[event.index])" } },
      { "in": "open", "on": "went", "goTo": "closed" }, { "in": "closed", "on": "came", "goTo": "open" }
      """#
    let leaving = try checked(
      rows: row.replacing("GOTO", with: #""goTo": "closed","#), states: states)
    #expect(hasGoals(leaving))
    #expect(findings(leaving).contains("expr/may-fail /reducer/1/set/count"))
    let staying = try checked(rows: row.replacing("GOTO", with: ""), states: states)
    #expect(!hasGoals(staying))
  }

  @Test(arguments: [
    (
      name: "kept by a guard",
      rows: #"{ "on": "went", "if": "count > 0", "set": { "count": "count - 1" } }"#
    ),
    (
      name: "kept by the sum's own guard",
      rows:
        #"{ "on": "tapped", "if": "count + event.by >= 0", "set": { "count": "count + event.by" } }"#
    ),
    (name: "kept by itself", rows: #"{ "on": "went", "set": { "count": "count + 1" } }"#),
    (
      name: "kept by the guard above",
      rows:
        #"{ "on": "went", "if": "count < 2", "set": { "count": 0 } }, { "on": "went", "set": { "count": "count - 2" } }"#
    ),
    (name: "written as a number", rows: #"{ "on": "went", "set": { "count": 7 } }"#),
  ])
  func `an invariant that every row keeps`(name: String, rows: String) throws {
    let checked = try checked(rows: rows, invariants: #""neverNegative": "count >= 0""#)
    #expect(!hasGoals(checked), "\(name)")
  }

  @Test(arguments: [
    (
      name: "one too far",
      rows: #"{ "on": "went", "if": "count >= 0", "set": { "count": "count - 1" } }"#
    ),
    (name: "a number", rows: #"{ "on": "went", "set": { "count": -7 } }"#),
    (
      name: "the second group",
      rows:
        #"{ "on": "went", "if": "count > 0", "set": [{ "count": "count - 1" }, { "count": "count - 1" }] }"#
    ),
    (
      name: "the other sign",
      rows:
        #"{ "on": "tapped", "if": "count + event.by >= 0", "set": { "count": "count - event.by" } }"#
    ),
  ])
  func `an invariant that a row breaks`(name: String, rows: String) throws {
    let checked = try checked(rows: rows, invariants: #""neverNegative": "count >= 0""#)
    #expect(
      findings(checked).contains { $0.hasPrefix("invariant/broken") },
      "\(name): \(findings(checked))")
  }

  @Test func `two invariants that depend on each other are given up together`() throws {
    let rows =
      #"{ "on": "went", "set": { "count": "low" } }, { "on": "came", "set": { "low": "count - 1" } }"#
    let low = #", "low": { "type": "int", "initial": 3 }"#
    let invariants = #""count": "count > 0", "low": "low > 0""#
    let breaking = try checked(rows: rows, invariants: invariants, properties: low)
    #expect(findings(breaking).count { $0.hasPrefix("invariant/broken") } == 2)
    let keeping = try checked(
      rows: rows.replacing("count - 1", with: "count + 1"), invariants: invariants,
      properties: low)
    #expect(!hasGoals(keeping))
  }

  @Test func `unchecked parts are left out`() throws {
    let rows = #"""
      { "on": "went", "if": "count < 9", "set": { "count": "count + 1", "note": "'more'" } },
      { "on": "tapped", "if": "event.index > 3", "set": { "note": "event.text" } }
      """#
    let checked = try checked(
      rows: rows, invariants: #""few": "count < 20", "notMany": "double(count) < 30.0""#,
      properties: #", "note": { "type": "string", "initial": "''" }"#)
    let rest = ConeOfInfluence(checked, Risks(checked)).rest
    #expect(rest.rows.map(\.index) == [1])
    #expect(rest.properties.map(\.name) == ["count", "note"])
    #expect(rest.invariants.map(\.name) == ["notMany"])
    #expect(rest.outputs.isEmpty)
  }

  @Test(arguments: [(switches: 4, isProof: true), (switches: 9, isProof: false)])
  func `an impossible proof is given up early`(switches: Int, isProof: Bool) throws {
    let names = (0..<switches).map { "is\($0)" }
    let text = #"""
      { "state": "Switches", "format": 1,
        "properties": { \#(names.map { #""\#($0)": { "type": "bool", "initial": false }"# }.joined(separator: ", ")) },
        "events": { \#(names.map { #""turned\#($0)": {}"# }.joined(separator: ", ")) },
        "reducer": [ \#(names.map { #"{ "on": "turned\#($0)", "set": { "\#($0)": "!\#($0)" } }"# }.joined(separator: ", ")) ],
        "outputs": { "all": { "kind": "ui", "type": "bool", "value": "\#(names.joined(separator: " && "))" } } }
      """#
    let json = try #require(JSONDocument([UInt8](text.utf8)).json)
    let content = try #require(DefinitionReader.read(json, fileName: nil).content)
    let checked = try #require(content.checked().checked)
    let context = try ExplorationContext(checked, spec: nil, path: "x", limits: .init())
    #expect(context.isProof == isProof)
    #expect(context.exploration.edges.count < 300)
  }
}
