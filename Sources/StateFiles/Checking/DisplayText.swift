import CEL

/// A line of a file as a terminal may show it: what each character looks like, and how wide it is.
///
/// Control characters, those that change the direction of text, and those that show nothing or look
/// like a space become `\u{202E}`, so that a file cannot repaint the terminal, and nothing is there
/// that is not seen; tabs stay.
package struct DisplayText {
  package struct Character {
    /// Offsets in the file.
    package let range: Range<Int>
    /// How it is shown.
    package let shown: String
    /// In columns: wide characters take 2, combining ones 0.
    package let width: Int
    /// Whether it is a tab.
    package var isTab: Bool { shown == "\t" }
  }

  /// The characters in their order.
  package let characters: [Character]

  /// Reads a range of a file.
  package init(_ bytes: [UInt8], in range: Range<Int>) {
    WorkCount.add(range.count)
    var characters: [Character] = []
    var offset = range.lowerBound
    var before: UnicodeScalar?
    while offset < range.upperBound {
      guard let length = UTF8Check.lengthOfCharacter(in: bytes, at: offset),
        let scalar = String(decoding: bytes[offset..<offset + length], as: UTF8.self)
          .unicodeScalars.first
      else {
        let name = hexadecimalName(bytes[offset])
        characters.append(.init(range: offset..<offset + 1, shown: "<\(name)>", width: 6))
        offset += 1
        before = nil
        continue
      }
      let shown = DisplayText.shown(scalar, after: before)
      let isItself = shown.unicodeScalars.count == 1
      before = isItself ? scalar : nil
      characters.append(
        .init(
          range: offset..<offset + length, shown: shown,
          width: isItself ? DisplayText.width(of: scalar) : shown.utf8.count))
      offset += length
    }
    self.characters = characters
  }

  /// In columns.
  package var width: Int { characters.reduce(0) { $0 + $1.width } }

  /// A text for one line of a terminal: nothing in it moves the cursor or turns the direction.
  package static func safe(_ text: String) -> String { shown(text) { $0 == "\t" ? "\\t" : nil } }

  /// Several lines for a terminal: line ends and tabs stay.
  package static func safeLines(_ text: String) -> String {
    shown(text) { $0 == "\n" ? "\n" : nil }
  }

  /// A JSON text for a terminal: the same values, with hidden characters written as `\u202E`.
  package static func safeJSON(_ text: String) -> String {
    // Most texts are ASCII, and JSON escapes control characters except DEL.
    if text.utf8.allSatisfy({ $0 < 0x7F }) { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      guard !(" "..."~").contains(scalar), scalar != "\n", isHidden(scalar) else {
        result.unicodeScalars.append(scalar)
        return
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16, uppercase: true)
        result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      }
    }
  }

  private static func shown(_ text: String, unless other: (UnicodeScalar) -> String?) -> String {
    var before: UnicodeScalar?
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      let shown = other(scalar) ?? shown(scalar, after: before)
      before = shown.unicodeScalars.count == 1 ? scalar : nil
      result += shown
    }
  }

  /// A character as it is shown; `before` is the character before it, if that is shown as itself.
  private static func shown(_ scalar: UnicodeScalar, after before: UnicodeScalar?) -> String {
    if scalar == "\t" || (" "..."~").contains(scalar) { return String(scalar) }
    guard isHidden(scalar), !isJoined(scalar, to: before) else { return String(scalar) }
    return "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }

  /// Whether it shows nothing, or nothing but space.
  package static func isHidden(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: return true
    default: break
    }
    // The pattern of braille without dots is a symbol.
    return scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}"
  }

  /// Whether it changes how the character before it is drawn: emoji, and scripts that join letters.
  private static func isJoined(_ scalar: UnicodeScalar, to before: UnicodeScalar?) -> Bool {
    let joiners: ClosedRange<UInt32> = 0x200C...0x200D
    let selectors: ClosedRange<UInt32> = 0xFE00...0xFE0F
    guard let before, !joiners.contains(before.value) else { return false }
    // Latin, Greek and Cyrillic letters are not joined.
    let isJoining = before.value >= 0x590
    if joiners.contains(scalar.value) { return isJoining }
    guard selectors.contains(scalar.value), !selectors.contains(before.value) else { return false }
    return isJoining || before.value > 0x7F && before.properties.isEmoji
  }

  private static func width(of scalar: UnicodeScalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    let value = scalar.value
    if value == 0x200D || (0xFE00...0xFE0F).contains(value) { return 0 }
    return wideRanges.contains { $0.contains(value) } ? 2 : 1
  }

  /// East Asian wide and full-width forms, and emoji.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x2614...0x2615,
    0x2648...0x2653, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26D4...0x26D4,
    0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728, 0x274C...0x274C, 0x2753...0x2755,
    0x2757...0x2757, 0x2795...0x2797, 0x2B50...0x2B50, 0x2E80...0x303E, 0x3041...0x33FF,
    0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F004...0x1F004,
    0x1F0CF...0x1F0CF, 0x1F18E...0x1F19A, 0x1F1E6...0x1F202, 0x1F210...0x1F23B,
    0x1F240...0x1F248, 0x1F250...0x1F251, 0x1F260...0x1F265, 0x1F300...0x1F64F,
    0x1F680...0x1F6FF, 0x1F7E0...0x1F7EB, 0x1F900...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD,
  ]
}
