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

  /// Charges for storing the value: 1 for each 8 values in it, where a shared one counts each time.
  /// Without this, a few lists that hold each other would be more values than a step can compare.
  package func chargeParts(_ budget: inout Budget) -> Bool {
    switch self {
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .enumeration,
      .unit, .type:
      return true
    case .list(let elements), .record(let elements, _), .union(_, let elements):
      return budget.charge(1 + elements.count / 8)
        && elements.allSatisfy { $0.chargeParts(&budget) }
    case .map(let map):
      return budget.charge(1 + map.count / 4)
        && map.entries.allSatisfy { $0.value.chargeParts(&budget) }
    case .optional(let optional): return optional.value?.chargeParts(&budget) ?? true
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
    var known: [TypeID: Bool] = [:]
    return hasUnboundedNesting(type, &known)
  }

  /// The same, with what earlier calls have found.
  func hasUnboundedNesting(_ type: ValueType, _ known: inout [TypeID: Bool]) -> Bool {
    if type.isScalar { return false }
    var open: Set<TypeID> = []
    return hasUnboundedNesting(type, inside: &open, &known)
  }

  /// Whether a value of a type can hold more than 1,000,000 values, because lists, maps or records
  /// hold each other. The nesting of the type must be bounded. `known` has what earlier calls found.
  func canHoldMany(_ type: ValueType, _ known: inout [ValueType: Int]) -> Bool {
    mostParts(of: type, &known) > 1_000_000
  }

  /// The most values that a value of a type can hold, itself included; at most 2^31.
  private func mostParts(of type: ValueType, _ known: inout [ValueType: Int]) -> Int {
    if type.isScalar { return 1 }
    if let count = known[type] { return count }
    let ceiling = 1 << 31
    let sum = { (fields: [Declarations.Field]?, known: inout [ValueType: Int]) in
      (fields ?? []).reduce(1) { min(ceiling, $0 + mostParts(of: $1.type, &known)) }
    }
    let count: Int
    switch type {
    case .list(let inside): count = Limits.elements * mostParts(of: inside, &known)
    case .map(_, let inside): count = Limits.elements * (1 + mostParts(of: inside, &known))
    case .nullable(let inside), .optional(let inside): count = mostParts(of: inside, &known)
    case .caseData: count = sum(fields(of: type), &known)
    case .declared(let id, let arguments):
      guard types.indices.contains(Int(id.index)) else { return 1 }
      if case .union(let cases) = types[Int(id.index)].shape {
        count = cases.indices.reduce(1) { most, index in
          let unionCase = UnionCase(type: id, index: Int32(index))
          return max(most, mostParts(of: .caseData(unionCase, arguments), &known))
        }
      } else {
        count = sum(fields(of: type), &known)
      }
    default: count = 1
    }
    known[type] = min(ceiling, count)
    return min(ceiling, count)
  }

  /// `open` are the types around this one; `known` are the results of types.
  private func hasUnboundedNesting(
    _ type: ValueType, inside open: inout Set<TypeID>, _ known: inout [TypeID: Bool]
  ) -> Bool {
    switch type {
    case .dyn, .unknown, .named: return true
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .null, .void, .type,
      .parameter:
      return false
    case .list(let inside), .map(_, let inside), .nullable(let inside), .optional(let inside):
      return hasUnboundedNesting(inside, inside: &open, &known)
    case .caseData(let unionCase, let arguments):
      return hasUnboundedNesting(.declared(unionCase.type, arguments), inside: &open, &known)
    case .declared(let id, let arguments):
      for argument in arguments where hasUnboundedNesting(argument, inside: &open, &known) {
        return true
      }
      guard types.indices.contains(Int(id.index)) else { return false }
      if let known = known[id] { return known }
      guard open.insert(id).inserted else { return true }
      let fields = Self.fields(of: types[Int(id.index)].shape)
      let result = fields.contains {
        !$0.isScalar && hasUnboundedNesting($0, inside: &open, &known)
      }
      open.remove(id)
      known[id] = result
      return result
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
