/// What a history needs.
enum HistoryState: Check {
  static let rule = Rule(
    "state/history", .error,
    reason: """
      A history is a place to go to, never active itself: it needs a `default` for the first time, \
      and has no states, rows or actions.
      """,
    fix: "Give it a `default`, and put states, rows and actions into its parent.",
    says: "the history `lastTab` has no `default` for the first time",
    bad: #"""
      { "state": "Page", "format": 1,
        "events": { "opened": {}, "closed": {}, "tappedMap": {} },
        "initial": "off",
        "states": [{ "state": "off" },
                   { "state": "tabs", "initial": "list",
                     "states": [{ "state": "list" }, { "state": "map" },
                                { "state": "⟦lastTab⟧", "history": "shallow" }] }],
        "reducer": [{ "in": "off", "on": "opened", "goTo": "lastTab" },
                    { "in": "tabs", "on": "closed", "goTo": "off" },
                    { "in": "list", "on": "tappedMap", "goTo": "map" }] }
      """#,
    good: #"""
      { "state": "Page", "format": 1,
        "events": { "opened": {}, "closed": {}, "tappedMap": {} },
        "initial": "off",
        "states": [{ "state": "off" },
                   { "state": "tabs", "initial": "list",
                     "states": [{ "state": "list" }, { "state": "map" },
                                { "state": "lastTab", "history": "shallow", "default": "list" }] }],
        "reducer": [{ "in": "off", "on": "opened", "goTo": "lastTab" },
                    { "in": "tabs", "on": "closed", "goTo": "off" },
                    { "in": "list", "on": "tappedMap", "goTo": "map" }] }
      """#)

  static func needsDefault(_ state: String, at place: Diagnostic.Place) -> Diagnostic {
    finding("the history `\(state)` has no `default` for the first time", at: place)
  }

  static func has(_ state: String, _ key: String, at place: Diagnostic.Place) -> Diagnostic {
    finding("`\(state)` is a history: it is never active and has no `\(key)`", at: place)
  }

  static func row(_ state: String, at place: Diagnostic.Place) -> Diagnostic {
    finding("`\(state)` is a history: it is never active, so this is never used", at: place)
  }

  static func strayDefault(_ state: String, at place: Diagnostic.Place) -> Diagnostic {
    finding("`\(state)` has a `default`, but is no history", at: place)
  }

  static func outside(
    _ target: String, of parent: String, at place: Diagnostic.Place
  ) -> Diagnostic {
    finding("the `default` leads to `\(target)`, which does not lie in `\(parent)`", at: place)
  }
}
