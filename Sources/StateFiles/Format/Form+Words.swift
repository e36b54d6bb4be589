package import StateModel

extension Form {
  /// The words for such a value in messages: `a text`, `an object`.
  var words: String {
    switch self {
    case .text, .name, .type: "a text"
    case .flag: "`true` or `false`"
    case .truth: "`true`"
    case .count: "a whole number"
    case .number: "a number"
    case .null: "null"
    case .words(let words): Form.list(words)
    case .cell, .data: "a value"
    case .object, .map: "an object"
    case .list, .rows: "an array"
    case .sending: "a name or an object with one key"
    case .either(let words, _): words
    case .keyed(_, let otherwise): otherwise.words
    }
  }

  /// Whether a value is of the right kind; its parts may still be wrong.
  package func accepts(_ json: JSON) -> Bool {
    switch (self, json) {
    case (.cell, _), (.data, _), (.keyed, _): true
    case (.text, .string), (.name, .string), (.type, .string), (.flag, .bool),
      (.truth, .bool(true)):
      true
    case (.count, .number), (.number, .number), (.null, .null): true
    case (.words(let words), .string(let text)): words.contains(text)
    case (.object, .object), (.map, .object), (.sending, .object), (.sending, .string): true
    case (.list, .array), (.rows, .array): true
    case (.either(_, let forms), _): forms.contains { $0.accepts(json) }
    default: false
    }
  }

  /// Whether a value is right, as far as its kind shows it without looking at parts.
  func isSurelyMet(by json: JSON) -> Bool {
    switch (self, json) {
    case (.cell, _), (.data, _), (.text, .string), (.type, .string), (.flag, .bool),
      (.truth, .bool(true)), (.number, .number), (.null, .null):
      true
    case (.name, .string(let name)): !name.utf8.isEmpty
    default: false
    }
  }

  /// An empty value that replaces a wrong one, so that nothing of it is read.
  var placeholder: JSON {
    switch self {
    case .map, .object: .object([])
    case .list, .rows: .array([])
    default: .null
    }
  }

  /// `` `a`, `b` or `c` ``.
  private static func list(_ words: [String]) -> String {
    let quoted = words.map { "`\($0)`" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }
}

extension ObjectForm {
  /// Whether an object is meant to be this one: it has one of its keys, and not one that holds data
  /// as an event of the same name would.
  func isMeant(by json: JSON) -> Bool {
    guard case .object(let members) = json else { return false }
    return members.contains { member in
      guard let key = key(member.key) else { return false }
      if case .object = member.value { return key.form.accepts(member.value) }
      return true
    }
  }
}

extension JSON {
  /// The member of this key; `nil` where there is none, or no object.
  package subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// Its kind in messages: `a text`, `an object`.
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
