import CEL
import StateTables

/// Functions: those of the prelude, by name; operators where both languages mean what CEL means.
extension ExpressionBuilder {
  mutating func call(
    _ function: Function, _ arguments: [TypedSyntax.Index], _ type: ValueType
  ) throws(Refusal) -> Code {
    let codes = try all(arguments)
    let types = codes.map(\.type)
    guard let first = codes.first, let subject = types.first else {
      if function == .optionalNone { return Code(.null, type) }
      throw refusal("`\(function)`")
    }
    func prelude(_ name: String, fails: Bool = false) -> Code {
      Code(.prelude(name, codes), type, fails: fails)
    }
    switch function {
    case .not: return Code(.not(first), .bool)
    case .negate:
      return subject == .double ? Code(.negative(first), type) : prelude("celNegate", fails: true)
    case .add, .subtract, .multiply, .divide, .modulo:
      return try arithmetic(function, codes, type)
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard codes.count == 2 else { break }
      return try comparison(function, codes[0], codes[1])
    case .contained:
      guard codes.count == 2 else { break }
      let name = if case .map = codes[1].type { "celHasKey" } else { "celHas" }
      return Code(.prelude(name, [codes[1], codes[0]]), .bool)
    case .matches, .regexExtract, .regexExtractAll, .regexReplace:
      return try regex(function, codes, type)
    case .greatest, .least: return try extreme(function, codes, type)
    case .hasValue: return Code(.isNotNull(first), .bool)
    case .value: return try value(of: first, type)
    case .optionalOf: return try optional(first, type)
    case .orValue:
      guard codes.count == 2 else { break }
      return prelude("celOr")
    case .or, .optionalOfNonZeroValue: throw refusal("`\(function)` of optionals")
    case .toString, .toInt, .toUint, .toDouble, .toBool, .toBytes, .toTimestamp, .toDuration:
      return try conversion(function, first, type)
    case .size, .contains, .startsWith, .endsWith, .lowerAscii, .upperAscii, .trim, .reverse,
      .join, .distinct, .first, .last, .getHours, .getMinutes, .getSeconds, .getMilliseconds,
      .abs, .charAt, .substring, .slice, .range:
      return try library(function, codes, type)
    default: break
    }
    throw refusal("`\(function)`")
  }

  private func library(
    _ function: Function, _ codes: [Code], _ type: ValueType
  ) throws(Refusal) -> Code {
    let name = String(describing: function)
    let subject = codes[0].type
    if subject == .timestamp { throw refusal("zones and parts of times") }
    let fails: Bool
    switch function {
    case .charAt, .substring, .slice, .range, .join: fails = true
    case .abs: fails = subject == .int
    default: fails = false
    }
    let plain = name.hasPrefix("get") ? String(name.dropFirst(3)) : name
    let capital = plain.prefix(1).uppercased() + plain.dropFirst()
    return Code(.prelude("cel\(capital)", codes), type, fails: fails)
  }

  private func arithmetic(
    _ function: Function, _ codes: [Code], _ type: ValueType
  ) throws(Refusal) -> Code {
    guard codes.count == 2 else { throw refusal("`\(function)`") }
    if codes[0].type == .double {
      let infix: Code.Infix? =
        switch function {
        case .add: .plus
        case .subtract: .minus
        case .multiply: .times
        case .divide: .divided
        default: nil
        }
      guard let infix else { throw refusal("`\(function)` of doubles") }
      return Code(.infix(infix, codes[0], codes[1]), type)
    }
    if type == .string, function == .add, Self.boundedText(codes[0]), Self.boundedText(codes[1]) {
      return Code(.infix(.plus, codes[0], codes[1]), type)
    }
    let name =
      switch function {
      case .add: "celPlus"
      case .subtract: "celMinus"
      case .multiply: "celTimes"
      case .divide: "celDivided"
      default: "celRemainder"
      }
    return Code(.prelude(name, codes), type, fails: true)
  }

  /// Whether a text is short whatever happens, so that joining it to another cannot be too long.
  private static func boundedText(_ code: Code) -> Bool {
    switch code.kind {
    case .text(let text): text.utf8.count < 10_000
    case .prelude("celText", let parts):
      parts.allSatisfy { $0.type != .bytes && $0.type != .string }
    case .conditional(_, let first, let second): boundedText(first) && boundedText(second)
    case .infix(.plus, let left, let right): boundedText(left) && boundedText(right)
    default: false
    }
  }

  private func comparison(
    _ function: Function, _ left: Code, _ right: Code
  ) throws(Refusal) -> Code {
    switch function {
    case .equal, .notEqual:
      let isNative = isNative(left.type) && isNative(right.type)
      if isNative {
        return Code(.infix(function == .equal ? .equal : .notEqual, left, right), .bool)
      }
      let equal = Code(.prelude("celEqual", [left, right]), .bool)
      return function == .equal ? equal : Code(.not(equal), .bool)
    default: break
    }
    switch left.type {
    case .int, .uint, .double, .duration, .timestamp:
      let infix: Code.Infix =
        switch function {
        case .less: .less
        case .lessOrEqual: .lessOrEqual
        case .greater: .greater
        default: .greaterOrEqual
        }
      return Code(.infix(infix, left, right), .bool)
    case .string, .bytes, .bool: break
    default: throw refusal("an order of these values")
    }
    // The order is total: `a <= b` is `!(b < a)`. Operands that fail keep their order.
    if left.fails || right.fails { throw refusal("an order of texts whose making can fail") }
    let isSwapped = function == .greater || function == .lessOrEqual
    let less = Code(.prelude("celLess", isSwapped ? [right, left] : [left, right]), .bool)
    return function == .less || function == .greater ? less : Code(.not(less), .bool)
  }

  /// Whether `==` of both languages means what CEL means.
  func isNative(_ type: ValueType) -> Bool {
    switch type {
    case .bool, .int, .uint, .double, .timestamp, .duration, .void, .null: return true
    case .declared(let id, _):
      if case .enumeration = definition.declarations[id].shape { return true }
      return false
    case .nullable(let inner): return inner != .double && isNative(inner)
    default: return false
    }
  }

  private func extreme(
    _ function: Function, _ codes: [Code], _ type: ValueType
  ) throws(Refusal) -> Code {
    let name = function == .greatest ? "celGreatest" : "celLeast"
    guard let first = codes.first, codes.allSatisfy({ $0.type == first.type }) else {
      throw refusal("`math.greatest` and `math.least` of numbers of different types")
    }
    if case .list = first.type {
      throw refusal("`math.greatest` and `math.least` of a list")
    }
    var result = first
    for code in codes.dropFirst() { result = Code(.prelude(name, [result, code]), type) }
    return result
  }

  private func value(of optional: Code, _ type: ValueType) throws(Refusal) -> Code {
    if let name = optional.name, case .local(let local) = name, isPresent(local) {
      return Code(.known(optional), type)
    }
    return Code(.prelude("celValue", [optional]), type, fails: true)
  }

  private func isPresent(_ local: String) -> Bool {
    known.present.contains { variable in
      definition.declarations.variables.indices.contains(Int(variable))
        && definition.declarations.variables[Int(variable)].name == local
    }
  }

  private func optional(_ code: Code, _ type: ValueType) throws(Refusal) -> Code {
    if case .nullable = code.type { throw refusal("optionals that hold null") }
    return Code(code.kind, type, fails: code.fails)
  }

  private func conversion(
    _ function: Function, _ code: Code, _ type: ValueType
  ) throws(Refusal) -> Code {
    if code.type == type { return code }
    let (name, fails): (String, Bool)
    switch (function, code.type) {
    case (.toString, .string): return code
    case (.toString, .bytes), (.toString, .timestamp), (.toInt, .timestamp),
      (.toDouble, .string), (.toUint, .string):
      throw refusal("`\(function)` of these values")
    case (.toString, .declared):
      return Code(.prelude("celName", [code]), type)
    case (.toString, _): (name, fails) = ("celText", false)
    case (.toInt, _): (name, fails) = ("celInt", true)
    case (.toUint, _): (name, fails) = ("celUint", true)
    case (.toDouble, _): (name, fails) = ("celDouble", false)
    default: throw refusal("`\(function)` of these values")
    }
    return Code(.prelude(name, [code]), type, fails: fails)
  }

  private mutating func regex(
    _ function: Function, _ codes: [Code], _ type: ValueType
  ) throws(Refusal) -> Code {
    guard codes.count >= 2, case .text(let pattern) = codes[1].kind else {
      throw refusal("patterns that are not constant")
    }
    let place: Int
    if let known = known.patterns.firstIndex(of: pattern) {
      place = known
    } else {
      place = known.patterns.count
      known.patterns.append(pattern)
    }
    let table = Code(.pattern(place), .dyn)
    switch function {
    case .matches: return Code(.prelude("celMatches", [codes[0], table]), type)
    case .regexExtract: return Code(.prelude("celExtract", [codes[0], table]), type)
    default: throw refusal("`\(function)`")
    }
  }
}

/// Macros.
extension ExpressionBuilder {
  mutating func loop(
    _ loop: TypedSyntax.Comprehension, _ type: ValueType
  ) throws(Refusal) -> Code {
    let range = try build(loop.range)
    guard case .list(let element) = range.type else { throw refusal("macros over maps") }
    guard loop.position == nil else { throw refusal("macros with two variables") }
    let variable = declare(loop.element, element)
    let name: String
    switch loop.loop {
    case .all: name = "celAll"
    case .exists: name = "celExists"
    case .existsOne: name = "celExistsOne"
    case .filter: name = "celFilter"
    case .list: name = loop.condition == nil ? "celMap" : "celMapWhere"
    case .mapValues, .mapEntries, .sortBy: throw refusal("this macro")
    }
    var bodies: [Code] = []
    if let condition = loop.condition { bodies.append(try build(condition)) }
    bodies.append(try build(loop.body))
    return Code(.loop(name, range, variables: [variable], bodies), type)
  }

  mutating func bind(
    _ local: Int32, _ value: TypedSyntax.Index, _ body: TypedSyntax.Index, _ type: ValueType
  ) throws(Refusal) -> Code {
    let value = try build(value)
    // Its error would matter only where the name is read.
    if value.fails { throw refusal("`cel.bind` of a value that can fail") }
    let variable = declare(local, value.type)
    return Code(.loop("celBind", value, variables: [variable], [try build(body)]), type)
  }

  mutating func optionalMap(
    _ operand: TypedSyntax.Index, _ local: Int32, _ body: TypedSyntax.Index, _ isFlat: Bool,
    _ type: ValueType
  ) throws(Refusal) -> Code {
    let operand = try build(operand)
    guard case .optional(let inner) = operand.type, inner == inner.withoutNull else {
      throw refusal("optionals that hold null")
    }
    let variable = declare(local, inner)
    let body = try build(body)
    if !isFlat, body.type != body.type.withoutNull { throw refusal("optionals that hold null") }
    return Code(
      .loop(isFlat ? "celFlatMap" : "celOptionalMap", operand, variables: [variable], [body]), type)
  }
}

/// Constants.
extension ExpressionBuilder {
  func constant(_ value: Value, _ type: ValueType) throws(Refusal) -> Code {
    let plain = type.withoutNull
    switch value {
    case .null: return Code(.null, type)
    case .bool(let flag): return Code(.bool(flag), type)
    case .int(let number): return Code(.int(number), type)
    case .uint(let number): return Code(.uint(number), type)
    case .double(let number): return Code(.double(number), type)
    case .string(let text): return Code(.text(text), type)
    case .bytes(let bytes): return Code(.bytes(bytes), type)
    case .timestamp(let moment):
      return Code(.moment(seconds: moment.seconds, nanoseconds: moment.nanoseconds), type)
    case .duration(let span): return Code(.span(span.nanoseconds), type)
    case .unit: return Code(.unit, type)
    case .enumeration(let id, let index): return Code(.entry(id, Int(index)), type)
    case .list(let elements):
      guard case .list(let element) = plain else { break }
      return Code(.list(try constants(elements.map { ($0, element) })), type)
    case .map(let map):
      guard case .map(let keyType, let valueType) = plain else { break }
      var entries: [(key: Code, value: Code)] = []
      for entry in map.entries {
        entries.append((try constant(entry.key, keyType), try constant(entry.value, valueType)))
      }
      return Code(.map(entries), type, fails: !entries.isEmpty)
    case .record(let values, _):
      let fields = definition.declarations.fields(of: plain) ?? []
      var parts: [Code?] = []
      for (field, value) in zip(fields, values) {
        if field.hasDefault, case .null = value {
          parts.append(nil)
        } else {
          parts.append(try constant(value, field.type))
        }
      }
      return Code(.record(parts), plain)
    case .union(let unionCase, let values):
      guard case .declared(_, let arguments) = plain else { break }
      let fields = definition.declarations.fields(of: .caseData(unionCase, arguments)) ?? []
      return Code(.union(unionCase, try constants(zip(fields, values).map { ($1, $0.type) })), type)
    case .optional(let optional):
      guard case .optional(let inner) = plain, inner == inner.withoutNull else { break }
      guard let value = optional.value else { return Code(.null, type) }
      let code = try constant(value, inner)
      return Code(code.kind, type, fails: code.fails)
    case .type: break
    }
    throw refusal("counterpart of this constant")
  }

  private func constants(_ values: [(Value, ValueType)]) throws(Refusal) -> [Code] {
    var codes: [Code] = []
    for (value, type) in values { codes.append(try constant(value, type)) }
    return codes
  }
}
