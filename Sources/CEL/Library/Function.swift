/// A function or operator of the standard or of the listed extensions, after name resolution.
///
/// One name, one case: which overload runs is decided by the values (always right) and, where the
/// checker knows the types, by the instruction that lowering chooses (faster, same answer).
/// `&&`, `||`, `?:` and the macros are syntax of their own.
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
