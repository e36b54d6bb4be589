extension Value {
  /// Whether it is too large to keep: the number of elements in lists, maps, records, cases and
  /// optionals, or their nesting, exceeds a limit. A shared element counts each time. The check
  /// stops at the limit.
  package var isTooLarge: Bool {
    var room = Limits.valueParts
    return !fits(depth: Limits.valueDepth, &room)
  }

  /// Subtracts what the value takes when it is sent: the bytes of its texts, and 1 for each other
  /// value in it. Returns `false` as soon as `room` is too small.
  package func isSendable(_ room: inout Int) -> Bool {
    switch self {
    case .string(let text): room -= text.utf8.count
    case .bytes(let bytes): room -= bytes.count
    default: room -= 1
    }
    guard room >= 0 else { return false }
    switch self {
    case .list(let elements), .record(let elements, _), .union(_, let elements):
      return elements.allSatisfy { $0.isSendable(&room) }
    case .map(let map):
      return map.entries.allSatisfy { $0.key.isSendable(&room) && $0.value.isSendable(&room) }
    case .optional(let optional): return optional.value.map { $0.isSendable(&room) } ?? true
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .enumeration,
      .unit, .type:
      return true
    }
  }

  private func fits(depth: Int, _ room: inout Int) -> Bool {
    switch self {
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .enumeration,
      .unit, .type:
      return true
    case .list(let elements), .record(let elements, _), .union(_, let elements):
      room -= elements.count
      guard depth > 0, room >= 0 else { return false }
      return elements.allSatisfy { $0.fits(depth: depth - 1, &room) }
    case .map(let map):
      room -= 2 * map.count
      guard depth > 0, room >= 0 else { return false }
      return map.entries.allSatisfy { $0.value.fits(depth: depth - 1, &room) }
    case .optional(let optional):
      guard let inside = optional.value else { return true }
      room -= 1
      return depth > 0 && room >= 0 && inside.fits(depth: depth - 1, &room)
    }
  }
}

extension Declarations {
  /// Whether values of a type can nest without a bound: dyn, and types that recurse through lists
  /// or maps.
  package func hasUnboundedNesting(_ type: ValueType) -> Bool {
    if type.isScalar { return false }
    var finished: Set<TypeID> = []
    return hasUnboundedNesting(type, inside: [], &finished)
  }

  /// `open` are the types around this one; `finished` are the types whose nesting is known to be
  /// bounded.
  private func hasUnboundedNesting(
    _ type: ValueType, inside open: Set<TypeID>, _ finished: inout Set<TypeID>
  ) -> Bool {
    switch type {
    case .dyn, .unknown, .named: return true
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .null, .void, .type,
      .parameter:
      return false
    case .list(let inside), .map(_, let inside), .nullable(let inside), .optional(let inside):
      return hasUnboundedNesting(inside, inside: open, &finished)
    case .caseData(let unionCase, let arguments):
      return hasUnboundedNesting(.declared(unionCase.type, arguments), inside: open, &finished)
    case .declared(let id, let arguments):
      for argument in arguments where hasUnboundedNesting(argument, inside: open, &finished) {
        return true
      }
      guard types.indices.contains(Int(id.index)) else { return false }
      let fields = Self.fields(of: types[Int(id.index)].shape).filter { !$0.isScalar }
      if fields.isEmpty { return false }
      guard !open.contains(id) else { return true }
      guard !finished.contains(id) else { return false }
      let inner = open.union([id])
      for field in fields where hasUnboundedNesting(field, inside: inner, &finished) { return true }
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
