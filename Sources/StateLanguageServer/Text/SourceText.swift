import StateModel

/// A text with its lines and its values.
struct SourceText {
  let bytes: [UInt8]
  let lines: LineTable
  let tree: TextTree

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lines = LineTable(bytes)
    tree = TextTree(bytes)
  }

  /// The text of a range.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The edit that makes the text another one: what both begin and end with stays.
  func edit(to new: [UInt8], _ encoding: PositionEncoding) -> JSON? {
    if new == bytes { return nil }
    var start = zip(bytes, new).prefix { $0 == $1 }.count
    var end = zip(bytes.reversed(), new.reversed()).prefix { $0 == $1 }.count
    end = min(end, min(bytes.count, new.count) - start)
    func isInside(_ text: [UInt8], _ offset: Int) -> Bool {
      // Characters and line ends stay whole.
      text.indices.contains(offset)
        && (text[offset] & 0xC0 == 0x80
          || text[offset] == 0x0A && offset > 0 && text[offset - 1] == 0x0D)
    }
    while start > 0, isInside(bytes, start) || isInside(new, start) { start -= 1 }
    while end > 0, isInside(bytes, bytes.count - end) || isInside(new, new.count - end) { end -= 1 }
    return [
      "range": lines.json(start..<bytes.count - end, encoding),
      "newText": .string(String(decoding: new[start..<new.count - end], as: UTF8.self)),
    ]
  }
}

/// The URIs of files.
enum FileURI {
  private static let scheme = "file://"

  /// The path of a URI; `nil` if it is not that of a file.
  static func path(_ uri: String) -> String? {
    guard uri.utf8.starts(with: scheme.utf8) else { return nil }
    let rest = Array(uri.utf8.dropFirst(scheme.utf8.count))
    // A host is before the first slash.
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    var bytes: [UInt8] = []
    var index = slash
    while index < rest.count {
      if rest[index] == UInt8(ascii: "%"), index + 2 < rest.count,
        let byte = UInt8(String(decoding: rest[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(rest[index])
        index += 1
      }
    }
    return bytes.contains(0) ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// The URI of an absolute path.
  static func uri(_ path: String) -> String {
    var text = scheme
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        text.unicodeScalars.append(UnicodeScalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
      }
    }
    return text
  }
}
