package import CEL

extension Wire {
  /// The plain JSON in place of a private value of a type: null where the type permits it, and
  /// otherwise `false`, 0, an empty text, list or map, the first value of an enum, the first case of
  /// a union without data, and so on for each field of a record.
  package func blank(of type: ValueType) -> JSON {
    switch type {
    case .bool: .bool(false)
    case .int, .uint, .double: .number("0")
    case .string, .bytes: .string("")
    case .timestamp: .string("1970-01-01T00:00:00Z")
    case .duration: .string("0s")
    case .void, .map: .object([])
    case .list: .array([])
    case .declared(let id, let arguments): blank(of: id, arguments)
    case .caseData: members(of: type)
    case .null, .nullable, .optional, .dyn, .type, .parameter, .named, .unknown: .null
    }
  }

  private func blank(of id: TypeID, _ arguments: [ValueType]) -> JSON {
    switch declarations[id].shape {
    case .record, .state: return members(of: .declared(id, arguments))
    case .enumeration(let names): return names.first.map(JSON.string) ?? .null
    case .union(let cases):
      let index = cases.firstIndex { $0.fields.isEmpty } ?? 0
      guard cases.indices.contains(index) else { return .null }
      if cases[index].fields.isEmpty { return .string(cases[index].name) }
      let unionCase = UnionCase(type: id, index: Int32(index))
      let data = members(of: .caseData(unionCase, arguments))
      return .object([JSON.Member(key: cases[index].name, value: data)])
    case .broken: return .null
    }
  }

  /// Recursive, as deep as records nest: a record contains itself only in lists and maps.
  private func members(of type: ValueType) -> JSON {
    let fields = declarations.fields(of: type) ?? []
    return .object(
      fields.filter { !$0.hasDefault }
        .map { JSON.Member(key: $0.name, value: blank(of: $0.type)) })
  }
}
