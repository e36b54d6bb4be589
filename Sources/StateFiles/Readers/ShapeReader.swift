import CEL
import StateTables

/// Compares plain JSON with the format, and collects what does not fit.
///
/// What fits is handed on: readers of the model find every key known and every value of its form.
/// A misspelt key with one clear nearest key is reported and read as that one, so that one mistake
/// has one finding.
struct ShapeReader {
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var allowances: [Definition.Allowance] = []
  /// Misspelt keys that were read as another key.
  private(set) var aliases: [KeyAlias] = []
  /// Whether all required values are there and of the right type: only then is the meaning checked.
  private(set) var isWhole = true
  /// The path from the root to the current value.
  private var path: [Step] = []
  /// The name of the root in messages.
  private let rootName: String

  private enum Step {
    case key(String)
    case index(Int)
  }

  init(rootName: String) { self.rootName = rootName }

  /// What came of reading a value.
  private enum Outcome {
    /// It has the form.
    case whole
    /// The rest of it, under the keys that were meant.
    case meant(JSON)
    /// It is something else, which was complained about.
    case strange

    func value(of json: JSON) -> JSON? {
      switch self {
      case .whole: json
      case .meant(let other): other
      case .strange: nil
      }
    }
  }

  /// The names of the properties of the file.
  private var declared: Set<String> = []

  /// The value as far as it has the form; `nil` and a complaint if it is something else.
  mutating func read(_ json: JSON, as form: Form) -> JSON? {
    declared = Set(json["properties"]?.members.map(\.key) ?? [])
    return compare(json, with: form).value(of: json)
  }

  private mutating func compare(_ json: JSON, with form: Form) -> Outcome {
    switch form {
    case .cell, .data: return .whole
    case .object(let kind): return object(json, kind.form)
    case .map(let form): return map(json, of: form)
    case .list(let form), .rows(let form): return list(json, of: form)
    case .sending(let form): return sending(json, form)
    case .keyed(let kinds, let otherwise):
      let kind = kinds.first { $0.form.isMeant(by: json) }
      return compare(json, with: kind.map { .object($0) } ?? otherwise)
    case .either(let words, let forms):
      guard let form = forms.first(where: { $0.accepts(json) }) else {
        return complainOfType(json, words)
      }
      return compare(json, with: form)
    case .words(let words): return choice(json, of: words)
    case .count(let most): return count(json, most: most)
    case .name:
      guard case .string("") = json else { fallthrough }
      complain("shape/wrong-type", "a name is empty")
      return .strange
    case .text, .type, .flag, .truth, .number, .null:
      return form.accepts(json) ? .whole : complainOfType(json, form.words)
    }
  }

  private mutating func compare(
    _ json: JSON, with form: Form, at step: @autoclosure () -> Step
  ) -> Outcome {
    // The path is only needed for findings.
    if form.isSurelyMet(by: json) { return .whole }
    path.append(step())
    defer { path.removeLast() }
    return compare(json, with: form)
  }

  /// An object whose keys are names.
  private mutating func map(_ json: JSON, of form: Form) -> Outcome {
    guard case .object(let members) = json else {
      return complainOfType(json, "an object", help: ForeignShape.help(for: json, as: .map(form)))
    }
    if members.contains(where: { $0.key.utf8.isEmpty }) {
      complain("shape/wrong-type", "a name is empty", at: "", isKey: true)
    }
    if case .cell = form { return .whole }
    let before = diagnostics.count
    var entries = KeptParts(members)
    for member in members {
      switch compare(member.value, with: form, at: .key(member.key)) {
      case .whole: entries.keep()
      case .meant(let value): entries.replace(with: .init(key: member.key, value: value))
      case .strange: entries.replace(with: nil)
      }
    }
    if diagnostics.count > before || Nesting.hasWords(members, of: form),
      let nameless = Nesting.nameless(members, of: form)
    {
      diagnostics.removeSubrange(before...)
      complain(
        "shape/wrong-type",
        "\(name) holds names, and `\(nameless.key)` is a key of \(nameless.owner)",
        at: nameless.key, isKey: true,
        help: "give it a name: { \"name\": { \"\(nameless.key)\": … } }")
    }
    return entries.changed.map { .meant(.object($0)) } ?? .whole
  }

  private mutating func list(_ json: JSON, of form: Form) -> Outcome {
    guard case .array(let elements) = json else {
      return complainOfType(json, "an array", help: ForeignShape.help(for: json, as: .list(form)))
    }
    var kept = KeptParts(elements)
    for (index, element) in elements.enumerated() {
      switch compare(element, with: form, at: .index(index)) {
      case .whole: kept.keep()
      case .meant(let value): kept.replace(with: value)
      case .strange: kept.replace(with: nil)
      }
    }
    return kept.changed.map { .meant(.array($0)) } ?? .whole
  }

  private mutating func sending(_ json: JSON, _ form: Form) -> Outcome {
    switch json {
    case .string: return .whole
    case .object(let members) where members.count == 1:
      path.append(.key(members[0].key))
      defer { path.removeLast() }
      switch map(members[0].value, of: form) {
      case .whole: return .whole
      case .meant(let data): return .meant(.object([.init(key: members[0].key, value: data)]))
      case .strange: return .meant(.object([]))
      }
    case .object(let members):
      let words = Form.sending(form).words
      complain("shape/wrong-type", "\(name) must be \(words), found \(members.count) keys")
      return .strange
    case .null, .bool, .number, .array: return complainOfType(json, Form.sending(form).words)
    }
  }

  /// One of a few words.
  private mutating func choice(_ json: JSON, of words: [String]) -> Outcome {
    guard case .string(let text) = json else {
      return complainOfType(json, Form.words(words).words)
    }
    if words.contains(text) { return .whole }
    let nearest = Suggestion(for: text, among: words).clearest.map { "did you mean `\($0)`?" }
    complain(
      "shape/wrong-type", "\(name) must be \(Form.words(words).words), found `\(text)`",
      label: nearest)
    return .strange
  }

  /// A whole number from 1.
  private mutating func count(_ json: JSON, most: Int) -> Outcome {
    guard case .number(let literal) = json else { return complainOfType(json, Form.count().words) }
    if let number = Int(literal), number > 0 {
      if number <= most { return .whole }
      complain("json/limit", "\(name) is \(literal), the limit is \(grouped(most))")
      return .strange
    }
    complain("json/number", "\(name) must be a whole number from 1, found `\(literal)`")
    return .strange
  }
}

/// Objects with known keys.
extension ShapeReader {
  private mutating func object(_ json: JSON, _ form: ObjectForm) -> Outcome {
    guard case .object(let given) = json else {
      return complainOfType(json, "an object", help: ForeignShape.help(for: json, in: form))
    }
    let before = diagnostics.count
    var strays: Strays?
    var members = KeptParts(given)
    var farKey: Int?
    var hasStrangeKey = false
    for member in given {
      let known = form.key(member.key)
      if known == nil, strays == nil {
        let found = Strays(among: given, in: form)
        strays = found
        if let outside = found.outside {
          complain(of: outside)
          hasStrangeKey = true
        }
      }
      let isOutside = strays?.outside?.entries.contains(member.key) == true
      let key =
        isOutside
        ? nil : known ?? key(of: member, in: form, given: given, taken: members.all, far: &farKey)
      guard let key else {
        hasStrangeKey = true
        members.replace(with: nil)
        continue
      }
      let count = diagnostics.count
      let outcome = compare(member.value, with: key.form, at: .key(key.name))
      // A misspelt key is already reported: its value is not reported as well.
      if known == nil, diagnostics.count > count { diagnostics.removeSubrange(count...) }
      if known != nil, case .whole = outcome {
        members.keep()
        continue
      }
      // A wrong value is replaced, so that its key is not reported as missing.
      let value = outcome.value(of: member.value) ?? key.form.placeholder
      members.replace(with: .init(key: key.name, value: value))
    }
    if diagnostics.count > before, let swapped = swapped(given, in: form) {
      diagnostics.removeSubrange(before...)
      complain(
        "shape/conflict", "`\(swapped.0)` and `\(swapped.1)` hold each other's values",
        at: swapped.1, isKey: true)
    }
    let outcome = members.changed.map { Outcome.meant(.object($0)) } ?? .whole
    let object = outcome.value(of: json) ?? json
    // Findings about its direct members.
    func isOwn(_ found: Diagnostic) -> Bool { Pointer(found.place.pointer)?.parent == pointer }
    if !diagnostics[before...].contains(where: isOwn) {
      for exclusion in form.exclusions { exclude(exclusion, in: object, isOpen: hasStrangeKey) }
    }
    // An unknown key may be any of the missing ones.
    let missing = form.required.filter { object[$0] == nil }.map { "no `\($0)`" }
    if !missing.isEmpty, !hasStrangeKey, !diagnostics[before...].contains(where: isOwn) {
      let words = "this \(form.name) has \(missing.joined(separator: " and "))"
      complain("shape/missing-key", words, isKey: isMember)
    }
    if case .object(let allowed)? = object["allow"] { allow(allowed) }
    checkSet(given, in: form)
    return outcome
  }

  /// Reports keys of a row inside its `set`, where only names of values belong.
  private mutating func checkSet(_ given: [JSON.Member], in form: ObjectForm) {
    guard form === ObjectForm.row || form === ObjectForm.action,
      case .object(let values)? = given.first(where: { $0.key == "set" })?.value
    else { return }
    for value in values where ["goTo", "emit", "raise", "reenter"].contains(value.key) {
      guard form.key(value.key)?.form.accepts(value.value) == true,
        !given.contains(where: { $0.key == value.key }), !declared.contains(value.key)
      else { continue }
      path.append(.key("set"))
      complain(
        "shape/conflict", "`\(value.key)` is a key of the row, not a value to set", at: value.key,
        isKey: true, help: "write it beside `set`: \(ForeignShape.beside(value, values))")
      path.removeLast()
    }
  }

  /// Members of an object that belong inside one of its keys; searched at the first unknown key.
  private struct Strays {
    let outside: Nesting.Outside?

    init(among given: [JSON.Member], in form: ObjectForm) {
      outside = Nesting.outside(
        given.filter { form.key($0.key) == nil }, of: given, in: form)
    }
  }

  /// Two keys whose values fit if they are swapped, and do not as they are.
  private func swapped(_ given: [JSON.Member], in form: ObjectForm) -> (String, String)? {
    func fits(_ value: JSON, _ key: Key) -> Bool { key.form.fits(value) }
    let known = given.compactMap { member in form.key(member.key).map { ($0, member.value) } }
    let wrong = known.filter { !fits($0.1, $0.0) }
    guard known.count == given.count, wrong.count == 2, fits(wrong[0].1, wrong[1].0),
      fits(wrong[1].1, wrong[0].0)
    else { return nil }
    return (wrong[0].0.name, wrong[1].0.name)
  }

  /// The key that a member was surely meant to have, whose own the format does not know.
  private mutating func key(
    of member: JSON.Member, in form: ObjectForm, given: [JSON.Member], taken: [JSON.Member],
    far: inout Int?
  ) -> Key? {
    if let message = form.misplaced[member.key] {
      complain("shape/conflict", message, at: member.key, isKey: true)
      return nil
    }
    let missing = form.names.filter { name in
      !given.contains { $0.key == name } && !taken.contains { $0.key == name }
    }
    switch ForeignKey.meaning(of: member, among: given, in: form) {
    case .advice(let advice):
      complain(
        "shape/unknown-key", "unknown key `\(member.key)`", at: member.key, isKey: true,
        help: advice)
      return nil
    case .key(let own):
      complain(ofForeign: member.key, meaning: own)
      isWhole = false
      return nil
    case nil: break
    }
    guard let nearest = complainOfKey(member.key, in: form, missing, far: &far) else {
      isWhole = false
      return nil
    }
    aliases.append(KeyAlias(pointer: pointer[member.key].text, key: nearest))
    return form.key(nearest)
  }

  /// Complains of a key that the format does not know; gives the one that was surely meant.
  ///
  /// Keys of one object that are near to none are one finding, the first of which is `far`: what
  /// they are part of is one level too high or too low.
  private mutating func complainOfKey(
    _ key: String, in form: ObjectForm, _ missing: [String], far: inout Int?
  ) -> String? {
    let suggestion = Suggestion(for: key, among: missing)
    let all = suggestion.nearest.isEmpty ? Suggestion(for: key, among: form.names) : suggestion
    let location = Diagnostic.Place(pointer[key].text, isKey: true)
    if all.nearest.isEmpty {
      if let far {
        diagnostics[far].notes.append(.mention("so is `\(key)`", at: location))
        return nil
      }
      far = diagnostics.count
    }
    let fix = suggestion.clearest.map {
      Diagnostic.Fix(title: "write `\($0)`", place: location, replacement: $0, isSafe: true)
    }
    diagnostics.append(
      Diagnostic(
        rule: "shape/unknown-key", severity: .error,
        message: "unknown key `\(key)`" + (all.text.map { "; \($0)" } ?? ""), at: location, fix: fix
      ))
    return suggestion.clearest
  }

  /// Complains of a key that other formats know.
  private mutating func complain(ofForeign key: String, meaning own: String) {
    let location = Diagnostic.Place(pointer[key].text, isKey: true)
    let fix = Diagnostic.Fix(
      title: "write `\(own)`", place: location, replacement: own, isSafe: false)
    diagnostics.append(
      Diagnostic(
        rule: "shape/unknown-key", severity: .error,
        message: "unknown key `\(key)`; did you mean `\(own)`?", at: location, fix: fix))
  }

  private mutating func complain(of outside: Nesting.Outside) {
    let keys = outside.entries.map { (name: $0, pointer: pointer[$0].text) }
    let first = keys[0].name
    complain(
      "shape/unknown-key", "unknown key `\(first)`; does it belong inside `\(outside.owner)`?",
      at: first, isKey: true, help: "write \"\(outside.owner)\": { \"\(first)\": … }",
      notes: keys.dropFirst().map { key in
        .mention("the same for `\(key.name)`", at: Diagnostic.Place(key.pointer, isKey: true))
      })
  }

  private mutating func exclude(_ exclusion: Exclusion, in object: JSON, isOpen: Bool) {
    let keys = exclusion.keys.filter { object[$0] != nil }
    if keys.count > 1 { complain("shape/conflict", exclusion.message, at: keys[1], isKey: true) }
    if keys.isEmpty, exclusion.isRequired, !isOpen {
      complain("shape/conflict", exclusion.message, isKey: isMember)
    }
  }

  /// Reads `allow`: the findings that are permitted here and below.
  private mutating func allow(_ members: [JSON.Member]) {
    let pointer = pointer.text
    for member in members {
      guard case .string(let reason) = member.value else { continue }
      allowances.append(.init(pointer: pointer, rule: member.key, reason: reason))
    }
  }
}

/// Paths and findings.
extension ShapeReader {
  private var pointer: Pointer {
    path.reduce(.root) { pointer, step in
      switch step {
      case .key(let key): pointer[key]
      case .index(let index): pointer[index]
      }
    }
  }

  /// Whether the value is a member, so that its key can be marked.
  private var isMember: Bool { if case .key? = path.last { true } else { false } }

  /// The name of the value in messages: `` `outputs` ``, ``an entry of `emit` ``.
  private var name: String {
    let entries = path.reversed().prefix { if case .index = $0 { true } else { false } }.count
    let lists = String(repeating: "an entry of ", count: entries)
    if case .key(let key)? = path.dropLast(entries).last { return "\(lists)`\(key)`" }
    return lists + rootName
  }

  private mutating func complain(
    _ rule: String, _ message: String, at key: String? = nil, isKey: Bool = false,
    label: String? = nil, help: String? = nil, notes: [Diagnostic.Note] = []
  ) {
    let pointer = key.map { self.pointer[$0] } ?? pointer
    complain(
      Diagnostic(
        rule: rule, severity: .error, message: message, at: .init(pointer.text, isKey: isKey),
        label: label, notes: notes, help: help))
    isWhole = false
  }

  private mutating func complainOfType(
    _ json: JSON, _ expected: String, help: String? = nil
  ) -> Outcome {
    complain(
      "shape/wrong-type", "\(name) must be \(expected), found \(json.kindInWords)", help: help)
    return .strange
  }

  /// Adds a complaint that leaves the shape whole.
  mutating func complain(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }
}
