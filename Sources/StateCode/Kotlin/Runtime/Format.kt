@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

// Text from a template.

@GeneratedCodeOnly
public fun celFormat(template: String, arguments: List<Any?>): String {
    val text = StringBuilder()
    var next = 0
    var at = 0
    while (at < template.length) {
        if (template[at] != '%') {
            text.append(template[at])
            at += 1
            continue
        }
        at += 1
        var places = 6
        if (template.startsWith('.', at)) {
            val digits = template.substring(at + 1).takeWhile { it in '0'..'9' }
            if (digits.isEmpty() || digits.length > 4) celError("argument")
            places = digits.toInt()
            if (places > 1_000) celError("argument")
            at += digits.length + 1
        }
        if (at >= template.length) celError("argument")
        if (template[at] == '%') {
            text.append('%')
        } else {
            if (next >= arguments.size) celError("argument")
            val value = unpacked(arguments[next])
            text.append(clause(template[at], places, value) ?: celError("argument"))
            next += 1
        }
        at += 1
        if (text.length > 1 shl 20) celError("size")
    }
    return limited(text.toString())
}

private fun String.startsWith(unit: Char, at: Int): Boolean = at < length && this[at] == unit

/** What a letter makes of a value; null if it does not take it. */
private fun clause(letter: Char, places: Int, value: Any?): String? = when (letter) {
    's' -> described(value)
    'd' -> if (value is Double) celText(value) else digits(value, 10)
    'f' -> fraction(value) { it.fixed(places) }
    'e' -> fraction(value) { it.scientific(places) }
    'x' -> hexadecimal(value)
    'X' -> hexadecimal(value)?.uppercase()
    'o' -> digits(value, 8)
    'b' -> if (value is Boolean) (if (value) "1" else "0") else digits(value, 2)
    else -> null
}

private fun digits(value: Any?, radix: Int): String? = when (value) {
    is Long -> value.toString(radix)
    is ULong -> value.toString(radix)
    else -> null
}

private fun hexadecimal(value: Any?): String? {
    val bytes = when (value) {
        is String -> celBytes(value)
        is Bytes -> value
        else -> return digits(value, 16)
    }
    return (0 until bytes.size).joinToString("") { bytes[it].toString(16).padStart(2, '0') }
}

private fun fraction(value: Any?, digits: (ExactDecimal) -> String): String? = when (value) {
    is Long ->
        (if (value < 0) "-" else "") + digits(ExactDecimal(value.toString().removePrefix("-")))
    is ULong -> digits(ExactDecimal(value.toString()))
    is Double -> when {
        !value.isFinite() -> celText(value)
        else -> (if (value.toRawBits() < 0) "-" else "") + digits(ExactDecimal(value))
    }
    else -> null
}

/** Any value as text. */
private fun described(value: Any?): String = when (value) {
    null -> "null"
    is Unit -> "{}"
    is Boolean -> celText(value)
    is Long -> celText(value)
    is ULong -> celText(value)
    is Double -> celText(value)
    is String -> value
    is Bytes -> repaired(value)
    is Timestamp -> celText(value)
    is TimeSpan -> celText(value)
    is CelType -> value.name
    is List<*> -> value.joinToString(", ", "[", "]") { described(it) }
    is Map<*, *> -> value.entries.joinToString(", ", "{", "}") {
        described(it.key) + ": " + described(it.value)
    }
    is CelOptional ->
        if (value.isPresent) "optional.of(${described(value.value)})" else "optional.none()"
    else -> celError("argument")
}

/** The text of bytes in UTF-8. Each run of invalid bytes becomes one U+FFFD. */
private fun repaired(bytes: Bytes): String = buildString {
    var isBroken = false
    var at = 0
    while (at < bytes.size) {
        val first = bytes[at]
        val length = if (first < 0x80) 1 else if (first < 0xE0) 2 else if (first < 0xF0) 3 else 4
        val part = bytes.toByteArray().copyOfRange(at, minOf(at + length, bytes.size))
        val text = part.decodeToString()
        if (Bytes(text.encodeToByteArray()) == Bytes(part)) {
            append(text)
            at += length
            isBroken = false
        } else {
            if (!isBroken) append('\uFFFD')
            isBroken = true
            at += 1
        }
    }
}

/** A number with all its decimal digits, 0.d1d2d3… * 10^exponent. Rounding is exact. */
private class ExactDecimal(written: String, point: Int = written.length) {
    private val digits: String = written.trimStart('0').trimEnd('0')
    private val exponent: Int =
        if (digits.isEmpty()) 0 else point - (written.length - written.trimStart('0').length)

    /** Rounds to a number of digits, to the nearest, ties to even. */
    private fun rounded(count: Int): ExactDecimal {
        if (count >= digits.length) return this
        if (count < 0) return ExactDecimal("")
        val rest = digits.substring(count)
        val isOdd = count > 0 && digits[count - 1] in "13579"
        val isUp = rest[0] > '5' || rest[0] == '5' && (rest.length > 1 || isOdd)
        val kept = digits.substring(0, count)
        if (!isUp) return ExactDecimal(kept, exponent)
        val more = if (kept.isEmpty()) "1" else increment(kept)
        return ExactDecimal(more, exponent + more.length - count)
    }

    private fun text(places: IntRange): String =
        places.joinToString("") { digits.getOrElse(it) { '0' }.toString() }

    fun fixed(places: Int): String {
        val number = rounded(exponent + places)
        val whole = if (number.exponent > 0) number.text(0 until number.exponent) else "0"
        val from = number.exponent
        return if (places > 0) whole + "." + number.text(from until from + places) else whole
    }

    fun scientific(places: Int): String {
        val number = rounded(places + 1)
        val power = if (number.digits.isEmpty()) 0 else number.exponent - 1
        val tail = if (places > 0) "." + number.text(1..places) else ""
        val written = kotlin.math.abs(power).toString().padStart(2, '0')
        return number.text(0..0) + tail + (if (power < 0) "e-" else "e+") + written
    }
}

/** An integer times a power of two; below one, 2^-n is 5^n with the point n places on. */
private fun ExactDecimal(number: Double): ExactDecimal {
    val bits = number.toRawBits() and Long.MAX_VALUE
    val biased = (bits ushr 52).toInt()
    val mantissa = (bits and 0xFFFFFFFFFFFFFL) or (if (biased == 0) 0L else 0x10000000000000L)
    val power = maxOf(biased, 1) - 1075
    var limbs = listOf(mantissa % 1_000_000_000, mantissa / 1_000_000_000)
    repeat(kotlin.math.abs(power)) {
        var carry = 0L
        val next = limbs.map { limb ->
            val product = limb * (if (power < 0) 5 else 2) + carry
            carry = product / 1_000_000_000
            product % 1_000_000_000
        }
        limbs = if (carry > 0) next + carry else next
    }
    val written = limbs.reversed().joinToString("") { it.toString().padStart(9, '0') }
    return ExactDecimal(written, written.length + minOf(power, 0))
}
