import GraphDrawing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Answers layout requests from one descriptor through another, until the input ends.
///
/// A crash or a hang of Graphviz affects only this process.
///
/// - Parameters:
///   - input: The descriptor to read skeletons from, as messages.
///   - output: The descriptor to write placements to.
func serveLayouts(input: Int32, output: Int32) {
  while let question = Message.receive(from: input) {
    guard LayoutServer.write(LayoutServer.answer(question).bytes, to: output) else { return }
  }
}

/// The answering side of a worker.
enum LayoutServer {
  static func answer(_ question: Message) -> Message {
    do throws(LayoutFailure) {
      if question.kind == .version { return Message(.version, Array(Graphviz.version.utf8)) }
      if let request = question.request { return Message(.image, try Graphviz.image(request)) }
      guard let skeleton = question.skeleton else {
        return Message(.failed, Array("not a question".utf8))
      }
      return Message(try Graphviz.layout(skeleton))
    } catch {
      switch error {
      case .message(let text), .worker(let text): return Message(.failed, Array(text.utf8))
      case .unusable: return Message(.failed, Array("unusable".utf8))
      }
    }
  }

  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        platformWrite(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  private static func platformWrite(_ d: Int32, _ p: UnsafeRawPointer?, _ n: Int) -> Int {
    #if canImport(Glibc)
      Glibc.write(d, p, n)
    #else
      Darwin.write(d, p, n)
    #endif
  }
}
