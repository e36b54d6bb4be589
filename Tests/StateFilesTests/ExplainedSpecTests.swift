import StateFiles
import StateTables
import Testing

/// A definition and its spec that disagree: where one mistake of the definition explains all of it,
/// it is told once.
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
      "\(commands)": { "told": {} },
      "reducer": [
        { "on": "added", "if": "size(items) < limit", "set": { "items": "items + [event.item]" } },
        { "on": "added" },
        { "on": "cleared", "set": { "items": [] }, "emit": ["told"] }],
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
          "then": { "count": 0 }, "commands": ["told"] }] }
    """#

  /// The findings of both, the definition's first: whose, and what.
  private func told(_ definition: String, _ spec: String = spec) -> [String] {
    var validation = Validation()
    validation.read(Array(definition.utf8), as: "/Box.state.json")
    validation.check(Array(spec.utf8), as: "/Box.spec.json")
    return validation.report.findings.flatMap { file in
      file.diagnostics.filter { $0.severity != .note }.map { diagnostic in
        "\(file.path.hasSuffix(".spec.json") ? "spec" : "definition") \(diagnostic.rule)"
          + " \(diagnostic.place.pointer)"
      }
    }
  }

  @Test func `is none where both are right`() { #expect(told(Self.definition()) == []) }

  @Test(arguments: [
    (
      "two outputs in each other's place",
      definition(
        count: #""type": "string", "value": "title""#,
        shown: #""type": "int", "value": "size(items)""#),
      "spec spec/literal /then/count"
    ),
    (
      "a field of another type",
      definition(
        types:
          #""Kind": { "enum": ["small", "large"] }, "Item": { "record": { "id": "Kind", "kind": "Kind" } }"#
      ), "spec spec/literal /cases/0/when/0/added/item/id"
    ),
    (
      "sections in each other's place", definition(events: "commands", commands: "events"),
      "definition shape/conflict /events"
    ),
    (
      "an enum without values",
      definition(
        types:
          #""Kind": { "enum": [] }, "Item": { "record": { "id": "string", "kind": "Kind" } }"#),
      "definition shape/conflict /types/Kind/enum"
    ),
    (
      "inputs that are given and not there", definition(inputs: ""),
      "definition name/unknown /reducer/0/if"
    ),
    (
      "an output whose type and value are another's",
      definition(shown: #""type": "Kind", "value": "Kind.small.id""#),
      "definition type/overload /outputs/shown/value"
    ),
  ])
  func `tells one mistake once`(_ mistake: String, _ definition: String, _ finding: String) {
    #expect(told(definition) == [finding], "\(mistake)")
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
  func `tells two mistakes twice`(_ mistakes: String, _ spec: String) {
    #expect(told(Self.definition(), spec).count == 2, "\(mistakes)")
  }
}
