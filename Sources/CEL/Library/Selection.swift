extension Library {
  /// `list[i]` and `map[key]`; of an optional, the element of its value as an optional, which is none if
  /// it does not exist.
  ///
  /// A list accepts any number that is an integer. The errors are `index`, `missingKey` and
  /// `overload`.
  package static func index(_ value: Value, _ key: Value, budget: inout Budget) -> Answer {
    switch value {
    case .list(let elements):
      guard let position = position(key) else { return fail(key.isNumber ? .index : .overload) }
      return elements.indices.contains(position) ? .success(elements[position]) : fail(.index)
    case .map(let map):
      guard Value.Map.isKey(key) || key.isNumber else { return fail(.overload) }
      guard budget.charge(finding: key, in: map) else { return fail(.budget) }
      return map.lookup(key).map { .success($0) } ?? fail(.missingKey)
    case .optional: return optionalIndex(value, key, budget: &budget)
    default: return fail(.overload)
    }
  }

  /// `value[?key]`: `optional.none()` if the element or key does not exist.
  package static func optionalIndex(_ value: Value, _ key: Value, budget: inout Budget) -> Answer {
    if case .optional(let optional) = value {
      guard let inside = optional.value else { return .success(.optional(.init(nil))) }
      return optionalIndex(inside, key, budget: &budget)
    }
    switch index(value, key, budget: &budget) {
    case .success(let element): return .success(.optional(.init(element)))
    case .failure(let error):
      let isAbsent = error.id == .index || error.id == .missingKey
      return isAbsent ? .success(.optional(.init(nil))) : .failure(error)
    }
  }

  /// `value.name` on a map, a record, the case of a union or a state; on an optional like
  /// `value.?name`.
  package static func select(
    _ value: Value, _ name: String, types: [Declarations.DeclaredType]
  ) -> Answer {
    if case .optional = value { return optionalSelect(value, name, types: types) }
    switch field(value, name, types) {
    case .found(let field): return .success(field)
    case .absent: return fail(.missingKey)
    case .noFields: return fail(.overload)
    }
  }

  /// `value.?name`: `optional.none()` if the key does not exist or the field of a record is null.
  package static func optionalSelect(
    _ value: Value, _ name: String, types: [Declarations.DeclaredType]
  ) -> Answer {
    if case .optional(let optional) = value {
      guard let inside = optional.value else { return .success(value) }
      return optionalSelect(inside, name, types: types)
    }
    switch field(value, name, types) {
    case .found(.null):
      if case .record = value { return .success(.optional(.init(nil))) }
      return .success(.optional(.init(.null)))
    case .found(let field): return .success(.optional(.init(field)))
    case .absent: return .success(.optional(.init(nil)))
    case .noFields: return fail(.overload)
    }
  }

  /// `has(value.name)`: whether a map has the key, a record's field is not null, or a union has
  /// this case. For an optional, the same on its value.
  package static func hasKey(
    _ value: Value, _ name: String, types: [Declarations.DeclaredType]
  ) -> Answer {
    if case .optional(let optional) = value {
      guard let inside = optional.value else { return .success(.bool(false)) }
      return hasKey(inside, name, types: types)
    }
    switch field(value, name, types) {
    case .found(.null):
      if case .record = value { return .success(.bool(false)) }
      return .success(.bool(true))
    case .found: return .success(.bool(true))
    case .absent: return .success(.bool(false))
    case .noFields: return fail(.overload)
    }
  }

  private enum Found {
    case found(Value)
    case absent
    case noFields
  }

  private static func field(
    _ value: Value, _ name: String, _ types: [Declarations.DeclaredType]
  ) -> Found {
    switch value {
    case .map(let map): return map.lookup(name).map { .found($0) } ?? .absent
    case .record(let values, let type):
      guard let fields = fields(of: type, types) else { return .noFields }
      return field(named: name, fields, values)
    case .union(let unionCase, let values):
      guard let own = Self.unionCase(unionCase, types) else { return .noFields }
      if own.name == name { return .found(value) }
      if hasCase(named: name, unionCase.type, types) { return .absent }
      return field(named: name, own.fields, values)
    default: return .noFields
    }
  }

  /// The declared fields of a record or the inputs of a state.
  static func fields(of type: TypeID, _ types: [Declarations.DeclaredType])
    -> [Declarations.Field]?
  {
    guard types.indices.contains(Int(type.index)) else { return nil }
    switch types[Int(type.index)].shape {
    case .record(let fields), .state(let fields): return fields
    case .enumeration, .union, .broken: return nil
    }
  }

  /// The declaration of a case.
  static func unionCase(_ unionCase: UnionCase, _ types: [Declarations.DeclaredType])
    -> Declarations.Case?
  {
    guard types.indices.contains(Int(unionCase.type.index)),
      case .union(let cases) = types[Int(unionCase.type.index)].shape,
      cases.indices.contains(Int(unionCase.index))
    else { return nil }
    return cases[Int(unionCase.index)]
  }

  private static func hasCase(
    named name: String, _ type: TypeID, _ types: [Declarations.DeclaredType]
  ) -> Bool {
    guard case .union(let cases) = types[Int(type.index)].shape else { return false }
    return cases.contains { $0.name == name }
  }

  private static func field(named name: String, _ fields: [Declarations.Field], _ values: [Value])
    -> Found
  {
    guard let position = fields.firstIndex(where: { $0.name == name }),
      values.indices.contains(position)
    else { return .absent }
    return .found(values[position])
  }

  /// The number as an index, if it is an integer.
  private static func position(_ key: Value) -> Int? {
    switch key {
    case .int(let number): Int(exactly: number)
    case .uint(let number): Int(exactly: number)
    case .double(let number): Int(exactly: number)
    default: nil
    }
  }
}

extension Value {
  /// Whether it is an int, a uint or a double.
  package var isNumber: Bool {
    switch self {
    case .int, .uint, .double: true
    default: false
    }
  }
}
