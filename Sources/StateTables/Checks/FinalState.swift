/// What a final state has not.
enum FinalState: Check {
  static let rule = Rule(
    "state/final", .error,
    reason: "A final state ends its parent: nothing can happen in it any more.",
    fix: "Put what happens at the end into the row that goes there, or into `enter`.",
    says: "`over` is final: it has no rows",
    bad: #"""
      { "state": "Login", "format": 1,
        "events": { "loggedIn": {}, "loggedOut": {} },
        "initial": "form",
        "states": [{ "state": "form" }, { "state": "over", "final": true }],
        "reducer": [{ "in": "form", "on": "loggedIn", "goTo": "over" },
                    { "in": "⟦over⟧", "on": "loggedOut", "goTo": "form" }] }
      """#,
    good: #"""
      { "state": "Login", "format": 1,
        "events": { "loggedIn": {}, "loggedOut": {} },
        "initial": "form",
        "states": [{ "state": "form" }, { "state": "over", "final": true }],
        "reducer": [{ "in": "form", "on": ["loggedIn", "loggedOut"], "goTo": "over" }] }
      """#)

  static func row(_ state: String, at place: Diagnostic.Place) -> Diagnostic {
    finding("`\(state)` is final: it has no rows", at: place)
  }

  static func has(_ state: String, _ key: String, at place: Diagnostic.Place) -> Diagnostic {
    finding("`\(state)` is final: it has no `\(key)`", at: place)
  }
}
