package import CEL

import enum StateRuntime.NumberText

/// Formats values in cell syntax.
package struct ValueText: Sendable {
  private let declarations: Declarations

  package init(declarations: Declarations) { self.declarations = declarations }

  /// Several values in parentheses; empty for none.
  package func list(_ values: [Value]) -> String {
    values.isEmpty ? "" : "(" + values.map(text).joined(separator: ", ") + ")"
  }

  /// The value as a cell would write it; bytes as their count.
  package func text(_ value: Value) -> String {
    switch value {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .int(let value): return String(value)
    case .uint(let value): return "\(value)u"
    case .double(let value): return NumberText.text(value)
    case .string(let value): return Printer.quoted(value)
    case .bytes(let bytes): return "\(bytes.count) bytes"
    case .timestamp(let value): return "timestamp('\(value.text)')"
    case .duration(let value): return "duration('\(value.text)')"
    case .list(let values): return "[" + values.map(text).joined(separator: ", ") + "]"
    case .map(let map):
      return "{" + map.entries.map { "\(text($0.key)): \(text($0.value))" }.joined(separator: ", ")
        + "}"
    case .record(let values, let id): return record(values, id)
    case .union(let unionCase, let values): return union(unionCase, values)
    case .enumeration(let id, let index):
      guard let type = type(id), case .enumeration(let names) = type.shape,
        names.indices.contains(Int(index))
      else { return "?" }
      return "\(type.name).\(names[Int(index)])"
    case .unit: return "{}"
    case .optional(let optional): return optional.value.map(text) ?? "optional.none()"
    case .type: return "type"
    }
  }

  /// The value as a cell would write it; of a long text the first 160 characters.
  package func shortText(_ value: Value) -> String {
    let text = text(value)
    guard text.utf8.count > 160 else { return text }
    let start = text.prefix(160)
    return start.endIndex == text.endIndex ? text : start + "…"
  }

  private func type(_ id: TypeID) -> Declarations.DeclaredType? {
    let index = Int(id.index)
    return declarations.types.indices.contains(index) ? declarations.types[index] : nil
  }

  private func record(_ values: [Value], _ id: TypeID) -> String {
    switch type(id)?.shape {
    case .record(let fields), .state(let fields): return "{" + members(fields, values) + "}"
    case .enumeration, .union, .broken, nil: return "?"
    }
  }

  private func union(_ unionCase: UnionCase, _ values: [Value]) -> String {
    guard case .union(let cases) = type(unionCase.type)?.shape,
      cases.indices.contains(Int(unionCase.index))
    else { return "?" }
    let found = cases[Int(unionCase.index)]
    return values.isEmpty ? found.name : "\(found.name){\(members(found.fields, values))}"
  }

  private func members(_ fields: [Declarations.Field], _ values: [Value]) -> String {
    zip(fields, values).map { "\($0.name): \(text($1))" }.joined(separator: ", ")
  }
}
