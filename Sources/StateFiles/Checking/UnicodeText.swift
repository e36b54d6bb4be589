import StateModel

/// A text that is not what it looks like.
enum UnicodeText {
  /// The first thing in a text that deceives the eye.
  static func finding(in text: String, at location: Diagnostic.Location) -> Diagnostic? {
    var word = Word()
    var offset = 0
    var before: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      let length = UTF8.width(scalar)
      var location = location
      location.range = offset..<offset + length
      if let kind = hidden(scalar) {
        return Diagnostic(.file(.hiddenCharacter(kind, scalar.value)), at: location)
      }
      if let before, scalar.properties.canonicalCombiningClass != .notReordered,
        isComposable(before, scalar)
      {
        let start = offset - UTF8.width(before)
        location.range = start..<offset + length
        return Diagnostic(.file(.decomposed(letter: before, mark: scalar)), at: location)
      }
      word.add(scalar, at: offset)
      if let mixture = word.mixture {
        location.range = word.start..<offset + length
        return Diagnostic(
          .file(
            .mixedAlphabets(
              mixture.alphabet, letter: mixture.letter, plain: LookAlike(mixture.letter)?.plain)),
          at: location)
      }
      before = scalar
      offset += length
    }
    return nil
  }

  private static func hidden(_ scalar: Unicode.Scalar) -> Problem.FileFact.Hidden? {
    switch scalar.value {
    case 0x202E: .rightToLeftOverride
    case 0x202D: .leftToRightOverride
    case 0x202A...0x202C, 0x2066...0x2069: .direction
    case 0x200E, 0x200F, 0x061C: .direction
    case 0x200B, 0x2060, 0xFEFF, 0x00AD: .invisible
    case 0x00...0x08, 0x0B, 0x0C, 0x0E...0x1F, 0x7F...0x9F: .control
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

  /// A run of letters.
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
  struct Slip {
    let word: String
    /// Why it deceives.
    let deception: Problem.FileFact.Deception
    /// The name that it looks like.
    let plain: String
    /// Whether it is mostly that name: other letters are among those of names.
    let isSure: Bool

    /// - Parameter word: A name, or what should be one; `nil` where nothing in it deceives, or where
    ///   it looks like no name.
    init?(_ word: String) {
      var plain = ""
      var deception: Problem.FileFact.Deception?
      var hasLetter = false
      for scalar in word.unicodeScalars {
        if scalar.isASCII, Identifier.isPart(UInt8(ascii: scalar)) {
          hasLetter = true
          plain.unicodeScalars.append(scalar)
        } else if let kind = UnicodeText.hidden(scalar) {
          deception = deception ?? .hidden(kind, scalar.value)
        } else if let alike = LookAlike(scalar) {
          deception =
            deception ?? .letter(scalar, alphabet: alike.kind, plain: alike.plain)
          plain.unicodeScalars.append(alike.plain)
        } else {
          return nil
        }
      }
      guard let deception, Identifier(plain) != nil else { return nil }
      self.deception = deception
      self.word = word
      self.plain = plain
      isSure = hasLetter
    }
  }

  /// Whether a character can belong to a word that a person reads as a name.
  static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? Identifier.isPart(UInt8(ascii: scalar))
      : scalar.properties.isAlphabetic || hidden(scalar) != nil || LookAlike(scalar) != nil
  }
}
