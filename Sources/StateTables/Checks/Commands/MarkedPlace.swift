/// A marked place of a document that cannot be filled.
package enum MarkedPlace: Check {
  package static let rule = Rule(
    "docs/mark", .error,
    reason: """
      A mark that names no definition, nothing that definitions have, or has no end leaves the \
      place behind it as it is: readers take what stands there for what is true.
      """,
    fix: """
      Write `<!-- states: Coin.state.json rows -->`, with the path from the document to the \
      definition and what to show of it, and `<!-- /states -->` behind the place.
      """,
    says: "nothing of a definition is called `colours`",
    bad: Example(
      "⟦<!-- states: Coin.state.json colours -->⟧\n<!-- /states -->\n", name: "README.md",
      beside: [StalePlace.coin]),
    good: StalePlace.fresh)

  /// What is wrong with a mark.
  package static func wrong(
    _ message: String, at range: Range<Int>, help: String? = nil
  ) -> Diagnostic {
    finding(message, at: .init("", fileRange: range), help: help)
  }
}
