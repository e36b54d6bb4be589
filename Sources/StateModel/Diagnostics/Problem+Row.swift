extension Problem {
  /// Rows of the reducer or of an output. Other rows are named by their pointers.
  public enum Row: Hashable, Sendable {
    /// An earlier row without a guard takes all that this one would.
    case unreachable(Trigger, hasGuard: Bool, earlier: Pointer)
    /// The same row, guard included, as an earlier one.
    case repeated(earlier: Pointer)
    /// The guards of earlier rows hold whenever this row could run.
    case implied(hasGuard: Bool, earlier: Pointer)
    /// Earlier rows of the output without a guard cover all the states of this one.
    case outputRowUnreachable(hasGuard: Bool, earlier: Pointer)
    /// The states inside take the event first.
    case shadowed
    /// Rows of two regions leave their parallel state on one event.
    case conflict(region: String, other: String, parallel: String, event: String)
    /// Two writes of one `set` overlap.
    case doubleSet(String, String)
    /// `set` writes values to themselves; `isAll`: the row does nothing else.
    case noEffect([String], isAll: Bool)
    /// Two guarded rows match at once.
    case overlap(Pointer, Pointer, when: String)
    /// An event is denied by every row.
    case gap(event: String, when: String)
    /// `isIn` in a cell that is computed after the state was left.
    case stateLeft(String, isReentered: Bool)
    /// `reenter` without `goTo`.
    case reenterWithoutTarget
    /// A key whose list is empty.
    case emptyList(key: String)

    /// What makes a row run.
    public enum Trigger: Hashable, Sendable {
      case events([String])
      case anyEvent, timer, eventless
    }

    var rule: RuleID {
      switch self {
      case .unreachable, .repeated, .implied, .outputRowUnreachable: .rowUnreachable
      case .shadowed: .stateShadowed
      case .conflict: .rowConflict
      case .doubleSet: .rowDoubleSet
      case .noEffect: .rowNoEffect
      case .overlap: .rowOverlap
      case .gap: .rowGap
      case .stateLeft: .stateLeft
      case .reenterWithoutTarget, .emptyList: .shapeConflict
      }
    }
  }
}
