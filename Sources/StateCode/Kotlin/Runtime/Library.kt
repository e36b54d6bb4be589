@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

// Search in text.

/** The places of the first `limit` of a part that do not overlap, all if negative. */
private fun places(text: String, part: String, limit: Long): List<Int> {
    val places = mutableListOf<Int>()
    var at = 0
    while (at + part.length <= text.length && (limit < 0 || places.size < limit)) {
        if (part.isEmpty()) {
            if (!isPair(text, at)) places += at
            at += 1
        } else {
            at = text.indexOf(part, at)
            if (at < 0) break
            places += at
            at += part.length
        }
    }
    return places
}

@GeneratedCodeOnly
public fun celIndexOf(text: String, part: String, start: Long = 0): Long {
    val found = text.indexOf(part, unitIndex(text, start))
    return if (found < 0) -1 else celSize(text.substring(0, found))
}

/** The last place up to a limit. As elsewhere a limit at the size finds only the empty text. */
@GeneratedCodeOnly
public fun celLastIndexOf(text: String, part: String, limit: Long? = null): Long {
    var last = text.length
    if (limit != null) {
        last = unitIndex(text, limit)
        if (last == text.length && part.isNotEmpty()) return -1
    }
    val found = text.lastIndexOf(part, last)
    return if (found < 0) -1 else celSize(text.substring(0, found))
}

@GeneratedCodeOnly
public fun celReplace(text: String, old: String, new: String, limit: Long = -1): String {
    val places = places(text, old, limit)
    val change = (byteCount(new) - byteCount(old)).toDouble() * places.size
    if (byteCount(text) + change > 1 shl 20) celError("size")
    return buildString {
        var rest = 0
        for (place in places) {
            append(text, rest, place).append(new)
            rest = place + old.length
        }
        append(text, rest, text.length)
    }
}

/** Splits a text into at most `limit` parts. An empty separator gives code points. */
@GeneratedCodeOnly
public fun celSplit(text: String, separator: String, limit: Long = -1): List<String> {
    if (limit == 0L || separator.isEmpty() && text.isEmpty()) return emptyList()
    var cuts = places(text, separator, -1)
    if (separator.isEmpty()) cuts = cuts.drop(1).dropLast(1)
    if (limit > 0 && cuts.size >= limit) cuts = cuts.take((limit - 1).toInt())
    if (cuts.size >= 10_000) celError("size")
    val parts = mutableListOf<String>()
    var start = 0
    for (cut in cuts) {
        parts += text.substring(start, cut)
        start = cut + separator.length
    }
    return parts + text.substring(start)
}

/** The text in double quotes, with escapes such as `\n`. Error `size`. */
@GeneratedCodeOnly
public fun celQuote(text: String): String {
    val escaped = "\u0007\b\u000C\n\r\t\u000B\\\""
    val letters = "abfnrtv\\\""
    val quoted = buildString {
        append('"')
        for (unit in text) {
            val place = escaped.indexOf(unit)
            if (place >= 0) append('\\').append(letters[place]) else append(unit)
        }
        append('"')
    }
    return limited(quoted)
}

// Bytes.

@GeneratedCodeOnly
public fun celSize(bytes: Bytes): Long = bytes.size.toLong()

@GeneratedCodeOnly
public fun celPlus(left: Bytes, right: Bytes): Bytes {
    if (left.size + right.size > 1 shl 20) celError("size")
    return Bytes(left.toByteArray() + right.toByteArray())
}

@GeneratedCodeOnly
public fun celLess(left: Bytes, right: Bytes): Boolean {
    for (index in 0 until minOf(left.size, right.size)) {
        if (left[index] != right[index]) return left[index] < right[index]
    }
    return left.size < right.size
}

@GeneratedCodeOnly
public fun celBytes(text: String): Bytes = Bytes(text.encodeToByteArray())

@GeneratedCodeOnly
public fun celText(bytes: Bytes): String {
    // Decoding replaces invalid bytes, so the result differs.
    val text = bytes.toByteArray().decodeToString()
    return if (celBytes(text) == bytes) text else celError("conversion")
}

private const val BASE64: String =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

@GeneratedCodeOnly
public fun celBase64Encode(bytes: Bytes): String {
    if ((bytes.size + 2) / 3 * 4 > 1 shl 20) celError("size")
    return buildString {
        for (start in 0 until bytes.size step 3) {
            val count = minOf(3, bytes.size - start)
            var bits = 0
            for (place in 0 until 3) {
                bits = (bits shl 8) or (if (place < count) bytes[start + place] else 0)
            }
            for (place in 0 until 4) {
                append(if (place > count) '=' else BASE64[(bits shr (18 - 6 * place)) and 63])
            }
        }
    }
}

/** Reads base64, with or without padding. Error `conversion`. */
@GeneratedCodeOnly
public fun celBase64Decode(text: String): Bytes {
    var digits = text
    if (digits.length % 4 == 0) repeat(2) { digits = digits.removeSuffix("=") }
    val bytes = mutableListOf<Byte>()
    var bits = 0
    var count = 0
    for (digit in digits) {
        val value = BASE64.indexOf(digit)
        if (value < 0) celError("conversion")
        bits = (bits shl 6) or value
        count += 6
        if (count >= 8) {
            count -= 8
            bytes += (bits shr count).toByte()
            bits = bits and ((1 shl count) - 1)
        }
    }
    if (bits != 0 || digits.length % 4 == 1) celError("conversion")
    return Bytes(bytes.toByteArray())
}

// More conversions.

@GeneratedCodeOnly
public fun celBool(text: String): Boolean = when (text) {
    "1", "t", "true", "TRUE", "True" -> true
    "0", "f", "false", "FALSE", "False" -> false
    else -> celError("conversion")
}

@GeneratedCodeOnly
public fun celUint(text: String): ULong {
    if (text.isEmpty() || text.any { it !in '0'..'9' }) celError("conversion")
    return text.toULongOrNull() ?: celError("conversion")
}

@GeneratedCodeOnly
public fun celDouble(text: String): Double {
    if (text == "NaN") return Double.NaN
    val sign = if (text.startsWith('-') || text.startsWith('+')) 1 else 0
    val rest = text.substring(sign)
    if (rest == "Infinity" || rest == "inf" || rest == "Inf") {
        return if (text[0] == '-') Double.NEGATIVE_INFINITY else Double.POSITIVE_INFINITY
    }
    return if (isDecimal(rest)) text.toDouble() else celError("conversion")
}

/** Whether a text is digits with an optional point and an optional exponent. */
private fun isDecimal(text: String): Boolean {
    val whole = text.takeWhile { it in '0'..'9' }
    var rest = text.substring(whole.length)
    var count = whole.length
    if (rest.startsWith('.')) {
        val fraction = rest.substring(1).takeWhile { it in '0'..'9' }
        rest = rest.substring(1 + fraction.length)
        count += fraction.length
    }
    if (count == 0) return false
    if (rest.isEmpty()) return true
    if (rest[0] != 'e' && rest[0] != 'E') return false
    val exponent = if (rest.length > 1 && rest[1] in "+-") rest.substring(2) else rest.substring(1)
    return exponent.isNotEmpty() && exponent.all { it in '0'..'9' }
}

// Mathematics.

@GeneratedCodeOnly
public fun celCeil(number: Double): Double = kotlin.math.ceil(number)

@GeneratedCodeOnly
public fun celFloor(number: Double): Double = kotlin.math.floor(number)

/** Halves are rounded away from zero. */
@GeneratedCodeOnly
public fun celRound(number: Double): Double {
    val whole = kotlin.math.truncate(number)
    val isUp = kotlin.math.abs(number - whole) >= 0.5
    return if (isUp) whole + kotlin.math.sign(number) else whole
}

@GeneratedCodeOnly
public fun celTrunc(number: Double): Double = kotlin.math.truncate(number)

@GeneratedCodeOnly
public fun celIsNaN(number: Double): Boolean = number.isNaN()

@GeneratedCodeOnly
public fun celIsInf(number: Double): Boolean = number.isInfinite()

@GeneratedCodeOnly
public fun celIsFinite(number: Double): Boolean = number.isFinite()

@GeneratedCodeOnly
public fun celSign(number: Long): Long = if (number < 0) -1 else if (number > 0) 1 else 0

@GeneratedCodeOnly
public fun celSign(number: ULong): ULong = if (number > 0uL) 1uL else 0uL

@GeneratedCodeOnly
public fun celSign(number: Double): Double =
    if (number.isNaN()) number else if (number > 0) 1.0 else if (number < 0) -1.0 else 0.0

@GeneratedCodeOnly
public fun celSqrt(number: Long): Double = kotlin.math.sqrt(number.toDouble())

@GeneratedCodeOnly
public fun celSqrt(number: ULong): Double = kotlin.math.sqrt(number.toDouble())

@GeneratedCodeOnly
public fun celSqrt(number: Double): Double = kotlin.math.sqrt(number)

@GeneratedCodeOnly
public fun celBitAnd(left: Long, right: Long): Long = left and right

@GeneratedCodeOnly
public fun celBitAnd(left: ULong, right: ULong): ULong = left and right

@GeneratedCodeOnly
public fun celBitOr(left: Long, right: Long): Long = left or right

@GeneratedCodeOnly
public fun celBitOr(left: ULong, right: ULong): ULong = left or right

@GeneratedCodeOnly
public fun celBitXor(left: Long, right: Long): Long = left xor right

@GeneratedCodeOnly
public fun celBitXor(left: ULong, right: ULong): ULong = left xor right

@GeneratedCodeOnly
public fun celBitNot(number: Long): Long = number.inv()

@GeneratedCodeOnly
public fun celBitNot(number: ULong): ULong = number.inv()

/** 64 places or more leave nothing. */
@GeneratedCodeOnly
public fun celBitShiftLeft(number: ULong, places: Long): ULong =
    if (places < 0) celError("argument") else if (places > 63) 0uL else number shl places.toInt()

@GeneratedCodeOnly
public fun celBitShiftLeft(number: Long, places: Long): Long =
    celBitShiftLeft(number.toULong(), places).toLong()

/** Moves bits to the right and fills with 0. Error `argument` for a negative count. */
@GeneratedCodeOnly
public fun celBitShiftRight(number: ULong, places: Long): ULong =
    if (places < 0) celError("argument") else if (places > 63) 0uL else number shr places.toInt()

@GeneratedCodeOnly
public fun celBitShiftRight(number: Long, places: Long): Long =
    celBitShiftRight(number.toULong(), places).toLong()

// Sets.

@GeneratedCodeOnly
public fun celSetsContains(list: List<*>, others: List<*>): Boolean =
    others.all { celHas(list, it) }

@GeneratedCodeOnly
public fun celSetsIntersects(list: List<*>, others: List<*>): Boolean =
    others.any { celHas(list, it) }

@GeneratedCodeOnly
public fun celSetsEquivalent(list: List<*>, others: List<*>): Boolean =
    celSetsContains(list, others) && celSetsContains(others, list)
