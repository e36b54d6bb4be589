/// What effects and callbacks did, in order.
actor Journal {
  private(set) var lines: [String] = []
  private var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  func write(_ line: String) {
    lines.append(line)
    for index in waiting.indices.reversed() where lines.count >= waiting[index].count {
      waiting.remove(at: index).continuation.resume()
    }
  }

  /// Waits until there are some lines, and returns them.
  func lines(_ count: Int) async -> [String] {
    if lines.count < count {
      await withCheckedContinuation { waiting.append((count, $0)) }
    }
    return lines
  }
}

/// Waits until the task is cancelled.
func waitForCancellation() async {
  let (stream, continuation) = AsyncStream<Never>.makeStream()
  for await _ in stream {}
  continuation.finish()
}
