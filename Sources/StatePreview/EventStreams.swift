import FlyingFox
import FlyingSocks
import Synchronization

/// The open streams of server-sent events.
final class EventStreams: Sendable {
  /// The most open streams.
  static let limit = 100

  private struct State {
    var streams: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
    var lastNumber = 0
    /// Resumed when a stream is opened.
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Opens a stream; `nil` if there are too many.
  func open() -> EventBytes? {
    // Streams of pages that were closed are noticed now.
    sendPulse()
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let opened = state.withLock {
      state -> (number: Int, waiting: CheckedContinuation<Void, Never>?)? in
      guard state.streams.count < EventStreams.limit else { return nil }
      state.lastNumber += 1
      state.streams[state.lastNumber] = continuation
      defer { state.waiting = nil }
      return (state.lastNumber, state.waiting)
    }
    guard let opened else { return nil }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.streams[opened.number] = nil }
    }
    opened.waiting?.resume()
    // The first bytes let the page know that the stream is open.
    continuation.yield(Array(": open\n\n".utf8))
    return EventBytes(stream)
  }

  /// Sends an event without data to all streams.
  func send(_ name: String) { send(Array("event: \(name)\ndata:\n\n".utf8)) }

  /// Sends a comment, which lets a stream notice that nobody reads it any more.
  private func sendPulse() { send(Array(": \n\n".utf8)) }

  private func send(_ bytes: [UInt8]) {
    for continuation in state.withLock({ Array($0.streams.values) }) { continuation.yield(bytes) }
  }

  /// Waits until at least one stream is open.
  func waitForOne() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if state.streams.isEmpty { state.waiting = continuation }
        return !state.streams.isEmpty
      }
      if isOpen { continuation.resume() }
    }
  }
}

/// The bytes of one stream, as FlyingFox sends them.
struct EventBytes: AsyncBufferedSequence {
  typealias Element = UInt8

  private let stream: AsyncStream<[UInt8]>

  init(_ stream: AsyncStream<[UInt8]>) { self.stream = stream }

  func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var base: AsyncStream<[UInt8]>.Iterator
    private var rest: ArraySlice<UInt8> = []

    init(base: AsyncStream<[UInt8]>.Iterator) { self.base = base }

    mutating func next() async throws -> UInt8? {
      if rest.isEmpty { rest = (await base.next() ?? [])[...] }
      return rest.popFirst()
    }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? { await base.next() }
  }
}
