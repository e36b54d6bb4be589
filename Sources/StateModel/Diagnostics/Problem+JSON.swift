extension Problem {
  /// A text that is not JSON, or JSON that this format does not take.
  public enum JSONFact: Hashable, Sendable {
    case emptyFile
    /// Something else than the grammar needs.
    case expected(Expected, found: Token)
    /// `True` in place of `true`.
    case miscasedWord(String, literal: String)
    /// A key after a number with a decimal comma: `1,5`.
    case decimalComma(String)
    case trailingComma(before: Token)
    case leadingZero
    case missingDigit(MissingDigit)
    case notANumber(String)
    /// `NaN` and its like.
    case specialNumber(String)
    case singleQuotes(isKey: Bool)
    case comment
    /// A text that does not end, or not on its line.
    case openText(isLine: Bool)
    /// An object or array that does not end.
    case openValue(isObject: Bool)
    /// A bracket that the indentation shows to be missing: of the named key, an object or an array.
    case missingClosing(Character, of: Owner)
    case missingOpening(Character, after: String?)
    /// A bracket too many, and what it closes too early.
    case extraClosing(Character, closes: Owner?)
    case controlCharacter(UInt32)
    /// `\q`; `nil` for a backslash alone.
    case invalidEscape(Character?)
    case shortUnicodeEscape
    case halfCharacter(String)
    case notUTF8(byte: UInt8)
    case utf16
    case byteOrderMark
    case nulInKey
    /// A character that only looks like one of JSON, or that cannot be seen.
    case lookAlike(Unicode.Scalar, name: String, plain: String)
    case duplicateKey(String)
    case tooDeep(limit: Int)
    case tooManyValues(limit: Int)
    case tooManyBytes(limit: Int)
    /// Fields that commands, raised events and records leave out, which are null.
    case tooManyLeftOut(limit: Int)
    /// Mistakes that are counted and not listed: a text can have millions.
    case furtherMistakes(count: Int)
    /// The second reader, json-c, does not read the text.
    case refused
    /// A text in another format.
    case foreign(TextFormat)
    /// A number where the format needs a whole one from 1; the part of the file.
    case notACount(Part, found: String)
    case countTooLarge(Part, found: String, limit: Int)

    /// What the grammar needs.
    public enum Expected: Hashable, Sendable {
      case endOfFile, value, key, colon
      /// After a value of an object or array.
      case commaOrEnd(isObject: Bool)
    }

    /// Where a digit is missing.
    public enum MissingDigit: Hashable, Sendable {
      case afterMinus(found: Token), afterPoint, inExponent
    }

    /// What a text holds at a location.
    public enum Token: Hashable, Sendable {
      case end, object, array, string, number
      case control(UInt32)
      case byte(UInt8)
      /// A word or character, as written.
      case text(String)
    }

    /// What a bracket belongs to.
    public enum Owner: Hashable, Sendable {
      case key(String), object, array
    }

    /// Formats that are not JSON.
    public enum TextFormat: Hashable, Sendable {
      case mergeConflict, scxml, xml, markdown, javaScript, toml, yaml
    }

    var rule: RuleID {
      switch self {
      case .notUTF8, .utf16, .byteOrderMark, .nulInKey, .halfCharacter: .jsonEncoding
      case .duplicateKey: .jsonDuplicateKey
      case .tooDeep, .tooManyValues, .tooManyBytes, .tooManyLeftOut, .furtherMistakes,
        .countTooLarge:
        .jsonLimit
      case .notACount: .jsonNumber
      default: .jsonSyntax
      }
    }
  }

  /// A part of a file, as messages name it: `` an entry of `emit` ``.
  public struct Part: Hashable, Sendable {
    /// The key that holds it, or the name of the whole file: `the definition`.
    public let name: String
    /// Whether `name` is a key.
    public let isKey: Bool
    /// How many lists are between the key and the part.
    public let listDepth: Int

    package init(_ name: String, isKey: Bool, listDepth: Int) {
      self.name = name
      self.isKey = isKey
      self.listDepth = listDepth
    }

    var words: String {
      String(repeating: "an entry of ", count: listDepth) + (isKey ? "`\(name)`" : name)
    }
  }
}
