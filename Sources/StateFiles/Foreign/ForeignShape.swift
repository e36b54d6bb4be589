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

  /// The step of a spec that a member with a number means: `{ "sleep": 5 }`, `{ "ticked": 3 }`.
  static func step(_ member: JSON.Member) -> String? {
    let isWait = ["sleep", "delay", "pause", "advance", "after"].contains(member.key)
    switch member.value {
    case .number(let number):
      return isWait
        ? "{ \"wait\": \(number) }"
        : "{ \"times\": \(number), \"event\": \(JSON.string(member.key).text) }"
    case .string(let text): return isWait ? "{ \"wait\": \(JSON.string(text).text) }" : nil
    case .null, .bool, .array, .object: return nil
    }
  }

  /// Keys under which other formats have the name of an event, a command or a state.
  private static let nameKeys: Set = [
    "type", "command", "event", "name", "state", "target", "goTo", "action",
  ]

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
      wrong: #""enter": "load""#, right: #""enter": [{ "emit": ["load"] }]"#,
      advice: { form, json in
        guard case .list(.object(.action)) = form else { return nil }
        if json.plainText != nil { return "[{ \"emit\": [\(json.text)] }]" }
        guard json.members.count == 1, json.members[0].key == "emit",
          json.members[0].value.plainText != nil
        else { return nil }
        return "[{ \"emit\": [\(json.members[0].value.text)] }]"
      }),
    ForeignShape(
      wrong: #""enter": ["load"]"#, right: #""enter": [{ "emit": ["load"] }]"#,
      advice: { form, json in
        guard case .object(.action) = form, json.plainText != nil else { return nil }
        return "{ \"emit\": [\(json.text)] }"
      }),
    ForeignShape(
      wrong: #""types": { "Lamp": { "enum": "red, green" } }"#,
      right: #""types": { "Lamp": { "enum": ["red", "green"] } }"#,
      advice: { form, json in
        guard case .list(.name) = form, let names = json.plainText?.separateNames else {
          return nil
        }
        return JSONLayout.line(.array(names.map { .string($0) }))
      }),
    ForeignShape(
      wrong: #""types": { "Lamp": "red | green" }"#,
      right: #""types": { "Lamp": { "enum": ["red", "green"] } }"#,
      advice: { form, json in
        guard case .object(.type) = form, let names = json.plainText?.separateNames else {
          return nil
        }
        return "{ \"enum\": \(JSONLayout.line(.array(names.map { .string($0) }))) }"
      }),
    ForeignShape(
      wrong: #""types": { "Lamp": { "enum": [{ "name": "red" }, { "name": "green" }] } }"#,
      right: #""types": { "Lamp": { "enum": ["red", "green"] } }"#,
      advice: { form, json in
        guard case .list(.name) = form, case .array(let entries) = json else { return nil }
        let names = entries.compactMap { $0.named?.key ?? $0.plainText }
        guard names.count == entries.count else { return nil }
        return JSONLayout.line(.array(names.map { .string($0) }))
      }),
    ForeignShape(
      wrong: #""events": { "go": "user" }"#, right: #""events": { "go": { "from": "user" } }"#,
      advice: { form, json in
        guard case .object(.event) = form, let word = json.plainText,
          case .words(let words)? = ObjectForm.event.key("from")?.form, words.contains(word)
        else { return nil }
        return "{ \"from\": \"\(word)\" }"
      }),
    ForeignShape(
      wrong: #""events": { "go": true }"#, right: #""events": { "go": {} }"#,
      advice: { form, json in
        guard case .object(let kind) = form, [.event, .command].contains(kind), json == .bool(true)
        else { return nil }
        return "{}"
      }),
    ForeignShape(
      wrong: #""events": { "go": { "from": ["user"] } }"#,
      right: #""events": { "go": { "from": "user" } }"#,
      advice: { form, json in
        guard case .words(let words) = form, case .array(let entries) = json, entries.count == 1,
          let word = entries[0].plainText, words.contains(word)
        else { return nil }
        return "\"\(word)\""
      }),
    ForeignShape(
      wrong: #""uses": {}"#, right: #""uses": []"#,
      advice: { form, json in
        guard case .list(.text) = form, case .object(let members) = json,
          members.allSatisfy({ $0.value.plainText != nil })
        else { return nil }
        return JSONLayout.line(.array(members.map(\.value)))
      }),
    ForeignShape(
      wrong: #""invariants": ["n < 10"]"#, right: #""invariants": { "first": "n < 10" }"#,
      advice: { form, json in
        guard case .map(.cell) = form, case .array(let cells) = json, !cells.isEmpty,
          cells.allSatisfy({ $0.plainText != nil })
        else { return nil }
        let names = ["first", "second", "third"]
        let members = cells.enumerated().map { index, cell in
          JSON.Member(
            key: index < names.count ? names[index] : "number\(index + 1)", value: cell)
        }
        return JSONLayout.line(.object(members))
      }),
    ForeignShape(
      wrong: #""properties": { "n": { "type": { "array": "int" }, "initial": [] } }"#,
      right: #""properties": { "n": { "type": "[int]", "initial": [] } }"#,
      advice: { form, json in
        guard case .type = form, json.members.count == 1, let member = json.members.first,
          let name = member.value.plainText
        else { return nil }
        switch member.key {
        case "array", "list", "items", "set", "listOf", "arrayOf": return "\"[\(name)]\""
        case "optional", "nullable", "maybe": return "\"\(name)?\""
        default: return nil
        }
      }),
    ForeignShape(
      wrong: #""properties": { "n": { "type": "int", "initial": 0, "stored": "true" } }"#,
      right: #""properties": { "n": { "type": "int", "initial": 0, "stored": true } }"#,
      advice: { form, json in
        switch (form, json.plainText) {
        case (.flag, "true"?), (.truth, "true"?): "true"
        case (.flag, "false"?): "false"
        case (.count, let text?) where text.utf8.allSatisfy { (48...57).contains($0) }: text
        case (.number, let text?) where Double(text) != nil: text
        default: nil
        }
      }),
    ForeignShape(
      wrong: #""reducer": [{ "on": "go", "emit": [{ "command": "load" }] }]"#,
      right: #""reducer": [{ "on": "go", "emit": ["load"] }]"#,
      advice: { form, json in
        guard case .sending = form, let first = json.members.first,
          nameKeys.contains(first.key), first.value.plainText != nil
        else { return nil }
        let rest = json.members.dropFirst()
        if rest.isEmpty { return first.value.text }
        var data = Array(rest)
        if rest.count == 1, let only = rest.first, case .object(let inner) = only.value {
          data = inner
        }
        return "{ \(first.value.text): \(JSONLayout.line(.object(data))) }"
      }),
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

extension String {
  /// The names that a text joins: `"red, green"`, `"red | green"`; `nil` where it is something else.
  fileprivate var separateNames: [String]? {
    let names = split { $0 == "," || $0 == "|" }.map { part in
      String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    let areNames = names.allSatisfy { Identifier($0) != nil }
    return names.count > 1 && areNames ? names : nil
  }
}
