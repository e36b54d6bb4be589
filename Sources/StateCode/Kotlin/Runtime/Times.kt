@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

// Time: UTC and fixed offsets, the years 0001 to 9999, durations of 64 bits of nanoseconds.

private fun quotient(number: Long, divisor: Long): Long =
    if (number % divisor < 0) number / divisor - 1 else number / divisor

private fun remainder(number: Long, divisor: Long): Long =
    number - quotient(number, divisor) * divisor

private fun instant(seconds: Long, nanoseconds: Long): Timestamp {
    if (seconds !in -62_135_596_800..253_402_300_799) celError("range")
    return Timestamp(seconds, nanoseconds.toInt())
}

/** So many nanoseconds, counted from the second of a time, may be more or less than that second. */
private fun instant(time: Timestamp, seconds: Long, nanoseconds: Long): Timestamp {
    val carry = quotient(time.nanoseconds + nanoseconds, 1_000_000_000)
    return instant(
        time.seconds + seconds + carry,
        time.nanoseconds + nanoseconds - carry * 1_000_000_000,
    )
}

@GeneratedCodeOnly
public fun celPlus(time: Timestamp, span: TimeSpan): Timestamp =
    instant(time, span.nanoseconds / 1_000_000_000, span.nanoseconds % 1_000_000_000)

@GeneratedCodeOnly
public fun celPlus(span: TimeSpan, time: Timestamp): Timestamp = celPlus(time, span)

@GeneratedCodeOnly
public fun celMinus(time: Timestamp, span: TimeSpan): Timestamp =
    instant(time, -(span.nanoseconds / 1_000_000_000), -(span.nanoseconds % 1_000_000_000))

@GeneratedCodeOnly
public fun celMinus(left: Timestamp, right: Timestamp): TimeSpan {
    var seconds = left.seconds - right.seconds
    var rest = (left.nanoseconds - right.nanoseconds).toLong()
    // Both parts get the same sign, so that a result that fits does not overflow in between.
    if (seconds < 0 && rest > 0) {
        seconds += 1
        rest -= 1_000_000_000
    }
    if (seconds > 0 && rest < 0) {
        seconds -= 1
        rest += 1_000_000_000
    }
    return span { celPlus(celTimes(seconds, 1_000_000_000L), rest) }
}

/**
 * A day of the proleptic Gregorian calendar. Years begin in March where it is computed, so that
 * the leap day is the last of its year; an era is the 400 years after which the calendar repeats.
 */
private class CivilDay(time: Timestamp) {
    val number: Long = quotient(time.seconds, 86_400)
    val year: Long
    val month: Long
    val day: Long

    init {
        val era = quotient(number + 719_468, 146_097)
        val day = remainder(number + 719_468, 146_097)
        val year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        val dayOfYear = day - (365 * year + year / 4 - year / 100)
        val month = (5 * dayOfYear + 2) / 153
        this.day = dayOfYear - (153 * month + 2) / 5 + 1
        this.month = if (month < 10) month + 3 else month - 9
        this.year = year + era * 400 + (if (month >= 10) 1 else 0)
    }
}

/** Days from 1970-01-01. */
private fun dayNumber(year: Long, month: Long, day: Long): Long {
    val shifted = if (month <= 2) year - 1 else year
    val era = quotient(shifted, 400)
    val yearOfEra = remainder(shifted, 400)
    val dayOfYear = (153 * (if (month > 2) month - 3 else month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
}

private fun dayCount(month: Long, year: Long): Long = when (month) {
    2L -> if (year % 4 == 0L && (year % 100 != 0L || year % 400 == 0L)) 29 else 28
    4L, 6L, 9L, 11L -> 30
    else -> 31
}

private fun secondOfDay(time: Timestamp): Long = remainder(time.seconds, 86_400)

@GeneratedCodeOnly
public fun celFullYear(time: Timestamp): Long = CivilDay(time).year

@GeneratedCodeOnly
public fun celMonth(time: Timestamp): Long = CivilDay(time).month - 1

@GeneratedCodeOnly
public fun celDate(time: Timestamp): Long = CivilDay(time).day

@GeneratedCodeOnly
public fun celDayOfMonth(time: Timestamp): Long = CivilDay(time).day - 1

@GeneratedCodeOnly
public fun celDayOfYear(time: Timestamp): Long {
    val day = CivilDay(time)
    return day.number - dayNumber(day.year, 1, 1)
}

@GeneratedCodeOnly
public fun celDayOfWeek(time: Timestamp): Long = remainder(CivilDay(time).number + 4, 7)

@GeneratedCodeOnly
public fun celHours(time: Timestamp): Long = secondOfDay(time) / 3_600

@GeneratedCodeOnly
public fun celMinutes(time: Timestamp): Long = secondOfDay(time) / 60 % 60

@GeneratedCodeOnly
public fun celSeconds(time: Timestamp): Long = secondOfDay(time) % 60

@GeneratedCodeOnly
public fun celMilliseconds(time: Timestamp): Long = time.nanoseconds / 1_000_000L

/** The instant that shows in UTC what another shows in a zone: `UTC`, `+02:00`, `02:00`. */
@GeneratedCodeOnly
public fun celShifted(time: Timestamp, zone: String): Timestamp {
    if (zone == "UTC") return time
    val scanner = TextScanner(zone)
    val offset = scanner.offset(isSigned = false)
    if (offset == null || !scanner.isAtEnd) celError("argument")
    return Timestamp(time.seconds + offset, time.nanoseconds)
}

@GeneratedCodeOnly
public fun celInt(time: Timestamp): Long = time.seconds

@GeneratedCodeOnly
public fun celTimestamp(seconds: Long): Timestamp = instant(seconds, 0)

/** Reads RFC 3339: `T`, `Z` or `±hh:mm`, 0 to 9 digits of fraction, no second 60. */
@GeneratedCodeOnly
public fun celTimestamp(text: String): Timestamp {
    val scanner = TextScanner(text)
    fun number(count: Int, range: LongRange, after: String = ""): Long {
        if (!scanner.skip(after)) celError("conversion")
        val number = scanner.digits(count) ?: celError("conversion")
        return if (number in range) number else celError("conversion")
    }
    val year = number(4, 0L..9999L)
    val month = number(2, 1L..12L, "-")
    val day = number(2, 1L..dayCount(month, year), "-")
    val hour = number(2, 0L..23L, "T")
    val minute = number(2, 0L..59L, ":")
    val second = number(2, 0L..59L, ":")
    val nanoseconds = if (scanner.skip(".")) scanner.fraction() else 0L
    val offset = if (scanner.skip("Z")) 0L else scanner.offset(isSigned = true)
    if (nanoseconds == null || offset == null || !scanner.isAtEnd) celError("conversion")
    val days = dayNumber(year, month, day)
    return instant(days * 86_400 + hour * 3_600 + minute * 60 + second - offset, nanoseconds)
}

private fun padded(number: Long, width: Int): String = number.toString().padStart(width, '0')

/** The instant in UTC as RFC 3339 text, with a fraction without trailing zeros. */
@GeneratedCodeOnly
public fun celText(time: Timestamp): String {
    val day = CivilDay(time)
    val date = "${padded(day.year, 4)}-${padded(day.month, 2)}-${padded(day.day, 2)}"
    val hours = "${padded(celHours(time), 2)}:${padded(celMinutes(time), 2)}"
    val rest = padded(time.nanoseconds.toLong(), 9).trimEnd('0')
    val fraction = if (rest.isEmpty()) "" else ".$rest"
    return "${date}T$hours:${padded(celSeconds(time), 2)}${fraction}Z"
}

/** Reads a sign, then `0` or numbers with units: `1h30m1.5s`. */
@GeneratedCodeOnly
public fun celTimeSpan(text: String): TimeSpan {
    val scanner = TextScanner(text)
    val isNegative = scanner.skip("-")
    if (!isNegative) scanner.skip("+")
    if (scanner.rest == "0") return TimeSpan(0)
    if (scanner.isAtEnd) celError("conversion")
    // The sum is negative because the least span has no positive counterpart. A part that does not
    // fit is an error after those of texts that cannot be read.
    var total: Long? = 0
    while (!scanner.isAtEnd) {
        val part = scanner.spanPart() ?: celError("conversion")
        val before = total
        total = exact {
            val whole = celMinus(before ?: celError("range"), part.first ?: celError("range"))
            celMinus(whole, part.second)
        }
    }
    if (total == null || !isNegative && total == Long.MIN_VALUE) celError("range")
    return TimeSpan(if (isNegative) total else -total)
}

private inline fun exact(value: () -> Long): Long? =
    try {
        value()
    } catch (_: EvaluationException) {
        null
    }

/** Reads fixed formats from the front of a text. */
private class TextScanner(var rest: String) {
    val isAtEnd: Boolean get() = rest.isEmpty()

    fun skip(text: String): Boolean {
        if (!rest.startsWith(text)) return false
        rest = rest.substring(text.length)
        return true
    }

    private fun digit(): Long? {
        val first = rest.firstOrNull()
        if (first == null || first !in '0'..'9') return null
        rest = rest.substring(1)
        return (first - '0').toLong()
    }

    fun digits(count: Int): Long? {
        var number = 0L
        repeat(count) { number = number * 10 + (digit() ?: return null) }
        return number
    }

    /** 1 to 9 digits after a point, as nanoseconds. */
    fun fraction(): Long? {
        val digits = rest.takeWhile { it in '0'..'9' }.take(9)
        if (digits.isEmpty()) return null
        rest = rest.substring(digits.length)
        return digits.padEnd(9, '0').toLong()
    }

    /** `±hh:mm` in seconds. The sign is optional unless `isSigned`. */
    fun offset(isSigned: Boolean): Long? {
        val isNegative = skip("-")
        if (!isNegative && !skip("+") && isSigned) return null
        val hours = digits(2) ?: return null
        if (hours > 23 || !skip(":")) return null
        val minutes = digits(2) ?: return null
        if (minutes > 59) return null
        return (hours * 3_600 + minutes * 60) * (if (isNegative) -1 else 1)
    }

    /** A decimal number and a unit: whole and rest in nanoseconds; null for more than 64 bits. */
    fun spanPart(): Pair<Long?, Long>? {
        val whole = rest.takeWhile { it in '0'..'9' }
        rest = rest.substring(whole.length)
        val fraction = if (skip(".")) rest.takeWhile { it in '0'..'9' } else ""
        rest = rest.substring(fraction.length)
        if (whole.isEmpty() && fraction.isEmpty()) return null
        val unit = unit() ?: return null
        // Further digits are less than a nanosecond, even of an hour.
        val digits = fraction.take(15)
        val number = whole.trimStart('0').ifEmpty { "0" }.toLongOrNull()
        return number?.let { exact { celTimes(it, unit) } } to
            product(digits.ifEmpty { "0" }.toLong(), unit, digits.length)
    }

    /** part * unit / 10^places, rounded down: by digits, as the product may not fit. */
    private fun product(part: Long, unit: Long, places: Int): Long {
        var power = 1L
        repeat(places) { power *= 10 }
        var rest = 0L
        var result = 0L
        for (digit in unit.toString()) {
            val sum = rest * 10 + part * (digit - '0')
            result = result * 10 + sum / power
            rest = sum % power
        }
        return result
    }

    private fun unit(): Long? = when {
        skip("h") -> 3_600_000_000_000
        skip("ms") -> 1_000_000
        skip("m") -> 60_000_000_000
        skip("s") -> 1_000_000_000
        skip("ns") -> 1
        skip("us") || skip("\u00B5s") || skip("\u03BCs") -> 1_000
        else -> null
    }
}
