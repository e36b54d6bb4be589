/// Escapes texts of a definition for every format that is written.
package enum Escaping {
  /// Text that cannot command a terminal, and cannot hide or turn other text.
  ///
  /// Line breaks and tabs become spaces, other controls become U+FFFD, and controls that change the
  /// direction of text are shown by their code.
  package static func shown(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    return text.unicodeScalars.reduce(into: "") { $0 += substitute(for: $1) ?? String($1) }
  }

  /// The text for a control character, or for one that changes the direction; `nil` for others.
  private static func substitute(for scalar: UnicodeScalar) -> String? {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029: " "
    case 0..<0x20, 0x7F..<0xA0: "\u{FFFD}"
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
      "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    default: nil
    }
  }

  /// Text for an attribute or between tags of SVG and HTML: as `shown`, and characters that XML 1.0
  /// forbids become U+FFFD.
  package static func markup(_ text: String) -> String {
    // Most texts need no escaping and are returned unchanged.
    let isPlain = text.utf8.allSatisfy {
      $0 >= 0x20 && $0 < 0x7F && $0 != 0x26 && $0 != 0x3C && $0 != 0x3E && $0 != 0x22
    }
    if isPlain { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count + 8)
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: result += "&amp;"
      case 0x3C: result += "&lt;"
      case 0x3E: result += "&gt;"
      case 0x22: result += "&quot;"
      case let value where value & 0xFFFE == 0xFFFE: result += "\u{FFFD}"
      default: result += substitute(for: scalar) ?? String(scalar)
      }
    }
    return result
  }

  /// An id or anchor: each character except ASCII letters, digits, `.`, `_` and `-` is replaced by
  /// its code between underscores.
  package static func id(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 48...57, 65...90, 97...122, 0x2D, 0x2E, 0x5F: result.unicodeScalars.append(scalar)
      default: result += "_" + String(scalar.value, radix: 16) + "_"
      }
    }
    return result
  }
}
