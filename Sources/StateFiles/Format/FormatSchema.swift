import StateModel

/// The format as JSON Schema (draft 2020-12), printed from the tables that the reader reads by.
package struct FormatSchema {
  /// The text of the schema for files of some kind.
  ///
  /// It accepts whatever the reader accepts; what JSON Schema cannot express, such as names that must be
  /// declared and expressions that must have a type, is left to `states validate`.
  package static func text(for kind: DefinitionFolder.Kind) -> String {
    var schema = FormatSchema()
    return schema.file(kind.object).indented() + "\n"
  }

  /// The text of the schema for a line of a recording.
  package static func textForRecordings() -> String {
    let text = JSON.object(type("string"))
    let data = [JSON.Member("additionalProperties", .object(type("object")))]
    let contents: [(key: String, about: String, schema: [JSON.Member])] = [
      (
        "start", "The session starts with these inputs, by name.", type("object")
      ),
      (
        "event", "An event: its name, or an object with one key, the name, and the data.",
        [.init("anyOf", .array([text, .object(type("object") + oneMember + data)]))]
      ),
      ("fire", "A timer fired on the device, by its id.", type("string")),
      ("snapshot", "The session continues from this snapshot.", type("object")),
    ]
    let time = JSON.object(type("number") + [.init("minimum", .number("0"))])
    let others: [(key: String, about: String, schema: [JSON.Member])] = [
      ("session", "The name of the session.", type("string")),
      (
        "at", "The time: RFC 3339, or seconds since any moment.",
        [.init("anyOf", .array([text, time]))]
      ),
      (
        "fingerprint", "The version of the definition, as snapshots have it.", type("string")
      ),
      (
        "line", "The number of the line in its session.",
        type("integer") + [.init("minimum", .number("1"))]
      ),
    ]
    let properties = (others.prefix(2) + contents + others.dropFirst(2)).map { part in
      JSON.Member(
        part.key, .object([.init("description", .string(part.about))] + part.schema))
    }
    return JSON.object(
      [
        .init("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
        .init("title", .string("line of a recording (StateTables)")),
        .init(
          "description",
          .string("What happened in a session. A recording has one such object a line.")),
      ] + type("object") + [
        .init("properties", .object(properties)), .init("required", .array([.string("session")])),
        .init("oneOf", .array(contents.map { required([$0.key]) })),
      ]
    ).indented() + "\n"
  }

  private static let oneMember: [JSON.Member] = [
    .init("minProperties", .number("1")), .init("maxProperties", .number("1")),
  ]

  /// The kinds of objects that are mentioned, in the order of the format.
  private var mentioned: Set<ObjectKind> = []
  private var mentionsCells = false

  private init() {}

  private mutating func file(_ kind: ObjectKind) -> JSON {
    var members = [
      JSON.Member("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      JSON.Member("title", .string("\(kind.form.name) (StateTables)")),
    ]
    members += object(kind.form)
    var definitions: [ObjectKind: JSON] = [:]
    while let next = ObjectKind.allCases.first(where: {
      mentioned.contains($0) && definitions[$0] == nil
    }) {
      definitions[next] = .object(object(next.form))
    }
    var defs = ObjectKind.allCases.compactMap { kind in
      definitions[kind].map { JSON.Member(kind.rawValue, $0) }
    }
    if mentionsCells { defs.append(.init("cell", FormatSchema.cell)) }
    return .object(members + [.init("$defs", .object(defs))])
  }

  private static let cell = JSON.object([
    .init(
      "description",
      .string(
        "A value. A string is a CEL expression, so a text needs its own quotes: \"'Hello'\". Any other JSON value is itself, and strings inside it are expressions again."
      ))
  ])

  private mutating func object(_ form: ObjectForm) -> [JSON.Member] {
    var properties: [JSON.Member] = []
    for key in form.keys {
      var members = [JSON.Member("description", .string(key.about))]
      members += schema(of: key.form)
      properties.append(.init(key.name, .object(members)))
    }
    var members: [JSON.Member] = [
      .init("description", .string(form.about)), .init("type", .string("object")),
      .init("properties", .object(properties)),
    ]
    let required = form.keys.filter(\.isRequired).map { JSON.string($0.name) }
    if !required.isEmpty { members.append(.init("required", .array(required))) }
    members.append(.init("additionalProperties", .bool(false)))
    return members
      + form.exclusions.map { exclusion in
        let alternatives = exclusion.keys.map { FormatSchema.required([$0]) }
        if exclusion.isRequired { return .init("oneOf", .array(alternatives)) }
        let pairs = exclusion.keys.indices.flatMap { first in
          exclusion.keys[(first + 1)...].map {
            FormatSchema.required([exclusion.keys[first], $0])
          }
        }
        return .init("not", .object([.init("anyOf", .array(pairs))]))
      }
  }

  private static func required(_ keys: [String]) -> JSON {
    .object([.init("required", .array(keys.map { .string($0) }))])
  }

  /// The members of the schema of a value; recursive, as deep as forms nest without objects.
  private mutating func schema(of form: Form) -> [JSON.Member] {
    switch form {
    case .text, .type: return FormatSchema.type("string")
    case .name: return FormatSchema.type("string") + [.init("minLength", .number("1"))]
    case .flag: return FormatSchema.type("boolean")
    case .number: return FormatSchema.type("number")
    case .null: return FormatSchema.type("null")
    case .truth: return [.init("const", .bool(true))]
    case .count(let most):
      let end = most == .max ? [] : [JSON.Member("maximum", .number("\(most)"))]
      return FormatSchema.type("integer") + [.init("minimum", .number("1"))] + end
    case .words(let words): return [.init("enum", .array(words.map { .string($0) }))]
    case .data: return []
    case .cell:
      mentionsCells = true
      return [.init("$ref", .string("#/$defs/cell"))]
    case .object(let kind):
      mentioned.insert(kind)
      return [.init("$ref", .string("#/$defs/\(kind.rawValue)"))]
    case .map(let form):
      return FormatSchema.type("object")
        + [.init("additionalProperties", .object(schema(of: form)))]
    case .list(let form), .rows(let form):
      return FormatSchema.type("array") + [.init("items", .object(schema(of: form)))]
    case .sending(let form):
      let data =
        FormatSchema.type("object") + FormatSchema.oneMember + [
          .init("additionalProperties", .object(schema(of: .map(form))))
        ]
      return [.init("anyOf", .array([.object(FormatSchema.type("string")), .object(data)]))]
    case .either(_, let forms): return anyOf(forms)
    case .keyed(let kinds, let otherwise): return anyOf(kinds.map { .object($0) } + [otherwise])
    }
  }

  private mutating func anyOf(_ forms: [Form]) -> [JSON.Member] {
    var alternatives: [JSON] = []
    for form in forms { alternatives.append(.object(schema(of: form))) }
    return [.init("anyOf", .array(alternatives))]
  }

  private static func type(_ name: String) -> [JSON.Member] { [.init("type", .string(name))] }
}

extension JSON.Member {
  fileprivate init(_ key: String, _ value: JSON) { self.init(key: key, value: value) }
}

extension JSON {
  /// On one line where it fits in 100 columns, else a part a line; recursive, as deep as it nests.
  fileprivate func indented(by depth: Int = 0, behind width: Int = 0) -> String {
    let line = text
    if 2 * depth + width + line.unicodeScalars.count < 100 { return line }
    let start = "\n" + String(repeating: "  ", count: depth + 1)
    let end = "\n" + String(repeating: "  ", count: depth)
    switch self {
    case .null, .bool, .number, .string: return line
    case .array(let elements):
      return "[" + elements.map { start + $0.indented(by: depth + 1) }.joined(separator: ",") + end
        + "]"
    case .object(let members):
      let texts = members.map { member in
        let key = JSON.string(member.key).text + ": "
        return start + key + member.value.indented(by: depth + 1, behind: key.utf8.count)
      }
      return "{" + texts.joined(separator: ",") + end + "}"
    }
  }
}
