import CEL
import StateModel

/// Compares plain JSON with the format, and collects what does not fit.
///
/// What fits is handed on: readers of the model find every key known and every value of its form.
/// A misspelt key with one clear nearest key is reported and read as that one, so that one mistake
/// has one finding.
struct ShapeReader {
  var diagnostics: [Diagnostic] = []
  /// The location of the first complaint that is not listed, and their number.
  private var unlisted: (first: Diagnostic.Location, count: Int)?
  var allowances: [Definition.Allowance] = []
  /// Misspelt keys that were read as another key.
  var aliases: [KeyAlias] = []
  /// Whether all required values are there and of the right type: only then is the meaning checked.
  var isWhole = true
  /// The path from the root to the current value.
  var path: [Step] = []
  /// The name of the root in messages.
  private let rootName: String

  enum Step {
    case key(String)
    case index(Int)
  }

  init(rootName: String) { self.rootName = rootName }

  /// What came of reading a value.
  enum Outcome {
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

  /// The `properties` of the file.
  private(set) var properties: JSON?

  /// The value as far as it has the form; `nil` and a complaint if it is something else.
  mutating func read(_ json: JSON, as form: Form) -> JSON? {
    properties = json["properties"]
    return compare(json, with: form).value(of: json)
  }

  mutating func compare(_ json: JSON, with form: Form) -> Outcome {
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
      complain(.emptyName)
      return .strange
    case .text, .type, .flag, .truth, .number, .null:
      return form.accepts(json)
        ? .whole : complainOfType(json, form.words, ForeignShape.advice(for: json, as: form))
    }
  }

  mutating func compare(
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
      return complainOfType(json, "an object", ForeignShape.advice(for: json, as: .map(form)))
    }
    if members.contains(where: { $0.key.utf8.isEmpty }) {
      complain(.emptyName, at: "", isKey: true)
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
        .keyForName(part, key: nameless.key, owner: nameless.owner), at: nameless.key, isKey: true)
    }
    return entries.changed.map { .meant(.object($0)) } ?? .whole
  }

  private mutating func list(_ json: JSON, of form: Form) -> Outcome {
    guard case .array(let elements) = json else {
      return complainOfType(json, "an array", ForeignShape.advice(for: json, as: .list(form)))
    }
    if case .name = form, !elements.isEmpty,
      elements.allSatisfy({ if case .object = $0 { true } else { false } })
    {
      return complainOfType(
        json, "a list of names", ForeignShape.advice(for: json, as: .list(form)))
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
      if case .string = members[0].value,
        let advice = ForeignShape.advice(for: json, as: .sending(form))
      {
        return complainOfType(json, Form.sending(form).words, advice)
      }
      if let step = ForeignShape.step(members[0]), case .data = form {
        return complainOfType(json, Form.sending(form).words, .write(step))
      }
      path.append(.key(members[0].key))
      defer { path.removeLast() }
      if case .array = members[0].value { return complainOfType(members[0].value, "an object") }
      switch map(members[0].value, of: form) {
      case .whole: return .whole
      case .meant(let data): return .meant(.object([.init(key: members[0].key, value: data)]))
      case .strange: return .meant(.object([]))
      }
    case .object(let members):
      let words = Form.sending(form).words
      complain(
        .severalNames(part, expected: words, count: members.count),
        advice: ForeignShape.advice(for: json, as: .sending(form)))
      return .strange
    case .null, .bool, .number, .array: return complainOfType(json, Form.sending(form).words)
    }
  }

  /// One of a few words.
  private mutating func choice(_ json: JSON, of words: [String]) -> Outcome {
    guard case .string(let text) = json else {
      return complainOfType(
        json, Form.words(words).words, ForeignShape.advice(for: json, as: .words(words)))
    }
    if words.contains(text) { return .whole }
    let nearest = Suggestion(for: text, among: words).clearest
    complain(
      .notOneOf(part, expected: Form.words(words).words, found: text, nearest: nearest))
    return .strange
  }

  /// A whole number from 1.
  private mutating func count(_ json: JSON, most: Int) -> Outcome {
    guard case .number(let literal) = json else {
      return complainOfType(
        json, Form.count().words, ForeignShape.advice(for: json, as: .count(most: most)))
    }
    if let number = Int(literal), number > 0 {
      if number <= most { return .whole }
      complain(.json(.countTooLarge(part, found: literal, limit: most)))
      return .strange
    }
    complain(.json(.notACount(part, found: literal)))
    return .strange
  }
}

/// Paths and findings.
extension ShapeReader {
  var pointer: Pointer {
    path.reduce(.root) { pointer, step in
      switch step {
      case .key(let key): pointer[key]
      case .index(let index): pointer[index]
      }
    }
  }

  /// Whether the value is a member, so that its key can be marked.
  var isMember: Bool { if case .key? = path.last { true } else { false } }

  /// The value as findings name it: `` `outputs` ``, ``an entry of `emit` ``.
  private var part: Problem.Part {
    let depth = path.reversed().prefix { if case .index = $0 { true } else { false } }.count
    if case .key(let key)? = path.dropLast(depth).last {
      return Problem.Part(key, isKey: true, listDepth: depth)
    }
    return Problem.Part(rootName, isKey: false, listDepth: depth)
  }

  mutating func complain(
    _ problem: Problem.Shape, at key: String? = nil, isKey: Bool = false,
    advice: Diagnostic.Advice? = nil, notes: [Diagnostic.Note] = []
  ) {
    complain(.shape(problem), at: key, isKey: isKey, advice: advice, notes: notes)
  }

  private mutating func complain(
    _ problem: Problem, at key: String? = nil, isKey: Bool = false,
    advice: Diagnostic.Advice? = nil, notes: [Diagnostic.Note] = []
  ) {
    let pointer = key.map { self.pointer[$0] } ?? pointer
    complain(
      Diagnostic(problem, at: .init(pointer, isKey: isKey), notes: notes, advice: advice))
    isWhole = false
  }

  mutating func complainOfType(
    _ json: JSON, _ expected: String, _ advice: Diagnostic.Advice? = nil
  ) -> Outcome {
    complain(.wrongType(part, expected: expected, found: json.kindInWords), advice: advice)
    return .strange
  }

  /// Adds a complaint that leaves the shape whole.
  ///
  /// The first complaints are listed, the others are counted.
  mutating func complain(_ diagnostic: Diagnostic) {
    if hasRoom {
      diagnostics.append(diagnostic)
    } else {
      unlisted = (unlisted?.first ?? diagnostic.location, (unlisted?.count ?? 0) + 1)
    }
  }

  /// Whether another complaint is listed.
  var hasRoom: Bool { diagnostics.count < Diagnostic.mostListed }

  /// The findings, with the number of complaints that are not listed.
  var findings: [Diagnostic] {
    guard let unlisted else { return diagnostics }
    return diagnostics + [
      Diagnostic(.json(.furtherMistakes(count: unlisted.count)), at: unlisted.first)
    ]
  }
}
