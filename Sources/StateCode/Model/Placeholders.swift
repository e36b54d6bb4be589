import CEL

/// Constants for members that get their values only when they are computed.
extension Declarations {
  /// A constant of a type: zero, an empty text, no value, or the first case.
  func placeholder(of type: ValueType) -> GenerationCode {
    let kind: GenerationCode.Kind =
      switch type {
      case .bool: .bool(false)
      case .int: .int(0)
      case .uint: .uint(0)
      case .double: .double(0)
      case .string: .text("")
      case .bytes: .bytes([])
      case .timestamp: .moment(seconds: 0, nanoseconds: 0)
      case .duration: .span(0)
      case .void: .unit
      case .list: .list([])
      case .map: .map([])
      case .declared(let id, let arguments): placeholder(of: type, self[id].shape, id, arguments)
      case .null, .dyn, .nullable, .optional, .caseData, .type, .parameter, .named, .unknown: .null
      }
    return GenerationCode(kind, type.represented)
  }

  private func placeholder(
    of type: ValueType, _ shape: Shape, _ id: TypeID, _ arguments: [ValueType]
  ) -> GenerationCode.Kind {
    switch shape {
    case .record, .state:
      return .record(
        (fields(of: type) ?? []).map { $0.hasDefault ? nil : placeholder(of: $0.type) })
    case .enumeration: return .entry(id, 0)
    case .union:
      let first = UnionCase(type: id, index: 0)
      let fields = fields(of: .caseData(first, arguments)) ?? []
      return .union(first, fields.map { placeholder(of: $0.type) })
    case .broken: return .null
    }
  }
}
