import CEL
import Testing

/// A scope with one of everything that a definition can declare.
enum Sample {
  static let types: [Declarations.DeclaredType] = [
    .init(
      name: "Language",
      shape: .record([.init(name: "code", type: .string), .init(name: "name", type: .string)])),
    .init(name: "Severity", shape: .enumeration(["notAffected", "minor", "major"])),
    .init(
      name: "Effect",
      shape: .union([
        .init(name: "sendSms", fields: []),
        .init(
          name: "checkCode",
          fields: [.init(name: "phone", type: .string), .init(name: "code", type: .string)]),
        .init(name: "note", fields: [.init(name: "text", type: .nullable(.string))]),
      ])),
    .init(
      name: "Loadable", parameters: ["Data"],
      shape: .union([
        .init(name: "loading", fields: []),
        .init(name: "data", fields: [.init(name: "value", type: .parameter("Data"))]),
        .init(name: "failure", fields: [.init(name: "message", type: .string)]),
      ])),
    .init(
      name: "User",
      shape: .record([
        .init(name: "id", type: .string), .init(name: "name", type: .nullable(.string)),
        .init(name: "language", type: .nullable(.declared(TypeID(index: 0), []))),
      ])),
    .init(
      name: "Stop",
      shape: .state([
        .init(name: "stopId", type: .string), .init(name: "zone", type: .int, hasDefault: true),
      ])),
    .init(
      name: "Item",
      shape: .record([
        .init(name: "title", type: .string), .init(name: "done", type: .bool),
        .init(name: "count", type: .int), .init(name: "price", type: .double),
      ])),
    // The last, so that a scope can omit it: a broken type prevents some issues.
    .init(name: "Broken", shape: .broken),
  ]

  static func type(_ name: String, _ arguments: ValueType...) -> ValueType {
    let index = types.firstIndex { $0.name == name } ?? 0
    return .declared(TypeID(index: Int32(index)), arguments)
  }

  static let variables: [(String, ValueType)] = [
    ("code", .string), ("count", .int), ("isHeads", .bool), ("price", .double), ("total", .uint),
    ("selected", .nullable(.string)), ("limit", .nullable(.int)), ("user", type("User")),
    ("guest", .nullable(type("User"))), ("effect", type("Effect")), ("side", type("Severity")),
    ("items", .list(type("Item"))), ("names", .list(.string)),
    ("maybes", .list(.nullable(.string))), ("scores", .map(.string, .int)),
    ("labels", .nullable(.map(.string, .string))),
    ("songs", type("Loadable", .list(.string))), ("payload", .dyn), ("elapsed", .duration),
    ("now", .timestamp), ("event.text", .string), ("event.index", .int),
    ("event.user", .nullable(type("User"))), ("odd", .unknown),
    ("lastEffect", .nullable(type("Effect"))),
  ]

  static var scope: Scope {
    let declarations = Declarations(
      types: types.dropLast(),
      functions: [
        .init(
          name: "minutes", parameters: [.init(name: "s", type: .duration)], result: .int),
        .init(
          name: "pick",
          parameters: [
            .init(name: "from", type: .list(.string)),
            .init(name: "else", type: .nullable(.string)),
          ], result: .string),
      ],
      variables: variables.map { .init(name: $0.0, type: $0.1) })
    return Scope(
      declarations: declarations,
      names: Dictionary(
        uniqueKeysWithValues: variables.enumerated().map { ($1.0, Int32($0)) }),
      functions: ["minutes": 0, "pick": 1],
      typeNames: Dictionary(
        uniqueKeysWithValues: types.enumerated().map { ($1.name, TypeID(index: Int32($0))) }),
      states: ["idle", "playing"],
      hints: [
        "language": Hint(
          id: "name/scope",
          message: "`language` is carried by `settingLanguage`; this row is in the root")
      ])
  }
}

/// Checks an expression as a cell of the sample scope and describes the result in one text:
/// the type, or issues with the marked text, `id: message (label) [help] -> fix`.
func outcome(
  _ cell: Cell, as type: ValueType = .unknown, in scope: Scope = Sample.scope,
  knowing facts: Facts = Facts(), role: CellRole = .value
) -> String {
  let checked = check(cell, against: type, in: scope, knowing: facts, as: role)
  guard checked.issues.isEmpty else {
    return checked.issues.map { reported($0, cell) }.joined(separator: "\n")
  }
  return checked.syntax?.type.text(in: scope.declarations) ?? "nothing"
}

private func reported(_ issue: CEL.Issue, _ cell: Cell) -> String {
  var position = issue.pointer + (issue.isKey ? " (key)" : "")
  if case .expression(let text) = cell, let range = issue.range {
    let bytes = Array(text.utf8)
    position = "⟨" + String(decoding: bytes[range], as: UTF8.self) + "⟩"
  }
  var result = (position.isEmpty ? "" : position + " ") + "\(issue.id): \(issue.message)"
  if let label = issue.label { result += " (\(label))" }
  if let help = issue.help { result += " [\(help)]" }
  if let fix = issue.fix { result += " -> \(fix)" }
  return result
}

/// Expects an issue at the marker: `check("size(1️⃣foo)", reports: "name/unknown: …")`.
func check(
  _ marked: String, as type: ValueType = .unknown, in scope: Scope = Sample.scope,
  role: CellRole = .value, reports expected: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let marker = "1️⃣"
  let parts = marked.components(separatedBy: marker)
  let text = parts.joined()
  let checked = CEL.check(.expression(text), against: type, in: scope, as: role)
  let position = parts.count > 1 ? parts[0].utf8.count : nil
  let found = checked.issues.map { issue in
    var line = "\(issue.id): \(issue.message)"
    if let label = issue.label { line += "; \(label)" }
    return line
  }
  #expect(found == [expected], sourceLocation: sourceLocation)
  if let position {
    #expect(
      checked.issues.first?.range?.lowerBound == position, "the location of the issue",
      sourceLocation: sourceLocation)
  }
}

/// Expects no issue and the type.
func check(
  _ text: String, as type: ValueType = .unknown, in scope: Scope = Sample.scope,
  is expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(
    outcome(.expression(text), as: type, in: scope) == expected, "\(text)",
    sourceLocation: sourceLocation)
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [String] {
    var parts: [String] = []
    var current = ""
    for character in self {
      if String(character) == separator {
        parts.append(current)
        current = ""
      } else {
        current.append(character)
      }
    }
    return parts + [current]
  }
}
