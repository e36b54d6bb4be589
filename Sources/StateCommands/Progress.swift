import StateFiles

/// Shows the progress of a long task: one line on standard error that is overwritten, and removed
/// at the end.
///
/// It shows nothing if standard error is not a terminal, or if the task is short.
struct Progress {
  private let total: Int
  private let verb: String
  private let isShown = Console.isErrorTerminal
  private var next = ContinuousClock.now + .seconds(1)
  private var width = 0

  /// Creates a progress line.
  ///
  /// - Parameters:
  ///   - verb: The current activity: `drawing`.
  ///   - total: The number of items.
  init(_ verb: String, of total: Int) {
    self.verb = verb
    self.total = total
  }

  /// Shows the current item, at most once a second.
  mutating func note(_ done: Int, _ name: String) {
    guard isShown, ContinuousClock.now >= next else { return }
    next = ContinuousClock.now + .seconds(1)
    let line = "\(verb) \(done + 1) of \(total): \(DisplayText.safe(name))"
    Console.complain("\r" + line + String(repeating: " ", count: max(0, width - line.count)))
    width = line.count
  }

  /// Removes the line.
  func end() {
    if width > 0 { Console.complain("\r" + String(repeating: " ", count: width) + "\r") }
  }
}

/// Measures the time of a command for its summary.
struct Stopwatch {
  private let start = ContinuousClock.now

  /// The elapsed time: `38 ms`, or `2.1 s` from one second on.
  var time: String {
    let elapsed = ContinuousClock.now - start
    let (seconds, attoseconds) = elapsed.components
    let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    if milliseconds < 1_000 { return "\(milliseconds) ms" }
    return "\(milliseconds / 1_000).\(milliseconds % 1_000 / 100) s"
  }
}
