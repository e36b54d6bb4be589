import Graphs

/// What recorded sessions did with a definition.
package struct Traffic: Sendable {
  /// The numbers of sessions and their events.
  package var sessions = 0
  package var events = 0
  /// For the index of a row, how often it ran.
  package var rows: [Int: Int] = [:]
  /// For the index of a row, how often its guard denied an event.
  package var denied: [Int: Int] = [:]
  /// For the index of a row with a target, how often it was taken from each state.
  package var transitions: [Int: [String: Int]] = [:]
  /// For the name of a state, how often it was entered.
  package var entered: [String: Int] = [:]
  /// For the name of a state, the time spent in it, in milliseconds.
  package var milliseconds: [String: Int] = [:]
  /// The time of all sessions in milliseconds; 0 if the recordings have no times.
  package var time = 0.0
  /// What no session reached.
  package var unreached = Unreached()

  package init() {}

  /// The counts of a row in a state.
  ///
  /// - Parameters:
  ///   - index: The index of the row in the reducer.
  ///   - state: The state.
  ///   - isShared: Whether the row belongs to several states; only its transitions are counted apart.
  /// - Returns: The counts.
  func counts(ofRow index: Int, of state: String, isShared: Bool) -> RowTraffic {
    let denials = denied[index] ?? 0
    if let taken = transitions[index] {
      return RowTraffic(count: taken[state] ?? 0, denied: denials)
    }
    return RowTraffic(count: rows[index] ?? 0, denied: denials, includesOthers: isShared)
  }

  /// The counts of a row in all states.
  func counts(ofRow index: Int) -> RowTraffic {
    RowTraffic(count: rows[index] ?? 0, denied: denied[index] ?? 0)
  }

  /// The lines in a state's box: how often it was entered, and its share of the time.
  func notes(of state: String) -> [String] {
    guard let count = entered[state] else { return [] }
    let times = RowTraffic(count: count).text
    let note = count == 0 ? "never entered" : "entered \(times)"
    guard count > 0, time > 0 else { return [note] }
    let percent = min(100, (Double(milliseconds[state] ?? 0) * 100 / time).rounded())
    return [note + (percent < 1 ? ", < 1 % of the time" : ", \(Int(percent)) % of the time")]
  }

  /// The lines that explain the picture.
  var legend: [String] {
    func counted(_ number: Int, _ noun: String) -> String {
      "\(grouped(number)) \(noun)" + (number == 1 ? "" : "s")
    }
    let totals = "\(counted(sessions, "session")), \(counted(events, "event"))"
    return [
      totals, LineWidth.legend, "○ and dashes: never", "○ after a guard: it was never false",
    ]
  }
}
