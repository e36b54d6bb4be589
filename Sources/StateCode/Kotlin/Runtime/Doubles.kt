@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

// Doubles as text, as ECMAScript writes them: the shortest digits that read back.

@GeneratedCodeOnly
public fun celText(number: Double): String {
    if (number.isNaN()) return "NaN"
    if (number.isInfinite()) return if (number > 0) "Infinity" else "-Infinity"
    if (number == 0.0) return "0"
    val magnitude = kotlin.math.abs(number)
    var (digits, exponent) = writtenDigits(magnitude)
    // What the platform writes reads back, but may be too long (JDK below 19, older Android).
    while (digits.length > 1) {
        val (shorter, place) = shorter(magnitude, digits, exponent) ?: break
        digits = shorter
        exponent = place
    }
    return (if (number < 0) "-" else "") + laidOut(nearest(magnitude, digits, exponent), exponent)
}

/** Of as many digits those that are nearest: the platform may write a neighbour (JDK below 19). */
private fun nearest(magnitude: Double, digits: String, exponent: Int): String {
    // Of 15 digits only one decimal reads back.
    if (digits.length <= 15 && magnitude > 2.3e-308) return digits
    val last = digits.toLong()
    val place = exponent - digits.length - 1
    val other = when {
        compare(magnitude, "${last}5", place) > 0 -> "${last + 1}"
        compare(magnitude, "${last - 1}5", place) < 0 -> "${last - 1}"
        else -> digits
    }
    // At a power of two the nearest may not read back.
    return if ("0.${other}E$exponent".toDouble() == magnitude) other.trimEnd('0') else digits
}

/** Digits and the place of the point, 0.d1d2… * 10^exponent, as the platform writes them. */
private fun writtenDigits(magnitude: Double): Pair<String, Int> {
    val text = magnitude.toString().uppercase()
    val mantissa = text.substringBefore('E')
    val exponent = text.substringAfter('E', "0").toInt() + mantissa.substringBefore('.').length
    val digits = mantissa.filter { it != '.' }
    val leading = digits.length - digits.trimStart('0').length
    return digits.trimStart('0').trimEnd('0') to exponent - leading
}

/** One digit less, if that reads back. */
private fun shorter(magnitude: Double, digits: String, exponent: Int): Pair<String, Int>? {
    val count = digits.length - 1
    val down = digits.substring(0, count)
    val up = increment(down)
    val nearestIsUp = if (digits[count] != '5') {
        digits[count] > '5'
    } else {
        // The platform's last digit was rounded itself: ask the exact value.
        val order = compare(magnitude, digits, exponent - digits.length)
        order > 0 || order == 0 && down.last() in "13579"
    }
    // At a power of two the nearest may not read back though its neighbour does.
    val candidates = if (nearestIsUp) listOf(up, down) else listOf(down, up)
    val found = candidates.firstOrNull {
        "0.${it}E${exponent + it.length - count}".toDouble() == magnitude
    }
    return found?.let { it.trimEnd('0') to exponent + it.length - count }
}

private fun laidOut(digits: String, exponent: Int): String = when {
    exponent in digits.length..21 -> digits + "0".repeat(exponent - digits.length)
    exponent in 1..21 -> digits.substring(0, exponent) + "." + digits.substring(exponent)
    exponent in -5..0 -> "0." + "0".repeat(-exponent) + digits
    else -> {
        val tail = if (digits.length > 1) "." + digits.substring(1) else ""
        val sign = if (exponent > 0) "+" else "-"
        digits.substring(0, 1) + tail + "e" + sign + kotlin.math.abs(exponent - 1)
    }
}

/** The exact value of a positive double against digits * 10^exponent. */
private fun compare(magnitude: Double, digits: String, exponent: Int): Int {
    val bits = magnitude.toRawBits()
    val biased = (bits ushr 52).toInt()
    val mantissa = (bits and 0xFFFFFFFFFFFFFL) or (if (biased == 0) 0L else 0x10000000000000L)
    val power = maxOf(biased, 1) - 1075
    val left = Natural(mantissa)
    val right = Natural(digits.toLong())
    repeat(maxOf(power, 0)) { left.times(2) }
    repeat(maxOf(-power, 0)) { right.times(2) }
    repeat(maxOf(exponent, 0)) { right.times(10) }
    repeat(maxOf(-exponent, 0)) { left.times(10) }
    return left.compareTo(right)
}

/** A natural number, just large enough for an exact comparison. */
private class Natural(value: Long) {
    private val limbs =
        mutableListOf(value and 0x3FFFFFFF, (value shr 30) and 0x3FFFFFFF, value shr 60)

    fun times(factor: Long) {
        var carry = 0L
        for (index in limbs.indices) {
            val product = limbs[index] * factor + carry
            limbs[index] = product and 0x3FFFFFFF
            carry = product shr 30
        }
        if (carry != 0L) limbs.add(carry)
    }

    fun compareTo(other: Natural): Int {
        for (index in maxOf(limbs.size, other.limbs.size) - 1 downTo 0) {
            val order = limbs.getOrElse(index) { 0L }.compareTo(other.limbs.getOrElse(index) { 0L })
            if (order != 0) return order
        }
        return 0
    }
}
