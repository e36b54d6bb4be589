#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Answers layouts asked for on one descriptor through another, until there are no more.
///
/// What the hidden subcommand of `states` does: it may die or hang, and only itself.
///
/// - Parameters:
///   - input: Where skeletons come from, as lines.
///   - output: Where placements go.
package func serveLayouts(input: Int32 = 0, output: Int32 = 1) {
  var reader = LineReader(descriptor: input)
  var lines: [String] = []
  while let line = reader.next() {
    lines.append(line)
    guard line == LayoutText.end else { continue }
    let answer = LayoutServer.answer(lines)
    lines = []
    guard LayoutServer.write(answer.joined(separator: "\n") + "\n", to: output) else { return }
  }
}

/// The answering side of a worker.
enum LayoutServer {
  /// The lines that answer the lines of one question.
  static func answer(_ lines: [String]) -> [String] {
    do throws(LayoutFailure) {
      if let request = LayoutText.request(lines) {
        return LayoutText.lines(try Graphviz.image(request))
      }
      guard let skeleton = LayoutText.skeleton(lines) else {
        return [LayoutText.failed + "not a question", LayoutText.end]
      }
      return LayoutText.lines(try Graphviz.layout(skeleton))
    } catch {
      let reason: String
      switch error {
      case .message(let text), .worker(let text): reason = text
      case .unusable: reason = "unusable"
      }
      let plain = String(reason.unicodeScalars.map { $0.value < 0x20 ? " " : Character($0) })
      return [LayoutText.failed + plain, LayoutText.end]
    }
  }

  static func write(_ text: String, to descriptor: Int32) -> Bool {
    let bytes = Array(text.utf8)
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

/// Lines from a descriptor, one after the other.
struct LineReader {
  /// Bytes of one line at most; a longer one ends the reading.
  static let limit = 1 << 20

  let descriptor: Int32
  private var buffer: [UInt8] = []
  private var position = 0

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Takes what was read elsewhere.
  mutating func append(_ bytes: some Sequence<UInt8>) {
    if position > 1 << 16 {
      buffer.removeFirst(position)
      position = 0
    }
    buffer += bytes
  }

  /// A whole line that is there already; nil where more must be read.
  mutating func buffered() -> String? {
    guard let end = buffer[position...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let line = String(decoding: buffer[position..<end], as: UTF8.self)
    position = end + 1
    return line
  }

  /// The bytes of a line that is not whole yet.
  var pending: Int { buffer.count - position }

  /// The next line; nil at the end, or where a line has no end.
  mutating func next() -> String? {
    while true {
      if let line = buffered() { return line }
      guard pending <= LineReader.limit else { return nil }
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      let count = piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      append(piece.prefix(count))
    }
  }
}
