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
  private static let chunkSize = 1 << 16

  /// Serves one client until it ends the session or closes the input.
  ///
  /// - Returns: 0 if the client shut the server down before, else 1.
  package static func run() -> CommandExit {
    // Project files may change during a session.
    var server = LanguageServer { definition, spec, path, isClean in
      let settings = SharedSettings(ProjectSettings(.nearest))
      return BehaviourChecks.enabled(by: settings)(definition, spec, path, isClean)
    }
    var reader = MessageReader()
    var chunk = [UInt8](repeating: 0, count: chunkSize)
    var mayWork = false
    var isOpen = true
    while server.exitCode == nil {
      // New messages come before work: a document is checked once after many changes.
      if isOpen, !mayWork || hasInput {
        let count = chunk.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        isOpen = count > 0
        if count > 0 { reader.add(chunk[..<count]) }
        while let item = reader.next() { server.receive(item) }
      }
      // Messages that came before the end of the input are still answered.
      if !isOpen, !server.hasMessages { break }
      mayWork = server.workOnce()
      for message in server.takeOutput() {
        Console.write(String(decoding: MessageWriter.bytes(of: message), as: UTF8.self))
      }
    }
    return server.exitCode == 0 ? .success : .finding
  }

  /// Whether there is input, or it has ended.
  private static var hasInput: Bool {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&input, 1, 0) > 0
  }
}
