import CEL
import StateModel

extension JSON {
  subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  var string: String? { if case .string(let text) = self { text } else { nil } }
  var elements: [JSON] { if case .array(let values) = self { values } else { [] } }
  var strings: [String] { elements.compactMap(\.string) }

  /// The value of a `dyn`.
  var value: CEL.Value {
    switch self {
    case .null: return .null
    case .bool(let truth): return .bool(truth)
    case .number(let text):
      return Int64(text).map { .int($0) } ?? .double(Double(text) ?? .nan)
    case .string(let text): return .string(text)
    case .array(let values): return .list(values.map(\.value))
    case .object(let members):
      var map = CEL.Value.Map()
      for member in members { _ = map.insert(.string(member.key), member.value.value) }
      return .map(map)
    }
  }

  /// A cell with this constant; strings are text, not expressions.
  var literal: Cell {
    switch self {
    case .null: .null
    case .bool(let truth): .bool(truth)
    case .number(let text): .number(text)
    case .string(let text): .expression(text.quoted)
    case .array(let values): .list(values.map(\.literal))
    case .object(let members):
      .object(members.map { Cell.Member(key: $0.key, value: $0.value.literal) })
    }
  }
}

extension String {
  /// The text as a CEL literal.
  var quoted: String {
    let escaped = unicodeScalars.map { scalar in
      switch scalar {
      case "'": "\\'"
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      default: String(scalar)
      }
    }
    return "'" + escaped.joined() + "'"
  }
}

/// A state of a neutral chart, or its root.
final class NeutralState {
  let id: String
  let kind: String
  let json: JSON
  let children: [NeutralState]
  private(set) weak var parent: NeutralState?

  init(_ json: JSON, isRoot: Bool = false) {
    id = isRoot ? "" : json["id"]?.string ?? ""
    kind = isRoot ? "compound" : json["kind"]?.string ?? "atomic"
    self.json = json
    children = (json["states"]?.elements ?? []).map { NeutralState($0) }
    for child in children { child.parent = self }
  }

  var isHistory: Bool { kind == "history" }
  var isParallel: Bool { kind == "parallel" }

  /// The state and all below it, in document order.
  var all: [NeutralState] { [self] + children.flatMap(\.all) }

  /// The state and all above it.
  var path: [NeutralState] { [self] + (parent?.path ?? []) }

  func isAbove(_ other: NeutralState) -> Bool {
    other.path.dropFirst().contains { $0 === self }
  }

  /// The actions of entry or exit.
  func actions(_ key: String) -> [JSON] { (json[key]?.elements ?? []).flatMap(\.elements) }
}
