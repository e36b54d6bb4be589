@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

/** An error of a cell. The step has no effect. */
public class EvaluationException(
    /** The kind of the error: `overflow`, `divideByZero`, `index` … */
    public val id: String,
    /** The JSON pointer of the cell in the definition. */
    public val at: String = "",
    /** The JSON pointers of the rows that repeat, where a step does not end. */
    public val cycle: List<String> = emptyList(),
) : RuntimeException("$id at $at")

/**
 * A duration of at most about 292 years. A `kotlin.time.Duration` of more than 146 years has only
 * milliseconds, so it would not agree with Swift. [toDuration] and [toTimeSpan] convert.
 */
public data class TimeSpan(public val nanoseconds: Long) : Comparable<TimeSpan> {
    public override fun compareTo(other: TimeSpan): Int = nanoseconds.compareTo(other.nanoseconds)

    public companion object {
        public fun ofSeconds(seconds: Long): TimeSpan = TimeSpan(seconds * 1_000_000_000)

        public fun ofMillis(millis: Long): TimeSpan = TimeSpan(millis * 1_000_000)
    }
}

/** An instant between the years 0001 and 9999, in UTC. */
public data class Timestamp(
    /** Seconds since 1970-01-01T00:00:00Z, rounded down. */
    public val seconds: Long,
    /** Nanoseconds after the second, 0 to 999,999,999. */
    public val nanoseconds: Int,
) : Comparable<Timestamp> {
    public override fun compareTo(other: Timestamp): Int =
        if (seconds == other.seconds) {
            nanoseconds.compareTo(other.nanoseconds)
        } else {
            seconds.compareTo(other.seconds)
        }
}

/** Bytes, equal by what they are. */
public class Bytes(values: ByteArray) {
    private val values: ByteArray = values.copyOf()

    /** How many there are. */
    public val size: Int get() = values.size

    /** A byte as a number from 0 to 255. */
    public operator fun get(index: Int): Int = values[index].toInt() and 0xFF

    /** The bytes in order. */
    public fun toByteArray(): ByteArray = values.copyOf()

    override fun equals(other: Any?): Boolean =
        other is Bytes && values.contentEquals(other.values)

    override fun hashCode(): Int = values.contentHashCode()

    override fun toString(): String = values.toList().toString()
}

/** Adds the JSON pointer of a cell to an error. */
@GeneratedCodeOnly
public inline fun <T> celAt(pointer: String, value: () -> T): T =
    try {
        value()
    } catch (error: EvaluationException) {
        throw if (error.at.isEmpty()) EvaluationException(error.id, pointer) else error
    }

@GeneratedCodeOnly
public fun celError(id: String): Nothing = throw EvaluationException(id)

/** A value that a check has shown not to be null. */
@GeneratedCodeOnly
public fun <T : Any> T?.celKnown(): T = this ?: celError("noValue")

/** Code point order: UTF-16 order, with the surrogates moved above the rest. */
@GeneratedCodeOnly
public fun celLess(left: String, right: String): Boolean {
    for (index in 0 until minOf(left.length, right.length)) {
        val first = left[index].code
        val second = right[index].code
        if (first == second) continue
        val one = if (first in 0xD800..0xDFFF) first + 0x10000 else first
        return one < (if (second in 0xD800..0xDFFF) second + 0x10000 else second)
    }
    return left.length < right.length
}

@GeneratedCodeOnly
public fun celLess(left: Boolean, right: Boolean): Boolean = !left && right

// Logic: an error of one operand is ignored if the other operand decides.

@GeneratedCodeOnly
public inline fun celAnd(left: () -> Boolean, right: () -> Boolean): Boolean {
    val first = try {
        left()
    } catch (error: EvaluationException) {
        val decides = try {
            !right()
        } catch (_: EvaluationException) {
            false
        }
        return if (decides) false else throw error
    }
    return first && right()
}

@GeneratedCodeOnly
public inline fun celOr(left: () -> Boolean, right: () -> Boolean): Boolean {
    val first = try {
        left()
    } catch (error: EvaluationException) {
        val decides = try {
            right()
        } catch (_: EvaluationException) {
            false
        }
        return if (decides) true else throw error
    }
    return first || right()
}

// Values that may be absent.

@GeneratedCodeOnly
public fun <T : Any> celSome(value: T): T? = value

@GeneratedCodeOnly
public fun <T : Any> celPresent(value: T?): List<T> = listOfNotNull(value)

@GeneratedCodeOnly
public fun <T : Any> celValue(optional: T?): T = optional ?: celError("noValue")

@GeneratedCodeOnly
public fun <T : Any> celOr(optional: T?, other: T): T = optional ?: other

@GeneratedCodeOnly
public fun <T : Any> celOrElse(optional: T?, other: T?): T? = optional ?: other

@GeneratedCodeOnly
public inline fun <T, R> celBind(value: T, body: (T) -> R): R = body(value)

@GeneratedCodeOnly
public inline fun <T : Any, R> celOptionalMap(value: T?, body: (T) -> R): R? = value?.let(body)

@GeneratedCodeOnly
public inline fun <T : Any, R> celFlatMap(value: T?, body: (T) -> R?): R? = value?.let(body)

/** Counts the microsteps of a step, and records the rows that ran last. */
@GeneratedCodeOnly
public class Microsteps(private val limit: Int) {
    private var count = 0
    private var recent = emptyList<List<Int>>()

    public fun count(row: Int) {
        count(listOf(row))
    }

    public fun count(rows: List<Int>) {
        count += 1
        if (count <= limit - RECORDED) return
        recent = recent + listOf(rows)
        if (count <= limit) return
        val cycle = cycle()
        throw EvaluationException("microsteps", cycle.firstOrNull() ?: "/reducer/0", cycle)
    }

    /** The rows of the shortest period that the last microsteps repeat. */
    private fun cycle(): List<String> {
        val size = recent.size
        val period = (1..size / 2).firstOrNull { period ->
            recent.subList(size - period, size) ==
                recent.subList(size - 2 * period, size - period)
        }
        return recent.takeLast(period ?: size).flatten().distinct().map { "/reducer/$it" }
    }

    public companion object {
        /** How many microsteps before the limit are recorded. */
        public const val RECORDED: Int = 256
    }
}
