import StateFiles
import StateModel
import StateProject
import Testing

/// A definition and its spec that disagree: the errors of the definition come first, and the spec
/// is checked against the declarations that are left.
@Suite struct `A spec that disagrees` {
  private static func definition(
    types: String =
      #""Kind": { "enum": ["small", "large"] }, "Item": { "record": { "id": "string", "kind": "Kind" } }"#,
    inputs: String = #""inputs": { "limit": "int", "title": "string" },"#,
    events: String = "events", commands: String = "commands",
    count: String = #""type": "int", "value": "size(items)""#,
    shown: String = #""type": "string", "value": "title""#
  ) -> String {
    """
    { "state": "Box", "format": 1,
      "types": { \(types) },
      \(inputs)
      "properties": { "items": { "type": "[Item]", "initial": [] } },
      "\(events)": { "added": { "carries": { "item": "Item" } }, "cleared": {} },
      "\(commands)": { "sent": {} },
      "reducer": [
        { "on": "added", "if": "size(items) < limit", "set": { "items": "items + [event.item]" } },
        { "on": "added" },
        { "on": "cleared", "set": { "items": [] }, "emit": ["sent"] }],
      "outputs": {
        "count": { "kind": "ui", \(count) },
        "shown": { "kind": "ui", \(shown) },
        "last":  { "kind": "ui", "type": "Kind?", "value": "size(items) > 0 ? items[0].kind : null",
                   "allow": { "output/ui-optional": "Nothing is in it." } } } }
    """
  }

  private static let spec = #"""
    { "spec": "Box", "given": { "limit": 2, "title": "Nuts" },
      "then": { "count": 0, "shown": "Nuts", "last": null },
      "cases": [
        { "name": "One", "when": [{ "added": { "item": { "id": "a", "kind": "small" } } }],
          "then": { "count": 1, "last": "small" } },
        { "name": "Two", "when": [{ "added": { "item": { "id": "b", "kind": "large" } } }, "cleared"],
          "then": { "count": 0 }, "commands": ["sent"] }] }
    """#

  /// The findings of both, the definition's first: whose, and what.
  private func findings(_ definition: String, _ spec: String = spec) -> [String] {
    var checker = FileChecker()
    checker.read(Array(definition.utf8), as: "/Box.state.json")
    checker.check(Array(spec.utf8), as: "/Box.spec.json")
    return checker.files.map(\.findings).flatMap { file in
      file.diagnostics.filter { $0.severity != .note }.map { diagnostic in
        "\(file.path.hasSuffix(".spec.json") ? "spec" : "definition") \(diagnostic.rule)"
          + " \(diagnostic.location.pointer)"
      }
    }
  }

  @Test func `is none where both are right`() { #expect(findings(Self.definition()) == []) }

  @Test(arguments: [
    (
      "two exchanged outputs",
      definition(
        count: #""type": "string", "value": "title""#,
        shown: #""type": "int", "value": "size(items)""#),
      ["spec spec/literal /then/count", "spec spec/literal /then/shown"]
    ),
    (
      "a field of another type",
      definition(
        types:
          #""Kind": { "enum": ["small", "large"] }, "Item": { "record": { "id": "Kind", "kind": "Kind" } }"#
      ),
      [
        "spec spec/literal /cases/0/when/0/added/item/id",
        "spec spec/literal /cases/1/when/0/added/item/id",
      ]
    ),
    (
      "exchanged sections", definition(events: "commands", commands: "events"),
      [
        "definition name/unknown /reducer/0/on", "definition name/unknown /reducer/2/on",
        "definition name/unknown /reducer/2/emit/0",
      ]
    ),
    (
      "an enum without values",
      definition(
        types:
          #""Kind": { "enum": [] }, "Item": { "record": { "id": "string", "kind": "Kind" } }"#),
      ["definition shape/conflict /types/Kind/enum"]
    ),
    (
      "inputs that are given and not there", definition(inputs: ""),
      [
        "definition name/unknown /reducer/0/if", "definition name/bare-text /outputs/shown/value",
      ]
    ),
    (
      "an output whose type and value are another's",
      definition(shown: #""type": "Kind", "value": "Kind.small.id""#),
      ["definition type/overload /outputs/shown/value"]
    ),
  ])
  func `has these findings`(_ mistake: String, _ definition: String, _ found: [String]) {
    #expect(findings(definition) == found, "\(mistake)")
  }

  @Test(arguments: [
    (
      "values of two kinds",
      spec.replacing(#""count": 1"#, with: #""count": "x""#)
        .replacing(#""shown": "Nuts""#, with: #""shown": 7"#)
    ),
    (
      "an event and an output that are none",
      spec.replacing(#""cleared""#, with: #""emptied""#)
        .replacing(#""shown""#, with: #""hidden""#)
    ),
  ])
  func `has two findings for two mistakes`(_ mistakes: String, _ spec: String) {
    #expect(findings(Self.definition(), spec).count == 2, "\(mistakes)")
  }
}
