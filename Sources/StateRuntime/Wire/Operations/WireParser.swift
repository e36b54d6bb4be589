internal struct WireParser {
  private let bytes: [UInt8]
  private var at = 0
  private var depth = 0
  /// The keys and values so far.
  private var count = 0

  private static let mostBytes = 4 << 20
  private static let mostValues = 250_000
  private static let mostLevels = 64

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func document() throws(WireError) -> Wire {
    if bytes.count > Self.mostBytes { throw WireError(message: "more than 4 MiB") }
    let wire = try value()
    skipBlanks()
    if at < bytes.count { throw problem }
    return wire
  }

  private var problem: WireError { WireError(message: "no JSON at byte \(at)") }

  private mutating func skipBlanks() {
    while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
  }

  private mutating func skip(_ byte: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard at < bytes.count, UInt32(bytes[at]) == byte.value else { return false }
    at += 1
    return true
  }

  private mutating func value() throws(WireError) -> Wire {
    skipBlanks()
    guard at < bytes.count else { throw problem }
    try countValue()
    switch bytes[at] {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func countValue() throws(WireError) {
    count += 1
    if count > Self.mostValues { throw WireError(message: "more than 250,000 keys and values") }
  }

  /// Moves into an array or object.
  private mutating func open() throws(WireError) {
    if depth == Self.mostLevels { throw WireError(message: "more than 64 levels deep") }
    depth += 1
    at += 1
  }

  private mutating func word(_ word: String, _ wire: Wire) throws(WireError) -> Wire {
    guard bytes[at...].starts(with: word.utf8) else { throw problem }
    at += word.utf8.count
    return wire
  }

  private mutating func digits() throws(WireError) {
    let start = at
    while at < bytes.count, (0x30...0x39).contains(bytes[at]) { at += 1 }
    if at == start { throw problem }
  }

  private mutating func number() throws(WireError) -> Wire {
    let start = at
    if bytes[at] == UInt8(ascii: "-") { at += 1 }
    let first = at
    try digits()
    if at > first + 1, bytes[first] == 0x30 { throw problem }
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      try digits()
    }
    if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if at < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[at]) { at += 1 }
      try digits()
    }
    return .number(String(decoding: bytes[start..<at], as: UTF8.self))
  }

  private mutating func array() throws(WireError) -> Wire {
    try open()
    defer { depth -= 1 }
    var elements: [Wire] = []
    if skip("]") { return .array([]) }
    repeat { elements.append(try value()) } while skip(",")
    if !skip("]") { throw problem }
    return .array(elements)
  }

  private mutating func object() throws(WireError) -> Wire {
    try open()
    defer { depth -= 1 }
    var members: [WireMember] = []
    if skip("}") { return .object([]) }
    var keys: Set<[UInt8]> = []
    repeat {
      skipBlanks()
      try countValue()
      let key = try text()
      let isUsable = !key.utf8.contains(0) && keys.insert(Array(key.utf8)).inserted
      if !isUsable || !skip(":") { throw problem }
      members.append(WireMember(key, try value()))
    } while skip(",")
    if !skip("}") { throw problem }
    return .object(members)
  }

  private mutating func text() throws(WireError) -> String {
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { throw problem }
    at += 1
    var result: [UInt8] = []
    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
      if bytes[at] < 0x20 { throw problem }
      if bytes[at] == UInt8(ascii: "\\") {
        result += String(try escape()).utf8
      } else {
        result.append(bytes[at])
        at += 1
      }
    }
    at += 1
    guard at <= bytes.count else { throw problem }
    return String(decoding: result, as: UTF8.self)
  }

  private mutating func escape() throws(WireError) -> Unicode.Scalar {
    guard at + 1 < bytes.count else { throw problem }
    let letter = bytes[at + 1]
    if letter == UInt8(ascii: "u") {
      let unit = try hexadecimal()
      guard unit & 0xFC00 == 0xD800 else {
        guard let scalar = Unicode.Scalar(unit) else { throw problem }
        return scalar
      }
      let low = try hexadecimal()
      guard low & 0xFC00 == 0xDC00,
        let scalar = Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF))
      else { throw problem }
      return scalar
    }
    at += 2
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    default: throw problem
    }
  }

  private mutating func hexadecimal() throws(WireError) -> UInt32 {
    guard at + 6 <= bytes.count, bytes[at] == UInt8(ascii: "\\"),
      bytes[at + 1] == UInt8(ascii: "u"), bytes[at + 2] != UInt8(ascii: "+"),
      let unit = UInt32(String(decoding: bytes[(at + 2)..<(at + 6)], as: UTF8.self), radix: 16)
    else { throw problem }
    at += 6
    return unit
  }
}
