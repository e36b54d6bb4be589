import Graphs

/// The widths of texts, from a built-in table: no layout depends on installed fonts.
///
/// Each advance, in 1/1000 em, is the wider one of Helvetica and DejaVu Sans. Arial, Liberation Sans,
/// Nimbus Sans and Arimo are as wide as Helvetica. DejaVu Sans, the usual font of a Linux without
/// them, is an eighth wider. So a text stays in its box with each of these fonts.
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
    case _ where face == .mono: return 602
    // Cyrillic, arrows and symbols.
    case 0x400...0x52F, 0x2190...0x2BFF: return 880
    default: return face == .bold ? 720 : 640
    }
  }

  private static let regular: [Int] = [
    318, 401, 460, 838, 637, 951, 780, 275, 391, 391, 500, 838, 318, 361, 318, 337, 637, 637, 637,
    637, 637, 637, 637, 637, 637, 637, 337, 337, 838, 838, 838, 556, 1015, 685, 687, 722, 771, 667,
    611, 778, 752, 295, 500, 667, 558, 863, 749, 788, 667, 788, 722, 667, 611, 732, 685, 989, 686,
    667, 686, 391, 337, 391, 838, 556, 500, 613, 635, 550, 635, 616, 353, 635, 634, 278, 278, 580,
    278, 975, 634, 612, 635, 635, 412, 521, 393, 634, 592, 818, 592, 592, 525, 637, 337, 637, 838,
  ]

  private static let bold: [Int] = [
    349, 457, 521, 838, 696, 1002, 873, 307, 458, 458, 523, 838, 380, 416, 380, 366, 696, 696, 696,
    696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 611, 1000, 774, 763, 734, 831, 684,
    684, 821, 837, 373, 556, 775, 638, 996, 837, 851, 733, 851, 771, 721, 683, 813, 774, 1104, 771,
    725, 726, 458, 366, 458, 838, 556, 500, 675, 716, 593, 716, 679, 436, 716, 712, 343, 343, 666,
    343, 1042, 712, 688, 716, 716, 494, 596, 479, 712, 652, 924, 646, 652, 583, 712, 366, 712, 838,
  ]
}
