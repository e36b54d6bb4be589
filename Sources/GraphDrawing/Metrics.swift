import Graphs

/// The widths of texts, from a built-in table: no layout depends on installed fonts.
///
/// The advances are those of Adobe's AFM files for Helvetica, in 1/1000 em; Arial, Liberation Sans,
/// Nimbus Sans and Arimo share them. Other fonts are slightly wider or narrower, and boxes have
/// room for that.
enum Metrics {
  /// The width of a line in CSS px.
  static func width(_ line: TextLine) -> Double { line.reduce(0) { $0 + width($1) } }

  /// The width of the widest line; 0 without lines.
  static func width(_ lines: [TextLine]) -> Double { lines.map(width).max() ?? 0 }

  static func width(_ span: Span) -> Double {
    width(span.text, span.style.face, size: span.style.size)
  }

  static func width(_ text: String, _ face: Span.Face, size: Double) -> Double {
    let thousandths = text.unicodeScalars.reduce(0) { $0 + advance($1, face) }
    return Double(thousandths) * size / 1000
  }

  private static func advance(_ scalar: Unicode.Scalar, _ face: Span.Face) -> Int {
    switch scalar.value {
    case 32..<127:
      let index = Int(scalar.value) - 32
      switch face {
      case .mono: return 602
      case .bold: return bold[index]
      case .sans: return regular[index]
      }
    case 0x300...0x36F, 0x200B...0x200D, 0xFE00...0xFE0F, 0x20E3: return 0
    // Bidirectional controls are shown by their code.
    case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069: return 8 * 620
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F,
      0xFF00...0xFF60, 0x20000...0x3FFFD:
      return 1000
    case 0x1F000...0x1FAFF: return 1300
    default: return face == .mono ? 602 : face == .bold ? 680 : 620
    }
  }

  private static let regular: [Int] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
  ]

  private static let bold: [Int] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667,
    611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556,
    278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
  ]
}
