/// How far a long work has come, for a person who waits: a line on standard error that is written
/// over, and gone at the end. Nothing where standard error is no terminal, or the work is short.
struct Progress {
  private let total: Int
  private let verb: String
  private let isShown = Console.isErrorTerminal
  private var next = ContinuousClock.now + .seconds(1)
  private var width = 0

  /// - Parameters:
  ///   - verb: What is being done: `drawing`.
  ///   - total: How many things there are.
  init(_ verb: String, of total: Int) {
    self.verb = verb
    self.total = total
  }

  /// Tells what comes now, at most once a second.
  mutating func note(_ done: Int, _ name: String) {
    guard isShown, ContinuousClock.now >= next else { return }
    next = ContinuousClock.now + .seconds(1)
    let line = "\(verb) \(done + 1) of \(total): \(name)"
    Console.complain("\r" + line + String(repeating: " ", count: max(0, width - line.count)))
    width = line.count
  }

  /// Takes the line away.
  func end() {
    if width > 0 { Console.complain("\r" + String(repeating: " ", count: width) + "\r") }
  }
}
