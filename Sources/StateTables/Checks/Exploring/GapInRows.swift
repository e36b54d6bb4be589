/// An event that every row refuses.
package enum GapInRows: Check {
  package static let rule = Rule(
    "row/gap", .note,
    reason: """
      Where every row for an event has a guard, the event is denied when all of them are false. \
      That may be meant; a last row without a guard says so.
      """,
    fix: "End with a row without `if`, if nothing should happen then.",
    says: "`tappedPay` is denied when `!isReady`",
    bad: #"""
      { "state": "Pay", "format": 1,
        "properties": { "isReady": { "type": "bool", "initial": true }, "isPaid": { "type": "bool", "initial": false } },
        "events": { "tappedPay": {}, "lostNetwork": {}, "foundNetwork": {} },
        "reducer": [{ "on": "tappedPay", ⟦"if": "isReady"⟧, "set": { "isPaid": true } },
                    { "on": "lostNetwork", "set": { "isReady": false, "isPaid": false } },
                    { "on": "foundNetwork", "set": { "isReady": true } }],
        "outputs": { "isPaid": { "kind": "ui", "type": "bool", "value": "isPaid" } } }
      """#,
    good: #"""
      { "state": "Pay", "format": 1,
        "properties": { "isReady": { "type": "bool", "initial": true }, "isPaid": { "type": "bool", "initial": false } },
        "events": { "tappedPay": {}, "lostNetwork": {}, "foundNetwork": {} },
        "reducer": [{ "on": "tappedPay", "if": "isReady", "set": { "isPaid": true } },
                    { "on": "tappedPay" },
                    { "on": "lostNetwork", "set": { "isReady": false, "isPaid": false } },
                    { "on": "foundNetwork", "set": { "isReady": true } }],
        "outputs": { "isPaid": { "kind": "ui", "type": "bool", "value": "isPaid" } } }
      """#)

  /// - Parameters:
  ///   - event: What is denied, in backquotes where it has a name.
  ///   - when: When that is so: `` `isLoading` ``, `no guard holds`.
  ///   - row: The 0-based place of the last row that refuses it.
  ///   - trace: How it comes to that; `nil` where that was not found.
  /// - Returns: The finding.
  package static func denied(
    _ event: String, when: String, row: Int, trace: String?
  ) -> Diagnostic {
    finding(
      "\(event) is denied when \(when)",
      at: .init("/reducer/\(row)/if", isMember: true), notes: trace.map { [.init($0)] } ?? [],
      help: "end with a row without `if` to mean it")
  }
}
