/// Targets of one `goTo` that exclude each other.
enum TargetStates: Check {
  static let rule = Rule(
    "state/targets", .error,
    reason: """
      A list of targets names one state a region of a parallel state; others exclude each other.
      """,
    fix: "Name states that can be active together: one, or one for each region.",
    says: "`home` and `error` cannot be active together",
    bad: #"""
      { "state": "Login", "format": 1,
        "events": { "loggedIn": {}, "failed": {} },
        "initial": "form",
        "states": [{ "state": "form" }, { "state": "home", "final": true },
                   { "state": "error", "final": true }],
        "reducer": [{ "in": "form", "on": "loggedIn", "goTo": ["home", "⟦error⟧"] },
                    { "in": "form", "on": "failed", "goTo": "error" }] }
      """#,
    good: #"""
      { "state": "Login", "format": 1,
        "events": { "loggedIn": {}, "failed": {} },
        "initial": "form",
        "states": [{ "state": "form" }, { "state": "home", "final": true },
                   { "state": "error", "final": true }],
        "reducer": [{ "in": "form", "on": "loggedIn", "goTo": "home" },
                    { "in": "form", "on": "failed", "goTo": "error" }] }
      """#)

  static func apart(
    _ first: String, at firstPlace: Diagnostic.Place, _ second: String,
    at place: Diagnostic.Place
  ) -> Diagnostic {
    finding(
      first == second
        ? "`\(first)` is a target twice"
        : "`\(first)` and `\(second)` cannot be active together", at: place,
      label: "second", notes: [Diagnostic.Note("first", at: firstPlace)])
  }
}
