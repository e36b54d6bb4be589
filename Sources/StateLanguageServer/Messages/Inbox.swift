import StateFiles
import StateModel

/// The messages that wait for the server.
///
/// While a request runs, it takes in what has arrived meanwhile: the client may have cancelled it.
final class Inbox {
  /// What the server has to answer.
  enum Entry {
    case message(ClientMessage)
    case refusal(ClientMessage.Refusal)
  }

  private var waiting: [(entry: Entry, isCancelled: Bool)] = []
  /// How many of those that wait are done.
  private var taken = 0
  private let arrivals: () -> [MessageReader.Item]
  /// The id of the request that runs; `nil` while none does.
  private var running: JSON?
  /// Whether the client cancelled the request that runs, as far as messages were taken in.
  private(set) var isCancelled = false

  /// Makes an empty one; `arrivals` gives what has arrived, and never waits.
  init(_ arrivals: @escaping () -> [MessageReader.Item]) { self.arrivals = arrivals }

  var isEmpty: Bool { taken == waiting.count }

  func add(_ item: MessageReader.Item) {
    switch item {
    case .malformed(let reason):
      let error = ResponseError(code: ResponseError.parse.code, message: reason)
      waiting.append((.refusal(ClientMessage.Refusal(error: error, id: nil)), false))
    case .message(let content):
      do throws(ClientMessage.Refusal) {
        let message = try ClientMessage(content)
        if message.method == "$/cancelRequest" {
          cancel(message.parameters["id"])
        } else {
          waiting.append((.message(message), false))
        }
      } catch {
        waiting.append((.refusal(error), false))
      }
    }
  }

  private func cancel(_ id: JSON?) {
    guard let id else { return }
    if id == running { isCancelled = true }
    for index in waiting.indices.dropFirst(taken) {
      if case .message(let message) = waiting[index].entry, message.id == id {
        waiting[index].isCancelled = true
      }
    }
  }

  /// The next entry, which runs until the next call; `nil` if none waits.
  func next() -> Entry? {
    running = nil
    isCancelled = false
    guard !isEmpty else { return nil }
    let next = waiting[taken]
    taken += 1
    if isEmpty || taken > 1_000 {
      waiting.removeFirst(taken)
      taken = 0
    }
    if case .message(let message) = next.entry { running = message.id }
    isCancelled = next.isCancelled
    return next.entry
  }

  /// Takes in what has arrived; true if the client cancelled the request that runs. Then its work
  /// ends early, and nothing of it counts.
  func wasCancelled() -> Bool {
    if running != nil, !isCancelled { for item in arrivals() { add(item) } }
    return isCancelled
  }
}
