/// A function or operator of the CEL standard or of the supported extensions, after name
/// resolution.
///
/// All overloads of a name are one case. The values decide which overload runs. If the checker
/// knows the types, lowering chooses an instruction with the same result, which is faster. `&&`,
/// `||`, `?:` and the macros are separate syntax.
package enum Function: UInt16, Sendable, BitwiseCopyable, CaseIterable {
  // Operators.
  case not, negate, add, subtract, multiply, divide, modulo
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual, contained, index
  // Core.
  case size, contains, startsWith, endsWith, matches
  case toBool, toInt, toUint, toDouble, toString, toBytes, toTimestamp, toDuration, toDyn, typeOf
  // Time.
  case getFullYear, getMonth, getDate, getDayOfMonth, getDayOfYear, getDayOfWeek
  case getHours, getMinutes, getSeconds, getMilliseconds
  // Strings.
  case charAt, indexOf, lastIndexOf, join, lowerAscii, upperAscii, replace, split, substring
  case trim, reverse, quote, format
  // Math.
  case greatest, least, ceil, floor, round, trunc, abs, sign, isNaN, isInf, isFinite, sqrt
  case bitAnd, bitOr, bitXor, bitNot, bitShiftLeft, bitShiftRight
  // Lists and sets.
  case slice, flatten, distinct, sort, first, last, range
  case setsContains, setsEquivalent, setsIntersects
  // Optionals.
  case optionalOf, optionalNone, optionalOfNonZeroValue, hasValue, value, or, orValue
  // Encoders and regular expressions.
  case base64Encode, base64Decode, regexExtract, regexExtractAll, regexReplace
}
