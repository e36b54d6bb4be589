extension KotlinPrelude {
  /// The value types and logical operators.
  static let values = #"""
    /** A cell has no value. The state that was reduced is as it was. */
    PUBLIC class EvaluationException internal constructor(
        /** What went wrong: `overflow`, `divideByZero`, `index` … */
        PUBLIC val id: String,
        /** The place of the cell in the definition, as a JSON pointer. */
        PUBLIC val at: String = "",
        /** The rows that repeat, counted from 1, where a step does not end. */
        PUBLIC val cycle: List<Int> = emptyList(),
    ) : RuntimeException("$id at $at")

    /** What came of an event. */
    PUBLIC sealed interface StepResult {
        /** Something is different. */
        PUBLIC data object Changed : StepResult

        /** A row ran, and nothing is different. */
        PUBLIC data object Unchanged : StepResult

        /** There are rows for the event, and all their guards were false: these, counted from 1. */
        PUBLIC data class Denied(PUBLIC val rows: List<Int>) : StepResult

        /** There is no row for the event. */
        PUBLIC data object Unhandled : StepResult
    }

    /** A span of time, at most about 292 years. */
    PUBLIC data class TimeSpan(PUBLIC val nanoseconds: Long) : Comparable<TimeSpan> {
        PUBLIC override fun compareTo(other: TimeSpan): Int = nanoseconds.compareTo(other.nanoseconds)
    }

    /** An instant between the years 0001 and 9999, in UTC. */
    PUBLIC data class Timestamp(
        /** Seconds since 1970-01-01T00:00:00Z, rounded down. */
        PUBLIC val seconds: Long,
        /** Nanoseconds after that, 0 to 999,999,999. */
        PUBLIC val nanoseconds: Int,
    ) : Comparable<Timestamp> {
        PUBLIC override fun compareTo(other: Timestamp): Int =
            if (seconds == other.seconds) {
                nanoseconds.compareTo(other.nanoseconds)
            } else {
                seconds.compareTo(other.seconds)
            }
    }

    /** Bytes, equal by what they are. */
    PUBLIC class Bytes(values: ByteArray) {
        private val values: ByteArray = values.copyOf()

        /** How many there are. */
        PUBLIC val size: Int get() = values.size

        /** A byte as a number from 0 to 255. */
        PUBLIC operator fun get(index: Int): Int = values[index].toInt() and 0xFF

        /** All of them. */
        PUBLIC fun toByteArray(): ByteArray = values.copyOf()

        override fun equals(other: Any?): Boolean =
            other is Bytes && values.contentEquals(other.values)

        override fun hashCode(): Int = values.contentHashCode()

        override fun toString(): String = values.toList().toString()
    }

    /** Tells where an error happened. */
    internal inline fun <T> at(pointer: String, value: () -> T): T =
        try {
            value()
        } catch (error: EvaluationException) {
            throw if (error.at.isEmpty()) EvaluationException(error.id, pointer) else error
        }

    internal fun fail(id: String): Nothing = throw EvaluationException(id)

    /** A value that a check has shown not to be null. */
    internal fun <T : Any> T?.known(): T = this ?: fail("noValue")

    /** Code point order: UTF-16 order, with the surrogates moved above the rest. */
    internal fun celLess(left: String, right: String): Boolean {
        for (index in 0 until minOf(left.length, right.length)) {
            val first = left[index].code
            val second = right[index].code
            if (first == second) continue
            val one = if (first in 0xD800..0xDFFF) first + 0x10000 else first
            return one < (if (second in 0xD800..0xDFFF) second + 0x10000 else second)
        }
        return left.length < right.length
    }

    internal fun celLess(left: Boolean, right: Boolean): Boolean = !left && right

    // Logic: an error on one side is absorbed if the other side decides.

    internal inline fun celAnd(left: () -> Boolean, right: () -> Boolean): Boolean {
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

    internal inline fun celOr(left: () -> Boolean, right: () -> Boolean): Boolean {
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

    internal fun <T : Any> celValue(optional: T?): T = optional ?: fail("noValue")

    internal fun <T : Any> celOr(optional: T?, other: T): T = optional ?: other

    internal fun <T : Any> celOrElse(optional: T?, other: T?): T? = optional ?: other

    internal inline fun <T, R> celBind(value: T, body: (T) -> R): R = body(value)

    internal inline fun <T : Any, R> celOptionalMap(value: T?, body: (T) -> R): R? = value?.let(body)

    internal inline fun <T : Any, R> celFlatMap(value: T?, body: (T) -> R?): R? = value?.let(body)

    /** Counts the microsteps of a step, and remembers which rows ran last. */
    internal class Microsteps(private val limit: Int) {
        private var count = 0
        private val recent = mutableListOf<List<Int>>()

        fun count(vararg rows: Int) {
            count += 1
            if (count <= limit - 256) return
            recent.add(rows.toList())
            if (count <= limit) return
            val cycle = cycle()
            throw EvaluationException("microsteps", "/reducer/${(cycle.firstOrNull() ?: 1) - 1}", cycle)
        }

        /** The rows that repeat: of the shortest period that the last microsteps show twice. */
        private fun cycle(): List<Int> {
            val size = recent.size
            val period = (1..size / 2).firstOrNull { period ->
                recent.subList(size - period, size) ==
                    recent.subList(size - 2 * period, size - period)
            }
            return recent.takeLast(period ?: size).flatten().distinct()
        }
    }
    """#
}
