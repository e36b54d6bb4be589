extension KotlinPrelude {
  /// Values of type `dyn`.
  static let dynamic = #"""
    // Values of which only running tells the type. Inside of this file they are unpacked: null,
    // Boolean, Long, ULong, Double, String, Bytes, Timestamp, TimeSpan, Unit, List, Map, and these two.

    /** A value that may be absent; absent is not null. */
    private class CelOptional(val value: Any?, val isPresent: Boolean)

    private fun some(value: Any?): CelOptional = CelOptional(value, true)

    private val none = CelOptional(null, false)

    /** A type, by its name. */
    private data class CelType(val name: String)

    private fun typeName(value: Any?): String = when (value) {
        is Dyn -> typeName(unpacked(value))
        null -> "null_type"
        is Unit -> "void"
        is Boolean -> "bool"
        is Long -> "int"
        is ULong -> "uint"
        is Double -> "double"
        is String -> "string"
        is Bytes -> "bytes"
        is Timestamp -> "google.protobuf.Timestamp"
        is TimeSpan -> "google.protobuf.Duration"
        is List<*> -> "list"
        is Map<*, *> -> "map"
        is CelOptional -> "optional_type"
        else -> "type"
    }

    // Numbers are equal, and stand in one order, whatever their types.

    private fun isNumber(value: Any?): Boolean = value is Long || value is ULong || value is Double

    private fun approximate(value: Any?): Double = when (value) {
        is Long -> value.toDouble()
        is ULong -> value.toDouble()
        is Double -> value
        else -> Double.NaN
    }

    /** Less than 0, 0, or more; null beside NaN. */
    private fun numberOrder(left: Any?, right: Any?): Int? {
        if (left is Long && right is Long) return left.compareTo(right)
        if (left is ULong && right is ULong) return left.compareTo(right)
        if (left is Long && right is ULong) return if (left < 0) -1 else left.toULong().compareTo(right)
        if (left is ULong && right is Long) return if (right < 0) 1 else left.compareTo(right.toULong())
        val first = approximate(left)
        val second = approximate(right)
        return if (first < second) -1 else if (first > second) 1 else if (first == second) 0 else null
    }

    private fun isOrdered(value: Any?): Boolean =
        value is String || value is Bytes || value is Boolean || value is Timestamp || value is TimeSpan

    private fun order(left: Any?, right: Any?): Int? = when {
        left is Dyn || right is Dyn -> order(unpacked(left), unpacked(right))
        isNumber(left) && isNumber(right) -> numberOrder(left, right)
        left == right -> if (isOrdered(left)) 0 else fail("overload")
        left is String && right is String -> if (celLess(left, right)) -1 else 1
        left is Bytes && right is Bytes -> if (celLess(left, right)) -1 else 1
        left is Boolean && right is Boolean -> left.compareTo(right)
        left is Timestamp && right is Timestamp -> left.compareTo(right)
        left is TimeSpan && right is TimeSpan -> left.compareTo(right)
        else -> fail("overload")
    }

    /** Equality of texts is that of their code points; NaN is unequal to itself, and -0.0 is 0.0. */
    internal fun celEqual(left: Any?, right: Any?): Boolean = when {
        left is Dyn || right is Dyn -> celEqual(unpacked(left), unpacked(right))
        isNumber(left) && isNumber(right) -> numberOrder(left, right) == 0
        left is List<*> && right is List<*> ->
            left.size == right.size && left.indices.all { celEqual(left[it], right[it]) }
        left is Map<*, *> && right is Map<*, *> ->
            left.size == right.size && left.all { (key, value) ->
                val found = entry(right, key)
                found != null && celEqual(value, found.value)
            }
        left is CelOptional && right is CelOptional ->
            left.isPresent == right.isPresent && celEqual(left.value, right.value)
        else -> left == right
    }

    private fun isZero(value: Any?): Boolean = when (value) {
        null, is Unit -> true
        is Boolean -> !value
        is Long, is ULong, is Double -> approximate(value) == 0.0
        is String -> value.isEmpty()
        is Bytes -> value.size == 0
        is List<*> -> value.isEmpty()
        is Map<*, *> -> value.isEmpty()
        is TimeSpan -> value.nanoseconds == 0L
        is Timestamp -> value.seconds == 0L && value.nanoseconds == 0
        is CelOptional -> !value.isPresent
        else -> false
    }

    // Members and elements.

    private class Held(val value: Any?)

    /** What stands under a key: numbers of all types find each other. */
    private fun entry(map: Map<*, *>, key: Any?): Held? {
        if (key is Dyn) return map.entries.firstOrNull { isSame(it.key, key) }?.let { Held(it.value) }
        if (key !is Double && map.containsKey(key)) return Held(map[key])
        if (!isNumber(key)) return null
        val signed: Any? = when (key) {
            is ULong -> if (key <= Long.MAX_VALUE.toULong()) key.toLong() else null
            is Double -> if (key >= -9.223372036854775808E18 && key < 9.223372036854775807E18) {
                key.toLong().takeIf { it.toDouble() == key }
            } else {
                null
            }
            else -> null
        }
        val unsigned: Any? = when (key) {
            is Long -> if (key >= 0) key.toULong() else null
            is Double -> if (key >= 0.0 && key < 1.8446744073709552E19) {
                key.toULong().takeIf { it.toDouble() == key }
            } else {
                null
            }
            else -> null
        }
        return when {
            signed != null && map.containsKey(signed) -> Held(map[signed])
            unsigned != null && map.containsKey(unsigned) -> Held(map[unsigned])
            else -> null
        }
    }

    /** Whether two keys are one. */
    private fun isSame(left: Any?, right: Any?): Boolean =
        entry(mapOf(unpacked(left) to Unit), unpacked(right)) != null

    private fun isKey(value: Any?): Boolean = value is Dyn && isKey(unpacked(value)) ||
        value is Boolean || value is Long || value is ULong || value is String || value is Enum<*>

    private fun place(key: Any?): Int? = when (key) {
        is Long -> if (key in 0..Int.MAX_VALUE) key.toInt() else null
        is ULong -> if (key <= Int.MAX_VALUE.toULong()) key.toInt() else null
        is Double -> key.toInt().takeIf { it.toDouble() == key }
        else -> null
    }

    private fun index(collection: Any?, key: Any?): Any? = when (collection) {
        is List<*> -> {
            if (!isNumber(key)) fail("overload")
            val index = place(key)
            if (index != null && index in collection.indices) collection[index] else fail("index")
        }
        is Map<*, *> -> {
            if (!isKey(key) && !isNumber(key)) fail("overload")
            (entry(collection, key) ?: fail("missingKey")).value
        }
        is CelOptional ->
            if (collection.isPresent) some(index(collection.value, key)) else collection
        else -> fail("overload")
    }

    /** None where there is no such element or key. */
    private fun found(collection: Any?, key: Any?): Any? {
        if (collection is CelOptional) {
            return if (collection.isPresent) found(collection.value, key) else collection
        }
        return try {
            some(index(collection, key))
        } catch (error: EvaluationException) {
            if (error.id == "index" || error.id == "missingKey") none else throw error
        }
    }

    private fun selected(value: Any?, name: String): Any? = when (value) {
        is Map<*, *> -> if (value.containsKey(name)) value[name] else fail("missingKey")
        is CelOptional -> if (value.isPresent) some(selected(value.value, name)) else value
        else -> fail("overload")
    }

    private fun selectedOptional(value: Any?, name: String): Any? = when (value) {
        is Map<*, *> -> if (value.containsKey(name)) some(value[name]) else none
        is CelOptional -> if (value.isPresent) selectedOptional(value.value, name) else value
        else -> fail("overload")
    }

    private fun hasField(value: Any?, name: String): Boolean = when (value) {
        is Map<*, *> -> value.containsKey(name)
        is CelOptional -> value.isPresent && hasField(value.value, name)
        else -> fail("overload")
    }

    private fun contained(value: Any?, collection: Any?): Boolean = when (collection) {
        is List<*> -> collection.any { celEqual(it, value) }
        is Map<*, *> -> entry(collection, value) != null
        else -> fail("overload")
    }

    internal fun <T : Any> celSome(value: T): T? = value

    internal fun <T : Any> celPresent(value: T?): List<T> = listOfNotNull(value)

    // Order.

    internal inline fun <T> celSortBy(list: List<T>, key: (T) -> Any?): List<T> =
        celSorted(list.map(key)).map { list[it] }

    internal fun <T> celSort(list: List<T>): List<T> = celSortBy(list) { it }

    /** The places of keys from the first to the last, equal ones as they stand, NaN last. */
    internal fun celSorted(keys: List<Any?>): List<Int> {
        if (keys.isNotEmpty()) order(keys[0], keys[0])
        if (keys.any { typeName(it) != typeName(keys[0]) }) fail("overload")
        return keys.indices.sortedWith { left, right ->
            order(keys[left], keys[right])
                ?: approximate(keys[left]).isNaN().compareTo(approximate(keys[right]).isNaN())
        }
    }

    /** The first of the greatest (1) or least (-1) numbers; NaN if one is NaN. */
    private fun extreme(numbers: List<Any?>, direction: Int): Any? {
        if (numbers.isEmpty()) fail("argument")
        if (!numbers.all { isNumber(it) }) fail("overload")
        var best = numbers[0]
        for (number in numbers) {
            val order = numberOrder(number, best) ?: return Double.NaN
            if (order * direction > 0) best = number
        }
        return best
    }

    /** Lists in the list replaced by their elements, so many levels deep. */
    private fun flatten(list: List<*>, depth: Long): List<Any?> {
        if (depth < 0) fail("argument")
        val flat = mutableListOf<Any?>()
        val open = mutableListOf(list.iterator())
        while (open.isNotEmpty()) {
            if (!open.last().hasNext()) {
                open.removeAt(open.lastIndex)
                continue
            }
            val element = open.last().next()
            if (element is List<*> && open.size <= depth) {
                open += element.iterator()
            } else {
                if (flat.size == 10_000) fail("size")
                flat += element
            }
        }
        return flat
    }
    """#
}
