/// A row that was tried for an event, and what decided about it.
public struct ConsideredRow: Hashable, Sendable {
  /// What came of a row.
  public enum Verdict: String, Hashable, Sendable {
    /// Its guard is true, or it has none, so it runs.
    case taken
    /// Its guard is false.
    case denied
    /// Its guard fails, and so does the step.
    case failed
    /// Its guard is true, and a row of an inner state or of an earlier region runs instead.
    case overridden
  }

  /// The event, received or raised; `nil` for eventless rows and timers.
  public let event: String?
  /// The JSON pointer of the row: `/reducer/3`.
  public let pointer: String
  /// What came of the row.
  public internal(set) var verdict: Verdict
  /// The smallest parts of its guard that made it false, or its guard if that failed; empty for other
  /// verdicts.
  public let reasons: [Reason]
}

/// A part of a condition, and the values that decided about it.
public struct Reason: Hashable, Sendable {
  /// A value that a part read.
  public struct Read: Hashable, Sendable {
    /// What was read, as it is written: `event.text`.
    public let name: String
    /// Its value as a cell would write it, cut after 160 characters.
    public let value: String
  }

  /// The part, as it is written: `size(event.text) < 4`.
  public let part: String
  /// What it is: `6 < 4` for a comparison, else `true` or `false`; `error` for a guard that failed.
  public let result: String
  /// The variables and fields that it names, with their values, in the order in which they are
  /// written, each once.
  public let reads: [Read]
}

/// A property, or a value that a state carries, which a microstep changed.
public struct PropertyChange: Hashable, Sendable {
  /// The name.
  public let name: String
  /// The value before, as a cell would write it; `nil` where its state was not active.
  public let old: String?
  /// The value after; `nil` where its state was left.
  public let new: String?
  /// The JSON pointer of the cell that gave the new value; `nil` where there is none, or where it
  /// depends on the condition of an `enter` or `exit` action.
  public let pointer: String?
}

/// Why an output has its value.
public struct OutputExplanation: Hashable, Sendable {
  /// The JSON pointer of the cell that gave the value; `nil` if no row gave one, so it is null.
  public let pointer: String?
  /// The rows before it whose states were active and whose guards were false.
  public let denied: [ConsideredRow]
  /// The branch of `c ? a : b` that gave the value, as it is written; `nil` for other cells.
  public let branch: String?
  /// The parts of the conditions that chose the branch.
  public let reasons: [Reason]
}
