import StateModel

/// Finds characters that look like others in all texts of a file.
///
/// Recursive: the scanner has limited the nesting.
enum UnicodeCheck {
  static func findings(in json: JSON, at pointer: Pointer = .root) -> [Diagnostic] {
    switch json {
    case .null, .bool, .number: return []
    case .string(let text): return finding(in: text, at: Diagnostic.Location(pointer))
    case .array(let elements):
      return elements.enumerated().flatMap { findings(in: $1, at: pointer[$0]) }
    case .object(let members):
      return members.flatMap { member in
        finding(in: member.key, at: Diagnostic.Location(pointer[member.key], isKey: true))
          + findings(in: member.value, at: pointer[member.key])
      }
    }
  }

  private static func finding(in text: String, at location: Diagnostic.Location) -> [Diagnostic] {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A || $0 == 0x09 }
    return isPlain ? [] : UnicodeText.finding(in: text, at: location).map { [$0] } ?? []
  }
}

extension UnicodeCheck {
  /// The findings; an error about a name with a look-alike letter is replaced by one about the letter.
  static func explained(
    _ diagnostics: [Diagnostic], in file: DefinitionFolder.File
  ) -> [Diagnostic] {
    if file.map.text.isASCII { return diagnostics }
    var reported: Set<Diagnostic.Location> = []
    return diagnostics.compactMap { diagnostic in
      guard diagnostic.severity == .error,
        let (location, name, rest) = lookAlike(of: diagnostic, in: file.map)
      else { return diagnostic }
      guard reported.insert(location).inserted else { return nil }
      var explained = diagnostic.explained(by: name, at: location, in: file.map)
      // A syntax error hides the names after it: the fix rewrites all of them.
      if diagnostic.rule == .exprSyntax, name.isSure, let start = location.range?.lowerBound {
        let (length, text) = rewritten(rest)
        explained.fix?.location.range = start..<start + length
        explained.fix?.replacement = text
      }
      return explained
    }
  }

  /// The word that a diagnostic is about, if a letter of it looks like another: the word at the
  /// start of its range, or the whole text; and the text from there on.
  private static func lookAlike(
    of diagnostic: Diagnostic, in map: SourceMap
  ) -> (location: Diagnostic.Location, name: UnicodeText.Slip, rest: Substring)? {
    var location = diagnostic.location
    if location.file != nil || location.fileRange != nil || location.isMember { return nil }
    let range = map.range(of: location)
    let whole = map.range(of: Diagnostic.Location(location.pointer, isKey: location.isKey))
    guard whole.lowerBound <= range.lowerBound, range.upperBound <= whole.upperBound, !range.isEmpty
    else { return nil }
    let isQuoted = [UInt8(ascii: "'"), UInt8(ascii: "\"")].contains(map.bytes[range.lowerBound])
    let offset = range.lowerBound - whole.lowerBound + (isQuoted ? 1 : 0)
    let text = String(decoding: map.bytes[whole], as: UTF8.self)
    guard let word = word(in: text, around: offset), let name = UnicodeText.Slip(word.text)
    else { return nil }
    // The finding is about the word: its range starts there, or the word is the whole text.
    let quoted = range.count == word.text.utf8.count + 2
    guard isQuoted ? quoted : location.range != nil || word.text == text else { return nil }
    // A word has no escapes: bytes of the file are bytes of the text.
    let start =
      (location.range?.lowerBound ?? 0) + word.start - (range.lowerBound - whole.lowerBound)
    location.range = start..<start + word.text.utf8.count
    return (location, name, text[text.utf8.index(text.startIndex, offsetBy: word.start)...])
  }

  /// The words of an expression that surely mean others written so, up to the last of them, and how
  /// long that was; quoted text is left alone, as is all from an escape on.
  private static func rewritten(_ text: Substring) -> (length: Int, text: String) {
    var done = (length: 0, text: "")
    var result = ""
    var word = ""
    var position = 0
    var quote: Unicode.Scalar?
    func endWord() {
      if quote == nil, let name = UnicodeText.Slip(word), name.isSure {
        result += name.plain
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

  /// The word around a byte, and its start.
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
    by name: UnicodeText.Slip, at location: Location, in map: SourceMap
  ) -> Diagnostic {
    let uses = notes.filter { note in
      note.location.map { map.bytes[map.range(of: $0)].elementsEqual(name.word.utf8) } ?? false
    }
    return Diagnostic(
      .file(.deceptiveName(name.word, name.deception, plain: name.plain, rule: rule)),
      at: location, severity: severity, notes: uses,
      fix: .write(name.plain, at: location, isSafe: name.isSure && uses.isEmpty))
  }
}
