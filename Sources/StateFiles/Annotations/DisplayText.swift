/// A line of a file as a terminal may show it: what each character looks like, and how wide it is.
///
/// Control characters and those that change the direction of text become `\u{202E}`, so that a file
/// cannot repaint the terminal; tabs stay.
struct DisplayText {
  struct Character {
    /// Offsets in the file.
    let range: Range<Int>
    let shown: String
    /// In columns: wide characters take 2, combining ones 0.
    let width: Int
    var isTab: Bool { shown == "\t" }
  }

  let characters: [Character]

  init(_ bytes: [UInt8], in range: Range<Int>) {
    var characters: [Character] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard let length = UTF8Check.lengthOfCharacter(in: bytes, at: offset),
        let scalar = String(decoding: bytes[offset..<offset + length], as: UTF8.self)
          .unicodeScalars.first
      else {
        let name = hexadecimalName(bytes[offset])
        characters.append(.init(range: offset..<offset + 1, shown: "<\(name)>", width: 6))
        offset += 1
        continue
      }
      let shown = DisplayText.shown(scalar)
      let isItself = shown.unicodeScalars.count == 1
      characters.append(
        .init(
          range: offset..<offset + length, shown: shown,
          width: isItself ? DisplayText.width(of: scalar) : shown.utf8.count))
      offset += length
    }
    self.characters = characters
  }

  var width: Int { characters.reduce(0) { $0 + $1.width } }

  /// A text for one line of a terminal: nothing in it moves the cursor or turns the direction.
  static func safe(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { $0 += $1 == "\t" ? "\\t" : shown($1) }
  }

  /// Several lines for a terminal: line ends and tabs stay.
  static func safeLines(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { $0 += $1 == "\n" ? "\n" : shown($1) }
  }

  private static func shown(_ scalar: UnicodeScalar) -> String {
    if scalar == "\t" { return "\t" }
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
      0xFFF9...0xFFFB, 0x61C, 0xE0000...0xE007F:
      return "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    default: return String(scalar)
    }
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

  /// East Asian wide and full width forms, and what is drawn as a picture.
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
