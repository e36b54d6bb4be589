extension Value {
  /// Whether lists, maps, records, cases and optionals hold each other more than `limit` deep; looks
  /// no deeper than that.
  package func isNested(deeperThan limit: Int) -> Bool {
    switch self {
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .enumeration,
      .unit, .type:
      false
    case .list(let elements), .record(let elements, _), .union(_, let elements):
      limit < 1 || elements.contains { $0.isNested(deeperThan: limit - 1) }
    case .map(let map):
      limit < 1 || map.entries.contains { $0.value.isNested(deeperThan: limit - 1) }
    case .optional(let optional):
      optional.value.map { limit < 1 || $0.isNested(deeperThan: limit - 1) } ?? false
    }
  }
}

extension Declarations {
  /// Whether values of a type may hold each other ever deeper: dyn, and types that recurse through
  /// lists or maps.
  package func nestsWithoutEnd(_ type: ValueType) -> Bool {
    if type.isScalar { return false }
    var finished: Set<TypeID> = []
    return nestsWithoutEnd(type, inside: [], &finished)
  }

  /// `open` are the types around this one, `finished` those that are known to end.
  private func nestsWithoutEnd(
    _ type: ValueType, inside open: Set<TypeID>, _ finished: inout Set<TypeID>
  ) -> Bool {
    switch type {
    case .dyn, .unknown, .named: return true
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .null, .void, .type,
      .parameter:
      return false
    case .list(let inside), .map(_, let inside), .nullable(let inside), .optional(let inside):
      return nestsWithoutEnd(inside, inside: open, &finished)
    case .caseData(let unionCase, let arguments):
      return nestsWithoutEnd(.declared(unionCase.type, arguments), inside: open, &finished)
    case .declared(let id, let arguments):
      for argument in arguments where nestsWithoutEnd(argument, inside: open, &finished) {
        return true
      }
      guard !open.contains(id) else { return true }
      guard !finished.contains(id), types.indices.contains(Int(id.index)) else { return false }
      for field in Self.fields(of: types[Int(id.index)].shape)
      where nestsWithoutEnd(field, inside: open.union([id]), &finished) {
        return true
      }
      finished.insert(id)
      return false
    }
  }

  private static func fields(of shape: Shape) -> [ValueType] {
    switch shape {
    case .record(let fields), .state(let fields): fields.map(\.type)
    case .union(let cases): cases.flatMap { $0.fields.map(\.type) }
    case .enumeration, .broken: []
    }
  }
}
