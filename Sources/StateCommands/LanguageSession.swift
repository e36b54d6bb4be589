import StateFiles
import StateLanguageServer
import StateProject

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The work of `states lsp`: a language server on standard input and output.
package enum LanguageSession {
  /// Serves one client until it ends the session or closes the input.
  ///
  /// - Returns: 0 if the client shut the server down before, else 1.
  package static func run() -> CommandExit {
    let input = MessageInput()
    var server = LanguageServer(
      exploring: BehaviourChecks.interruptible { input.hasBytes },
      arrivals: { input.take(isWaiting: false) })
    var mayWork = false
    while server.exitCode == nil {
      // New messages come before work: a document is checked once after many changes.
      for item in input.take(isWaiting: !mayWork) { server.receive(item) }
      // Messages that came before the end of the input are still answered.
      if !input.isOpen, !server.hasMessages { break }
      mayWork = server.workOnce()
      for message in server.takeOutput() {
        Console.write(String(decoding: MessageWriter.bytes(of: message), as: UTF8.self))
      }
    }
    return server.exitCode == 0 ? .success : .finding
  }
}

/// The messages on standard input.
private final class MessageInput {
  private var reader = MessageReader()
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  /// Whether the client has not closed the input, as far as it was read.
  private(set) var isOpen = true

  /// Takes the messages that are here; `isWaiting` waits for bytes first.
  func take(isWaiting: Bool) -> [MessageReader.Item] {
    guard isOpen, isWaiting || hasBytes else { return [] }
    var count = 0
    repeat {
      count = chunk.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
    } while count < 0 && errno == EINTR
    isOpen = count > 0
    reader.add(chunk[..<max(0, count)])
    var items: [MessageReader.Item] = []
    while let item = reader.next() { items.append(item) }
    return items
  }

  /// Whether there is input, or it has ended.
  var hasBytes: Bool {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&input, 1, 0) > 0
  }
}
