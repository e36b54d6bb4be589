/// Counts the microsteps of a step, and records the rows that ran last.
public struct Microsteps {
  @usableFromInline internal let limit: Int
  @usableFromInline internal var count = 0
  private var recent: [[String]] = []

  /// Allows a number of microsteps.
  public init(limit: Int) { self.limit = limit }

  /// Counts a microstep of some rows, given as JSON pointers. Error `microsteps` above the limit.
  @inlinable public mutating func count(
    _ rows: @autoclosure () -> [String]
  ) throws(EvaluationError) {
    count += 1
    if count > limit - 256 { try record(rows()) }
  }

  @usableFromInline internal mutating func record(_ rows: [String]) throws(EvaluationError) {
    recent.append(rows)
    guard count > limit else { return }
    let cycle = self.cycle
    throw EvaluationError("microsteps", at: cycle.first ?? "", cycle: cycle)
  }

  /// The rows of the shortest period that the last microsteps repeat.
  private var cycle: [String] {
    var length = recent.count
    for period in stride(from: 1, through: recent.count / 2, by: 1)
    where recent.suffix(period) == recent.dropLast(period).suffix(period) {
      length = period
      break
    }
    var rows: [String] = []
    for row in recent.suffix(length).joined() where !rows.contains(row) { rows.append(row) }
    return rows
  }
}
