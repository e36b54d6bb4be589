import CEL

extension Problem.FileFact {
  var words: Words {
    switch self {
    case .version(let version, let known):
      Words("this file is format \(version), this tool reads \(known)")
    case .misnamed(let fileName, let key, let name):
      Words("this is `\(fileName)`, but it has `\"\(key)\": \"\(name)\"`")
    case .nameless(let fileName, let name):
      Words(
        "this is `\(fileName)`, but `\(name)` is not a name",
        help: "names are letters, digits and `_`, and do not start with a digit")
    case .wrongKind(let kind, let other, let name):
      Words(
        "this is a \(kind.rawValue), in a file of \(other == .types ? "" : "a ")\(other.rawValue)",
        help: "name the file \(name)")
    case .definedTwice(let name, let file): Words("two files define `\(name)`: also `\(file)`")
    case .xstate:
      Words(
        "this looks like an XState machine", help: "to convert it: states import xstate FILE")
    case .specWithoutDefinition: Words("this spec has no definition beside it")
    case .use(let name, let reason): Words("`\(name)` \(reason.words)")
    case .circularUse(let names):
      Words(names.map { "`\($0)`" }.joined(separator: " uses "))
    case .draft(let hasReducer, let count):
      Words(Self.draft(hasReducer: hasReducer, openOutputs: count))
    case .tooLarge(let name):
      Words(
        "`\(name)` is larger as a whole than a program can be",
        help: "make definitions of some of its states")
    case .form:
      Words("this file is not in canonical form", help: "write it so: states format")
    case .hiddenCharacter(let kind, let value):
      Words("this text holds \(kind.words) (\(Words.codePoint(value)))")
    case .decomposed(let letter, let mark):
      Words(
        "`\(Character(letter))` and \(Words.codePoint(mark.value)) are one letter in two pieces: the text is not in NFC"
      )
    case .mixedAlphabets(let alphabet, let letter, let plain):
      Words(
        "this word mixes Latin and \(alphabet) letters: `\(letter)` is \(Words.codePoint(letter.value))",
        label: plain.map { "it looks like `\($0)`" })
    case .deceptiveName(let name, let deception, let plain, _):
      Words("`\(name)` holds \(deception.words)", label: "write `\(plain)`")
    }
  }

  private static func draft(hasReducer: Bool, openOutputs: Int) -> String {
    var missing: [String] = []
    if !hasReducer { missing.append("no `reducer`") }
    if openOutputs > 0 {
      missing.append("\(openOutputs) output\(openOutputs == 1 ? "" : "s") without `value`")
    }
    return "a draft: \(missing.joined(separator: ", ")); it cannot run"
  }
}

extension Problem.FileFact.Use {
  fileprivate var words: String {
    switch self {
    case .outside: "is outside the definitions folder"
    case .wrongKind: "is neither a `.types.json` nor a `.state.json` file"
    case .missing: "does not exist"
    case .linkToOutside: "is a link to outside the definitions folder"
    case .unreadable(let reason): "cannot be read: \(reason)"
    case .tooFar(let limit): "leads to a chain of more than \(limit) files that use each other"
    }
  }
}

extension Problem.FileFact.Hidden {
  fileprivate var words: String {
    switch self {
    case .rightToLeftOverride: "a right-to-left override"
    case .leftToRightOverride: "a left-to-right override"
    case .direction: "a mark of the direction of writing"
    case .invisible: "an invisible character"
    case .control: "a control character"
    }
  }
}

extension Problem.FileFact.Deception {
  fileprivate var words: String {
    switch self {
    case .hidden(let kind, let value): "\(kind.words) (\(Words.codePoint(value)))"
    case .letter(let letter, let alphabet, let plain):
      "`\(letter)` (\(Words.codePoint(letter.value))), \(alphabet) that looks like `\(plain)`"
    }
  }
}

extension Problem.Shape {
  var words: Words {
    switch self {
    case .wrongType(let part, let expected, let found):
      Words("\(part.words) must be \(expected), found \(found)")
    case .notOneOf(let part, let expected, let found, let nearest):
      Words(
        "\(part.words) must be \(expected), found `\(found)`",
        label: nearest.map { "did you mean `\($0)`?" }, offersName: nearest != nil)
    case .emptyName: Words("a name is empty")
    case .severalNames(let part, let expected, let count):
      Words("\(part.words) must be \(expected), found \(count) keys")
    case .unknownKey(let key, let suggestion):
      Words("unknown key `\(key)`" + (suggestion.text.map { "; \($0)" } ?? ""))
    case .foreignKey(let key, let meaning):
      Words("unknown key `\(key)`; did you mean `\(meaning)`?")
    case .unknownForeignKey(let key): Words("unknown key `\(key)`")
    case .keyOutside(let key, let owner):
      Words(
        "unknown key `\(key)`; does it belong inside `\(owner)`?",
        help: "write \"\(owner)\": { \"\(key)\": … }")
    case .swappedValues(let first, let second):
      Words("`\(first)` and `\(second)` hold each other's values")
    case .keyInsideSet(let key): Words("`\(key)` is a key of the row, not a value to set")
    case .missingKeys(let keys, let object):
      Words("this \(object) has \(keys.map { "no `\($0)`" }.joined(separator: " and "))")
    case .exclusive(let words): Words(words)
    case .keyForName(let part, let key, let owner):
      Words(
        "\(part.words) holds names, and `\(key)` is a key of \(owner)",
        help: "give it a name: { \"name\": { \"\(key)\": … } }")
    }
  }
}
