extension Problem.Row {
  private static let order = "rows are tried from top to bottom and the first match wins"

  var words: Words {
    switch self {
    case .unreachable(let trigger, let hasGuard, let earlier):
      Words(
        "this row never runs: an earlier row already takes every \(trigger.words)",
        label: hasGuard ? "never evaluated" : "never reached",
        help: hasGuard
          ? "move this row above row `\(earlier)`; \(Self.order)"
          : "remove this row, or give row `\(earlier)` a guard; \(Self.order)")
    case .repeated(let earlier):
      Words(
        "this row repeats row `\(earlier)`", label: "never reached", help: "remove one of them")
    case .implied(let hasGuard, let earlier):
      Words(
        hasGuard
          ? "this row never runs: whenever its guard holds, the guard of an earlier row holds too"
          : "this row never runs: one of the guards before it always holds",
        label: "never the first to match",
        help: hasGuard ? "move this row above row `\(earlier)`; \(Self.order)" : nil)
    case .outputRowUnreachable(let hasGuard, let earlier):
      Words(
        "this row never gives a value: row `\(earlier)` comes first and has no guard",
        label: hasGuard ? "never evaluated" : "never reached",
        help: "move this row above row `\(earlier)`; \(Self.order)")
    case .shadowed: Words("this row never runs: every state inside takes the event first")
    case .conflict(let region, let other, let parallel, let event):
      Words(
        "rows of the regions `\(region)` and `\(other)` both leave `\(parallel)` on `\(event)`; the earlier region wins",
        label: "never taken while both are active",
        help: "let one row of `\(parallel)` decide where to go")
    case .doubleSet(let first, let second):
      Words(
        "one `set` writes `\(first)` and `\(second)`", label: "second",
        help: "the objects of a list run one after the other: \"set\": [{ … }, { … }]")
    case .noEffect(let names, let isAll):
      Words(
        "`set` writes \(Words.list(names, last: ", ")) to \(names.count == 1 ? "itself" : "themselves")\(isAll ? " and nothing else" : "")",
        help: isAll ? "a row without any effect is fine: it handles its event" : nil)
    case .overlap(let first, let second, let when):
      Words("rows `\(first)` and `\(second)`, both guarded, match\(when); the first wins")
    case .gap(let event, let when):
      Words("\(event) is denied when \(when)", help: "end with a row without `if` to mean it")
    case .stateLeft(let state, let isReentered):
      Words(
        "`isIn('\(state)')` is always false here: "
          + (isReentered
            ? "`reenter` has left `\(state)`, and nothing is entered yet"
            : "`\(state)` is not active where this row goes"),
        help: "test it in `let`, which is computed when the row is chosen")
    case .reenterWithoutTarget:
      Words("`reenter` needs a `goTo`: it decides how the targets are entered")
    case .emptyList(let key): Words("`\(key)` names nothing")
    }
  }
}

extension Problem.Row.Trigger {
  /// What the row takes: `` `tappedRetry` ``, `` `a` and `b` ``, `event`.
  fileprivate var words: String {
    switch self {
    case .anyEvent: "event"
    case .events(let names): Words.list(names, last: names.count == 2 ? " and " : ", ")
    case .timer: "end of this timer"
    case .eventless: "moment without an event"
    }
  }
}
