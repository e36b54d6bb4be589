/// Cuts the lines of a recording into parts of whole sessions, which can be run at the same time.
///
/// A part is given in batches, so that a session of any length needs little memory.
package struct RecordingParts {
  /// Lines that follow each other.
  package struct Batch: Sendable {
    /// The bytes of all lines, without line feeds.
    package fileprivate(set) var bytes: [UInt8] = []
    /// The ranges of the lines.
    package fileprivate(set) var lines: [Range<Int>] = []
    /// Whether a part ends with this batch.
    package fileprivate(set) var endsPart = false
  }

  /// The number of bytes from which on a part ends with its session.
  private let size: Int
  private var batch = Batch()
  /// The last session of this part, once it is large enough.
  private var last: [UInt8]?

  package init(size: Int) { self.size = size }

  /// Adds a line, which is a range of bytes.
  ///
  /// - Returns: The batch before the line, if it is complete.
  package mutating func add(_ bytes: [UInt8], _ range: Range<Int>) -> Batch? {
    let done = completed(before: bytes, range)
    let start = batch.bytes.count
    batch.bytes += bytes[range]
    batch.lines.append(start..<batch.bytes.count)
    return done
  }

  /// The last batch.
  package mutating func finish() -> Batch {
    batch.endsPart = true
    return take()
  }

  private mutating func completed(before bytes: [UInt8], _ range: Range<Int>) -> Batch? {
    guard last != nil || batch.bytes.count >= size else { return nil }
    // A broken line belongs to the session before it.
    if let line = RecordLine(bytes, range), last?.elementsEqual(bytes[line.session]) != true {
      if last != nil {
        batch.endsPart = true
        last = nil
        return take()
      }
      last = Array(bytes[line.session])
    }
    return batch.bytes.count >= 2 * size ? take() : nil
  }

  private mutating func take() -> Batch {
    defer { batch = Batch() }
    return batch
  }
}
