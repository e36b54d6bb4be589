/// A diagram that is not what its definition says now.
package enum StaleDiagram: Check {
  package static let rule = Rule(
    "diagram/stale", .error,
    reason: """
      Who looks at a diagram takes it for what the definition says. `states diagram --check` holds \
      the pictures of a folder against the definitions.
      """,
    fix: "Run `states diagram` and commit what it draws; delete what no definition has any more.",
    says: "this diagram is stale",
    bad: Example(
      "⟦⟧<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n", name: "Coin.flow.svg",
      beside: [StalePlace.coin]),
    good: StalePlace.coin)
}
