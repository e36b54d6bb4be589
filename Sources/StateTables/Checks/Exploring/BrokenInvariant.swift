/// Something can happen after which an invariant does not hold.
package enum BrokenInvariant: Check {
  package static let rule = Rule(
    "invariant/broken", .error,
    reason: """
      An invariant holds after the start and after every step. The definition was run, breadth \
      first, until it did not: the trace that is told is the shortest, and can be replayed.
      """,
    fix: "Give the row a guard, or have it write something else; or say less in the invariant.",
    says: "`tappedMinus` can break the invariant `neverNegative` (count >= 0)",
    bad: #"""
      { "state": "Cart", "format": 1,
        "properties": { "count": { "type": "int", "initial": 0 } },
        "events": { "tappedPlus": {}, "tappedMinus": {} },
        "reducer": [
          { "on": "tappedPlus", "set": { "count": "count + 1" } },
          { "on": "tappedMinus", "set": { "count": "⟦count - 1⟧" } }],
        "outputs": { "count": { "kind": "ui", "type": "int", "value": "count" } },
        "invariants": { "neverNegative": "count >= 0" } }
      """#,
    good: #"""
      { "state": "Cart", "format": 1,
        "properties": { "count": { "type": "int", "initial": 0 } },
        "events": { "tappedPlus": {}, "tappedMinus": {} },
        "reducer": [
          { "on": "tappedPlus", "set": { "count": "count + 1" } },
          { "on": "tappedMinus", "if": "count > 0", "set": { "count": "count - 1" } }],
        "outputs": { "count": { "kind": "ui", "type": "int", "value": "count" } },
        "invariants": { "neverNegative": "count >= 0" } }
      """#)

  /// - Parameters:
  ///   - name: The invariant.
  ///   - text: What it says.
  ///   - cause: What breaks it: `` `tappedMinus` ``, `the start`.
  ///   - place: The cell that does.
  ///   - label: What it gives: `-1 when count is 0`.
  ///   - trace: How it comes to that.
  ///   - help: The guard that would prevent it.
  /// - Returns: The finding.
  package static func breaks(
    _ name: String, _ text: String, by cause: String, at place: Diagnostic.Place, label: String?,
    trace: String, help: String?
  ) -> Diagnostic {
    finding(
      "\(cause) can break the invariant `\(name)` (\(text))", at: place, label: label,
      notes: [.init(trace)], help: help)
  }
}
