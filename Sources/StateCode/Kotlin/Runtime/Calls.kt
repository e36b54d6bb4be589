@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

// Calls whose overload depends on the values.

@GeneratedCodeOnly
public fun celCall(function: String, vararg arguments: Dyn): Dyn =
    celDyn(call(function, arguments.map { unpacked(it) }))

private fun call(function: String, arguments: List<Any?>): Any? {
    val first = arguments.getOrNull(0)
    val second = arguments.getOrNull(1)
    return when {
        function == "greatest" -> extreme(numbers(arguments), 1)
        function == "least" -> extreme(numbers(arguments), -1)
        arguments.size == 1 -> called(function, first)
        arguments.size == 2 -> called(function, first, second)
        else -> called(function, first, second, arguments[2], arguments.getOrNull(3))
    }
}

private fun numbers(arguments: List<Any?>): List<Any?> {
    val first = arguments[0]
    return if (arguments.size == 1 && first is List<*>) first else arguments
}

private fun called(function: String, value: Any?): Any? = when (function) {
    "toDyn" -> value
    "typeOf" -> CelType(typeName(value))
    "optionalOf" -> some(value)
    "optionalOfNonZeroValue" -> if (isZero(value)) none else some(value)
    "hasValue" -> cast<CelOptional>(value).isPresent
    "value" -> if (cast<CelOptional>(value).isPresent) {
        (value as CelOptional).value
    } else {
        celError("noValue")
    }
    "not" -> !cast<Boolean>(value)
    "negate" -> if (value is Double) -value else celNegate(cast(value))
    "size" -> size(value)
    "reverse" -> if (value is String) celReverse(value) else celReverse(cast<List<*>>(value))
    "base64Encode" -> celBase64Encode(cast(value))
    "base64Decode" -> celBase64Decode(cast(value))
    "range" -> celRange(cast(value))
    "lowerAscii" -> celLowerAscii(cast(value))
    "upperAscii" -> celUpperAscii(cast(value))
    "trim" -> celTrim(cast(value))
    "quote" -> celQuote(cast(value))
    "distinct" -> celDistinct(cast<List<*>>(value))
    "sort" -> celSort(cast<List<*>>(value))
    "first" -> cast<List<*>>(value).let { if (it.isEmpty()) none else some(it.first()) }
    "last" -> cast<List<*>>(value).let { if (it.isEmpty()) none else some(it.last()) }
    "flatten" -> flatten(cast(value), 1)
    "join" -> celJoin(texts(value))
    else -> when {
        function.startsWith("to") -> converted(function, value)
        function.startsWith("get") -> part(function, value)
        else -> measured(function, value)
    }
}

private fun size(value: Any?): Long = when (value) {
    is String -> celSize(value)
    is Bytes -> celSize(value)
    is List<*> -> celSize(value)
    is Map<*, *> -> celSize(value)
    else -> celError("overload")
}

private fun texts(value: Any?): List<String> = cast<List<*>>(value).map { cast<String>(it) }

private fun converted(function: String, value: Any?): Any = when (function) {
    "toBool" -> if (value is String) celBool(value) else cast<Boolean>(value)
    "toInt" -> when (value) {
        is ULong -> celInt(value)
        is Double -> celInt(value)
        is String -> celInt(value)
        is Timestamp -> celInt(value)
        else -> cast<Long>(value)
    }
    "toUint" -> when (value) {
        is Long -> celUint(value)
        is Double -> celUint(value)
        is String -> celUint(value)
        else -> cast<ULong>(value)
    }
    "toDouble" -> when (value) {
        is Long -> celDouble(value)
        is ULong -> celDouble(value)
        is String -> celDouble(value)
        else -> cast<Double>(value)
    }
    "toString" -> when (value) {
        is Boolean -> celText(value)
        is Long -> celText(value)
        is ULong -> celText(value)
        is Double -> celText(value)
        is Bytes -> celText(value)
        is Timestamp -> celText(value)
        is TimeSpan -> celText(value)
        else -> cast<String>(value)
    }
    "toBytes" -> if (value is String) celBytes(value) else cast<Bytes>(value)
    "toTimestamp" -> when (value) {
        is Long -> celTimestamp(value)
        is String -> celTimestamp(value)
        else -> cast<Timestamp>(value)
    }
    "toDuration" -> if (value is String) celTimeSpan(value) else cast<TimeSpan>(value)
    else -> celError("overload")
}

private fun part(function: String, value: Any?): Long = when (value) {
    is Timestamp -> when (function) {
        "getFullYear" -> celFullYear(value)
        "getMonth" -> celMonth(value)
        "getDate" -> celDate(value)
        "getDayOfMonth" -> celDayOfMonth(value)
        "getDayOfYear" -> celDayOfYear(value)
        "getDayOfWeek" -> celDayOfWeek(value)
        "getHours" -> celHours(value)
        "getMinutes" -> celMinutes(value)
        "getSeconds" -> celSeconds(value)
        "getMilliseconds" -> celMilliseconds(value)
        else -> celError("overload")
    }
    is TimeSpan -> when (function) {
        "getHours" -> celHours(value)
        "getMinutes" -> celMinutes(value)
        "getSeconds" -> celSeconds(value)
        "getMilliseconds" -> celMilliseconds(value)
        else -> celError("overload")
    }
    else -> celError("overload")
}

private fun measured(function: String, value: Any?): Any = when (value) {
    is Long -> when (function) {
        "abs" -> celAbs(value)
        "sign" -> celSign(value)
        "sqrt" -> celSqrt(value)
        "bitNot" -> celBitNot(value)
        else -> celError("overload")
    }
    is ULong -> when (function) {
        "abs" -> celAbs(value)
        "sign" -> celSign(value)
        "sqrt" -> celSqrt(value)
        "bitNot" -> celBitNot(value)
        else -> celError("overload")
    }
    is Double -> when (function) {
        "abs" -> celAbs(value)
        "sign" -> celSign(value)
        "sqrt" -> celSqrt(value)
        "ceil" -> celCeil(value)
        "floor" -> celFloor(value)
        "round" -> celRound(value)
        "trunc" -> celTrunc(value)
        "isNaN" -> celIsNaN(value)
        "isInf" -> celIsInf(value)
        "isFinite" -> celIsFinite(value)
        else -> celError("overload")
    }
    else -> celError("overload")
}

private fun called(function: String, left: Any?, right: Any?): Any? = when (function) {
    "equal" -> celEqual(left, right)
    "notEqual" -> !celEqual(left, right)
    "less" -> order(left, right)?.let { it < 0 } ?: false
    "lessOrEqual" -> order(left, right)?.let { it <= 0 } ?: false
    "greater" -> order(left, right)?.let { it > 0 } ?: false
    "greaterOrEqual" -> order(left, right)?.let { it >= 0 } ?: false
    "contained" -> contained(left, right)
    "index" -> index(left, right)
    "or" -> if (cast<CelOptional>(left).isPresent) left else cast<CelOptional>(right)
    "orValue" -> if (cast<CelOptional>(left).isPresent) (left as CelOptional).value else right
    "charAt" -> celCharAt(cast(left), cast(right))
    "substring" -> celSubstring(cast(left), cast(right))
    "contains" -> celContains(cast(left), cast(right))
    "startsWith" -> celStartsWith(cast(left), cast(right))
    "endsWith" -> celEndsWith(cast(left), cast(right))
    "indexOf" -> celIndexOf(cast(left), cast(right))
    "lastIndexOf" -> celLastIndexOf(cast(left), cast(right))
    "split" -> celSplit(cast(left), cast(right))
    "join" -> celJoin(texts(left), cast(right))
    "format" -> celFormat(cast(left), cast(right))
    "flatten" -> flatten(cast(left), cast(right))
    "setsContains" -> celSetsContains(cast(left), cast(right))
    "setsIntersects" -> celSetsIntersects(cast(left), cast(right))
    "setsEquivalent" -> celSetsEquivalent(cast(left), cast(right))
    "bitShiftLeft" -> when (left) {
        is ULong -> celBitShiftLeft(left, cast(right))
        else -> celBitShiftLeft(cast<Long>(left), cast(right))
    }
    "bitShiftRight" -> when (left) {
        is ULong -> celBitShiftRight(left, cast(right))
        else -> celBitShiftRight(cast<Long>(left), cast(right))
    }
    else -> when {
        function.startsWith("get") -> part(function, celShifted(cast(left), cast(right)))
        left is Long && right is Long -> combined(function, left, right)
        left is ULong && right is ULong -> combined(function, left, right)
        left is Double && right is Double -> combined(function, left, right)
        function == "add" -> sum(left, right)
        function == "subtract" -> difference(left, right)
        else -> celError("overload")
    }
}

private fun combined(function: String, left: Long, right: Long): Long = when (function) {
    "add" -> celPlus(left, right)
    "subtract" -> celMinus(left, right)
    "multiply" -> celTimes(left, right)
    "divide" -> celDivided(left, right)
    "modulo" -> celRemainder(left, right)
    "bitAnd" -> celBitAnd(left, right)
    "bitOr" -> celBitOr(left, right)
    "bitXor" -> celBitXor(left, right)
    else -> celError("overload")
}

private fun combined(function: String, left: ULong, right: ULong): ULong = when (function) {
    "add" -> celPlus(left, right)
    "subtract" -> celMinus(left, right)
    "multiply" -> celTimes(left, right)
    "divide" -> celDivided(left, right)
    "modulo" -> celRemainder(left, right)
    "bitAnd" -> celBitAnd(left, right)
    "bitOr" -> celBitOr(left, right)
    "bitXor" -> celBitXor(left, right)
    else -> celError("overload")
}

private fun combined(function: String, left: Double, right: Double): Double = when (function) {
    "add" -> left + right
    "subtract" -> left - right
    "multiply" -> left * right
    "divide" -> left / right
    else -> celError("overload")
}

private fun sum(left: Any?, right: Any?): Any = when {
    left is String && right is String -> celPlus(left, right)
    left is Bytes && right is Bytes -> celPlus(left, right)
    left is List<*> && right is List<*> -> celPlus(left, right)
    left is Timestamp && right is TimeSpan -> celPlus(left, right)
    left is TimeSpan && right is Timestamp -> celPlus(left, right)
    left is TimeSpan && right is TimeSpan -> celPlus(left, right)
    else -> celError("overload")
}

private fun difference(left: Any?, right: Any?): Any = when {
    left is Timestamp && right is Timestamp -> celMinus(left, right)
    left is Timestamp && right is TimeSpan -> celMinus(left, right)
    left is TimeSpan && right is TimeSpan -> celMinus(left, right)
    else -> celError("overload")
}

private fun called(function: String, first: Any?, second: Any?, third: Any?, fourth: Any?): Any? =
    when (function) {
        "indexOf" -> celIndexOf(cast(first), cast(second), cast(third))
        "lastIndexOf" -> celLastIndexOf(cast(first), cast(second), cast<Long>(third))
        "split" -> celSplit(cast(first), cast(second), cast(third))
        "substring" -> celSubstring(cast(first), cast(second), cast(third))
        "replace" -> {
            val limit = if (fourth == null) -1L else cast<Long>(fourth)
            celReplace(cast<String>(first), cast<String>(second), cast(third), limit)
        }
        "slice" -> celSlice(cast<List<*>>(first), cast(second), cast(third))
        else -> celError("overload")
    }
