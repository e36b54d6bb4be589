public import CEL

extension Problem {
  /// A file as a whole: its name, its version, the files that it uses, its characters.
  public enum FileFact: Hashable, Sendable {
    /// A format version that this reader does not know.
    case version(Int, known: Int)
    /// A file that is named differently from its content: `"state": "Coin"` in `Lamp.state.json`.
    case misnamed(fileName: String, key: String, name: String)
    /// A file whose name would be a name of generated code, and is no identifier.
    case nameless(fileName: String, name: String)
    /// A file of another kind than its name, and the name to give it.
    case wrongKind(Kind, in: Kind, name: String)
    /// Another file of the folder defines the name.
    case definedTwice(String, also: String)
    /// An XState machine.
    case xstate
    case specWithoutDefinition
    /// An entry of `uses`.
    case use(String, Use)
    /// Files that use each other, in a circle.
    case circularUse([String])
    /// A draft that lists its interface and cannot run yet.
    case draft(hasReducer: Bool, openOutputs: Int)
    /// Within its limits part by part, but too large to be compiled.
    case tooLarge(String)
    /// Not in canonical form.
    case form
    /// A character that cannot be seen.
    case hiddenCharacter(Hidden, UInt32)
    /// A letter and a mark that are also one letter.
    case decomposed(letter: Unicode.Scalar, mark: Unicode.Scalar)
    /// A word of two alphabets; what the letter looks like.
    case mixedAlphabets(String, letter: Unicode.Scalar, plain: Unicode.Scalar?)
    /// A name with a character that deceives, the name that it looks like, and the rule of the
    /// finding that it explains.
    case deceptiveName(String, Deception, plain: String, rule: RuleID)

    /// The kinds of files.
    public enum Kind: String, Hashable, Sendable {
      case definition, spec, types
    }

    /// Why an entry of `uses` leads nowhere.
    public enum Use: Hashable, Sendable {
      case outside, wrongKind, missing, linkToOutside
      /// It cannot be read; why, in the words of the system.
      case unreadable(String)
      /// It leads to more files than a chain may have: how many that are.
      case tooFar(limit: Int)
    }

    /// Characters that cannot be seen.
    public enum Hidden: Hashable, Sendable {
      case rightToLeftOverride, leftToRightOverride, direction, invisible, control
    }

    /// What deceives the eye in a name.
    public enum Deception: Hashable, Sendable {
      case hidden(Hidden, UInt32)
      case letter(Unicode.Scalar, alphabet: String, plain: Unicode.Scalar)
    }

    var rule: RuleID {
      switch self {
      case .version: .fileVersion
      case .misnamed, .nameless, .wrongKind, .definedTwice, .xstate, .specWithoutDefinition:
        .fileName
      case .use, .circularUse: .fileUses
      case .draft: .shapeDraft
      case .tooLarge: .jsonLimit
      case .form: .styleFormat
      case .hiddenCharacter, .decomposed, .mixedAlphabets: .fileUnicode
      case .deceptiveName(_, _, _, let rule): rule
      }
    }
  }

  /// Keys and values that the format does not have.
  public enum Shape: Hashable, Sendable {
    /// A value of another kind than the format has here, in the words of the format.
    case wrongType(Part, expected: String, found: String)
    case notOneOf(Part, expected: String, found: String, nearest: String?)
    case emptyName
    /// An object with several keys where one is the name.
    case severalNames(Part, expected: String, count: Int)
    case unknownKey(String, Suggestion)
    /// A key of another format, and the key that it means here.
    case foreignKey(String, meaning: String)
    /// A key of another format; the advice is with the diagnostic.
    case unknownForeignKey(String)
    /// A key that belongs inside another one.
    case keyOutside(String, owner: String)
    case swappedValues(String, String)
    /// A key of a row inside its `set`.
    case keyInsideSet(String)
    /// Keys that an object needs; the name of the object.
    case missingKeys([String], of: String)
    /// Keys of which an object has one, in the words of the format.
    case exclusive(String)
    /// A key where a name is needed; whose key it is.
    case keyForName(Part, key: String, owner: String)

    var rule: RuleID {
      switch self {
      case .wrongType, .notOneOf, .emptyName, .severalNames, .keyForName: .shapeWrongType
      case .unknownKey, .foreignKey, .unknownForeignKey, .keyOutside: .shapeUnknownKey
      case .swappedValues, .keyInsideSet, .exclusive: .shapeConflict
      case .missingKeys: .shapeMissingKey
      }
    }
  }
}
