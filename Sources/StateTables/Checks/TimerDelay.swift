import CEL

/// A timer that has no time to run.
enum TimerDelay: WholeCheck {
  static let rule = Rule(
    "state/after", .warning,
    reason: """
      A row with `after` waits; with nothing to wait for, a row without an event says what is \
      meant, and it runs in the same step. With `every` it is an error: the state cannot be entered.
      """,
    fix: """
      Leave `after` out: a row without `on`, `after` and `every` runs at once. Or write the time \
      that is meant.
      """,
    says: "`after` is 0 or negative",
    bad: #"""
      { "state": "Splash", "format": 1,
        "initial": "logo", "states": [{ "state": "logo" }, { "state": "home", "final": true }],
        "reducer": [{ "in": "logo", "after": ⟦0⟧, "goTo": "home" }] }
      """#,
    good: #"""
      { "state": "Splash", "format": 1,
        "initial": "logo", "states": [{ "state": "logo" }, { "state": "home", "final": true }],
        "reducer": [{ "in": "logo", "after": 1.5, "goTo": "home" }] }
      """#)

  static let reliesOn: Set<Findings.Aspect> = [.rows]

  static func findings(in whole: Whole) -> [Diagnostic] {
    whole.checked.timers.compactMap { timer in
      guard case .duration(let duration) = timer.duration.syntax.constant(whole.checked),
        duration.nanoseconds <= 0,
        Pointer(timer.duration.pointer).map(whole.isBroken) != true
      else { return nil }
      return noTime(at: timer.duration.pointer, isRepeating: timer.isRepeating)
    }
  }

  private static func noTime(at pointer: String, isRepeating: Bool) -> Diagnostic {
    guard isRepeating else {
      return finding(
        "`after` is 0 or negative", at: Diagnostic.Place(pointer),
        help: "a row without `on`, `after` and `every` runs at once")
    }
    var diagnostic = finding(
      "`every` is 0 or negative: entering the state always fails with `argument`",
      at: Diagnostic.Place(pointer), help: "write the time between, above 0")
    diagnostic.severity = .error
    return diagnostic
  }
}
