import StateModel

/// A key of another format, or of another part of this one, with what to write here.
///
/// All such keys are in the tables of this folder, each with an example that is tested: the advice,
/// followed to the letter, gives a file without errors.
struct ForeignKey: Sendable {
  /// A member of an object where its key means nothing.
  struct Use {
    let key: String
    let value: JSON
    /// The object around it.
    let given: [JSON.Member]
    let form: ObjectForm

    /// The state or event that the object belongs to; `…` where there is none.
    func name(_ key: String) -> String {
      given.first { $0.key == key }?.value.plainText ?? "…"
    }
  }

  /// The keys: all are treated alike.
  let keys: [String]
  /// The objects in which the advice holds; empty: in all that have one of the keys `own`.
  var kinds: [ObjectKind] = []
  /// The keys of this format with the same meaning: the first that is still free is suggested.
  var own: [String] = []
  /// What to write, where another key alone is not enough; `nil` where this value needs none.
  var advice: (@Sendable (Use) -> String?)?
  /// Sections with the mistake, and without it where the advice changes more than the key.
  let example: Example

  /// Sections of a file with a mistake, and as they are after following the advice.
  struct Example: Sendable {
    let wrong: String
    var right: String?
    var isSpec = false
  }

  /// All keys that are known, advice for one kind of object first.
  static let all = shapes + comments + sections + names

  /// The advice for a member, or the key that it means.
  enum Meaning {
    case advice(String)
    case key(String)
  }

  private static let byKey: [String: [ForeignKey]] = {
    var rows: [String: [ForeignKey]] = [:]
    for row in all { for key in row.keys { rows[key, default: []].append(row) } }
    return rows
  }()

  /// The meaning of a member whose key the object does not have; `nil` for keys not in the tables.
  static func meaning(
    of member: JSON.Member, among given: [JSON.Member], in form: ObjectForm
  ) -> Meaning? {
    let use = Use(key: member.key, value: member.value, given: given, form: form)
    var last: String?
    for row in byKey[member.key] ?? [] where row.holds(in: form) {
      if let advice = row.advice?(use) { return .advice(advice) }
      let own = row.own.filter { form.key($0) != nil }
      if let free = own.first(where: { own in !given.contains { $0.key == own } }) {
        return .key(free)
      }
      last = last ?? own.last
    }
    return last.map { .key($0) }
  }

  private func holds(in form: ObjectForm) -> Bool {
    kinds.isEmpty || kinds.contains { $0.form === form }
  }
}

/// What XState, SCXML and programming languages write in states and rows.
extension ForeignKey {
  private static let shapes: [ForeignKey] = [
    ForeignKey(
      keys: ["type", "kind"], kinds: [.state, .definition],
      advice: { use in
        switch use.value.plainText {
        case "parallel": "write \"parallel\": true"
        case "final": "write \"final\": true"
        case "history": "write \"history\": \"shallow\""
        case "compound": "remove it: a state with `states` has children"
        case "atomic": "remove it: a state without `states` has no children"
        default: nil
        }
      },
      example: Example(
        wrong:
          #""states": [{ "state": "a" }, { "state": "b", "type": "final" }], "initial": "a", "reducer": [{ "in": "a", "on": "go", "goTo": "b" }]"#,
        right:
          #""states": [{ "state": "a" }, { "state": "b", "final": true }], "initial": "a", "reducer": [{ "in": "a", "on": "go", "goTo": "b" }]"#
      )),
    ForeignKey(
      keys: ["on"], kinds: [.state],
      advice: { use in
        let target = target(of: use.value)
        return row("\"on\": \"\(target.event)\"", target.state, in: use)
      },
      example: Example(
        wrong:
          #""states": [{ "state": "a", "on": { "go": "b" } }, { "state": "b" }], "initial": "a""#,
        right:
          #""states": [{ "state": "a" }, { "state": "b" }], "initial": "a", "reducer": [{ "in": "a", "on": "go", "goTo": "b" }]"#
      )),
    ForeignKey(
      keys: ["after", "every"], kinds: [.state],
      advice: { use in
        let target = target(of: use.value)
        return row("\"\(use.key)\": \(seconds(target.event))", target.state, in: use)
      },
      example: Example(
        wrong:
          #""states": [{ "state": "a", "after": { "5000": { "target": "b" } } }, { "state": "b" }], "initial": "a", "reducer": [{ "in": "b", "on": "go", "goTo": "a" }]"#,
        right:
          #""states": [{ "state": "a" }, { "state": "b" }], "initial": "a", "reducer": [{ "in": "b", "on": "go", "goTo": "a" }, { "in": "a", "after": 5, "goTo": "b" }]"#
      )),
    ForeignKey(
      keys: ["always"], kinds: [.state],
      advice: { use in row(nil, target(of: use.value).state, in: use) },
      example: Example(
        wrong:
          #""states": [{ "state": "a", "always": "b" }, { "state": "b" }], "initial": "b", "reducer": [{ "in": "b", "on": "go", "goTo": "a" }]"#,
        right:
          #""states": [{ "state": "a" }, { "state": "b" }], "initial": "b", "reducer": [{ "in": "b", "on": "go", "goTo": "a" }, { "in": "a", "goTo": "b" }]"#
      )),
    ForeignKey(
      keys: ["entry", "onEntry", "onEnter", "onExit"], kinds: [.state],
      advice: { use in
        guard let calls = calls(in: use.value) else { return nil }
        let key = use.key == "onExit" ? "exit" : "enter"
        return "write \"\(key)\": [{ \"emit\": \(calls) }]"
      },
      example: Example(
        wrong:
          #""states": [{ "state": "a", "entry": "load" }], "initial": "a", "reducer": [{ "on": "go" }]"#,
        right:
          #""states": [{ "state": "a", "enter": [{ "emit": ["load"] }] }], "initial": "a", "reducer": [{ "on": "go" }]"#
      )),
    ForeignKey(
      keys: ["invoke"], kinds: [.state],
      advice: { use in
        let command = use.value["src"]?.plainText ?? use.value.plainText ?? "…"
        return "write \"enter\": [{ \"emit\": [\"\(command)\"] }]; its answer is an event"
      },
      example: Example(
        wrong:
          #""states": [{ "state": "a", "invoke": { "src": "load" } }], "initial": "a", "reducer": [{ "on": "go" }]"#,
        right:
          #""states": [{ "state": "a", "enter": [{ "emit": ["load"] }] }], "initial": "a", "reducer": [{ "on": "go" }]"#
      )),
    ForeignKey(
      keys: ["onDone"], kinds: [.state],
      advice: { use in
        let trigger = "\"on\": \"done.\(use.name("state"))\""
        return "write a row: { \(trigger), \"goTo\": \"\(target(of: use.value).state)\" }"
      },
      example: Example(
        wrong:
          #""states": [{ "state": "a", "initial": "x", "states": [{ "state": "x" }, { "state": "y", "final": true }], "onDone": "b" }, { "state": "b" }], "initial": "a", "reducer": [{ "in": "x", "on": "go", "goTo": "y" }]"#,
        right:
          #""states": [{ "state": "a", "initial": "x", "states": [{ "state": "x" }, { "state": "y", "final": true }] }, { "state": "b" }], "initial": "a", "reducer": [{ "in": "x", "on": "go", "goTo": "y" }, { "on": "done.a", "goTo": "b" }]"#
      )),
    ForeignKey(
      keys: ["actions", "action", "do", "send", "dispatch", "effect", "effects", "run"],
      kinds: [.row, .action],
      advice: { use in calls(in: use.value).map { "write \"emit\": \($0)" } },
      example: Example(
        wrong: #""reducer": [{ "on": "go", "actions": "load" }]"#,
        right: #""reducer": [{ "on": "go", "emit": ["load"] }]"#)),
    ForeignKey(
      keys: ["else", "then", "otherwise"], kinds: [.row, .action, .outputRow],
      advice: { use in
        use.key == "then"
          ? "write its keys in the row itself, and the other case as a second row without `if`"
          : "write a second row without `if`: the first row that fits is taken"
      },
      example: Example(
        wrong:
          #""reducer": [{ "on": "go", "if": "n > 0", "set": { "n": 0 }, "else": { "set": { "n": 1 } } }]"#,
        right:
          #""reducer": [{ "on": "go", "if": "n > 0", "set": { "n": 0 } }, { "on": "go", "set": { "n": 1 } }]"#
      )),
    ForeignKey(
      keys: ["unless", "ifNot"], kinds: [.row, .action, .outputRow],
      advice: { use in use.value.plainText.map { "write \"if\": \(JSON.string("!(\($0))").text)" }
      },
      example: Example(
        wrong: #""reducer": [{ "on": "go", "unless": "n > 0" }]"#,
        right: #""reducer": [{ "on": "go", "if": "!(n > 0)" }]"#)),
    ForeignKey(
      keys: ["guards", "conditions"], kinds: [.row, .action, .outputRow],
      advice: { use in
        guard case .array(let parts) = use.value else { return nil }
        let texts = parts.compactMap(\.plainText)
        guard texts.count == parts.count, !texts.isEmpty else { return nil }
        return "write \"if\": \(JSON.string(texts.joined(separator: " && ")).text)"
      },
      example: Example(
        wrong: #""reducer": [{ "on": "go", "guards": ["n > 0", "n < 9"] }]"#,
        right: #""reducer": [{ "on": "go", "if": "n > 0 && n < 9" }]"#)),
    ForeignKey(
      keys: ["notIn", "except", "outside"], kinds: [.row],
      advice: { use in
        use.value.plainText.map { "write \"if\": \(JSON.string("!isIn('\($0)')").text)" }
      },
      example: Example(
        wrong:
          #""states": [{ "state": "a" }], "initial": "a", "reducer": [{ "notIn": "a", "on": "go" }]"#,
        right:
          #""states": [{ "state": "a" }], "initial": "a", "reducer": [{ "if": "!isIn('a')", "on": "go" }]"#
      )),
    ForeignKey(
      keys: ["transitions", "rows", "rules"], kinds: [.state],
      advice: { use in
        let state = use.name("state")
        guard case .array(let rows) = use.value, case .object(let members)? = rows.first else {
          return "write a row: { \"in\": \"\(state)\", \"on\": …, \"goTo\": … }"
        }
        let row = [JSON.Member(key: "in", value: .string(state))] + members
        return "write a row: \(JSONLayout.line(.object(row)))"
      },
      example: Example(
        wrong:
          #""states": [{ "state": "a", "transitions": [{ "on": "go", "goTo": "b" }] }, { "state": "b" }], "initial": "a""#,
        right:
          #""states": [{ "state": "a" }, { "state": "b" }], "initial": "a", "reducer": [{ "in": "a", "on": "go", "goTo": "b" }]"#
      )),
    ForeignKey(
      keys: ["nullable", "optional", "required"],
      kinds: [.property, .input, .carriedField, .output],
      advice: { use in
        let type = use.name("type")
        let isNullable = (use.key == "required") == (use.value == .bool(false))
        return isNullable && !type.hasSuffix("?")
          ? "write \"type\": \"\(type)?\"" : "remove it: a type without `?` is never null"
      },
      example: Example(
        wrong: #""properties": { "n": { "type": "int", "nullable": true, "initial": 0 } }"#,
        right: #""properties": { "n": { "type": "int?", "initial": 0 } }"#)),
    ForeignKey(
      keys: ["internal", "external"], kinds: [.row],
      advice: { use in
        let isReentered = (use.key == "external") == (use.value == .bool(true))
        return "write \"reenter\": \(isReentered)"
      },
      example: Example(
        wrong:
          #""states": [{ "state": "a" }], "initial": "a", "reducer": [{ "in": "a", "on": "go", "goTo": "a", "internal": false }]"#,
        right:
          #""states": [{ "state": "a" }], "initial": "a", "reducer": [{ "in": "a", "on": "go", "goTo": "a", "reenter": true }]"#
      )),
    ForeignKey(
      keys: ["context", "data", "vars", "variables"], kinds: [.definition],
      advice: { use in
        guard case .object(let members) = use.value, let first = members.first,
          let type = first.value.plainType
        else { return nil }
        let entry =
          "\"\(first.key)\": { \"type\": \"\(type)\", \"initial\": \(first.value.cellText) }"
        return "write \"properties\": { \(entry)\(members.count > 1 ? ", …" : "") }"
      },
      example: Example(
        wrong: #""context": { "count": 0 }"#,
        right: #""properties": { "count": { "type": "int", "initial": 0 } }"#)),
  ]

  /// The row for a transition inside a state.
  private static func row(_ trigger: String?, _ target: String, in use: Use) -> String {
    let parts = ["\"in\": \"\(use.name("state"))\"", trigger, "\"goTo\": \"\(target)\""]
    return "write a row: { \(parts.compactMap(\.self).joined(separator: ", ")) }"
  }

  /// The first event and state of a transition of XState: `{ "go": { "target": "b" } }`, `"b"`.
  private static func target(of value: JSON) -> (event: String, state: String) {
    switch value {
    case .string(let state): return ("…", plain(state))
    case .array(let elements): return elements.first.map(target) ?? ("…", "…")
    case .object(let members):
      if let state = value["target"]?.plainText { return ("…", plain(state)) }
      guard let first = members.first else { return ("…", "…") }
      return (first.key, target(of: first.value).state)
    case .null, .bool, .number: return ("…", "…")
    }
  }

  /// `b` of `#machine.b` and `.b`.
  private static func plain(_ state: String) -> String {
    state.split { $0 == "." || $0 == "#" }.last.map(String.init) ?? state
  }

  /// Milliseconds as seconds.
  private static func seconds(_ text: String) -> String {
    guard let number = Int(text), number >= 0 else { return "…" }
    if number % 1_000 == 0 { return String(number / 1_000) }
    let rest = String(1_000 + number % 1_000).dropFirst()
    return "\(number / 1_000).\(rest)"
  }

  /// Names of commands as a list: `"load"`, `["load"]`, `{ "type": "load" }`.
  private static func calls(in value: JSON) -> String? {
    switch value {
    case .string: return "[\(value.text)]"
    case .array(let elements):
      let names = elements.compactMap { $0.plainText ?? $0["type"]?.plainText }
      guard names.count == elements.count, !names.isEmpty else { return nil }
      return JSONLayout.line(.array(names.map { .string($0) }))
    case .object: return value["type"]?.plainText.map { "[\"\($0)\"]" }
    case .null, .bool, .number: return nil
    }
  }
}

extension JSON {
  /// The type that a plain value has here.
  fileprivate var plainType: String? {
    switch self {
    case .bool: "bool"
    case .number(let text):
      text.utf8.allSatisfy { (48...57).contains($0) || $0 == 45 } ? "int" : "double"
    case .string: "string"
    case .null, .array, .object: nil
    }
  }

  /// The value as a cell: a text has quotes in it.
  fileprivate var cellText: String {
    if case .string(let text) = self { return "\"'\(text)'\"" }
    return text
  }
}
