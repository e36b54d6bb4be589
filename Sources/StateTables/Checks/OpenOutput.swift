/// An output that has no value somewhere, though its type says that it has.
enum OpenOutput: Check {
  static let rule = Rule(
    "output/open-ended", .error,
    reason: """
      The rows of an output that is not optional must give a value in every state: by a last row \
      without `in` and `if`, or state by state.
      """,
    fix: "End the rows with one without `in` and `if`, or make the type optional.",
    says: "`title` is a string and has no value in `paused`: no row without `if` covers it",
    bad: #"""
      { "state": "Player", "format": 1,
        "events": { "tapped": {} },
        "initial": "paused",
        "states": [{ "state": "paused" }, { "state": "playing" }],
        "reducer": [{ "in": "paused", "on": "tapped", "goTo": "playing" },
                    { "in": "playing", "on": "tapped", "goTo": "paused" }],
        "outputs": { "title": { "kind": "ui", "type": "string", "⟦rows⟧": [
          { "in": "playing", "value": "'Pause'" }] } } }
      """#,
    good: #"""
      { "state": "Player", "format": 1,
        "events": { "tapped": {} },
        "initial": "paused",
        "states": [{ "state": "paused" }, { "state": "playing" }],
        "reducer": [{ "in": "paused", "on": "tapped", "goTo": "playing" },
                    { "in": "playing", "on": "tapped", "goTo": "paused" }],
        "outputs": { "title": { "kind": "ui", "type": "string", "rows": [
          { "in": "playing", "value": "'Pause'" }, { "value": "'Play'" }] } } }
      """#)

  static func open(
    _ name: String, _ type: String, in states: [String], hasStates: Bool,
    at place: Diagnostic.Place
  ) -> Diagnostic {
    guard hasStates else {
      return finding("`\(name)` is a \(type) and no row without `if` gives it a value", at: place)
    }
    let shown = states.prefix(3).map { "`\($0)`" }
    let more = states.count > 3 ? " and \(states.count - 3) more" : ""
    return finding(
      "`\(name)` is a \(type) and has no value in \(shown.joined(separator: ", "))\(more): no row without `if` covers \(states.count == 1 ? "it" : "them")",
      at: place)
  }
}
