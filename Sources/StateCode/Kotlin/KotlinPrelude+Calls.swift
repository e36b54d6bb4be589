extension KotlinPrelude {
  /// Calls of which only the values tell the overload.
  static let calls = #"""
    // Calls of which only the values tell the overload.

    internal fun celCall(function: String, vararg arguments: Any?): Any? {
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

    private fun numbers(arguments: Array<out Any?>): List<Any?> {
        val first = arguments[0]
        return if (arguments.size == 1 && first is List<*>) first else arguments.toList()
    }

    private fun called(function: String, value: Any?): Any? = when (function) {
        "toDyn" -> value
        "typeOf" -> CelType(celTypeName(value))
        "optionalOf" -> some(value)
        "optionalOfNonZeroValue" -> if (isZero(value)) none else some(value)
        "hasValue" -> celAs<CelOptional>(value).isPresent
        "value" -> if (celAs<CelOptional>(value).isPresent) celOrNull(value) else fail("noValue")
        "not" -> !celAs<Boolean>(value)
        "negate" -> if (value is Double) -value else celNegate(celAs(value))
        "size" -> size(value)
        "reverse" -> if (value is String) celReverse(value) else celReverse(celAs<List<*>>(value))
        "base64Encode" -> celBase64Encode(celAs(value))
        "base64Decode" -> celBase64Decode(celAs(value))
        "range" -> celRange(celAs(value))
        "lowerAscii" -> celLowerAscii(celAs(value))
        "upperAscii" -> celUpperAscii(celAs(value))
        "trim" -> celTrim(celAs(value))
        "quote" -> celQuote(celAs(value))
        "distinct" -> celDistinct(celAs<List<*>>(value))
        "sort" -> celSort(celAs<List<*>>(value))
        "first" -> celAs<List<*>>(value).let { if (it.isEmpty()) none else some(it.first()) }
        "last" -> celAs<List<*>>(value).let { if (it.isEmpty()) none else some(it.last()) }
        "flatten" -> flatten(celAs(value), 1)
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
        else -> fail("overload")
    }

    private fun texts(value: Any?): List<String> = celAs<List<*>>(value).map { celAs<String>(it) }

    private fun converted(function: String, value: Any?): Any = when (function) {
        "toBool" -> if (value is String) celBool(value) else celAs<Boolean>(value)
        "toInt" -> when (value) {
            is ULong -> celInt(value)
            is Double -> celInt(value)
            is String -> celInt(value)
            is Timestamp -> celInt(value)
            else -> celAs<Long>(value)
        }
        "toUint" -> when (value) {
            is Long -> celUint(value)
            is Double -> celUint(value)
            is String -> celUint(value)
            else -> celAs<ULong>(value)
        }
        "toDouble" -> when (value) {
            is Long -> celDouble(value)
            is ULong -> celDouble(value)
            is String -> celDouble(value)
            else -> celAs<Double>(value)
        }
        "toString" -> when (value) {
            is Boolean -> celText(value)
            is Long -> celText(value)
            is ULong -> celText(value)
            is Double -> celText(value)
            is Bytes -> celText(value)
            is Timestamp -> celText(value)
            is TimeSpan -> celText(value)
            else -> celAs<String>(value)
        }
        "toBytes" -> if (value is String) celBytes(value) else celAs<Bytes>(value)
        "toTimestamp" -> when (value) {
            is Long -> celTimestamp(value)
            is String -> celTimestamp(value)
            else -> celAs<Timestamp>(value)
        }
        "toDuration" -> if (value is String) celTimeSpan(value) else celAs<TimeSpan>(value)
        else -> fail("overload")
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
            else -> fail("overload")
        }
        is TimeSpan -> when (function) {
            "getHours" -> celHours(value)
            "getMinutes" -> celMinutes(value)
            "getSeconds" -> celSeconds(value)
            "getMilliseconds" -> celMilliseconds(value)
            else -> fail("overload")
        }
        else -> fail("overload")
    }

    private fun measured(function: String, value: Any?): Any = when (value) {
        is Long -> when (function) {
            "abs" -> celAbs(value)
            "sign" -> celSign(value)
            "sqrt" -> celSqrt(value)
            "bitNot" -> celBitNot(value)
            else -> fail("overload")
        }
        is ULong -> when (function) {
            "abs" -> celAbs(value)
            "sign" -> celSign(value)
            "sqrt" -> celSqrt(value)
            "bitNot" -> celBitNot(value)
            else -> fail("overload")
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
            else -> fail("overload")
        }
        else -> fail("overload")
    }

    private fun called(function: String, left: Any?, right: Any?): Any? = when (function) {
        "equal" -> celEqual(left, right)
        "notEqual" -> !celEqual(left, right)
        "less" -> order(left, right)?.let { it < 0 } ?: false
        "lessOrEqual" -> order(left, right)?.let { it <= 0 } ?: false
        "greater" -> order(left, right)?.let { it > 0 } ?: false
        "greaterOrEqual" -> order(left, right)?.let { it >= 0 } ?: false
        "contained" -> contained(left, right)
        "index" -> celIndexDyn(left, right)
        "or" -> if (celAs<CelOptional>(left).isPresent) left else celAs<CelOptional>(right)
        "orValue" -> if (celAs<CelOptional>(left).isPresent) celOrNull(left) else right
        "charAt" -> celCharAt(celAs(left), celAs(right))
        "substring" -> celSubstring(celAs(left), celAs(right))
        "contains" -> celContains(celAs(left), celAs(right))
        "startsWith" -> celStartsWith(celAs(left), celAs(right))
        "endsWith" -> celEndsWith(celAs(left), celAs(right))
        "indexOf" -> celIndexOf(celAs(left), celAs(right))
        "lastIndexOf" -> celLastIndexOf(celAs(left), celAs(right))
        "split" -> celSplit(celAs(left), celAs(right))
        "join" -> celJoin(texts(left), celAs(right))
        "format" -> celFormat(celAs(left), celAs(right))
        "flatten" -> flatten(celAs(left), celAs(right))
        "setsContains" -> celSetsContains(celAs(left), celAs(right))
        "setsIntersects" -> celSetsIntersects(celAs(left), celAs(right))
        "setsEquivalent" -> celSetsEquivalent(celAs(left), celAs(right))
        "bitShiftLeft" -> when (left) {
            is ULong -> celBitShiftLeft(left, celAs(right))
            else -> celBitShiftLeft(celAs<Long>(left), celAs(right))
        }
        "bitShiftRight" -> when (left) {
            is ULong -> celBitShiftRight(left, celAs(right))
            else -> celBitShiftRight(celAs<Long>(left), celAs(right))
        }
        else -> when {
            function.startsWith("get") -> part(function, celShifted(celAs(left), celAs(right)))
            left is Long && right is Long -> combined(function, left, right)
            left is ULong && right is ULong -> combined(function, left, right)
            left is Double && right is Double -> combined(function, left, right)
            function == "add" -> sum(left, right)
            function == "subtract" -> difference(left, right)
            else -> fail("overload")
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
        else -> fail("overload")
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
        else -> fail("overload")
    }

    private fun combined(function: String, left: Double, right: Double): Double = when (function) {
        "add" -> left + right
        "subtract" -> left - right
        "multiply" -> left * right
        "divide" -> left / right
        else -> fail("overload")
    }

    private fun sum(left: Any?, right: Any?): Any = when {
        left is String && right is String -> celPlus(left, right)
        left is Bytes && right is Bytes -> celPlus(left, right)
        left is List<*> && right is List<*> -> celPlus(left, right)
        left is Timestamp && right is TimeSpan -> celPlus(left, right)
        left is TimeSpan && right is Timestamp -> celPlus(left, right)
        left is TimeSpan && right is TimeSpan -> celPlus(left, right)
        else -> fail("overload")
    }

    private fun difference(left: Any?, right: Any?): Any = when {
        left is Timestamp && right is Timestamp -> celMinus(left, right)
        left is Timestamp && right is TimeSpan -> celMinus(left, right)
        left is TimeSpan && right is TimeSpan -> celMinus(left, right)
        else -> fail("overload")
    }

    private fun called(function: String, first: Any?, second: Any?, third: Any?, fourth: Any?): Any? =
        when (function) {
            "indexOf" -> celIndexOf(celAs(first), celAs(second), celAs(third))
            "lastIndexOf" -> celLastIndexOf(celAs(first), celAs(second), celAs<Long>(third))
            "split" -> celSplit(celAs(first), celAs(second), celAs(third))
            "substring" -> celSubstring(celAs(first), celAs(second), celAs(third))
            "replace" -> {
                val limit = if (fourth == null) -1L else celAs<Long>(fourth)
                celReplace(celAs<String>(first), celAs<String>(second), celAs(third), limit)
            }
            "slice" -> celSlice(celAs<List<*>>(first), celAs(second), celAs(third))
            else -> fail("overload")
        }
    """#
}
