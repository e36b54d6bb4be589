extension Checker {
  /// A JSON cell: text is an expression, everything else is itself.
  mutating func checkCell(_ cell: Cell, _ expected: Expected) -> Typed {
    counts.nesting += 1
    defer { counts.nesting -= 1 }
    if counts.nesting > Limits.nesting {
      return report(.limit(.nesting(found: counts.nesting, limit: Limits.nesting)), at: 0..<0)
    }
    switch cell {
    case .expression(let text): return checkText(text, expected)
    case .null: return require(emit(.constant(.null), .null, at: 0..<0), expected)
    case .bool(let value): return require(emit(.constant(.bool(value)), .bool, at: 0..<0), expected)
    case .number(let digits): return checkNumber(digits, expected)
    case .list(let elements): return checkElements(elements, expected)
    case .object(let members): return checkObject(members, expected)
    }
  }

  private mutating func require(_ typed: Typed, _ expected: Expected) -> Typed {
    guard case .required(let type, let part) = expected else { return typed }
    return coerce(typed, to: type, at: 0..<0, as: part)
  }

  /// A number is what its type makes of it.
  private mutating func checkNumber(_ digits: String, _ expected: Expected) -> Typed {
    let goal = expected.type.map { resolved($0) } ?? .unknown
    let value: Value?
    let type: ValueType
    switch goal.withoutNull {
    case .double: (value, type) = (CellNumber.double(digits).map(Value.double), .double)
    case .uint: (value, type) = (CellNumber.uint(digits).map(Value.uint), .uint)
    case .duration: (value, type) = (CellNumber.seconds(digits).map(Value.duration), .duration)
    case .int: (value, type) = (CellNumber.int(digits).map(Value.int), .int)
    default:
      let isInt = digits.utf8.allSatisfy { Token.isDigit($0) || $0 == UInt8(ascii: "-") }
      type = isInt ? .int : .double
      value =
        isInt
        ? CellNumber.int(digits).map(Value.int) : CellNumber.double(digits).map(Value.double)
    }
    guard let value else {
      let hasFraction = digits.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == 0x65 }
      return report(
        .type(
          hasFraction && type != .double && type != .duration
            ? .fraction(digits, type: type == .int ? "an int" : "a uint")
            : .numberRange(digits, type: text(type))), at: 0..<0)
    }
    return require(emit(.constant(value), type, at: 0..<0), expected)
  }

  private mutating func checkElements(_ elements: [Cell], _ expected: Expected) -> Typed {
    let goal = expected.type.map { resolved($0).withoutNull } ?? .unknown
    let wanted: ValueType?
    switch goal {
    case .list(let element): wanted = element
    case .dyn: wanted = .dyn
    default: wanted = nil
    }
    var parts: [Typed] = []
    for (position, element) in elements.enumerated() {
      let value = GivenValue.cell(element, key: String(position))
      parts.append(checkValue(value, wanted.map { .required($0, as: .element) } ?? .nothing))
    }
    var type = wanted ?? inference.fresh()
    if wanted == nil {
      for part in parts { type = inference.join(type, part.type) ?? .dyn }
    }
    let list = emit(.list(parts.map { .init($0.node) }), .list(type), at: 0..<0)
    return require(list, expected)
  }

  private mutating func checkObject(_ members: [Cell.Member], _ expected: Expected) -> Typed {
    let goal = expected.type.map { resolved($0).withoutNull } ?? .unknown
    let given = members.map {
      GivenField(
        name: Syntax.Name(text: $0.key, range: 0..<0), value: .cell($0.value, key: $0.key))
    }
    switch goal {
    case .void where members.isEmpty:
      return require(emit(.constant(.unit), .void, at: 0..<0), expected)
    case .caseData: return checkFields(given, of: goal, at: 0..<0)
    case .declared(let id, _):
      switch declarations[id].shape {
      case .record, .state: return require(checkFields(given, of: goal, at: 0..<0), expected)
      case .union: return require(checkUnion(given, of: goal, at: 0..<0), expected)
      case .broken, .enumeration: break
      }
    case .map(.string, let value): return checkMembers(members, value, expected)
    case .dyn: return checkMembers(members, .dyn, expected)
    default: break
    }
    for field in given { _ = checkValue(field.value, .nothing) }
    if goal == .unknown || expected.type == nil { return poison(at: 0..<0) }
    if case .declared(let id, _) = goal, declarations[id].shape == .broken {
      return poison(at: 0..<0)
    }
    guard case .required(_, let part) = expected else { return poison(at: 0..<0) }
    var remedy: ExpressionProblem.Remedy?
    switch goal {
    case .list where members.isEmpty: remedy = .literal("[]")
    case .map where members.isEmpty: remedy = .literal("\"{}\"")
    default: break
    }
    return report(mismatch(part, found: "an object", wanted: goal, remedy), at: 0..<0)
  }

  /// An object that is a map, by its keys' code points: sorting keys there changes nothing.
  private mutating func checkMembers(
    _ members: [Cell.Member], _ type: ValueType, _ expected: Expected
  ) -> Typed {
    let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    var entries: [TypedSyntax.Entry] = []
    for member in sorted {
      let key = emit(.constant(.string(member.key)), .string, at: 0..<0)
      let value = checkValue(.cell(member.value, key: member.key), .required(type, as: .value))
      entries.append(.init(key: key.node, value: value.node))
    }
    return require(emit(.map(entries), .map(.string, type), at: 0..<0), expected)
  }
}

extension String {
  /// The key as a step of a JSON pointer (RFC 6901).
  package var pointerStep: String {
    guard utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return self
    }
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "~": result += "~0"
      case "/": result += "~1"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
