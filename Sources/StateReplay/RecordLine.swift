import CEL
import StateModel

/// One line of a recording, as ranges of its bytes: what a reader of millions of lines needs at once.
/// Values are read later, and only where they are needed.
struct RecordLine {
  /// What happened.
  enum Kind {
    /// A session starts; the value is an object with the inputs.
    case start
    /// An event; the value is its name, or an object with the name and the data.
    case event
    /// A timer fired; the value is its id.
    case fire
    /// A session continues from a snapshot; the value is the snapshot.
    case snapshot
  }

  /// The name of the session, without its quotes and with its escapes.
  let session: Range<Int>
  /// The time as JSON; `nil` if the line has none.
  let time: Range<Int>?
  let kind: Kind
  /// The value of `start`, `event`, `fire` or `snapshot` as JSON.
  let value: Range<Int>
  /// The fingerprint, without its quotes.
  let fingerprint: Range<Int>?

  /// Finds the parts of a line; `nil` if it is not an object with the keys of a recording.
  init?(_ bytes: [UInt8], _ line: Range<Int>) {
    var session: Range<Int>?
    var time: Range<Int>?
    var fingerprint: Range<Int>?
    var content: (kind: Kind, value: Range<Int>)?
    var cursor = JSONCursor(bytes, line)
    let isWhole = cursor.members { key, value in
      switch key.count {
      case 2 where bytes.matches(key, "at"):
        if time != nil { return false }
        time = value
      case 7 where bytes.matches(key, "session"):
        guard session == nil, let text = bytes.text(value) else { return false }
        session = text
      case 11 where bytes.matches(key, "fingerprint"):
        guard fingerprint == nil, let text = bytes.text(value) else { return false }
        fingerprint = text
      default:
        guard let kind = Kind(bytes, key) else { return true }
        if content != nil { return false }
        content = (kind, value)
      }
      return true
    }
    guard isWhole, cursor.isAtEnd, let session, let content else { return nil }
    self.session = session
    self.time = time
    self.fingerprint = fingerprint
    (kind, value) = content
  }
}

extension RecordLine.Kind {
  fileprivate init?(_ bytes: [UInt8], _ key: Range<Int>) {
    switch key.count {
    case 5 where bytes.matches(key, "event"): self = .event
    case 5 where bytes.matches(key, "start"): self = .start
    case 4 where bytes.matches(key, "fire"): self = .fire
    case 8 where bytes.matches(key, "snapshot"): self = .snapshot
    default: return nil
    }
  }
}

extension [UInt8] {
  /// Whether a range has the bytes of an ASCII text.
  func matches(_ range: Range<Int>, _ text: StaticString) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { letters in
      for (offset, letter) in letters.enumerated() where self[range.lowerBound + offset] != letter {
        return false
      }
      return true
    }
  }

  /// Whether a range has these bytes. A slice would be counted as one more user of the bytes.
  func matches(_ range: Range<Int>, _ other: [UInt8]) -> Bool {
    guard range.count == other.count else { return false }
    for (index, byte) in zip(range, other) where self[index] != byte { return false }
    return true
  }

  /// A JSON text without its quotes; `nil` if the range is no text.
  func text(_ range: Range<Int>) -> Range<Int>? {
    guard range.count >= 2, self[range.lowerBound] == UInt8(ascii: "\"") else { return nil }
    return range.lowerBound + 1..<range.upperBound - 1
  }

  /// The text between quotes, without its escapes; `nil` if an escape is wrong.
  func unescaped(_ range: Range<Int>) -> String? {
    if !self[range].contains(UInt8(ascii: "\\")) {
      return String(validating: self[range], as: UTF8.self)
    }
    guard let quoted = String(validating: self[range], as: UTF8.self),
      case .string(let text)? = try? JSON(parsing: "\"\(quoted)\"")
    else { return nil }
    return text
  }

  /// A range as JSON; `nil` if it is broken.
  func json(_ range: Range<Int>) -> JSON? {
    String(validating: self[range], as: UTF8.self).flatMap { try? JSON(parsing: $0) }
  }
}

/// Moves through the JSON of one line without reading values.
struct JSONCursor {
  private let bytes: [UInt8]
  private let end: Int
  private var position: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// Whether only space is left.
  var isAtEnd: Bool {
    mutating get { next() == nil }
  }

  /// Calls `body` with the key, without its quotes, and the value of each member of an object.
  ///
  /// - Returns: Whether there is an object, `body` accepted all members, and no key has escapes.
  mutating func members(_ body: (_ key: Range<Int>, _ value: Range<Int>) -> Bool) -> Bool {
    guard take(UInt8(ascii: "{")) else { return false }
    if take(UInt8(ascii: "}")) { return true }
    repeat {
      guard next() == UInt8(ascii: "\""), let key = string(withEscapes: false),
        take(UInt8(ascii: ":")), let value = value(),
        body(key.lowerBound + 1..<key.upperBound - 1, value)
      else { return false }
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "}"))
  }

  /// The next byte that is no space, without passing it.
  private mutating func next() -> UInt8? {
    while position < end {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x09 || byte == 0x0D else { return byte }
      position += 1
    }
    return nil
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next() == byte else { return false }
    position += 1
    return true
  }

  /// Passes a text with its quotes; `nil` if it does not end, or has an escape where none may be.
  private mutating func string(withEscapes: Bool = true) -> Range<Int>? {
    let start = position
    position += 1
    while position < end {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") { return start..<position }
      if byte == UInt8(ascii: "\\") {
        guard withEscapes else { return nil }
        position += 1
      }
    }
    return nil
  }

  /// Passes a value.
  private mutating func value() -> Range<Int>? {
    guard let first = next() else { return nil }
    let start = position
    if first == UInt8(ascii: "\"") { return string() }
    var depth = 0
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        if string() == nil { return nil }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return start < position ? start..<position : nil }
        depth -= 1
        if depth == 0 {
          position += 1
          return start..<position
        }
      case UInt8(ascii: ","), 0x20, 0x09, 0x0D:
        if depth == 0 { return start < position ? start..<position : nil }
      default: break
      }
      position += 1
    }
    return nil
  }
}
