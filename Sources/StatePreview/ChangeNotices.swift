import Dispatch
import StateFiles

/// Moments at which files may have changed: notices of the system, and a clock for folders that do not
/// give all of them.
final class ChangeNotices {
  private var moments: AsyncStream<Void>.Iterator
  private let continuation: AsyncStream<Void>.Continuation
  private let source: (any DispatchSourceRead)?
  private let clock: Task<Void, any Error>?

  /// Starts to watch folders.
  init(_ folders: [String]) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let watch = FolderWatch(folders)
    source = watch.map { DispatchSource.makeReadSource(fileDescriptor: $0.descriptor) }
    source?.setEventHandler {
      if watch?.take() == true { continuation.yield() }
    }
    source?.activate()
    let period: Duration? =
      watch.map { $0.isComplete ? nil : .seconds(2) } ?? .milliseconds(150)
    clock = period.map { period in
      Task {
        while true {
          try await Task.sleep(for: period)
          continuation.yield()
        }
      }
    }
    (moments, self.continuation) = (stream.makeAsyncIterator(), continuation)
  }

  /// Waits for the next moment; those since the last one are one.
  ///
  /// - Returns: Whether there is one: false after the end, or if the task is cancelled.
  func next() async -> Bool { await moments.next() != nil }

  /// Ends the moments.
  func stop() {
    clock?.cancel()
    source?.cancel()
    continuation.finish()
  }
}
