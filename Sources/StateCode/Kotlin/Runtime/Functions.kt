@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

// Whole numbers have 64 bits, and what does not fit is an error (Kotlin's own operators wrap).

@GeneratedCodeOnly
public fun celPlus(left: Long, right: Long): Long {
    val sum = left + right
    if (((left xor sum) and (right xor sum)) < 0) celError("overflow")
    return sum
}

@GeneratedCodeOnly
public fun celPlus(left: ULong, right: ULong): ULong {
    val sum = left + right
    if (sum < left) celError("overflow")
    return sum
}

@GeneratedCodeOnly
public fun celMinus(left: Long, right: Long): Long {
    val difference = left - right
    if (((left xor right) and (left xor difference)) < 0) celError("overflow")
    return difference
}

@GeneratedCodeOnly
public fun celMinus(left: ULong, right: ULong): ULong =
    if (right > left) celError("overflow") else left - right

@GeneratedCodeOnly
public fun celTimes(left: Long, right: Long): Long {
    if (left == 0L || right == 0L) return 0
    val product = left * right
    val isLeast = left == -1L && right == Long.MIN_VALUE || right == -1L && left == Long.MIN_VALUE
    if (isLeast || product / right != left) celError("overflow")
    return product
}

@GeneratedCodeOnly
public fun celTimes(left: ULong, right: ULong): ULong {
    if (left == 0uL || right == 0uL) return 0uL
    val product = left * right
    if (product / right != left) celError("overflow")
    return product
}

@GeneratedCodeOnly
public fun celDivided(left: Long, right: Long): Long = when {
    right == 0L -> celError("divideByZero")
    left == Long.MIN_VALUE && right == -1L -> celError("overflow")
    else -> left / right
}

@GeneratedCodeOnly
public fun celDivided(left: ULong, right: ULong): ULong =
    if (right == 0uL) celError("divideByZero") else left / right

@GeneratedCodeOnly
public fun celRemainder(left: Long, right: Long): Long = when {
    right == 0L -> celError("divideByZero")
    left == Long.MIN_VALUE && right == -1L -> celError("overflow")
    else -> left % right
}

@GeneratedCodeOnly
public fun celRemainder(left: ULong, right: ULong): ULong =
    if (right == 0uL) celError("divideByZero") else left % right

@GeneratedCodeOnly
public fun celNegate(number: Long): Long = celMinus(0L, number)

@GeneratedCodeOnly
public fun celAbs(number: Long): Long = if (number < 0) celNegate(number) else number

@GeneratedCodeOnly
public fun celAbs(number: ULong): ULong = number

@GeneratedCodeOnly
public fun celAbs(number: Double): Double = kotlin.math.abs(number)

@GeneratedCodeOnly
public fun celGreatest(left: Long, right: Long): Long = maxOf(left, right)

@GeneratedCodeOnly
public fun celGreatest(left: ULong, right: ULong): ULong = maxOf(left, right)

@GeneratedCodeOnly
public fun celGreatest(left: Double, right: Double): Double =
    if (left.isNaN() || right.isNaN()) Double.NaN else if (right > left) right else left

@GeneratedCodeOnly
public fun celLeast(left: Long, right: Long): Long = minOf(left, right)

@GeneratedCodeOnly
public fun celLeast(left: ULong, right: ULong): ULong = minOf(left, right)

@GeneratedCodeOnly
public fun celLeast(left: Double, right: Double): Double =
    if (left.isNaN() || right.isNaN()) Double.NaN else if (right < left) right else left

// Time.

@GeneratedCodeOnly
public fun celPlus(left: TimeSpan, right: TimeSpan): TimeSpan =
    span { celPlus(left.nanoseconds, right.nanoseconds) }

@GeneratedCodeOnly
public fun celMinus(left: TimeSpan, right: TimeSpan): TimeSpan =
    span { celMinus(left.nanoseconds, right.nanoseconds) }

@GeneratedCodeOnly
public fun celHours(span: TimeSpan): Long = span.nanoseconds / 3_600_000_000_000

@GeneratedCodeOnly
public fun celMinutes(span: TimeSpan): Long = span.nanoseconds / 60_000_000_000

@GeneratedCodeOnly
public fun celSeconds(span: TimeSpan): Long = span.nanoseconds / 1_000_000_000

@GeneratedCodeOnly
public fun celMilliseconds(span: TimeSpan): Long = span.nanoseconds % 1_000_000_000 / 1_000_000

// Conversions.

@GeneratedCodeOnly
public fun celInt(number: ULong): Long =
    if (number > Long.MAX_VALUE.toULong()) celError("overflow") else number.toLong()

@GeneratedCodeOnly
public fun celInt(number: Double): Long =
    if (number > -9.223372036854775807E18 && number < 9.223372036854775807E18) {
        number.toLong()
    } else {
        celError("overflow")
    }

@GeneratedCodeOnly
public fun celInt(text: String): Long {
    val digits = if (text.startsWith('-') || text.startsWith('+')) text.substring(1) else text
    if (digits.isEmpty() || digits.any { it !in '0'..'9' }) celError("conversion")
    return text.removePrefix("+").toLongOrNull() ?: celError("conversion")
}

@GeneratedCodeOnly
public fun celUint(number: Long): ULong =
    if (number < 0) celError("overflow") else number.toULong()

@GeneratedCodeOnly
public fun celUint(number: Double): ULong =
    if (number >= 0.0 && number < 1.8446744073709552E19) number.toULong() else celError("overflow")

@GeneratedCodeOnly
public fun celDouble(number: Long): Double = number.toDouble()

@GeneratedCodeOnly
public fun celDouble(number: ULong): Double = number.toDouble()

@GeneratedCodeOnly
public fun celText(flag: Boolean): String = flag.toString()

@GeneratedCodeOnly
public fun celText(number: Long): String = number.toString()

@GeneratedCodeOnly
public fun celText(number: ULong): String = number.toString()

/** The duration in decimal seconds without trailing zeros: `1.5s`. */
@GeneratedCodeOnly
public fun celText(span: TimeSpan): String {
    val seconds = (span.nanoseconds / 1_000_000_000).toString().removePrefix("-")
    val rest = (span.nanoseconds % 1_000_000_000).toString().removePrefix("-")
    val fraction = if (rest == "0") "" else "." + rest.padStart(9, '0').trimEnd('0')
    return (if (span.nanoseconds < 0) "-" else "") + seconds + fraction + "s"
}

// Text is a sequence of code points (the elements of Kotlin's own are halves of pairs).

@GeneratedCodeOnly
public fun celSize(text: String): Long =
    (text.length - (1 until text.length).count { isPair(text, it) }).toLong()

@GeneratedCodeOnly
public fun celPlus(left: String, right: String): String {
    if (byteCount(left) + byteCount(right) > 1 shl 20) celError("size")
    return left + right
}

@GeneratedCodeOnly
public fun celSubstring(text: String, start: Long): String =
    text.substring(unitIndex(text, start))

@GeneratedCodeOnly
public fun celSubstring(text: String, start: Long, end: Long): String {
    val first = unitIndex(text, start)
    if (end < start) celError("index")
    return text.substring(first, unitIndex(text, end))
}

@GeneratedCodeOnly
public fun celCharAt(text: String, place: Long): String {
    val index = unitIndex(text, place)
    if (index == text.length) return ""
    return text.substring(index, index + unitCount(text, index))
}

@GeneratedCodeOnly
public fun celStartsWith(text: String, part: String): Boolean = text.startsWith(part)

@GeneratedCodeOnly
public fun celEndsWith(text: String, part: String): Boolean = text.endsWith(part)

@GeneratedCodeOnly
public fun celContains(text: String, part: String): Boolean = text.contains(part)

private fun isBlank(unit: Char): Boolean =
    unit in '\u0009'..'\u000D' || unit == ' ' || unit == '\u0085' || unit == '\u00A0' ||
        unit == '\u1680' || unit in '\u2000'..'\u200A' || unit == '\u2028' || unit == '\u2029' ||
        unit == '\u202F' || unit == '\u205F' || unit == '\u3000'

@GeneratedCodeOnly
public fun celTrim(text: String): String = text.trim { isBlank(it) }

@GeneratedCodeOnly
public fun celLowerAscii(text: String): String =
    buildString(text.length) {
        for (unit in text) append(if (unit in 'A'..'Z') unit + 32 else unit)
    }

@GeneratedCodeOnly
public fun celUpperAscii(text: String): String =
    buildString(text.length) {
        for (unit in text) append(if (unit in 'a'..'z') unit - 32 else unit)
    }

@GeneratedCodeOnly
public fun celReverse(text: String): String = buildString(text.length) {
    var end = text.length
    while (end > 0) {
        val start = if (isPair(text, end - 1)) end - 2 else end - 1
        append(text, start, end)
        end = start
    }
}

@GeneratedCodeOnly
public fun celJoin(texts: List<String>, separator: String = ""): String {
    val gaps = byteCount(separator) * maxOf(texts.size - 1, 0)
    if (texts.fold(gaps) { sum, text -> sum + byteCount(text) } > 1 shl 20) celError("size")
    return texts.joinToString(separator)
}

// Lists.

@GeneratedCodeOnly
public fun <T> celSize(list: List<T>): Long = list.size.toLong()

@GeneratedCodeOnly
public fun <T> celPlus(left: List<T>, right: List<T>): List<T> {
    if (left.size + right.size > 10_000) celError("size")
    return left + right
}

@GeneratedCodeOnly
public fun <T> celConcat(lists: List<List<T>>): List<T> {
    if (lists.sumOf { it.size } > 10_000) celError("size")
    return lists.flatten()
}

@GeneratedCodeOnly
public fun <T> celReplace(list: List<T>, place: Long, element: T): List<T> {
    celIndex(list, place)
    return list.toMutableList().also { it[place.toInt()] = element }
}

@GeneratedCodeOnly
public fun <T> celIndex(list: List<T>, place: Long): T =
    if (place in 0 until list.size.toLong()) list[place.toInt()] else celError("index")

@GeneratedCodeOnly
public fun <T> celFind(list: List<T>, place: Long): T? =
    if (place in 0 until list.size.toLong()) list[place.toInt()] else null

@GeneratedCodeOnly
public fun <T> celHas(list: List<T>, value: T): Boolean = list.any { celEqual(it, value) }

@GeneratedCodeOnly
public fun <T> celFirst(list: List<T>): T? = list.firstOrNull()

@GeneratedCodeOnly
public fun <T> celLast(list: List<T>): T? = list.lastOrNull()

@GeneratedCodeOnly
public fun <T> celReverse(list: List<T>): List<T> = list.reversed()

@GeneratedCodeOnly
public fun <T> celDistinct(list: List<T>): List<T> {
    val kept = mutableListOf<T>()
    for (element in list) if (!celHas(kept, element)) kept += element
    return kept
}

@GeneratedCodeOnly
public fun <T> celSlice(list: List<T>, start: Long, end: Long): List<T> {
    if (start < 0 || start > end || end > list.size) celError("index")
    return list.subList(start.toInt(), end.toInt()).toList()
}

@GeneratedCodeOnly
public fun celRange(count: Long): List<Long> {
    if (count > 10_000) celError("size")
    return (0 until count).toList()
}

/** Whether an element passes a test. An error counts only if no element passes. */
@GeneratedCodeOnly
public inline fun <T> celExists(list: List<T>, test: (T) -> Boolean): Boolean {
    var first: EvaluationException? = null
    for (element in list) {
        try {
            if (test(element)) return true
        } catch (error: EvaluationException) {
            first = first ?: error
        }
    }
    if (first != null) throw first
    return false
}

@GeneratedCodeOnly
public inline fun <T> celAll(list: List<T>, test: (T) -> Boolean): Boolean =
    !celExists(list) { !test(it) }

@GeneratedCodeOnly
public inline fun <T> celExistsOne(list: List<T>, test: (T) -> Boolean): Boolean =
    list.count(test) == 1

@GeneratedCodeOnly
public inline fun <T> celCount(list: List<T>, test: (T) -> Boolean): Long =
    list.count(test).toLong()

@GeneratedCodeOnly
public inline fun <T> celFilter(list: List<T>, test: (T) -> Boolean): List<T> = list.filter(test)

@GeneratedCodeOnly
public inline fun <T, R> celMap(list: List<T>, change: (T) -> R): List<R> = list.map(change)

@GeneratedCodeOnly
public inline fun <T, R> celMapWhere(
    list: List<T>,
    test: (T) -> Boolean,
    change: (T) -> R,
): List<R> {
    val results = mutableListOf<R>()
    for (element in list) if (test(element)) results += change(element)
    return results
}
