import CEL
import StateTables

/// A value on its way into the model: what it says, where it stands, and what a person calls it.
struct Part {
  var json: JSON
  var pointer: Pointer
  /// `` `outputs` ``, `an entry of `emit``.
  var name: String
}

/// The keys that an object may have: the tables of `Keys` say what is read, offered and printed.
struct ObjectShape: Sendable {
  /// What a person calls such an object: `row`, `property`.
  let name: String
  /// The keys in the order of the format.
  let keys: [String]
  /// Those that must be there.
  var required: [String] = []
}

/// An object whose keys are known to be legal.
struct Members {
  let shape: ObjectShape
  let pointer: Pointer
  /// Whether the object is the value of a member, so that its key can be pointed at.
  let hasKey: Bool
  fileprivate(set) var parts: [String: Part] = [:]

  subscript(key: String) -> Part? { parts[key] }

  /// Where a complaint about the whole object stands.
  var place: Diagnostic.Place { Diagnostic.Place(pointer.text, isKey: hasKey) }
}

/// Reads plain JSON into the model, and collects what does not fit the format.
///
/// A key that is misspelt, with one clear nearest, is complained about and read as that one, so that
/// one slip does not make the rest of the file look wrong.
struct ShapeReader {
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var allowances: [Definition.Allowance] = []
  /// Keys that were read as another: where they stand, and as what.
  private(set) var aliases: [(pointer: String, key: String)] = []
  /// Whether all that the format asks for is there and of the right type: only then can more be
  /// said of the meaning.
  private(set) var isWhole = true

  /// Reads an object with the keys of `shape`; `nil` and a complaint if it is none.
  mutating func members(_ part: Part, _ shape: ObjectShape, hasKey: Bool = true) -> Members? {
    guard case .object(let given) = part.json else {
      complainOfType(part, "an object")
      return nil
    }
    var members = Members(shape: shape, pointer: part.pointer, hasKey: hasKey)
    let written = Set(given.map(\.key))
    var covered: Set<String> = []
    for member in given {
      var key = member.key
      if !shape.keys.contains(key) {
        let missing = shape.keys.filter { !written.contains($0) && !covered.contains($0) }
        guard let nearest = complainOfKey(key, in: shape, missing, at: part.pointer) else {
          continue
        }
        aliases.append((part.pointer[key].text, nearest))
        covered.insert(nearest)
        key = nearest
      }
      members.parts[key] = Part(
        json: member.value, pointer: part.pointer[key], name: "`\(key)`")
    }
    for key in shape.required where members[key] == nil {
      isWhole = false
      complain("shape/missing-key", "this \(shape.name) has no `\(key)`", at: members.place)
    }
    allow(members)
    return members
  }

  /// Complains of a key that the format does not know; gives the one that was surely meant.
  private mutating func complainOfKey(
    _ key: String, in shape: ObjectShape, _ missing: [String], at pointer: Pointer
  ) -> String? {
    let place = Diagnostic.Place(pointer[key].text, isKey: true)
    let suggestion = Suggestion(for: key, among: missing)
    let all = suggestion.nearest.isEmpty ? Suggestion(for: key, among: shape.keys) : suggestion
    var fix: Diagnostic.Fix?
    if let nearest = suggestion.clearest {
      fix = .init(
        title: "write `\(nearest)`", place: place, replacement: nearest, isSafe: true)
    }
    diagnostics.append(
      Diagnostic(
        rule: "shape/unknown-key", severity: .error,
        message: "unknown key `\(key)`" + (all.text.map { "; \($0)" } ?? ""), at: place, fix: fix))
    return suggestion.clearest
  }

  /// Reads `allow`: the findings that are permitted here and below.
  private mutating func allow(_ members: Members) {
    guard let part = members["allow"] else { return }
    for entry in entries(part) {
      guard let reason = text(entry) else { continue }
      allowances.append(
        .init(
          pointer: members.pointer.text, rule: entry.pointer.steps.last ?? "", reason: reason))
    }
  }

  /// The members of an object whose keys are names.
  mutating func entries(_ part: Part?) -> [Part] {
    guard let part else { return [] }
    guard case .object(let given) = part.json else {
      complainOfType(part, "an object")
      return []
    }
    return given.map {
      Part(json: $0.value, pointer: part.pointer[$0.key], name: "`\($0.key)`")
    }
  }

  /// The elements of an array.
  mutating func elements(_ part: Part?) -> [Part] {
    guard let part else { return [] }
    guard case .array(let given) = part.json else {
      complainOfType(part, "an array")
      return []
    }
    return given.enumerated().map {
      Part(json: $1, pointer: part.pointer[$0], name: "an entry of \(part.name)")
    }
  }

  /// A text; `nil` and a complaint if it is none.
  mutating func text(_ part: Part?) -> String? {
    guard let part else { return nil }
    if case .string(let text) = part.json { return text }
    complainOfType(part, "a text")
    return nil
  }

  /// `true` or `false`; `otherwise` where nothing is said.
  mutating func flag(_ part: Part?, otherwise: Bool = false) -> Bool {
    guard let part else { return otherwise }
    if case .bool(let flag) = part.json { return flag }
    complainOfType(part, "`true` or `false`")
    return otherwise
  }

  /// A whole number from 1.
  mutating func count(_ part: Part?) -> Int? {
    guard let part else { return nil }
    if case .number(let literal) = part.json, let number = Int(literal), number > 0 {
      return number
    }
    if case .number(let literal) = part.json {
      isWhole = false
      complain(
        "json/number", "\(part.name) must be a whole number from 1, found `\(literal)`",
        at: .init(part.pointer.text))
    } else {
      complainOfType(part, "a whole number")
    }
    return nil
  }

  /// One of a few words.
  mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ part: Part?, of type: Choice.Type
  ) -> Choice? where Choice.RawValue == String {
    guard let part else { return nil }
    let words = type.allCases.map(\.rawValue)
    guard case .string(let text) = part.json else {
      complainOfType(part, ShapeReader.list(words))
      return nil
    }
    if let choice = Choice(rawValue: text) { return choice }
    isWhole = false
    let place = Diagnostic.Place(part.pointer.text)
    let nearest = Suggestion(for: text, among: words).clearest
    diagnostics.append(
      Diagnostic(
        rule: "shape/wrong-type", severity: .error,
        message: "\(part.name) must be \(ShapeReader.list(words)), found `\(text)`", at: place,
        label: nearest.map { "did you mean `\($0)`?" }))
    return nil
  }

  /// A name, or a list of names.
  mutating func names(_ part: Part?) -> Names {
    switch part?.json {
    case nil: return .none
    case .string(let name): return .one(name)
    case .array: return .list(elements(part).compactMap { text($0) })
    default:
      if let part { complainOfType(part, "a name or a list of names") }
      return .none
    }
  }

  mutating func complain(_ rule: String, _ message: String, at place: Diagnostic.Place) {
    if rule.hasPrefix("shape/"), rule != "shape/draft" { isWhole = false }
    diagnostics.append(
      Diagnostic(
        rule: rule, severity: rule == "shape/draft" ? .note : .error, message: message, at: place))
  }

  mutating func complain(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  mutating func complainOfType(_ part: Part, _ expected: String) {
    complain(
      "shape/wrong-type", "\(part.name) must be \(expected), found \(part.json.kindInWords)",
      at: .init(part.pointer.text))
  }

  static func list(_ words: [String]) -> String {
    let quoted = words.map { "`\($0)`" }
    return quoted.dropLast().joined(separator: ", ") + " or " + (quoted.last ?? "")
  }
}

extension JSON {
  /// `a text`, `an object`: what a person calls it.
  var kindInWords: String {
    switch self {
    case .null: "null"
    case .bool(let flag): "`\(flag)`"
    case .number: "a number"
    case .string: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
