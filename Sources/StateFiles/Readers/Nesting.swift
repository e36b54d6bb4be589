import CEL
import StateLinking
import StateModel

/// Members one level too high or too low: one mistake that makes many keys unknown.
enum Nesting {
  /// Entries beside the key that should hold them: `"tapped": { "v": "int" }` without `carries`.
  struct Outside {
    /// Their keys, at least one, in the order of the file.
    let entries: [String]
    /// The key that should hold them.
    let owner: String
  }

  /// Looks for a key of the form that could hold all `strays` which are not just misspelt.
  static func outside(
    _ strays: some Sequence<JSON.Member>, of given: [JSON.Member], in form: ObjectForm
  ) -> Outside? {
    let missing = form.keys.filter { key in !given.contains { $0.key == key.name } }
    let names = missing.map(\.name)
    var entries: [JSON.Member] = []
    for (number, stray) in strays.enumerated() {
      let isSearched = number < Suggestion.mostMistakes
      let near = isSearched ? Suggestion(for: stray.key, among: names).nearest : []
      let isForeign =
        switch ForeignKey.meaning(of: stray, among: given, in: form) {
        case .advice: true
        case .key(let own): !given.contains { $0.key == own }
        case nil: false
        }
      if form.misplaced[stray.key] == nil, !isForeign,
        !missing.contains(where: { near.contains($0.name) && $0.form.fits(stray.value) })
      {
        entries.append(stray)
      }
    }
    let owners = form.keys.filter { key in entries.allSatisfy { key.form.holds($0) } }
    let owner = owners.first { key in missing.contains { $0 === key } } ?? owners.first
    guard let owner, !entries.isEmpty else { return nil }
    return Outside(entries: entries.map(\.key), owner: owner.name)
  }

  /// Whether a key of an entry has words that are no type, where names have types:
  /// `"inputs": { "type": "int", "about": "How many." }`.
  static func hasWords(_ members: [JSON.Member], of form: Form) -> Bool {
    guard case .either(_, let forms) = form, case .type? = forms.first, let entry = form.entry
    else { return false }
    return members.contains { member in
      guard case .string(let text) = member.value, entry.key(member.key) != nil else {
        return false
      }
      return (try? TypeText.parse(text).get()) == nil
    }
  }

  /// A key of an entry where names of entries are expected: `"properties": { "type": "int" }`.
  ///
  /// Found with the entry that has such keys: `a property`.
  static func nameless(
    _ members: [JSON.Member], of form: Form
  ) -> (key: String, owner: String)? {
    guard let entry = form.entry else { return nil }
    let member = members.first { member in
      entry.key(member.key)?.form.fits(member.value) == true && !form.fits(member.value)
    }
    guard let member else { return nil }
    let isVowel = entry.name.utf8.first.map { "aeiou".utf8.contains($0) } ?? false
    return (member.key, "\(isVowel ? "an" : "a") \(entry.name)")
  }
}

extension Form {
  /// Whether a value fits the form, to its last part; a text fits a type if it is certainly one.
  func fits(_ json: JSON) -> Bool {
    switch (self, json) {
    case (.type, .string(let text)):
      return (try? TypeText.parse(text).get())?.isCertainType ?? false
    case (.either(_, let forms), _): return forms.contains { $0.fits(json) }
    default:
      var trial = ShapeReader(rootName: "it")
      return trial.read(json, as: self) != nil && trial.diagnostics.isEmpty
    }
  }

  /// The entries of a list to write instead of a value that is alone: one entry, or entries by name.
  func list(of json: JSON) -> String? {
    if fits(json) {
      let line = JSONLayout.line(json)
      return line.utf8.count <= 60 ? line : nil
    }
    guard case .object(let members) = json, let first = members.first else { return nil }
    let more = members.count > 1 ? ", …" : ""
    switch self {
    case .sending: return "{ \"\(first.key)\": … }\(more)"
    case .object(let kind):
      guard kind.form.required.count == 1, let name = kind.form.required.first,
        members.allSatisfy({ kind.form.key($0.key) == nil && $0.value.hasMembers })
      else { return nil }
      let rest = first.value == .object([]) ? "" : ", …"
      return "{ \"\(name)\": \"\(first.key)\"\(rest) }\(more)"
    default: return nil
    }
  }

  /// Whether it holds entries by name, and this could be one.
  fileprivate func holds(_ member: JSON.Member) -> Bool {
    switch self {
    case .map(.text): member.key.utf8.contains(UInt8(ascii: "/")) && Form.text.accepts(member.value)
    case .map(.cell), .map(.data), .map(.words): false
    case .map(let form): form.fits(member.value)
    default: false
    }
  }

  /// The object form of an entry.
  fileprivate var entry: ObjectForm? {
    switch self {
    case .object(let kind): kind.form
    case .either(_, let forms): forms.lazy.compactMap(\.entry).first
    default: nil
    }
  }
}

extension ObjectForm {
  /// The object to write where one of its values is alone: a type, or its value.
  func example(of json: JSON) -> String? {
    guard json.text.utf8.count <= 60 else { return nil }
    if required == ["state"], case .string = json { return "{ \"state\": \(json.text) }" }
    guard required.contains("type"), json.isPlain else { return nil }
    let isType = Form.type.fits(json)
    let own = isType ? "type" : names.first { $0 == "value" || $0 == "initial" }
    guard let own else { return nil }
    let keys = names.filter { required.contains($0) || $0 == own }
    let members = keys.map { "\"\($0)\": " + ($0 == own ? json.text : "…") }
    return "{ \(members.joined(separator: ", ")) }"
  }
}

extension JSON {
  /// Whether it has no parts.
  fileprivate var isPlain: Bool {
    switch self {
    case .null, .bool, .number, .string: true
    case .array, .object: false
    }
  }

  /// Whether it is an object.
  fileprivate var hasMembers: Bool { if case .object = self { true } else { false } }
}

extension TypeText {
  /// Whether it is surely meant as a type, whatever is declared: a word that is built in, or one with
  /// a capital letter.
  fileprivate var isCertainType: Bool {
    switch kind {
    case .name(let name, let arguments):
      FileScope.builtIn.contains { $0.name == name }
        || name.utf8.first.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } == true
          && arguments.allSatisfy(\.isCertainType)
    case .nullable(let type), .list(let type): type.isCertainType
    case .map(let key, let value): key.isCertainType && value.isCertainType
    }
  }
}
