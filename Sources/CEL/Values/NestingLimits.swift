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
  func canHoldMany(_ type: ValueType, _ known: inout [TypeID: PartCount]) -> Bool {
    mostParts(of: type, &known).own > 1_000_000
  }

  /// The most values that a value of a type can hold, itself included. For a union with type
  /// parameters, whose cases are counted together, it is a bound that may not be reached.
  private func mostParts(of type: ValueType, _ known: inout [TypeID: PartCount]) -> PartCount {
    switch type {
    case .list(let inside): return mostParts(of: inside, &known) * Limits.elements
    case .map(_, let inside):
      return (PartCount(1) + mostParts(of: inside, &known)) * Limits.elements
    case .nullable(let inside), .optional(let inside): return mostParts(of: inside, &known)
    case .parameter(let name): return PartCount(parameter: name)
    case .declared(let id, let arguments):
      guard types.indices.contains(Int(id.index)) else { return PartCount(1) }
      let parts = mostParts(of: id, &known)
      return zip(types[Int(id.index)].parameters, arguments).reduce(PartCount(parts.own)) {
        guard let factor = parts.factors[$1.0] else { return $0 }
        return $0 + mostParts(of: $1.1, &known) * factor
      }
    case .caseData(let unionCase, let arguments):
      return mostParts(of: .declared(unionCase.type, arguments), &known)
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .null, .void, .dyn,
      .type, .named, .unknown:
      return PartCount(1)
    }
  }

  /// The same for a declared type, by its parameters.
  private func mostParts(of type: TypeID, _ known: inout [TypeID: PartCount]) -> PartCount {
    if let count = known[type] { return count }
    func sum(_ fields: [Field]) -> PartCount {
      fields.reduce(PartCount(1)) { $0 + mostParts(of: $1.type, &known) }
    }
    var count = PartCount(1)
    switch types[Int(type.index)].shape {
    case .record(let fields), .state(let fields): count = sum(fields)
    case .union(let cases): for item in cases { count = count.maximum(sum(item.fields)) }
    case .enumeration, .broken: break
    }
    known[type] = count
    return count
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
      let result = types[Int(id.index)].shape.fields.contains {
        !$0.type.isScalar && hasUnboundedNesting($0.type, inside: &open, &known)
      }
      open.remove(id)
      known[id] = result
      return result
    }
  }
}

/// How many values a value can hold: those that do not depend on type arguments, and a factor for
/// each type parameter. Each number is at most 2^31.
struct PartCount {
  private(set) var own: Int
  /// By the parameter's name.
  private(set) var factors: [String: Int] = [:]

  init(_ own: Int) { self.own = min(1 << 31, own) }

  init(parameter: String) {
    own = 0
    factors = [parameter: 1]
  }

  static func + (first: PartCount, second: PartCount) -> PartCount {
    first.merging(second) { min(1 << 31, $0 + $1) }
  }

  static func * (count: PartCount, factor: Int) -> PartCount {
    var result = PartCount(count.own * factor)
    result.factors = count.factors.mapValues { min(1 << 31, $0 * factor) }
    return result
  }

  /// The larger of each two numbers.
  func maximum(_ other: PartCount) -> PartCount { merging(other) { max($0, $1) } }

  private func merging(_ other: PartCount, _ merge: (Int, Int) -> Int) -> PartCount {
    var result = PartCount(merge(own, other.own))
    result.factors = factors.merging(other.factors, uniquingKeysWith: merge)
    return result
  }
}
