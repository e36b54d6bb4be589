/// What a parallel state needs.
enum ParallelState: Check {
  static let rule = Rule(
    "state/parallel", .error,
    reason: """
      All children of a parallel state are active at once: there is none to begin with, and one \
      alone would not be parallel.
      """,
    fix: "Leave `initial` out and give it two regions at least, or leave `parallel` out.",
    says: "`on` is parallel and has one region; it needs at least two",
    bad: #"""
      { "state": "Player", "format": 1,
        "events": { "tappedMute": {} },
        "initial": "on",
        "states": [{ "state": "on", "⟦parallel⟧": true,
                     "states": [{ "state": "volume" }] }],
        "reducer": [{ "in": "volume", "on": "tappedMute", "goTo": "Player" }] }
      """#,
    good: #"""
      { "state": "Player", "format": 1,
        "events": { "tappedMute": {} },
        "initial": "on",
        "states": [{ "state": "on", "parallel": true,
                     "states": [{ "state": "volume" }, { "state": "picture" }] },
                   { "state": "off" }],
        "reducer": [{ "in": "volume", "on": "tappedMute", "goTo": "off" },
                    { "in": "off", "on": "tappedMute", "goTo": "on" }] }
      """#)

  static func initial(_ state: String, at place: Diagnostic.Place) -> Diagnostic {
    finding(
      "`\(state)` is parallel, so it has no `initial`: all its children are active", at: place)
  }

  static func regions(_ state: String, count: Int, at place: Diagnostic.Place) -> Diagnostic {
    finding(
      "`\(state)` is parallel and has \(count == 1 ? "one region" : "no regions"); it needs at least two",
      at: place)
  }

  static func region(_ region: String, of state: String, _ word: String, at place: Diagnostic.Place)
    -> Diagnostic
  {
    finding("`\(region)` is a region of `\(state)`, so it cannot be \(word)", at: place)
  }
}
