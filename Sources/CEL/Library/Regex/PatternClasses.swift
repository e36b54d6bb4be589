/// The named character classes.
enum PatternClasses {
  /// `\d`, `\s` and `\w`: ASCII only, and `\s` does not contain the vertical tab.
  static func perl(_ letter: UInt32) -> CodePointSet? {
    switch Unicode.Scalar(letter) {
    case "d": CodePointSet([0x30...0x39])
    case "s": CodePointSet([0x09...0x0A, 0x0C...0x0D, 0x20...0x20])
    case "w": word
    default: nil
    }
  }

  private static let word = CodePointSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])

  /// The classes `[:alpha:]` and so on by name, ASCII only.
  static func posix(_ name: String) -> CodePointSet? {
    let ranges: [ClosedRange<UInt32>]? =
      switch name {
      case "alnum": [0x30...0x39, 0x41...0x5A, 0x61...0x7A]
      case "alpha": [0x41...0x5A, 0x61...0x7A]
      case "ascii": [0...0x7F]
      case "blank": [0x09...0x09, 0x20...0x20]
      case "cntrl": [0...0x1F, 0x7F...0x7F]
      case "digit": [0x30...0x39]
      case "graph": [0x21...0x7E]
      case "lower": [0x61...0x7A]
      case "print": [0x20...0x7E]
      case "punct": [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E]
      case "space": [0x09...0x0D, 0x20...0x20]
      case "upper": [0x41...0x5A]
      case "word": word.ranges
      case "xdigit": [0x30...0x39, 0x41...0x46, 0x61...0x66]
      default: nil
      }
    return ranges.map(CodePointSet.init)
  }

  /// The class `\p{name}`: a general category of one or two letters, a script, or `Any`.
  static func unicode(_ name: String) -> CodePointSet? {
    if name == "Any" { return .all }
    if let letter = name.utf8.first, name.utf8.count == 1 {
      return UnicodeTable.categories.union(of: letter)
    }
    return UnicodeTable.categories.set(named: name) ?? UnicodeTable.scripts.set(named: name)
  }
}
