/// A marked place of a document, or a page, that is not what its definition says now.
package enum StalePlace: Check {
  package static let rule = Rule(
    "docs/stale", .error,
    reason: """
      A document that was right when it was written misleads after the next change of the \
      definition. `states docs --check` holds marked places and pages against the definitions.
      """,
    fix: "Run `states docs`, for pages `states docs --pages DIR`, and commit what it writes.",
    says: "this place is stale",
    bad: Example(
      """
      ⟦<!-- states: Coin.state.json rows -->⟧

      | row | when | then |
      | --- | --- | --- |
      | 1 | `flippedToHeads` | sets `isHeads` to `false` |

      <!-- /states -->

      """, name: "README.md", beside: [coin]),
    good: fresh)

  /// A document whose place is filled.
  static let fresh = Example(
    """
    <!-- states: Coin.state.json rows -->

    | row | when | then |
    | --- | --- | --- |
    | 1 | `flippedToHeads` | sets `isHeads` to `true` |

    <!-- /states -->

    """, name: "README.md", beside: [coin])

  /// The definition of the examples.
  static let coin: Example = #"""
    { "state": "Coin", "format": 1,
      "properties": { "isHeads": { "type": "bool", "initial": false } },
      "events": { "flippedToHeads": {} },
      "reducer": [{ "on": "flippedToHeads", "set": { "isHeads": true } }],
      "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
    """#

  /// A place of a document, by its mark.
  package static func stale(at range: Range<Int>, in path: String) -> Diagnostic {
    finding(
      "this place is stale", at: .init("", fileRange: range), help: "fill it: states docs \(path)")
  }
}
