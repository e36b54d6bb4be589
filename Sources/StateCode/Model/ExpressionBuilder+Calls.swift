import CEL
import StateModel

/// Builds function calls: an operator where both languages agree with CEL, otherwise a call of a
/// prelude function.
extension ExpressionBuilder {
  mutating func call(
    _ function: Function, _ arguments: [TypedSyntax.Index], _ type: ValueType
  ) throws(Refusal) -> GenerationCode {
    let codes = try all(arguments)
    let result = type.represented
    guard let first = codes.first else {
      guard function == .optionalNone else { throw refusal("`\(function)`") }
      return result == .dyn
        ? GenerationCode(.prelude("celNone", []), .dyn) : GenerationCode(.null, result)
    }
    switch function {
    case .matches, .regexExtract, .regexExtractAll, .regexReplace:
      return try regex(function, codes, result)
    case .toDyn: return try coerced(first, to: .dyn)
    case .flatten where codes.count == 1 && first.type.isListOfLists:
      return GenerationCode(.prelude("celConcat", codes), result, fails: true)
    case .typeOf, .flatten, .optionalOfNonZeroValue: return try dynamic(function, codes)
    case .join: return try library(function, try texts(codes), result)
    case .format:
      guard codes.count == 2 else { break }
      return try library(
        function, [try coerced(codes[0], to: .string), try coerced(codes[1], to: .list(.dyn))],
        result)
    default: break
    }
    if result == .dyn || codes.contains(where: { $0.type == .dyn }) {
      return try dynamic(function, codes)
    }
    switch function {
    case .not: return GenerationCode(.not(first), .bool)
    case .negate:
      return first.type == .double
        ? GenerationCode(.negative(first), result)
        : GenerationCode(.prelude("celNegate", codes), result, fails: true)
    case .add, .subtract, .multiply, .divide, .modulo:
      return try arithmetic(function, codes, result)
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      return try comparison(function, codes)
    case .contained, .index, .setsContains, .setsEquivalent, .setsIntersects:
      return try membership(function, codes)
    case .greatest, .least: return try extreme(function, codes, result)
    case .hasValue: return GenerationCode(.isNotNull(first), .bool)
    case .value: return try value(of: first, result)
    case .optionalOf: return GenerationCode(.prelude("celSome", codes), result)
    case .orValue, .or:
      guard codes.count == 2 else { break }
      let other: ValueType = function == .or ? first.type : first.type.present
      if codes[1].type != other { return try dynamic(function, codes) }
      return GenerationCode(.prelude(function == .or ? "celOrElse" : "celOr", codes), result)
    case .toString, .toInt, .toUint, .toDouble, .toBool, .toBytes, .toTimestamp, .toDuration:
      return try conversion(function, first, result)
    case .size:
      if case .loop("celFilter", let list, let variables, let bodies) = first.kind {
        return GenerationCode(.loop("celCount", list, variables: variables, bodies), result)
      }
      return try library(function, codes, result)
    default: return try library(function, codes, result)
    }
    throw refusal("`\(function)`")
  }

  /// The operands of `join`.
  private func texts(_ codes: [GenerationCode]) throws(Refusal) -> [GenerationCode] {
    var result = [try coerced(codes[0], to: .list(.string))]
    for code in codes.dropFirst() { result.append(try coerced(code, to: .string)) }
    return result
  }

  /// Functions that can fail with operands of any value.
  private static let failing: Set<Function> = [
    .charAt, .substring, .slice, .range, .join, .indexOf, .lastIndexOf, .replace, .split, .quote,
    .format, .base64Encode, .base64Decode, .bitShiftLeft, .bitShiftRight, .sort,
  ]

  private func library(
    _ function: Function, _ codes: [GenerationCode], _ type: ValueType
  ) throws(Refusal) -> GenerationCode {
    // The first element of a list of nullable values is an optional that may itself hold null.
    if type == .dyn { return try dynamic(function, codes) }
    let name = String(describing: function)
    let subject = codes[0].type
    var codes = codes
    if subject == .timestamp, codes.count == 2 {
      codes = [GenerationCode(.prelude("celShifted", codes), .timestamp, fails: true)]
    }
    let fails = Self.failing.contains(function) || function == .abs && subject == .int
    let plain = name.hasPrefix("get") ? String(name.dropFirst(3)) : name
    return GenerationCode(.prelude("cel\(plain.capitalized)", codes), type, fails: fails)
  }

  private func arithmetic(
    _ function: Function, _ codes: [GenerationCode], _ type: ValueType
  ) throws(Refusal) -> GenerationCode {
    guard codes.count == 2 else { throw refusal("`\(function)`") }
    let isTimes = [codes[0].type, codes[1].type].allSatisfy { $0 == .timestamp || $0 == .duration }
    if codes[0].type != codes[1].type, !isTimes { return try dynamic(function, codes) }
    if codes[0].type == .double {
      let infix: GenerationCode.Infix? =
        switch function {
        case .add: .plus
        case .subtract: .minus
        case .multiply: .times
        case .divide: .divided
        default: nil
        }
      guard let infix else { return try dynamic(function, codes) }
      return GenerationCode(.infix(infix, codes[0], codes[1]), type)
    }
    if type == .string, function == .add, Self.boundedText(codes[0]), Self.boundedText(codes[1]) {
      return GenerationCode(.infix(.plus, codes[0], codes[1]), type)
    }
    if function == .divide || function == .modulo, Self.isSafeDivisor(codes[1]) {
      return GenerationCode(
        .infix(function == .divide ? .divided : .remainder, codes[0], codes[1]), type)
    }
    let name =
      switch function {
      case .add: "celPlus"
      case .subtract: "celMinus"
      case .multiply: "celTimes"
      case .divide: "celDivided"
      default: "celRemainder"
      }
    return GenerationCode(.prelude(name, codes), type, fails: true)
  }

  /// Whether division by this code never fails and has the same result in both languages.
  private static func isSafeDivisor(_ code: GenerationCode) -> Bool {
    switch code.kind {
    case .int(let number): number != 0 && number != -1
    case .uint(let number): number != 0
    default: false
    }
  }

  /// Whether a text is always short, so that appending it cannot exceed the length limit.
  private static func boundedText(_ code: GenerationCode) -> Bool {
    switch code.kind {
    case .text(let text): text.utf8.count < 10_000
    case .prelude("celText", let parts):
      parts.allSatisfy { $0.type != .bytes && $0.type != .string }
    case .conditional(_, let first, let second): boundedText(first) && boundedText(second)
    case .infix(.plus, let left, let right): boundedText(left) && boundedText(right)
    default: false
    }
  }

  private func comparison(_ function: Function, _ codes: [GenerationCode]) throws(Refusal)
    -> GenerationCode
  {
    guard codes.count == 2 else { throw refusal("`\(function)`") }
    let (left, right) = (codes[0], codes[1])
    switch function {
    case .equal, .notEqual:
      if isNative(left.type) && isNative(right.type), left.type.present == right.type.present {
        return GenerationCode(.infix(function == .equal ? .equal : .notEqual, left, right), .bool)
      }
      if left.type != right.type, left.type.canBeDynamic, right.type.canBeDynamic {
        return try dynamic(function, codes)
      }
      let equal = GenerationCode(.prelude("celEqual", [left, right]), .bool)
      return function == .equal ? equal : GenerationCode(.not(equal), .bool)
    default: break
    }
    guard left.type == right.type else { return try dynamic(function, codes) }
    switch left.type {
    case .int, .uint, .double, .duration, .timestamp:
      let infix: GenerationCode.Infix =
        switch function {
        case .less: .less
        case .lessOrEqual: .lessOrEqual
        case .greater: .greater
        default: .greaterOrEqual
        }
      return GenerationCode(.infix(infix, left, right), .bool)
    case .string, .bytes, .bool: break
    default: throw refusal("an order of these values")
    }
    // The order is total, so `a <= b` is `!(b < a)`. Operands that can fail keep their evaluation
    // order.
    if left.fails || right.fails { return try dynamic(function, codes) }
    let isSwapped = function == .greater || function == .lessOrEqual
    let less = GenerationCode(
      .prelude("celLess", isSwapped ? [right, left] : [left, right]), .bool)
    return function == .less || function == .greater ? less : GenerationCode(.not(less), .bool)
  }

  /// Whether `==` of both languages agrees with CEL for a type.
  func isNative(_ type: ValueType) -> Bool {
    switch type {
    case .bool, .int, .uint, .double, .timestamp, .duration, .void, .null: return true
    case .declared(let id, _):
      if case .enumeration = scope.declarations[id].shape { return true }
      return false
    case .nullable(let inner): return inner != .double && isNative(inner)
    default: return false
    }
  }

  private func membership(_ function: Function, _ codes: [GenerationCode]) throws(Refusal)
    -> GenerationCode
  {
    guard codes.count == 2 else { throw refusal("`\(function)`") }
    switch (function, codes[0].type, codes[1].type) {
    case (.contained, let value, .list(let element)) where value == element:
      return GenerationCode(.prelude("celHas", [codes[1], codes[0]]), .bool)
    case (.contained, let value, .map(let key, _)) where value == key:
      return GenerationCode(.prelude("celHasKey", [codes[1], codes[0]]), .bool)
    case (.contained, let value, .list(let element))
    where !value.canBeDynamic || !element.canBeDynamic:
      return GenerationCode(.prelude("celHas", [codes[1], codes[0]]), .bool)
    case (.contained, _, _), (.index, _, _): return try dynamic(function, codes)
    case (_, let left, let right) where left == right:
      return GenerationCode(
        .prelude("cel\(String(describing: function).capitalized)", codes), .bool)
    default: return try dynamic(function, codes)
    }
  }

  private func extreme(
    _ function: Function, _ codes: [GenerationCode], _ type: ValueType
  ) throws(Refusal) -> GenerationCode {
    let name = function == .greatest ? "celGreatest" : "celLeast"
    guard let first = codes.first, first.type.isNumber, codes.count > 1,
      codes.allSatisfy({ $0.type == first.type })
    else { return try dynamic(function, codes) }
    var result = first
    for code in codes.dropFirst() { result = GenerationCode(.prelude(name, [result, code]), type) }
    return result
  }

  private func value(of optional: GenerationCode, _ type: ValueType) throws(Refusal)
    -> GenerationCode
  {
    if let name = optional.name, case .local(let local) = name, isPresent(local) {
      return GenerationCode(.known(optional), type)
    }
    return GenerationCode(.prelude("celValue", [optional]), type, fails: true)
  }

  private func isPresent(_ local: String) -> Bool {
    known.present.contains { variable in
      scope.declarations.variables.indices.contains(Int(variable))
        && scope.declarations.variables[Int(variable)].name == local
    }
  }

  private func conversion(
    _ function: Function, _ code: GenerationCode, _ type: ValueType
  ) throws(Refusal) -> GenerationCode {
    if code.type == type { return code }
    let (name, fails): (String, Bool)
    switch (function, code.type) {
    case (.toString, .declared): return GenerationCode(.prelude("celName", [code]), type)
    case (.toString, _): (name, fails) = ("celText", code.type == .bytes)
    case (.toInt, _): (name, fails) = ("celInt", code.type != .timestamp)
    case (.toUint, _): (name, fails) = ("celUint", true)
    case (.toDouble, _): (name, fails) = ("celDouble", code.type == .string)
    case (.toBool, _): (name, fails) = ("celBool", true)
    case (.toBytes, _): (name, fails) = ("celBytes", false)
    case (.toTimestamp, _): (name, fails) = ("celTimestamp", true)
    default: (name, fails) = ("celTimeSpan", true)
    }
    return GenerationCode(.prelude(name, [code]), type, fails: fails)
  }

  private mutating func regex(
    _ function: Function, _ codes: [GenerationCode], _ type: ValueType
  ) throws(Refusal) -> GenerationCode {
    guard codes.count >= 2 else { throw refusal("`\(function)`") }
    var pattern = codes[1]
    if case .prelude("celDyn", let parts) = pattern.kind { pattern = parts[0] }
    var constant: String?
    if case .text(let text) = pattern.kind { constant = text }
    if case .local(let local)? = pattern.name, case .string(let text)? = scope.bound[local] {
      constant = text
    }
    guard let text = constant else {
      throw refusal(
        "patterns that are not constant", change: "write the pattern as a text in the cell")
    }
    guard case .success(let compiled) = RegularExpression.compile(text, forOneUse: true) else {
      return try failing(.pattern)
    }
    if compiled.groupCount > 1, function == .regexExtract || function == .regexExtractAll {
      return try failing(.argument)
    }
    let index: Int
    if let known = known.patterns.firstIndex(of: text) {
      index = known
    } else {
      index = known.patterns.count
      known.patterns.append(text)
    }
    var parts = [try coerced(codes[0], to: .string), GenerationCode(.pattern(index), .dyn)]
    if codes.count > 2 { parts.append(try coerced(codes[2], to: .string)) }
    if codes.count > 3 { parts.append(try coerced(codes[3], to: .int)) }
    switch function {
    case .matches: return GenerationCode(.prelude("celMatches", parts), .bool)
    case .regexExtract: return GenerationCode(.prelude("celExtract", parts), .optional(.string))
    case .regexExtractAll:
      return GenerationCode(.prelude("celExtractAll", parts), .list(.string), fails: true)
    default: return GenerationCode(.prelude("celReplace", parts), .string, fails: true)
    }
  }
}
