import StateModel

/// A value of the wrong kind, with the right one to write: it has the names of the file.
///
/// Each row has an example that is tested: the advice, followed to the letter, gives a file without
/// errors.
struct ForeignShape: Sendable {
  /// Sections with the mistake.
  let wrong: String
  /// The same sections after following the advice.
  let right: String
  /// What to write; `nil` for other mistakes.
  let advice: @Sendable (Form, JSON) -> String?

  /// The value to write instead of one that is no object or no array.
  static func advice(for json: JSON, as form: Form) -> Diagnostic.Advice? {
    for row in all {
      if let advice = row.advice(form, json), advice.utf8.count <= 160 { return .write(advice) }
    }
    return nil
  }

  /// The value to write instead of one that is no object with the keys of `form`.
  static func advice(for json: JSON, in form: ObjectForm) -> Diagnostic.Advice? {
    guard let kind = ObjectKind.allCases.first(where: { $0.form === form }) else { return nil }
    return advice(for: json, as: .object(kind))
  }

  /// A key that is inside `set`, as it is written beside it.
  static func beside(_ value: JSON.Member, _ values: [JSON.Member]) -> String {
    let rest = values.filter { $0.key != value.key }
    let set = rest.isEmpty ? "" : "\"set\": \(JSONLayout.line(.object(rest))), "
    return "\(set)\"\(value.key)\": \(JSONLayout.line(value.value))"
  }

  static let all: [ForeignShape] = [
    ForeignShape(
      wrong: #""events": []"#, right: #""events": {}"#,
      advice: { form, json in
        guard json == .array([]) || json == .null else { return nil }
        switch form {
        case .map: return "{}"
        case .object(let kind): return kind.form.required.isEmpty ? "{}" : nil
        default: return nil
        }
      }),
    ForeignShape(
      wrong: #""types": { "Load": { "union": { "idle": null } } }"#,
      right: #""types": { "Load": { "union": { "idle": {} } } }"#, advice: { _, _ in nil }),
    ForeignShape(
      wrong: #""reducer": [{ "on": "go", "emit": null }]"#,
      right: #""reducer": [{ "on": "go", "emit": [] }]"#,
      advice: { form, json in
        if case .list = form, json == .null { "[]" } else { nil }
      }),
    ForeignShape(
      wrong: #""properties": [{ "name": "n", "type": "int", "initial": 0 }]"#,
      right: #""properties": { "n": { "type": "int", "initial": 0 } }"#,
      advice: { form, json in
        guard case .map = form, case .array(let entries) = json else { return nil }
        let members = entries.compactMap(\.named)
        guard members.count == entries.count else { return nil }
        return JSONLayout.line(.object(members))
      }),
    ForeignShape(
      wrong: #""events": [{ "go": {} }, { "stopped": {} }]"#,
      right: #""events": { "go": {}, "stopped": {} }"#,
      advice: { form, json in
        guard case .map(let entry) = form, case .array(let entries) = json else { return nil }
        let members = entries.compactMap { $0.members.count == 1 ? $0.members[0] : nil }
        guard members.count == entries.count, members.allSatisfy({ entry.fits($0.value) }) else {
          return nil
        }
        return JSONLayout.line(.object(members))
      }),
    ForeignShape(
      wrong: #""events": ["go", "stopped"]"#, right: #""events": { "go": {}, "stopped": {} }"#,
      advice: { form, json in
        guard case .map(let entry) = form, case .array(let entries) = json,
          let value = entry.sample
        else { return nil }
        let names = entries.compactMap(\.plainText)
        guard names.count == entries.count else { return nil }
        return JSONLayout.line(.object(names.map { JSON.Member(key: $0, value: value) }))
      }),
    ForeignShape(
      wrong: #""inputs": ["limit"]"#, right: #""inputs": { "limit": "string" }"#,
      advice: { _, _ in nil }),
    ForeignShape(
      wrong: #""types": { "Lamp": ["red", "green"] }"#,
      right: #""types": { "Lamp": { "enum": ["red", "green"] } }"#,
      advice: { form, json in
        guard case .object(.type) = form, case .array(let names) = json, !names.isEmpty,
          names.allSatisfy({ $0.plainText != nil })
        else { return nil }
        return "{ \"enum\": \(JSONLayout.line(json)) }"
      }),
    ForeignShape(
      wrong: #""types": { "Lamp": { "enum": { "red": 1, "green": 2 } } }"#,
      right: #""types": { "Lamp": { "enum": ["red", "green"] } }"#,
      advice: { form, json in
        guard case .list(.name) = form, case .object(let members) = json else { return nil }
        return JSONLayout.line(.array(members.map { .string($0.key) }))
      }),
    ForeignShape(
      wrong: #""allow": ["event/unhandled"]"#,
      right: #""allow": { "event/unhandled": "the reason" }"#, advice: { _, _ in nil }),
    ForeignShape(
      wrong: #""reducer": { "on": "go" }"#, right: #""reducer": [{ "on": "go" }]"#,
      advice: { form, json in
        if case .list(let entry) = form { entry.list(of: json).map { "[\($0)]" } } else { nil }
      }),
    ForeignShape(
      wrong: #""properties": { "n": "int" }"#,
      right: #""properties": { "n": { "type": "int", "initial": 0 } }"#,
      advice: { form, json in
        if case .object(let kind) = form { kind.form.example(of: json) } else { nil }
      }),
  ]
}

extension Form {
  /// The simplest value of an entry that is only named; `nil` where its name is not enough.
  fileprivate var sample: JSON? {
    switch self {
    case .text: return .string("the reason")
    case .map: return .object([])
    case .either(_, let forms):
      if case .type? = forms.first { return .string("string") }
      return nil
    case .object(let kind):
      if kind.form.required.isEmpty, kind.form.exclusions.allSatisfy({ !$0.isRequired }) {
        return .object([])
      }
      return kind == .property
        ? .object([
          .init(key: "type", value: .string("int")), .init(key: "initial", value: .number("0")),
        ]) : nil
    default: return nil
    }
  }
}

extension JSON {
  /// An entry of a list that has its name inside, as a member of an object.
  fileprivate var named: Member? {
    let names: Set = ["name", "id", "key", "state", "event", "title"]
    guard let name = members.first(where: { names.contains($0.key) && $0.value.plainText != nil }),
      let text = name.value.plainText
    else { return nil }
    return Member(key: text, value: .object(members.filter { $0.key != name.key }))
  }
}
