import CEL

/// Checks that values from outside match the types of a definition.
struct TypeFit {
  let declarations: Declarations

  func admits(_ value: Value, _ type: ValueType) -> Bool {
    admits(value, type, arguments: [:], depth: 0)
  }

  private func admits(
    _ value: Value, _ type: ValueType, arguments: [String: ValueType], depth: Int
  ) -> Bool {
    guard depth <= Self.depthLimit else { return false }
    switch (type, value) {
    case (.bool, .bool), (.int, .int), (.uint, .uint), (.double, .double), (.string, .string),
      (.bytes, .bytes), (.timestamp, .timestamp), (.duration, .duration), (.null, .null),
      (.void, .unit):
      return true
    case (.nullable(let inner), _):
      if case .null = value { return true }
      return admits(value, inner, arguments: arguments, depth: depth)
    case (.list(let element), .list(let values)):
      return values.allSatisfy { admits($0, element, arguments: arguments, depth: depth + 1) }
    case (.map(let key, let element), .map(let map)):
      return map.entries.allSatisfy {
        admits($0.key, key, arguments: arguments, depth: depth + 1)
          && admits($0.value, element, arguments: arguments, depth: depth + 1)
      }
    case (.parameter(let name), _):
      guard let argument = arguments[name] else { return false }
      return admits(value, argument, arguments: [:], depth: depth)
    case (.declared(let id, let given), _):
      return admits(value, id, given.map { $0.replacing(arguments) }, depth: depth)
    case (.dyn, _): return isPlain(value, depth: depth)
    default: return false
    }
  }

  private func admits(
    _ value: Value, _ id: TypeID, _ given: [ValueType], depth: Int
  ) -> Bool {
    guard declarations.types.indices.contains(Int(id.index)) else { return false }
    let declared = declarations.types[Int(id.index)]
    let arguments = Dictionary(zip(declared.parameters, given)) { first, _ in first }
    switch (declared.shape, value) {
    case (.record(let fields), .record(let values, let type)),
      (.state(let fields), .record(let values, let type)):
      return type == id && fit(values, fields, arguments, depth)
    case (.enumeration(let names), .enumeration(let type, let index)):
      return type == id && names.indices.contains(Int(index))
    case (.union(let cases), .union(let unionCase, let values)):
      return unionCase.type == id && cases.indices.contains(Int(unionCase.index))
        && fit(values, cases[Int(unionCase.index)].fields, arguments, depth)
    default: return false
    }
  }

  private func fit(
    _ values: [Value], _ fields: [Declarations.Field], _ arguments: [String: ValueType],
    _ depth: Int
  ) -> Bool {
    values.count == fields.count
      && zip(values, fields).allSatisfy {
        admits($0, $1.type, arguments: arguments, depth: depth + 1)
      }
  }

  /// Whether a `dyn` may hold the value: anything that JSON can express, and values of declared
  /// types.
  private func isPlain(_ value: Value, depth: Int) -> Bool {
    guard depth <= Self.depthLimit else { return false }
    switch value {
    case .optional, .type: return false
    case .list(let values), .record(let values, _), .union(_, let values):
      return values.allSatisfy { isPlain($0, depth: depth + 1) }
    case .map(let map):
      return map.entries.allSatisfy { isPlain($0.value, depth: depth + 1) }
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .unit,
      .enumeration:
      return true
    }
  }

  /// The maximum depth of nested values.
  private static let depthLimit = 64
}

extension ValueType {
  /// The type with its parameters replaced.
  fileprivate func replacing(_ arguments: [String: ValueType]) -> ValueType {
    switch self {
    case .parameter(let name): arguments[name] ?? self
    case .list(let element): .list(element.replacing(arguments))
    case .map(let key, let value): .map(key.replacing(arguments), value.replacing(arguments))
    case .nullable(let inner): .nullable(inner.replacing(arguments))
    case .optional(let inner): .optional(inner.replacing(arguments))
    case .declared(let id, let given): .declared(id, given.map { $0.replacing(arguments) })
    case .caseData(let unionCase, let given):
      .caseData(unionCase, given.map { $0.replacing(arguments) })
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .null, .void, .dyn,
      .type, .named, .unknown:
      self
    }
  }
}
