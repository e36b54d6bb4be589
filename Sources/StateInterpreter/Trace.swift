/// A record of one step, microstep by microstep.
public struct Trace: Hashable, Sendable {
  /// The rows that ran together; the first microstep of a start has none.
  public struct Microstep: Hashable, Sendable {
    /// The event that the rows handled, received or raised; `nil` for eventless rows, timers and
    /// the start.
    public var event: String?
    /// The JSON pointers of the rows, in the order in which they ran: `/reducer/3`.
    public var pointers: [String] { rows.map { "/reducer/\($0)" } }
    /// The rows as 0-based indices in the reducer, in the order in which they ran.
    package var rows: [Int]
    /// The states that were left, in order.
    public var exits: [String] = []
    /// The states that were entered, in order.
    public var entries: [String] = []
    /// The rows that were tried since the microstep before, in order; empty unless the definition
    /// was compiled to be explained.
    public internal(set) var considered: [ConsideredRow] = []
    /// What it changed, properties first, in declared order; empty unless it is explained.
    public internal(set) var changes: [PropertyChange] = []

    init(event: String?, rows: [Int]) {
      self.event = event
      self.rows = rows
    }
  }

  /// The microsteps in order.
  public internal(set) var microsteps: [Microstep] = []
  /// The rows that were tried after the last microstep, and of which none ran.
  public internal(set) var considered: [ConsideredRow] = []

  /// The rows that were tried and are not listed, because the step tried too many.
  public internal(set) var omittedRows = 0
  private var rowCount = 0
  /// A step that never rests tries rows without end.
  private static let rowLimit = 200

  mutating func add(_ row: ConsideredRow) {
    rowCount += 1
    if rowCount > Self.rowLimit { omittedRows += 1 } else { considered.append(row) }
  }

  /// Adds a microstep, with the rows that were tried for it. A row that was taken and is not
  /// among its rows was overridden.
  mutating func add(_ microstep: Microstep) {
    var microstep = microstep
    microstep.considered = considered.map { row in
      var row = row
      if row.verdict == .taken, !microstep.pointers.contains(row.pointer) {
        row.verdict = .overridden
      }
      return row
    }
    considered = []
    microsteps.append(microstep)
  }

  mutating func clear() { self = Trace() }

  /// Removes the changes of a step that failed: nothing has changed.
  mutating func forgetChanges() {
    for index in microsteps.indices { microsteps[index].changes = [] }
  }

  mutating func note(changes: [PropertyChange]) {
    guard !microsteps.isEmpty else { return }
    microsteps[microsteps.count - 1].changes = changes
  }

  mutating func note(exit state: String) {
    guard !microsteps.isEmpty else { return }
    microsteps[microsteps.count - 1].exits.append(state)
  }

  mutating func note(entry state: String) {
    if microsteps.isEmpty { microsteps.append(Microstep(event: nil, rows: [])) }
    microsteps[microsteps.count - 1].entries.append(state)
  }
}
