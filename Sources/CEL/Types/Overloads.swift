/// What a function takes and gives. Parameters of signatures are type variables: `T` in `[T]`.
struct Signature: Sendable {
  /// Whether it is called on its first parameter: `a.f(b)`, else `f(a, b)`.
  var isMember: Bool
  var parameters: [ValueType]
  var result: ValueType
  /// Whether a type variable is part of it.
  let isGeneric: Bool
  /// Whether every parameter is a scalar.
  let isScalar: Bool

  init(isMember: Bool, parameters: [ValueType], result: ValueType) {
    self.isMember = isMember
    self.parameters = parameters
    self.result = result
    isGeneric = parameters.contains { $0.mayHoldParameter } || result.mayHoldParameter
    isScalar = parameters.allSatisfy { $0.isScalar }
  }
}

extension ValueType {
  /// Whether it is a scalar: only another of its kind can be used as it.
  var isScalar: Bool {
    switch self {
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration: true
    case .null, .void, .dyn, .list, .map, .nullable, .optional, .declared, .caseData, .type,
      .parameter, .named, .unknown:
      false
    }
  }
}

/// Every function of the language with its names and signatures, operators included.
enum Overloads {
  /// Functions by the name they are called by; namespaced ones are dotted.
  static let global: [String: Function] = [
    "size": .size, "matches": .matches, "bool": .toBool, "int": .toInt, "uint": .toUint,
    "double": .toDouble, "string": .toString, "bytes": .toBytes, "timestamp": .toTimestamp,
    "duration": .toDuration, "dyn": .toDyn, "type": .typeOf,
    "strings.quote": .quote,
    "math.greatest": .greatest, "math.least": .least, "math.ceil": .ceil, "math.floor": .floor,
    "math.round": .round, "math.trunc": .trunc, "math.abs": .abs, "math.sign": .sign,
    "math.isNaN": .isNaN, "math.isInf": .isInf, "math.isFinite": .isFinite, "math.sqrt": .sqrt,
    "math.bitAnd": .bitAnd, "math.bitOr": .bitOr, "math.bitXor": .bitXor,
    "math.bitNot": .bitNot, "math.bitShiftLeft": .bitShiftLeft,
    "math.bitShiftRight": .bitShiftRight,
    "lists.range": .range, "sets.contains": .setsContains,
    "sets.equivalent": .setsEquivalent, "sets.intersects": .setsIntersects,
    "optional.of": .optionalOf, "optional.none": .optionalNone,
    "optional.ofNonZeroValue": .optionalOfNonZeroValue,
    "base64.encode": .base64Encode, "base64.decode": .base64Decode,
    "regex.extract": .regexExtract, "regex.extractAll": .regexExtractAll,
    "regex.replace": .regexReplace,
  ]

  /// Functions by the name they are called by on a value.
  static let member: [String: Function] = {
    let functions: [Function] = [
      .size, .contains, .startsWith, .endsWith, .matches, .getFullYear, .getMonth, .getDate,
      .getDayOfMonth, .getDayOfYear, .getDayOfWeek, .getHours, .getMinutes, .getSeconds,
      .getMilliseconds, .charAt, .indexOf, .lastIndexOf, .join, .lowerAscii, .upperAscii, .replace,
      .split, .substring, .trim, .reverse, .format, .slice, .flatten, .distinct, .sort, .first,
      .last, .hasValue, .value, .or, .orValue,
    ]
    return Dictionary(uniqueKeysWithValues: functions.map { (String(describing: $0), $0) })
  }()

  /// The namespaces of the language: `math`, `strings` …
  static let namespaces: Set<String> = [
    "math", "strings", "lists", "sets", "regex", "base64", "optional", "cel",
  ]

  private static let table: [[Signature]] = Function.allCases.map(signatures)

  /// The signatures of a function, in the order in which they are tried.
  static subscript(_ function: Function) -> [Signature] {
    table.indices.contains(Int(function.rawValue)) ? table[Int(function.rawValue)] : []
  }

  /// Types that compare with `<`.
  static let ordered: [ValueType] = [
    .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration,
  ]

  private static let t = ValueType.parameter("T")
  private static let k = ValueType.parameter("K")

  private static func global(_ parameters: [ValueType], _ result: ValueType) -> Signature {
    Signature(isMember: false, parameters: parameters, result: result)
  }

  private static func on(_ parameters: [ValueType], _ result: ValueType) -> Signature {
    Signature(isMember: true, parameters: parameters, result: result)
  }

  private static func both(_ parameters: [ValueType], _ result: ValueType) -> [Signature] {
    [global(parameters, result), on(parameters, result)]
  }

  /// From each of `sources`, and from itself.
  private static func conversion(to target: ValueType, from sources: [ValueType]) -> [Signature] {
    ([target] + sources).map { global([$0], target) }
  }

  private static func same(_ types: [ValueType], count: Int = 2) -> [Signature] {
    types.map { global(Array(repeating: $0, count: count), $0) }
  }
}

extension Overloads {
  private static func signatures(_ function: Function) -> [Signature] {
    switch function {
    case .not, .negate, .add, .subtract, .multiply, .divide, .modulo, .equal, .notEqual, .less,
      .lessOrEqual, .greater, .greaterOrEqual, .contained, .index:
      operators(function)
    case .size, .contains, .startsWith, .endsWith, .matches, .toBool, .toInt, .toUint, .toDouble,
      .toString, .toBytes, .toTimestamp, .toDuration, .toDyn, .typeOf:
      core(function)
    case .getFullYear, .getMonth, .getDate, .getDayOfMonth, .getDayOfYear, .getDayOfWeek:
      [on([.timestamp], .int), on([.timestamp, .string], .int)]
    case .getHours, .getMinutes, .getSeconds, .getMilliseconds:
      [on([.timestamp], .int), on([.timestamp, .string], .int), on([.duration], .int)]
    case .charAt, .indexOf, .lastIndexOf, .join, .lowerAscii, .upperAscii, .replace, .split,
      .substring, .trim, .reverse, .quote, .format:
      strings(function)
    case .greatest, .least, .ceil, .floor, .round, .trunc, .abs, .sign, .isNaN, .isInf, .isFinite,
      .sqrt, .bitAnd, .bitOr, .bitXor, .bitNot, .bitShiftLeft, .bitShiftRight:
      mathematics(function)
    case .slice, .flatten, .distinct, .sort, .first, .last, .range, .setsContains,
      .setsEquivalent, .setsIntersects:
      lists(function)
    case .optionalOf, .optionalNone, .optionalOfNonZeroValue, .hasValue, .value, .or, .orValue:
      optionals(function)
    case .base64Encode: [global([.bytes], .string)]
    case .base64Decode: [global([.string], .bytes)]
    case .regexExtract: [global([.string, .string], .optional(.string))]
    case .regexExtractAll: [global([.string, .string], .list(.string))]
    case .regexReplace:
      [
        global([.string, .string, .string], .string),
        global([.string, .string, .string, .int], .string),
      ]
    }
  }

  private static func operators(_ function: Function) -> [Signature] {
    switch function {
    case .not: [global([.bool], .bool)]
    case .negate: same([.int, .double], count: 1)
    case .add:
      same([.int, .uint, .double, .string, .bytes]) + [
        global([.list(t), .list(t)], .list(t)), global([.timestamp, .duration], .timestamp),
        global([.duration, .timestamp], .timestamp), global([.duration, .duration], .duration),
      ]
    case .subtract:
      same([.int, .uint, .double]) + [
        global([.timestamp, .timestamp], .duration), global([.timestamp, .duration], .timestamp),
        global([.duration, .duration], .duration),
      ]
    case .multiply, .divide: same([.int, .uint, .double])
    case .modulo: same([.int, .uint])
    case .equal, .notEqual: [global([t, t], .bool)]
    case .less, .lessOrEqual, .greater, .greaterOrEqual: ordered.map { global([$0, $0], .bool) }
    case .contained: [global([t, .list(t)], .bool), global([k, .map(k, t)], .bool)]
    default:
      [
        global([.list(t), .int], t), global([.map(k, t), k], t),
        global([.optional(.list(t)), .int], .optional(t)),
        global([.optional(.map(k, t)), k], .optional(t)),
      ]
    }
  }

  private static func core(_ function: Function) -> [Signature] {
    switch function {
    case .size: [.string, .bytes, .list(t), .map(k, t)].flatMap { both([$0], .int) }
    case .contains, .startsWith, .endsWith: [on([.string, .string], .bool)]
    case .matches: both([.string, .string], .bool)
    case .toBool: conversion(to: .bool, from: [.string])
    case .toInt: conversion(to: .int, from: [.uint, .double, .string, .timestamp])
    case .toUint: conversion(to: .uint, from: [.int, .double, .string])
    case .toDouble: conversion(to: .double, from: [.int, .uint, .string])
    case .toString:
      conversion(
        to: .string, from: [.bool, .int, .uint, .double, .bytes, .timestamp, .duration])
    case .toBytes: conversion(to: .bytes, from: [.string])
    case .toTimestamp: conversion(to: .timestamp, from: [.string, .int])
    case .toDuration: conversion(to: .duration, from: [.string])
    case .toDyn: [global([t], .dyn)]
    default: [global([t], .type(t))]
    }
  }

  private static func strings(_ function: Function) -> [Signature] {
    switch function {
    case .charAt: [on([.string, .int], .string)]
    case .indexOf, .lastIndexOf:
      [on([.string, .string], .int), on([.string, .string, .int], .int)]
    case .join: [on([.list(.string)], .string), on([.list(.string), .string], .string)]
    case .replace:
      [
        on([.string, .string, .string], .string), on([.string, .string, .string, .int], .string),
      ]
    case .split:
      [on([.string, .string], .list(.string)), on([.string, .string, .int], .list(.string))]
    case .substring: [on([.string, .int], .string), on([.string, .int, .int], .string)]
    case .reverse: [on([.string], .string), on([.list(t)], .list(t))]
    case .quote: [global([.string], .string)]
    case .format: [on([.string, .list(.dyn)], .string)]
    default: [on([.string], .string)]
    }
  }

  private static func mathematics(_ function: Function) -> [Signature] {
    switch function {
    case .greatest, .least: []
    case .ceil, .floor, .round, .trunc: [global([.double], .double)]
    case .abs, .sign: same([.int, .uint, .double], count: 1)
    case .isNaN, .isInf, .isFinite: [global([.double], .bool)]
    case .sqrt: [.int, .uint, .double].map { global([$0], .double) }
    case .bitNot: same([.int, .uint], count: 1)
    case .bitShiftLeft, .bitShiftRight: [.int, .uint].map { global([$0, .int], $0) }
    default: same([.int, .uint])
    }
  }

  private static func lists(_ function: Function) -> [Signature] {
    switch function {
    case .slice: [on([.list(t), .int, .int], .list(t))]
    case .flatten:
      [on([.list(.list(t))], .list(t)), on([.list(t), .int], .list(.dyn))]
    case .distinct, .sort: [on([.list(t)], .list(t))]
    case .first, .last: [on([.list(t)], .optional(t))]
    case .range: [global([.int], .list(.int))]
    default: [global([.list(t), .list(t)], .bool)]
    }
  }

  private static func optionals(_ function: Function) -> [Signature] {
    switch function {
    case .optionalOf, .optionalOfNonZeroValue: [global([t], .optional(t))]
    case .optionalNone: [global([], .optional(t))]
    case .hasValue: [on([.optional(t)], .bool)]
    case .value: [on([.optional(t)], t)]
    case .or: [on([.optional(t), .optional(t)], .optional(t))]
    default: [on([.optional(t), t], t)]
    }
  }
}
