import StateModel

/// Parts that the printers of all languages share.
extension Layout {
  /// Joins lines with line breaks.
  static func lines(_ lines: [Layout]) -> Layout { joined(lines, [.newLine]) }

  /// A head and its body on one line, or the body on the next line if they do not fit.
  static func joined(_ head: Layout, _ body: Layout) -> Layout {
    .group(.sequence([head, .nested(.sequence([.line, body]))]))
  }

  /// Puts each line on a new line.
  static func stacked(_ lines: [Layout]) -> [Layout] { lines.flatMap { [.newLine, $0] } }

  /// The lines as one layout with one more level of indentation; no layout if there are no lines.
  static func indented(_ lines: [Layout]) -> [Layout] {
    lines.isEmpty ? [] : [.nested(.lines(lines))]
  }

  /// Puts a comma after each part but the last.
  static func separated(_ parts: [Layout]) -> [Layout] {
    parts.enumerated().map { index, part in
      index + 1 < parts.count ? .sequence([part, ","]) : part
    }
  }

  /// Whether the text contains a name.
  func mentions(_ name: String) -> Bool {
    rendered(width: 100, indentation: 2)
      .split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { $0 == name }
  }

  /// Groups the leaves that have the same body.
  static func grouped(
    _ parts: [(states: [Int], body: [Layout])]
  ) -> [(states: [Int], body: [Layout])] {
    var groups: [(states: [Int], body: [Layout])] = []
    for part in parts {
      if let same = groups.firstIndex(where: { $0.body == part.body }) {
        groups[same].states += part.states
      } else {
        groups.append(part)
      }
    }
    return groups
  }
}

/// How tightly the outermost operator of an expression binds.
enum Rank: Int, Comparable {
  case conditional, or, and, comparison, coalescing, sum, product, unary, primary

  static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
}

extension GenerationCode.Infix {
  /// The operator, which Swift and Kotlin write alike.
  var written: (sign: String, rank: Rank) {
    switch self {
    case .and: ("&&", .and)
    case .or: ("||", .or)
    case .equal: ("==", .comparison)
    case .notEqual: ("!=", .comparison)
    case .less: ("<", .comparison)
    case .lessOrEqual: ("<=", .comparison)
    case .greater: (">", .comparison)
    case .greaterOrEqual: (">=", .comparison)
    case .plus: ("+", .sum)
    case .minus: ("-", .sum)
    case .times: ("*", .product)
    case .divided: ("/", .product)
    case .remainder: ("%", .product)
    }
  }
}

extension Unicode.Scalar {
  /// Whether a source file can contain the character without an escape.
  var isShown: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned, .nonspacingMark, .enclosingMark, .spacingMark:
      false
    default: true
    }
  }
}

extension Definition.Output.Kind {
  /// The verb that starts the name of an output's method on a screen.
  var verb: String {
    switch self {
    case .ui: "show"
    case .data: "update"
    case .navigation: "navigate"
    }
  }
}
