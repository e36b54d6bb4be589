/// What a state of each kind has and has not.
enum InitialState: Check {
  static let rule = Rule(
    "state/initial", .error,
    reason: """
      A state with children must say which of them is entered, or that it may rest in itself: \
      `"initial": null`.
      """,
    fix: "Name one of the children in `initial`, or write `\"initial\": null`.",
    says: "`Player` has child states but no `initial`",
    bad: #"""
      { "state": "⟦Player⟧", "format": 1,
        "events": { "tappedPlay": {}, "tappedStop": {} },
        "states": [{ "state": "stopped" }, { "state": "playing" }],
        "reducer": [{ "in": "stopped", "on": "tappedPlay", "goTo": "playing" },
                    { "in": "playing", "on": "tappedStop", "goTo": "stopped" }] }
      """#,
    good: #"""
      { "state": "Player", "format": 1,
        "events": { "tappedPlay": {}, "tappedStop": {} },
        "initial": "stopped",
        "states": [{ "state": "stopped" }, { "state": "playing" }],
        "reducer": [{ "in": "stopped", "on": "tappedPlay", "goTo": "playing" },
                    { "in": "playing", "on": "tappedStop", "goTo": "stopped" }] }
      """#)

  static func missing(_ state: String, at place: Diagnostic.Place) -> Diagnostic {
    finding(
      "`\(state)` has child states but no `initial`", at: place,
      help: "`\"initial\": null` says that the machine may rest in `\(state)` itself")
  }

  static func noChild(
    _ target: String, of state: String, at place: Diagnostic.Place
  ) -> Diagnostic {
    finding("`initial` of `\(state)` leads to `\(target)`, which is no child of it", at: place)
  }

  static func noChildren(_ state: String, at place: Diagnostic.Place) -> Diagnostic {
    finding("`\(state)` has an `initial` but no child states", at: place)
  }
}
