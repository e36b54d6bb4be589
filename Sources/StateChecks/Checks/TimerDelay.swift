import CEL
import StateLinking
import StateModel

/// Reports timers whose constant time is 0 or less. It is an error for `every`, because entering the
/// state would always fail; `after` only fires at once.
enum TimerDelay: DefinitionCheck {
  static let rule = RuleID.stateAfter

  static func findings(in context: DefinitionContext) -> [Diagnostic] {
    context.checked.timers.compactMap { timer in
      let value = timer.duration.syntax.foldedValue(context.checked.declarations)
      guard case .duration(let duration) = value, duration.nanoseconds <= 0 else { return nil }
      return Diagnostic(
        .state(.timerWithoutTime(isRepeating: timer.isRepeating)),
        at: Diagnostic.Location(timer.duration.pointer),
        severity: timer.isRepeating ? .error : .warning)
    }
  }
}
