extension Problem {
  /// States, their targets and timers.
  public enum State: Hashable, Sendable {
    case noInitial(String)
    case initialOutside(target: String, of: String)
    case initialWithoutChildren(String)
    /// A transition that does not give the data that a state carries.
    case missingData([Field], state: String, key: String, isTarget: Bool)
    case targetTwice(String)
    case targetsApart(String, String)
    case initialOfParallel(String)
    case tooFewRegions(String, count: Int)
    case finalRegion(String, of: String)
    case historyWithoutDefault(String)
    case historyWithKey(String, key: String)
    case historyWithRow(String)
    case defaultWithoutHistory(String)
    case historyDefaultOutside(target: String, of: String)
    case finalWithRow(String)
    case finalWithKey(String, key: String)
    /// `done.x` of a state without a final child, or of a region without one.
    case neverDone(String, isParallel: Bool)
    /// No chain of rows leads to the state.
    case unreachable(String)
    /// Rows lead to it, but exploration found that none ever runs.
    case neverEntered(String)
    case deadEnd(String)
    /// Transitions without events that never rest; the first transition, which may have no target,
    /// and an event that could end the loop.
    case eventlessLoop(isOneState: Bool, from: String, to: [String], event: String?)
    /// `after` or `every` without a time above 0.
    case timerWithoutTime(isRepeating: Bool)

    var rule: RuleID {
      switch self {
      case .noInitial, .initialOutside, .initialWithoutChildren: .stateInitial
      case .missingData: .stateCarries
      case .targetTwice, .targetsApart: .stateTargets
      case .initialOfParallel, .tooFewRegions, .finalRegion: .stateParallel
      case .historyWithoutDefault, .historyWithKey, .historyWithRow, .defaultWithoutHistory,
        .historyDefaultOutside:
        .stateHistory
      case .finalWithRow, .finalWithKey: .stateFinal
      case .neverDone: .stateDone
      case .unreachable, .neverEntered: .stateUnreachable
      case .deadEnd: .stateDeadEnd
      case .eventlessLoop: .stateEventlessLoop
      case .timerWithoutTime: .stateAfter
      }
    }
  }

  /// Named invariants, with the text of their cells.
  public enum Invariant: Hashable, Sendable {
    /// The start breaks it.
    case brokenAtStart(String, text: String)
    /// It is always true.
    case constant
    /// Something can happen that breaks it: the cause, the values, the guard that would prevent it.
    case broken(String, text: String, cause: String, values: String?, guardText: String?)
    /// The search ended without an answer.
    case undecided(exploredStates: Int)
    /// It was false only after timers in an order for which no times were found.
    case outOfTime

    var rule: RuleID {
      switch self {
      case .brokenAtStart: .invariantInitial
      case .constant: .invariantConstant
      case .broken: .invariantBroken
      case .undecided, .outOfTime: .invariantUndecided
      }
    }
  }
}
