import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct ConflictingRowsTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.rowConflict)
  }

  private static let regions = """
    "initial": "idle",
    "states": [{ "state": "idle" }, { "state": "ended", "final": true },
      { "state": "playing", "parallel": true, "states": [
        { "state": "audio", "initial": "loud", "states": [{ "state": "loud" }, { "state": "quiet" }] },
        { "state": "video" }] }]
    """

  @Test func `two rows of deep states are told once, at the later region's`() {
    check(
      """
      { "state": "Call", "format": 1, "events": { "started": {}, "stopped": {}, "muted": {} },
        \(Self.regions),
        "reducer": [{ "in": "idle", "on": "started", "goTo": "playing" },
                    { "in": "loud", "on": "muted", "goTo": "quiet" },
                    { "in": "video", "on": ["stopped", "muted"], "goTo": "⟦ended⟧" },
                    { "in": "quiet", "on": "stopped", "goTo": "idle" }] }
      """,
      says: """
        rows of the regions `audio` and `video` both leave `playing` on `stopped`; the earlier \
        region wins
        """, RuleID.rowConflict)
  }

  @Test func `a row for every event also takes the end of a state`() {
    check(
      """
      { "state": "Call", "format": 1, "events": { "started": {}, "finished": {} },
        "initial": "idle",
        "states": [{ "state": "idle" }, { "state": "ended", "final": true },
          { "state": "playing", "parallel": true, "states": [
            { "state": "audio", "initial": "clip", "states": [{ "state": "clip", "initial": "on",
              "states": [{ "state": "on" }, { "state": "over", "final": true }] }] },
            { "state": "video" }] }],
        "reducer": [{ "in": "idle", "on": "started", "goTo": "playing" },
                    { "in": "on", "on": "finished", "goTo": "over" },
                    { "in": "audio", "on": "done.clip", "goTo": "idle" },
                    { "in": "video", "on": "*", "goTo": "⟦ended⟧" }] }
      """,
      says: """
        rows of the regions `audio` and `video` both leave `playing` on `done.clip`; the earlier \
        region wins
        """, RuleID.rowConflict)
  }

  @Test(arguments: [
    (
      "a guard may keep them apart",
      #"""
      { "in": "audio", "on": "stopped", "if": "isIn('quiet')", "goTo": "idle" },
      { "in": "video", "on": "stopped", "goTo": "ended" }
      """#
    ),
    (
      "only one of them leaves",
      #"""
      { "in": "quiet", "on": "stopped", "goTo": "loud" },
      { "in": "video", "on": "stopped", "goTo": "ended" }
      """#
    ),
  ])
  func `what is right is left alone`(name: String, rows: String) {
    checkFine(
      """
      { "state": "Call", "format": 1, "events": { "started": {}, "stopped": {}, "muted": {} },
        \(Self.regions),
        "reducer": [{ "in": "idle", "on": "started", "goTo": "playing" },
                    { "in": "loud", "on": "muted", "goTo": "quiet" }, { "in": "playing", "on": "started", "goTo": "ended" },
                    \(rows)] }
      """)
  }
}
