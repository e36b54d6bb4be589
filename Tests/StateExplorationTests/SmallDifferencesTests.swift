import DiagnosticTexts
import StateChecks
import StateLinking
import StateModel
import Testing

@testable import StateExploration

/// Differences that are easily overlooked.
@Suite("Small differences") struct SmallDifferencesTests {
  struct Change: Sendable, CustomTestStringConvertible {
    let name: String
    let from: String
    let to: String
    let expected: [String]

    init(_ name: String, _ from: String, _ to: String, _ expected: [String]) {
      (self.name, self.from, self.to, self.expected) = (name, from, to, expected)
    }

    var testDescription: String { name }
  }

  private static let base = #"""
    { "state": "Shop", "format": 1,
      "inputs": { "limit": { "type": "int", "default": 3 }, "delay": "int" },
      "properties": { "n": { "type": "int", "initial": 0 }, "draft": { "type": "int", "initial": 1, "stored": false } },
      "events": { "typed": { "carries": { "text": "string" } }, "reset": {} },
      "initial": "open", "states": [{ "state": "open" }, { "state": "shut" }],
      "reducer": [
        { "on": "typed", "set": { "n": "event.text == 'caf\#u{E9}' ? 1 : limit", "draft": "n" } },
        { "on": "reset", "set": { "draft": 0 } },
        { "in": "open", "after": "duration(string(delay) + 's')", "goTo": "shut" }],
      "outputs": {
        "count": { "kind": "ui", "type": "int", "value": "n" },
        "name": { "kind": "ui", "type": "string", "value": "draft == 0 ? 'caf\#u{E9}' : 'bar'" } } }
    """#

  private static func messages(_ from: String, _ to: String) throws -> [String] {
    Differences(
      from: try DifferencesTests.checked(from), to: try DifferencesTests.checked(to),
      oldName: "main", newPath: "Shop.state.json"
    ).changes.filter { $0.diagnostic.severity == .error }.map {
      "\($0.diagnostic.rule.rawValue): \(DiagnosticRenderer.english.message($0.diagnostic))"
    }
  }

  @Test(arguments: [
    Change(
      "a default that goes", #"{ "type": "int", "default": 3 }"#, #"{ "type": "int" }"#,
      ["breaking/input: input `limit` had a default in main and has none here"]),
    Change(
      "a default that comes", #""delay": "int""#, #""delay": { "type": "int", "default": 9 }"#, []),
    Change(
      "inputs in another order", #""limit": { "type": "int", "default": 3 }, "delay": "int""#,
      #""delay": "int", "limit": { "type": "int", "default": 3 }"#,
      ["breaking/field-order: the inputs were (limit, delay) in main and are (delay, limit) here"]),
    Change(
      "the beginning of a property that is not stored", #""initial": 1, "stored": false"#,
      #""initial": 2, "stored": false"#,
      ["behavior/changed: `initial` of `draft` was `1` in main and is `2` here"]),
    Change(
      "a text in another normal form", "? 'caf\u{E9}' :", "? 'cafe\u{301}' :",
      [
        #"behavior/changed: `typed` makes `name` "cafe\u{0301}", and made it "caf\u{00E9}" in main"#
      ]),
    Change(
      "a renamed input that a timer reads", "delay", "patience",
      ["breaking/input: input `delay` is now `patience`"]),
  ])
  func `are reported, and no other error is`(_ change: Change) throws {
    let new = Self.base.replacing(change.from, with: change.to)
    #expect(Array(new.utf8) != Array(Self.base.utf8))
    #expect(try Self.messages(Self.base, new) == change.expected)
  }

  @Test func `two renames at once do not hide a stricter invariant`() throws {
    func shop(_ input: String, _ property: String, _ invariant: String) -> String {
      """
      { "state": "Shop", "format": 1, "inputs": { "\(input)": "int" },
        "properties": { "\(property)": { "type": "int", "initial": 0 } }, "events": { "tapped": {} },
        "reducer": [{ "on": "tapped", "if": "\(property) < 5", "set": { "\(property)": "\(property) + 1" } }],
        "outputs": { "sum": { "kind": "ui", "type": "int", "value": "\(property) * 10 + \(input) % 10" } },
        "invariants": { "few": "\(invariant) < 10" } }
      """
    }
    let found = try Self.messages(shop("q", "p", "p"), shop("r", "q", "r"))
    #expect(found.contains { $0.hasPrefix("breaking/invariant") })
  }
}
