import CEL

/// Builds constants.
extension ExpressionBuilder {
  func constant(_ value: Value, _ type: ValueType) throws(Refusal) -> GenerationCode {
    let plain = type.withoutNull
    if plain.represented == .dyn { return try dynamicConstant(value) }
    switch value {
    case .null: return GenerationCode(.null, type)
    case .bool(let flag): return GenerationCode(.bool(flag), type)
    case .int(let number): return GenerationCode(.int(number), type)
    case .uint(let number): return GenerationCode(.uint(number), type)
    case .double(let number): return GenerationCode(.double(number), type)
    case .string(let text): return GenerationCode(.text(text), type)
    case .bytes(let bytes): return GenerationCode(.bytes(bytes), type)
    case .timestamp(let moment):
      return GenerationCode(.moment(seconds: moment.seconds, nanoseconds: moment.nanoseconds), type)
    case .duration(let span): return GenerationCode(.span(span.nanoseconds), type)
    case .unit: return GenerationCode(.unit, type)
    case .enumeration(let id, let index): return GenerationCode(.entry(id, Int(index)), type)
    case .list(let elements):
      guard case .list(let element) = plain.represented else { break }
      return GenerationCode(.list(try constants(elements.map { ($0, element) })), type.represented)
    case .map(let map):
      guard case .map(let keyType, let valueType) = plain.represented else { break }
      if map.entries.isEmpty { return GenerationCode(.map([]), plain.represented) }
      var entries: [GenerationCode] = []
      for entry in map.entries {
        let pair = [try constant(entry.key, keyType), try constant(entry.value, valueType)]
        entries.append(GenerationCode(.prelude("celEntry", pair), .list(.dyn)))
      }
      let list = GenerationCode(.list(entries), .list(.list(.dyn)))
      return GenerationCode(.prelude("celMap", [list]), plain.represented, fails: true)
    case .record(let values, _):
      let fields = scope.declarations.fields(of: plain) ?? []
      var parts: [GenerationCode?] = []
      for (field, value) in zip(fields, values) {
        if field.hasDefault, case .null = value {
          parts.append(nil)
        } else {
          parts.append(try constant(value, field.type))
        }
      }
      return GenerationCode(.record(parts), plain)
    case .union(let unionCase, let values):
      guard case .declared(_, let arguments) = plain else { break }
      let fields = scope.declarations.fields(of: .caseData(unionCase, arguments)) ?? []
      return GenerationCode(
        .union(unionCase, try constants(zip(fields, values).map { ($1, $0.type) })), type)
    case .optional(let optional):
      guard case .optional(let inner) = plain, inner == inner.withoutNull else { break }
      guard let value = optional.value else { return GenerationCode(.null, type) }
      let code = try constant(value, inner)
      return GenerationCode(code.kind, type, fails: code.fails)
    case .type: break
    }
    throw refusal("counterpart of this constant")
  }

  private func dynamicConstant(_ value: Value) throws(Refusal) -> GenerationCode {
    let type: ValueType
    switch value {
    case .null: return GenerationCode(.null, .dyn)
    case .type(let named):
      let name = GenerationCode(.text(named.name(scope.declarations.types)), .string)
      return GenerationCode(.prelude("celType", [name]), .dyn)
    case .optional(let optional):
      guard let inside = optional.value else {
        return GenerationCode(.prelude("celNone", []), .dyn)
      }
      return try dynamic(.optionalOf, [try dynamicConstant(inside)])
    case .bool: type = .bool
    case .int: type = .int
    case .uint: type = .uint
    case .double: type = .double
    case .string: type = .string
    case .bytes: type = .bytes
    case .timestamp: type = .timestamp
    case .duration: type = .duration
    case .unit: type = .void
    case .list: type = .list(.dyn)
    case .map: type = .map(.dyn, .dyn)
    case .record, .union, .enumeration:
      throw refusal(
        "values of declared types as `dyn`", change: "give what takes the value a declared type")
    }
    return try coerced(constant(value, type), to: .dyn)
  }

  private func constants(_ values: [(Value, ValueType)]) throws(Refusal) -> [GenerationCode] {
    var codes: [GenerationCode] = []
    for (value, type) in values { codes.append(try constant(value, type)) }
    return codes
  }
}
