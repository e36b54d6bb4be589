// Calls whose overload depends on the values.

/// Calls a function with one argument. Error `overload` if it does not take the value.
public func celCall(_ function: String, _ value: Dyn) throws(EvaluationError) -> Dyn {
  switch (function, value) {
  case ("toDyn", _): return value
  case ("typeOf", _): return .type(value.typeName)
  case ("optionalOf", _): return .optional(value)
  case ("optionalOfNonZeroValue", _): return .optional(value.isZero ? nil : value)
  case ("hasValue", .optional(let inside)): return .bool(inside != nil)
  case ("value", .optional(let inside)): return try celValue(inside)
  case ("not", .bool(let flag)): return .bool(!flag)
  case ("negate", .int(let number)): return .int(try celNegate(number))
  case ("negate", .double(let number)): return .double(-number)
  case ("size", .text(let text)): return .int(celSize(text))
  case ("size", .bytes(let bytes)): return .int(celSize(bytes))
  case ("size", .list(let list)): return .int(celSize(list))
  case ("size", .map(let map)): return .int(celSize(map))
  case ("base64Encode", .bytes(let bytes)): return .text(try celBase64Encode(bytes))
  case ("base64Decode", .text(let text)): return .bytes(try celBase64Decode(text))
  case ("range", .int(let count)): return .list(try celRange(count).map(Dyn.int))
  default: break
  }
  if function.hasPrefix("to") { return try converted(function, value) }
  switch value {
  case .text(let text): return try called(function, text)
  case .list(let list): return try called(function, list)
  case .timestamp(let time): return .int(try called(function, time))
  case .duration(let span): return .int(try called(function, span))
  default: return try measured(function, value)
  }
}

private func converted(_ function: String, _ value: Dyn) throws(EvaluationError) -> Dyn {
  switch (function, value) {
  case ("toBool", .bool), ("toInt", .int), ("toUint", .uint), ("toDouble", .double),
    ("toString", .text), ("toBytes", .bytes), ("toTimestamp", .timestamp),
    ("toDuration", .duration):
    return value
  case ("toBool", .text(let text)): return .bool(try celBool(text))
  case ("toInt", .uint(let number)): return .int(try celInt(number))
  case ("toInt", .double(let number)): return .int(try celInt(number))
  case ("toInt", .text(let text)): return .int(try celInt(text))
  case ("toInt", .timestamp(let time)): return .int(celInt(time))
  case ("toUint", .int(let number)): return .uint(try celUint(number))
  case ("toUint", .double(let number)): return .uint(try celUint(number))
  case ("toUint", .text(let text)): return .uint(try celUint(text))
  case ("toDouble", .int(let number)): return .double(celDouble(number))
  case ("toDouble", .uint(let number)): return .double(celDouble(number))
  case ("toDouble", .text(let text)): return .double(try celDouble(text))
  case ("toString", .bool(let flag)): return .text(celText(flag))
  case ("toString", .int(let number)): return .text(celText(number))
  case ("toString", .uint(let number)): return .text(celText(number))
  case ("toString", .double(let number)): return .text(celText(number))
  case ("toString", .bytes(let bytes)): return .text(try celText(bytes))
  case ("toString", .timestamp(let time)): return .text(celText(time))
  case ("toString", .duration(let span)): return .text(celText(span))
  case ("toBytes", .text(let text)): return .bytes(celBytes(text))
  case ("toTimestamp", .int(let seconds)): return .timestamp(try celTimestamp(seconds))
  case ("toTimestamp", .text(let text)): return .timestamp(try celTimestamp(text))
  case ("toDuration", .text(let text)): return .duration(try celTimeSpan(text))
  default: throw EvaluationError("overload")
  }
}

private func called(_ function: String, _ text: String) throws(EvaluationError) -> Dyn {
  switch function {
  case "lowerAscii": .text(celLowerAscii(text))
  case "upperAscii": .text(celUpperAscii(text))
  case "trim": .text(celTrim(text))
  case "quote": .text(try celQuote(text))
  case "reverse": .text(celReverse(text))
  default: throw EvaluationError("overload")
  }
}

private func called(_ function: String, _ list: [Dyn]) throws(EvaluationError) -> Dyn {
  switch function {
  case "reverse": .list(celReverse(list))
  case "distinct": .list(celDistinct(list))
  case "sort": .list(try celSort(list))
  case "first": .optional(list.first)
  case "last": .optional(list.last)
  case "flatten": .list(try celFlatten(list, 1))
  case "join": .text(try celJoin([String](dyn: .list(list))))
  case "greatest": try celExtreme(list, 1)
  case "least": try celExtreme(list, -1)
  default: throw EvaluationError("overload")
  }
}

private func called(_ function: String, _ time: Timestamp) throws(EvaluationError) -> CELInt {
  switch function {
  case "getFullYear": celFullYear(time)
  case "getMonth": celMonth(time)
  case "getDate": celDate(time)
  case "getDayOfMonth": celDayOfMonth(time)
  case "getDayOfYear": celDayOfYear(time)
  case "getDayOfWeek": celDayOfWeek(time)
  case "getHours": celHours(time)
  case "getMinutes": celMinutes(time)
  case "getSeconds": celSeconds(time)
  case "getMilliseconds": celMilliseconds(time)
  default: throw EvaluationError("overload")
  }
}

private func called(_ function: String, _ span: Duration) throws(EvaluationError) -> CELInt {
  switch function {
  case "getHours": celHours(span)
  case "getMinutes": celMinutes(span)
  case "getSeconds": celSeconds(span)
  case "getMilliseconds": celMilliseconds(span)
  default: throw EvaluationError("overload")
  }
}

private func measured(_ function: String, _ number: Dyn) throws(EvaluationError) -> Dyn {
  switch (function, number) {
  case ("greatest", _), ("least", _): return try celExtreme([number], 1)
  case ("abs", .int(let number)): return .int(try celAbs(number))
  case ("abs", .uint): return number
  case ("abs", .double(let number)): return .double(celAbs(number))
  case ("sign", .int(let number)): return .int(celSign(number))
  case ("sign", .uint(let number)): return .uint(celSign(number))
  case ("sign", .double(let number)): return .double(celSign(number))
  case ("sqrt", .int(let number)): return .double(celSqrt(number))
  case ("sqrt", .uint(let number)): return .double(celSqrt(number))
  case ("sqrt", .double(let number)): return .double(celSqrt(number))
  case ("bitNot", .int(let number)): return .int(celBitNot(number))
  case ("bitNot", .uint(let number)): return .uint(celBitNot(number))
  case ("ceil", .double(let number)): return .double(celCeil(number))
  case ("floor", .double(let number)): return .double(celFloor(number))
  case ("round", .double(let number)): return .double(celRound(number))
  case ("trunc", .double(let number)): return .double(celTrunc(number))
  case ("isNaN", .double(let number)): return .bool(celIsNaN(number))
  case ("isInf", .double(let number)): return .bool(celIsInf(number))
  case ("isFinite", .double(let number)): return .bool(celIsFinite(number))
  default: throw EvaluationError("overload")
  }
}

/// Calls a function or operator with two arguments. Error `overload`.
public func celCall(_ function: String, _ left: Dyn, _ right: Dyn) throws(EvaluationError) -> Dyn {
  switch function {
  case "equal": return .bool(left.isEqual(to: right))
  case "notEqual": return .bool(!left.isEqual(to: right))
  case "less": return .bool(try order(left, right).map { $0 < 0 } ?? false)
  case "lessOrEqual": return .bool(try order(left, right).map { $0 <= 0 } ?? false)
  case "greater": return .bool(try order(left, right).map { $0 > 0 } ?? false)
  case "greaterOrEqual": return .bool(try order(left, right).map { $0 >= 0 } ?? false)
  case "contained": return .bool(try celHas(right, left))
  case "index": return try celIndexDyn(left, right)
  case "greatest": return try celExtreme([left, right], 1)
  case "least": return try celExtreme([left, right], -1)
  default: break
  }
  switch (left, right) {
  case (.int(let left), .int(let right)): return .int(try combined(function, left, right))
  case (.uint(let left), .uint(let right)): return .uint(try combined(function, left, right))
  case (.double(let left), .double(let right)):
    return .double(try combined(function, left, right))
  case (.text(let text), .text(let part)): return try called(function, text, part)
  case (.list(let left), .list(let right)): return try called(function, left, right)
  default: return try called(function, left, right)
  }
}

private func combined(
  _ function: String, _ left: CELInt, _ right: CELInt
) throws(EvaluationError) -> CELInt {
  switch function {
  case "add": try celPlus(left, right)
  case "subtract": try celMinus(left, right)
  case "multiply": try celTimes(left, right)
  case "divide": try celDivided(left, right)
  case "modulo": try celRemainder(left, right)
  case "bitAnd": celBitAnd(left, right)
  case "bitOr": celBitOr(left, right)
  case "bitXor": celBitXor(left, right)
  case "bitShiftLeft": try celBitShiftLeft(left, right)
  case "bitShiftRight": try celBitShiftRight(left, right)
  default: throw EvaluationError("overload")
  }
}

private func combined(
  _ function: String, _ left: CELUInt, _ right: CELUInt
) throws(EvaluationError) -> CELUInt {
  switch function {
  case "add": try celPlus(left, right)
  case "subtract": try celMinus(left, right)
  case "multiply": try celTimes(left, right)
  case "divide": try celDivided(left, right)
  case "modulo": try celRemainder(left, right)
  case "bitAnd": celBitAnd(left, right)
  case "bitOr": celBitOr(left, right)
  case "bitXor": celBitXor(left, right)
  default: throw EvaluationError("overload")
  }
}

private func combined(
  _ function: String, _ left: Double, _ right: Double
) throws(EvaluationError) -> Double {
  switch function {
  case "add": left + right
  case "subtract": left - right
  case "multiply": left * right
  case "divide": left / right
  default: throw EvaluationError("overload")
  }
}

private func called(
  _ function: String, _ text: String, _ part: String
) throws(EvaluationError) -> Dyn {
  switch function {
  case "add": .text(try celPlus(text, part))
  case "contains": .bool(celContains(text, part))
  case "startsWith": .bool(celStartsWith(text, part))
  case "endsWith": .bool(celEndsWith(text, part))
  case "indexOf": .int(try celIndexOf(text, part))
  case "lastIndexOf": .int(try celLastIndexOf(text, part))
  case "split": .list(try celSplit(text, part).map(Dyn.text))
  default: throw EvaluationError("overload")
  }
}

private func called(
  _ function: String, _ left: [Dyn], _ right: [Dyn]
) throws(EvaluationError) -> Dyn {
  switch function {
  case "add": .list(try celPlus(left, right))
  case "setsContains": .bool(celSetsContains(left, right))
  case "setsIntersects": .bool(celSetsIntersects(left, right))
  case "setsEquivalent": .bool(celSetsEquivalent(left, right))
  default: throw EvaluationError("overload")
  }
}

private func called(_ function: String, _ left: Dyn, _ right: Dyn) throws(EvaluationError) -> Dyn {
  switch (function, left, right) {
  case ("add", .bytes(let left), .bytes(let right)): return .bytes(try celPlus(left, right))
  case ("add", .timestamp(let time), .duration(let span)):
    return .timestamp(try celPlus(time, span))
  case ("add", .duration(let span), .timestamp(let time)):
    return .timestamp(try celPlus(time, span))
  case ("add", .duration(let left), .duration(let right)):
    return .duration(try celPlus(left, right))
  case ("subtract", .timestamp(let left), .timestamp(let right)):
    return .duration(try celMinus(left, right))
  case ("subtract", .timestamp(let time), .duration(let span)):
    return .timestamp(try celMinus(time, span))
  case ("subtract", .duration(let left), .duration(let right)):
    return .duration(try celMinus(left, right))
  case ("bitShiftLeft", .uint(let number), .int(let bits)):
    return .uint(try celBitShiftLeft(number, bits))
  case ("bitShiftRight", .uint(let number), .int(let bits)):
    return .uint(try celBitShiftRight(number, bits))
  case ("charAt", .text(let text), .int(let position)): return .text(try celCharAt(text, position))
  case ("substring", .text(let text), .int(let start)):
    return .text(try celSubstring(text, start))
  case ("join", .list(let list), .text(let separator)):
    return .text(try celJoin([String](dyn: .list(list)), separator))
  case ("format", .text(let template), .list(let list)):
    return .text(try celFormat(template, list))
  case ("flatten", .list(let list), .int(let depth)): return .list(try celFlatten(list, depth))
  case ("or", .optional(let inside), .optional): return inside == nil ? right : left
  case ("orValue", .optional(let inside), _): return inside ?? right
  case (_, .timestamp(let time), .text(let zone)):
    return .int(try called(function, try celShifted(time, zone)))
  default: throw EvaluationError("overload")
  }
}

/// Calls a function with three or more arguments. Error `overload`.
public func celCall(
  _ function: String, _ first: Dyn, _ second: Dyn, _ third: Dyn, _ more: Dyn...
) throws(EvaluationError) -> Dyn {
  switch (function, first, second, third, more.first) {
  case ("greatest", _, _, _, _): return try celExtreme([first, second, third] + more, 1)
  case ("least", _, _, _, _): return try celExtreme([first, second, third] + more, -1)
  case ("indexOf", .text(let text), .text(let part), .int(let start), nil):
    return .int(try celIndexOf(text, part, start))
  case ("lastIndexOf", .text(let text), .text(let part), .int(let limit), nil):
    return .int(try celLastIndexOf(text, part, limit))
  case ("split", .text(let text), .text(let separator), .int(let limit), nil):
    return .list(try celSplit(text, separator, limit).map(Dyn.text))
  case ("substring", .text(let text), .int(let start), .int(let end), nil):
    return .text(try celSubstring(text, start, end))
  case ("replace", .text(let text), .text(let old), .text(let new), nil):
    return .text(try celReplace(text, old, new))
  case ("replace", .text(let text), .text(let old), .text(let new), .int(let limit)):
    return .text(try celReplace(text, old, new, limit))
  case ("slice", .list(let list), .int(let start), .int(let end), nil):
    return .list(try celSlice(list, start, end))
  default: throw EvaluationError("overload")
  }
}
