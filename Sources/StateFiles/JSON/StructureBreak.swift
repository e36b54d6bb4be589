import StateModel

/// The bracket that is missing from a JSON text, or that it has too many.
///
/// A scanner notices a missing `}` only where a key no longer fits, or at the end of the file.
/// People indent their files, so the first line whose indentation disagrees with the brackets is
/// closer to the mistake.
struct StructureBreak {
  /// The bytes of the extra bracket, or of the token that the missing one follows.
  let range: Range<Int>
  /// The bracket that is missing or too many.
  let problem: Problem.JSONFact
  /// The opening bracket that the message is about.
  let notes: [Diagnostic.Note]

  /// Finds the first disagreement up to `end`, where the scanner stopped; `nil` if there is none.
  static func find(in bytes: [UInt8], upTo end: Int) -> StructureBreak? {
    var search = BracketSearch(bytes: bytes)
    return search.run(upTo: end)
  }
}

/// A bracket, text, word, comma or colon of a JSON text that may be broken.
private struct JSONToken {
  enum Kind { case open, close, comma, colon, string, other }

  let kind: Kind
  let range: Range<Int>
  let line: Int
  /// The spaces before it, if it is the first of its line.
  let indent: Int?
}

/// Reads tokens one after another; texts end with their line at the latest.
private struct Tokens {
  let bytes: [UInt8]
  private(set) var offset = 0
  private var line = 0
  private var lineStart: Int? = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> JSONToken? {
    while offset < bytes.count, bytes[offset] <= 0x20 {
      if bytes[offset] == 0x0A {
        line += 1
        lineStart = offset + 1
      }
      offset += 1
    }
    guard offset < bytes.count else { return nil }
    let start = offset
    let kind = read(bytes[start])
    let indent = lineStart.map { start - $0 }
    lineStart = nil
    return JSONToken(kind: kind, range: start..<offset, line: line, indent: indent)
  }

  private mutating func read(_ first: UInt8) -> JSONToken.Kind {
    offset += 1
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return .open
    case UInt8(ascii: "}"), UInt8(ascii: "]"): return .close
    case UInt8(ascii: ","): return .comma
    case UInt8(ascii: ":"): return .colon
    case UInt8(ascii: "\""):
      while offset < bytes.count, bytes[offset] != 0x0A {
        let byte = bytes[offset]
        offset += byte == UInt8(ascii: "\\") && offset + 1 < bytes.count ? 2 : 1
        if byte == UInt8(ascii: "\"") { break }
      }
      return .string
    default:
      while offset < bytes.count, bytes[offset] > 0x20, !Tokens.signs.contains(bytes[offset]) {
        offset += 1
      }
      return .other
    }
  }

  private static let signs = Set(Array("{}[],:\"".utf8))
}

private struct BracketSearch {
  /// An object or array that is open.
  struct Frame {
    let opener: JSONToken
    /// The spaces before the first token of the line with the opener.
    let lineIndent: Int
    let key: Range<Int>?
    /// The spaces before its first part that starts a line.
    var childIndent: Int?
  }

  /// A value on the line below its key: its opening bracket may be missing.
  struct ValueBelow {
    let value: JSONToken
    let colon: JSONToken
    let key: Range<Int>?
    let depth: Int
  }

  let bytes: [UInt8]
  private var frames: [Frame] = []
  private var lineIndent = 0
  private var previous: JSONToken?
  private var key: Range<Int>?
  private var lastClosed: (frame: Frame, closer: JSONToken)?
  private var valueBelow: ValueBelow?

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func run(upTo end: Int) -> StructureBreak? {
    var tokens = Tokens(bytes)
    while tokens.offset <= end, let token = tokens.next() {
      if let found = breakAtLine(of: token) ?? breakInside(token, tokens) { return found }
      previous = token
    }
    // The end of the file: the outermost object is left.
    guard end >= bytes.count, let frame = frames.last, let previous,
      frame.opener.range != previous.range
    else { return nil }
    return missing(frame, after: previous.range)
  }

  /// Compares the indentation of a line with the innermost object or array.
  private mutating func breakAtLine(of token: JSONToken) -> StructureBreak? {
    guard let indent = token.indent else { return nil }
    lineIndent = indent
    guard let frame = frames.last, let previous else { return nil }
    let isBelow = frame.opener.line < token.line
    if token.kind == .close {
      return isBelow && indent < frame.lineIndent ? missing(frame, after: previous.range) : nil
    }
    if isBelow, indent <= frame.lineIndent, frames.count > 1, isIndented {
      return missing(frame, after: token.kind == .comma ? token.range : previous.range)
    }
    guard token.kind == .open || token.kind == .string else { return nil }
    if previous.kind == .colon {
      valueBelow = ValueBelow(value: token, colon: previous, key: key, depth: frames.count)
      return nil
    }
    if let below = valueBelow, below.depth == frames.count, below.value.indent == indent {
      return missingOpener(of: below)
    }
    if let child = frame.childIndent, indent > child, let lastClosed,
      lastClosed.frame.childIndent == indent
    {
      return extra(lastClosed.closer, closing: lastClosed.frame)
    }
    if frame.childIndent == nil { frames[frames.count - 1].childIndent = indent }
    return nil
  }

  /// Opens and closes objects and arrays.
  private mutating func breakInside(_ token: JSONToken, _ tokens: Tokens) -> StructureBreak? {
    switch token.kind {
    case .open:
      if let found = breakBeforeSection(token) { return found }
      frames.append(Frame(opener: token, lineIndent: lineIndent, key: key))
      key = nil
    case .close:
      guard let frame = frames.popLast() else { return extra(token, closing: nil) }
      guard isPair(frame, token) else { return mismatch(frame, token, tokens) }
      lastClosed = (frame, token)
      key = nil
    case .colon:
      if let below = valueBelow, below.value.range == previous?.range {
        return missingOpener(of: below)
      }
      if previous?.kind == .string { key = previous?.range }
    case .comma: key = nil
    case .string, .other: break
    }
    return nil
  }

  /// Whether the parts of the outermost object have more spaces before them than the object.
  private var isIndented: Bool {
    guard let root = frames.first, let child = root.childIndent else { return false }
    return child > root.lineIndent
  }

  private func isPair(_ frame: Frame, _ closer: JSONToken) -> Bool {
    closing(frame) == bytes[closer.range.lowerBound]
  }

  private func closing(_ frame: Frame) -> UInt8 {
    bytes[frame.opener.range.lowerBound] == UInt8(ascii: "{")
      ? UInt8(ascii: "}") : UInt8(ascii: "]")
  }

  /// A closing bracket of the other kind: it is extra if the next line goes on with the entries.
  private func mismatch(
    _ frame: Frame, _ closer: JSONToken, _ tokens: Tokens
  ) -> StructureBreak {
    if let found = missingInside(frame, closer, tokens) { return found }
    var rest = tokens
    var next = rest.next()
    while let token = next, token.indent == nil { next = rest.next() }
    let ends = next.map { $0.kind == .close && isPair(frame, $0) } ?? false
    let goesOn = ends || next?.indent != nil && next?.indent == frame.childIndent
    guard let around = frames.last, isPair(around, closer), !goesOn, let previous else {
      return extra(closer, closing: nil)
    }
    return missing(frame, after: previous.line == closer.line ? closer.range : previous.range)
  }

  /// The bracket that is missing before `closer`, if that makes the rest of its line complete.
  private func missingInside(
    _ frame: Frame, _ closer: JSONToken, _ tokens: Tokens
  ) -> StructureBreak? {
    guard frame.opener.line == closer.line, let around = frames.last, isPair(around, closer),
      around.opener.line == closer.line, let previous
    else { return nil }
    var open = frames.filter { $0.opener.line == closer.line }.map(closing)
    if open.popLast() == nil { return nil }
    var rest = tokens
    while let token = rest.next(), token.line == closer.line {
      let first = bytes[token.range.lowerBound]
      if token.kind == .open {
        open.append(first == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]"))
      } else if token.kind == .close, open.popLast() != first {
        return nil
      }
    }
    return open.isEmpty ? missing(frame, after: previous.range) : nil
  }

  /// The key of a section inside another section of the same line: `"events": { "a": {}, "reducer": [`.
  private func breakBeforeSection(_ token: JSONToken) -> StructureBreak? {
    guard frames.count > 1, let key, let frame = frames.last,
      frame.opener.line == token.line, frame.key.map(isSection) == true, isSection(key)
    else { return nil }
    return missing(frame, after: key)
  }

  private func isSection(_ key: Range<Int>) -> Bool {
    let name = String(decoding: bytes[key.dropFirst().dropLast()], as: UTF8.self)
    guard let form = ObjectForm.definition.key(name)?.form else { return false }
    switch form {
    case .map, .rows: return true
    default: return false
    }
  }

  private func missing(_ frame: Frame, after range: Range<Int>) -> StructureBreak {
    let sign = Character(UnicodeScalar(closing(frame)))
    return StructureBreak(
      range: range, problem: .missingClosing(sign, of: owner(of: frame)),
      notes: [.init(.startsHere, at: .init("", fileRange: frame.opener.range))])
  }

  private func missingOpener(of below: ValueBelow) -> StructureBreak {
    StructureBreak(
      range: below.colon.range,
      problem: .missingOpening(below.value.kind == .open ? "[" : "{", after: below.key.map(text)),
      notes: [])
  }

  private func extra(_ closer: JSONToken, closing frame: Frame?) -> StructureBreak {
    let sign = Character(UnicodeScalar(bytes[closer.range.lowerBound]))
    return StructureBreak(
      range: closer.range, problem: .extraClosing(sign, closes: frame.map(owner)), notes: [])
  }

  private func owner(of frame: Frame) -> Problem.JSONFact.Owner {
    if let key = frame.key { return .key(text(key)) }
    return closing(frame) == UInt8(ascii: "}") ? .object : .array
  }

  private func text(_ key: Range<Int>) -> String {
    String(decoding: bytes[key.dropFirst().dropLast()], as: UTF8.self)
  }
}
