/// `done.x` of something that is never done.
enum DoneState: Check {
  static let rule = Rule(
    "state/done", .error,
    reason: """
      `done.x` is raised when a final child of `x` is entered (for a parallel state: when all its \
      regions are done). Without one the row never runs.
      """,
    fix: "Make a child of it final, or leave the row out.",
    says: "`done.playing`: nothing in `playing` is final",
    bad: #"""
      { "state": "Player", "format": 1,
        "events": { "ended": {} },
        "initial": "playing",
        "states": [{ "state": "playing", "initial": "sound", "states": [{ "state": "sound" },
                     { "state": "silence" }] }],
        "reducer": [{ "in": "sound", "on": "ended", "goTo": "silence" },
                    { "in": "playing", "on": "⟦done.playing⟧", "goTo": "sound" }] }
      """#,
    good: #"""
      { "state": "Player", "format": 1,
        "events": { "ended": {} },
        "initial": "playing",
        "states": [{ "state": "playing", "initial": "sound", "states": [{ "state": "sound" },
                     { "state": "silence", "final": true }] }],
        "reducer": [{ "in": "sound", "on": "ended", "goTo": "silence" },
                    { "in": "playing", "on": "done.playing", "goTo": "sound" }] }
      """#)

  static func never(_ state: String, _ isParallel: Bool, at place: Diagnostic.Place) -> Diagnostic {
    finding(
      isParallel
        ? "`done.\(state)`: not every region of `\(state)` has a final state"
        : "`done.\(state)`: nothing in `\(state)` is final",
      at: place)
  }
}
