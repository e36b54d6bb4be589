/// An invariant of which nobody knows.
package enum UndecidedInvariant: Check {
  package static let rule = Rule(
    "invariant/undecided", .note,
    reason: """
      The definition was run, breadth first, and the invariant always held; but there is more that \
      can happen than was tried, so it is not proved.
      """,
    fix: "Nothing has to be done; a definition with fewer values to try can be proved.",
    says: "2 states explored without a counterexample",
    bad: #"""
      { "state": "Cart", "format": 1,
        "properties": { "count": { "type": "int", "initial": 0 } },
        "events": { "changed": { "carries": { "to": "int" } } },
        "reducer": [
          { "on": "changed", "if": "event.to >= 0", "set": { "count": "event.to" } },
          { "on": "changed", "set": { "count": 0 } }],
        "outputs": { "count": { "kind": "ui", "type": "int", "value": "count" } },
        "invariants": { "neverNegative": "⟦count >= 0⟧" } }
      """#,
    good: #"""
      { "state": "Cart", "format": 1,
        "properties": { "count": { "type": "int", "initial": 0 } },
        "events": { "tappedOne": {}, "tappedNone": {} },
        "reducer": [
          { "on": "tappedOne", "set": { "count": 1 } },
          { "on": "tappedNone", "set": { "count": 0 } }],
        "outputs": { "count": { "kind": "ui", "type": "int", "value": "count" } },
        "invariants": { "neverNegative": "count >= 0" } }
      """#)

  package static func explored(_ count: Int, at place: Diagnostic.Place) -> Diagnostic {
    let states = count == 1 ? "1 state" : "\(count) states"
    return finding("\(states) explored without a counterexample", at: place)
  }
}
