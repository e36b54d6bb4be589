/// A generated file that is not what its definition says now.
package enum StaleSource: Check {
  package static let rule = Rule(
    "generate/stale", .error,
    reason: """
      An app that is built from an old file does what the definition said once. `states generate \
      --check` holds generated files against the definitions.
      """,
    fix: "Run `states generate` and commit what it writes.",
    says: "this file is stale",
    bad: Example(
      "⟦⟧// What the definition said before.\n", name: "CoinState.swift", beside: [StalePlace.coin]),
    good: StalePlace.coin)

  /// What is to be written anew, or for the first time.
  package static func stale(isThere: Bool) -> Diagnostic {
    finding(
      isThere ? "this file is stale" : "this file was never generated", at: .init(""),
      help: "generate it: states generate, without --check")
  }
}
