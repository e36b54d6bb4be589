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

    init(event: String?, rows: [Int]) {
      self.event = event
      self.rows = rows
    }
  }

  /// The microsteps in order.
  public internal(set) var microsteps: [Microstep] = []

  mutating func note(exit state: String) {
    guard !microsteps.isEmpty else { return }
    microsteps[microsteps.count - 1].exits.append(state)
  }

  mutating func note(entry state: String) {
    if microsteps.isEmpty { microsteps.append(Microstep(event: nil, rows: [])) }
    microsteps[microsteps.count - 1].entries.append(state)
  }
}
