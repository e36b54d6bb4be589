/// A run that a diagram is to show, and that fails.
package enum FailingRun: Check {
  package static let rule = Rule(
    "diagram/run", .error,
    reason: """
      `states diagram --after` marks where a sequence of events leads; a run that does not start, or \
      fails on its way, leads nowhere.
      """,
    fix: "Send other events or inputs, or put right what fails: `states run` shows each step.",
    says: "the run that --after asks for fails: `divideByZero` at /reducer/0/set/share",
    bad: #"""
      { "state": "Bill", "format": 1,
        "properties": { "people": { "type": "int", "initial": 0 },
                        "share": { "type": "int", "initial": 0 } },
        "events": { "splitTotal": {}, "joined": {} },
        "reducer": [{ "on": "splitTotal", "set": { "share": "⟦120 / people⟧" } },
                    { "on": "joined", "set": { "people": "people + 1" } }],
        "outputs": { "share": { "kind": "ui", "type": "int", "value": "share" } } }
      """#,
    good: #"""
      { "state": "Bill", "format": 1,
        "properties": { "people": { "type": "int", "initial": 0 },
                        "share": { "type": "int", "initial": 0 } },
        "events": { "splitTotal": {}, "joined": {} },
        "reducer": [{ "on": "splitTotal", "if": "people > 0", "set": { "share": "120 / people" } },
                    { "on": "joined", "set": { "people": "people + 1" } }],
        "outputs": { "share": { "kind": "ui", "type": "int", "value": "share" } } }
      """#)

  /// - Parameters:
  ///   - reason: Why it leads nowhere: `fails: …`.
  ///   - pointer: The cell that fails; `""` where none is to blame.
  /// - Returns: The finding.
  package static func leadsNowhere(_ reason: String, at pointer: String) -> Diagnostic {
    finding("the run that --after asks for \(reason)", at: .init(pointer))
  }
}
