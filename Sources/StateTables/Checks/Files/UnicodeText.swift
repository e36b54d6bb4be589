/// A text that is not what it looks like.
package enum UnicodeText: Check {
  package static let rule = Rule("file/unicode", .warning)

  /// The first thing in a text that deceives the eye.
  package static func finding(in text: String, at location: Diagnostic.Location) -> Diagnostic? {
    var word = Word()
    var offset = 0
    var before: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      let length = UTF8.width(scalar)
      var location = location
      location.range = offset..<offset + length
      if let name = hidden(scalar) {
        return finding("this text holds \(name) (\(code(scalar)))", at: location)
      }
      if let before, scalar.properties.canonicalCombiningClass != .notReordered,
        isComposable(before, scalar)
      {
        let start = offset - UTF8.width(before)
        location.range = start..<offset + length
        return finding(
          "`\(Character(before))` and \(code(scalar)) are one letter in two pieces: the text is not in NFC",
          at: location)
      }
      word.add(scalar, at: offset)
      if let mixture = word.mixture {
        location.range = word.start..<offset + length
        return finding(
          "this word mixes Latin and \(mixture.alphabet) letters: `\(mixture.letter)` is \(code(mixture.letter))",
          at: location, label: LookAlike(mixture.letter).map { "it looks like `\($0.plain)`" })
      }
      before = scalar
      offset += length
    }
    return nil
  }

  private static func code(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }

  private static func hidden(_ scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x202E: "a right-to-left override"
    case 0x202D: "a left-to-right override"
    case 0x202A...0x202C, 0x2066...0x2069: "a mark of the direction of writing"
    case 0x200E, 0x200F, 0x061C: "a mark of the direction of writing"
    case 0x200B, 0x2060, 0xFEFF, 0x00AD: "an invisible character"
    case 0x00...0x08, 0x0B, 0x0C, 0x0E...0x1F, 0x7F...0x9F: "a control character"
    default: nil
    }
  }

  /// Whether a Latin letter with a mark is also one letter by itself.
  private static func isComposable(_ letter: Unicode.Scalar, _ mark: Unicode.Scalar) -> Bool {
    guard letter.isASCII, letter.properties.isAlphabetic else { return false }
    var pair = String(letter)
    pair.unicodeScalars.append(mark)
    return [0x00C0...0x024F, 0x1E00...0x1EFF].contains { range in
      range.contains { value in Unicode.Scalar(UInt32(value)).map { String($0) == pair } ?? false }
    }
  }

  /// Letters that stand together.
  private struct Word {
    private(set) var start = 0
    private var isInside = false
    private var hasLatin = false
    private var stranger: (alphabet: String, letter: Unicode.Scalar)?

    /// The first letter of another alphabet beside Latin ones.
    var mixture: (alphabet: String, letter: Unicode.Scalar)? { hasLatin ? stranger : nil }

    mutating func add(_ scalar: Unicode.Scalar, at offset: Int) {
      guard scalar.properties.isAlphabetic else {
        self = Word()
        return
      }
      if !isInside { start = offset }
      isInside = true
      switch scalar.value {
      case 0x41...0x7A, 0xC0...0x24F, 0x1E00...0x1EFF: hasLatin = true
      case 0x400...0x52F: stranger = stranger ?? ("Cyrillic", scalar)
      // `Δt` and `μs` are meant.
      case 0x370...0x3FF where LookAlike(scalar) != nil: stranger = stranger ?? ("Greek", scalar)
      default: break
      }
    }
  }
}

extension UnicodeText {
  /// A name in which a character deceives the eye.
  package struct Slip {
    package let word: String
    /// What is wrong with it.
    package let message: String
    /// The name that it looks like.
    package let plain: String
    /// Whether it is mostly that name: other letters stand among those of names.
    package let isSure: Bool

    /// - Parameter word: A name, or what should be one; `nil` where nothing in it deceives, or where
    ///   it looks like no name.
    package init?(_ word: String) {
      var plain = ""
      var deceit: String?
      var hasLetter = false
      for scalar in word.unicodeScalars {
        if scalar.isASCII, Identifier.isPart(UInt8(ascii: scalar)) {
          hasLetter = true
          plain.unicodeScalars.append(scalar)
        } else if let name = UnicodeText.hidden(scalar) {
          deceit = deceit ?? "\(name) (\(UnicodeText.code(scalar)))"
        } else if let alike = LookAlike(scalar) {
          deceit =
            deceit
            ?? "`\(scalar)` (\(UnicodeText.code(scalar))), \(alike.kind) that looks like `\(alike.plain)`"
          plain.unicodeScalars.append(alike.plain)
        } else {
          return nil
        }
      }
      guard let deceit, Identifier(plain) != nil else { return nil }
      message = "`\(word)` holds \(deceit)"
      self.word = word
      self.plain = plain
      isSure = hasLetter
    }
  }

  /// Whether a character may stand in what a person takes for a name.
  package static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? Identifier.isPart(UInt8(ascii: scalar))
      : scalar.properties.isAlphabetic || hidden(scalar) != nil || LookAlike(scalar) != nil
  }
}
