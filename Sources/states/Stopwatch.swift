/// How long a command took, for its summary alone.
struct Stopwatch {
  private let start = ContinuousClock.now

  /// `38 ms`, or `2.1 s` from a second on.
  var time: String {
    let elapsed = ContinuousClock.now - start
    let (seconds, attoseconds) = elapsed.components
    let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    if milliseconds < 1_000 { return "\(milliseconds) ms" }
    return "\(milliseconds / 1_000).\(milliseconds % 1_000 / 100) s"
  }
}
