import StateTables

/// Looks at all texts of a file for what deceives the eye; recursive, as deep as the scanner lets
/// values nest.
enum UnicodeCheck {
  static func findings(in json: JSON, at pointer: Pointer = .root) -> [Diagnostic] {
    switch json {
    case .null, .bool, .number: return []
    case .string(let text): return finding(in: text, at: Diagnostic.Place(pointer.text))
    case .array(let elements):
      return elements.enumerated().flatMap { findings(in: $1, at: pointer[$0]) }
    case .object(let members):
      return members.flatMap { member in
        finding(in: member.key, at: Diagnostic.Place(pointer[member.key].text, isKey: true))
          + findings(in: member.value, at: pointer[member.key])
      }
    }
  }

  private static func finding(in text: String, at place: Diagnostic.Place) -> [Diagnostic] {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A || $0 == 0x09 }
    return isPlain ? [] : UnicodeText.finding(in: text, at: place).map { [$0] } ?? []
  }
}

extension UnicodeCheck {
  /// The findings, each error about a name in which a letter only looks right in words that tell so.
  static func explained(
    _ diagnostics: [Diagnostic], in file: DefinitionFolder.File
  ) -> [Diagnostic] {
    if file.map.text.isASCII { return diagnostics }
    var told: Set<Diagnostic.Place> = []
    return diagnostics.compactMap { diagnostic in
      guard diagnostic.severity == .error,
        let (place, slip, rest) = slip(of: diagnostic, in: file.map)
      else { return diagnostic }
      guard told.insert(place).inserted else { return nil }
      var explained = diagnostic.explained(by: slip, at: place, in: file.map)
      // An expression that cannot be read is told by its first slip alone.
      if diagnostic.rule == "expr/syntax", slip.isSure, let start = place.range?.lowerBound {
        let (length, text) = rewritten(rest)
        explained.fix?.place.range = start..<start + length
        explained.fix?.replacement = text
      }
      return explained
    }
  }

  /// The word that a diagnostic is about, if a character in it deceives the eye: the one that its
  /// range starts in, or all of what it tells of; and the text from there on.
  private static func slip(
    of diagnostic: Diagnostic, in map: SourceMap
  ) -> (place: Diagnostic.Place, slip: UnicodeText.Slip, rest: Substring)? {
    var place = diagnostic.place
    if place.file != nil || place.fileRange != nil || place.isMember { return nil }
    let told = map.range(of: place)
    let whole = map.range(of: Diagnostic.Place(place.pointer, isKey: place.isKey))
    guard whole.lowerBound <= told.lowerBound, told.upperBound <= whole.upperBound, !told.isEmpty
    else { return nil }
    let isQuoted = [UInt8(ascii: "'"), UInt8(ascii: "\"")].contains(map.bytes[told.lowerBound])
    let offset = told.lowerBound - whole.lowerBound + (isQuoted ? 1 : 0)
    let text = String(decoding: map.bytes[whole], as: UTF8.self)
    guard let word = word(in: text, around: offset), let slip = UnicodeText.Slip(word.text)
    else { return nil }
    // The finding is about the word: its range starts there, or the word is the whole text.
    let quoted = told.count == word.text.utf8.count + 2
    guard isQuoted ? quoted : place.range != nil || word.text == text else { return nil }
    // No escapes stand in a word: bytes of the file are bytes of the text.
    let start = (place.range?.lowerBound ?? 0) + word.start - (told.lowerBound - whole.lowerBound)
    place.range = start..<start + word.text.utf8.count
    return (place, slip, text[text.utf8.index(text.startIndex, offsetBy: word.start)...])
  }

  /// The words of an expression that surely mean others written so, up to the last of them, and how
  /// long that was; what stands in quotes is left alone, as is all from an escape on.
  private static func rewritten(_ text: Substring) -> (length: Int, text: String) {
    var done = (length: 0, text: "")
    var result = ""
    var word = ""
    var position = 0
    var quote: Unicode.Scalar?
    func endWord() {
      if quote == nil, let slip = UnicodeText.Slip(word), slip.isSure {
        result += slip.plain
        done = (position, result)
      } else {
        result += word
      }
      word = ""
    }
    for scalar in text.unicodeScalars {
      if scalar == "\\" { break }
      if UnicodeText.isPartOfWord(scalar) {
        word.unicodeScalars.append(scalar)
      } else {
        endWord()
        if quote == scalar {
          quote = nil
        } else if quote == nil, scalar == "'" || scalar == "\"" {
          quote = scalar
        }
        result.unicodeScalars.append(scalar)
      }
      position += UTF8.width(scalar)
    }
    endWord()
    return done
  }

  /// The word that a byte stands in, and where it starts.
  private static func word(in text: String, around offset: Int) -> (text: String, start: Int)? {
    var word = (text: "", start: 0)
    var position = 0
    for scalar in text.unicodeScalars {
      let isPart = UnicodeText.isPartOfWord(scalar)
      if !isPart, position >= offset { break }
      position += UTF8.width(scalar)
      if isPart { word.text.unicodeScalars.append(scalar) } else { word = ("", position) }
    }
    return offset < position && word.start <= offset && !word.text.isEmpty ? word : nil
  }
}

extension Diagnostic {
  /// The same finding in the words of the look-alike letter; notes at other uses of the word stay.
  fileprivate func explained(
    by slip: UnicodeText.Slip, at place: Place, in map: SourceMap
  ) -> Diagnostic {
    let write = "write `\(slip.plain)`"
    let uses = notes.filter { note in
      note.place.map { map.bytes[map.range(of: $0)].elementsEqual(slip.word.utf8) } ?? false
    }
    return Diagnostic(
      rule: rule, severity: severity, message: slip.message, at: place, label: write,
      notes: uses,
      fix: Fix(
        title: write, place: place, replacement: slip.plain,
        isSafe: slip.isSure && uses.isEmpty))
  }
}
