import CEL

import enum StateRuntime.NumberText

/// Value -> plain JSON.
struct WireWriter {
  let declarations: Declarations

  func write(_ value: Value, _ type: ValueType) -> JSON {
    switch value {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .int(let number): .number(String(number))
    case .uint(let number): .number(String(number))
    case .double(let number): WireWriter.json(number, isDynamic: isDynamic(type))
    case .string(let text): .string(text)
    case .bytes(let bytes): .string(Base64.encode(bytes))
    case .timestamp(let moment): .string(moment.text)
    case .duration(let span): .string(span.text)
    case .list(let elements):
      .array(elements.map { write($0, elementType(type)) })
    case .map(let map):
      .object(
        map.entries.map { entry in
          JSON.Member(
            key: WireWriter.text(ofKey: entry.key), value: write(entry.value, valueType(type)))
        })
    case .record(let values, let id): .object(members(values, fields(id, type)))
    case .union(let unionCase, let values): union(unionCase, values, type)
    case .enumeration(let id, let index): .string(name(id, index))
    case .unit: .object([])
    case .optional(let optional): optional.value.map { write($0, type) } ?? .null
    case .type: .null
    }
  }

  private func isDynamic(_ type: ValueType) -> Bool { type.withoutNull != .double }

  /// A double; where no type is known, with a fraction or exponent.
  static func json(_ number: Double, isDynamic: Bool) -> JSON {
    guard number.isFinite else { return .string(NumberText.text(number)) }
    var text = NumberText.text(number)
    if number == 0, number.sign == .minus { text = "-0" }
    let isWhole = !text.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "e") }
    return .number(isDynamic && isWhole ? text + ".0" : text)
  }

  private static func text(ofKey key: Value) -> String {
    switch key {
    case .string(let text): text
    case .int(let number): String(number)
    case .uint(let number): String(number)
    case .bool(let flag): flag ? "true" : "false"
    default: ""
    }
  }

  private func elementType(_ type: ValueType) -> ValueType {
    if case .list(let element) = type.withoutNull { return element }
    return .dyn
  }

  private func valueType(_ type: ValueType) -> ValueType {
    if case .map(_, let value) = type.withoutNull { return value }
    return .dyn
  }

  private func fields(_ id: TypeID, _ type: ValueType) -> [Declarations.Field] {
    if case .declared(id, _) = type.withoutNull {
      return declarations.fields(of: type.withoutNull) ?? []
    }
    return declarations.fields(of: .declared(id, [])) ?? []
  }

  /// Null fields are written, except inputs with a default: they are left to it.
  private func members(_ values: [Value], _ fields: [Declarations.Field]) -> [JSON.Member] {
    zip(fields, values).compactMap { field, value in
      if field.hasDefault, case .null = value { return nil }
      return JSON.Member(key: field.name, value: write(value, field.type))
    }
  }

  private func union(_ unionCase: UnionCase, _ values: [Value], _ type: ValueType) -> JSON {
    let name = declarations[unionCase]?.name ?? ""
    var arguments: [ValueType] = []
    switch type.withoutNull {
    case .declared(unionCase.type, let given): arguments = given
    case .caseData(unionCase, let given):
      let fields = declarations.fields(of: .caseData(unionCase, given)) ?? []
      return .object(members(values, fields))
    default: break
    }
    if values.isEmpty { return .string(name) }
    let fields = declarations.fields(of: .caseData(unionCase, arguments)) ?? []
    return .object([JSON.Member(key: name, value: .object(members(values, fields)))])
  }

  private func name(_ id: TypeID, _ index: Int32) -> String {
    guard case .enumeration(let names) = declarations[id].shape,
      names.indices.contains(Int(index))
    else { return "" }
    return names[Int(index)]
  }
}
