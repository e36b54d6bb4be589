import CEL

/// A timer that has no time to run.
enum TimerDelay: WholeCheck {
  static let rule = Rule("state/after", .warning)

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
        "`after` is 0 or negative", at: Diagnostic.Location(pointer),
        help: "a row without `on`, `after` and `every` runs at once")
    }
    var diagnostic = finding(
      "`every` is 0 or negative: entering the state always fails with `argument`",
      at: Diagnostic.Location(pointer), help: "write the time between, above 0")
    diagnostic.severity = .error
    return diagnostic
  }
}
