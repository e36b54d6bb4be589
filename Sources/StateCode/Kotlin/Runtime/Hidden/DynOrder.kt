@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

// Numbers of different types have one order and can be equal.

internal fun isNumber(value: Any?): Boolean = value is Long || value is ULong || value is Double

internal fun approximate(value: Any?): Double = when (value) {
    is Long -> value.toDouble()
    is ULong -> value.toDouble()
    is Double -> value
    else -> Double.NaN
}

/** Less than 0, 0, or more; null beside NaN. */
internal fun numberOrder(left: Any?, right: Any?): Int? {
    if (left is Long && right is Long) return left.compareTo(right)
    if (left is ULong && right is ULong) return left.compareTo(right)
    if (left is Long && right is ULong) return if (left < 0) -1 else left.toULong().compareTo(right)
    if (left is ULong && right is Long) return if (right < 0) 1 else left.compareTo(right.toULong())
    val first = approximate(left)
    val second = approximate(right)
    return if (first < second) -1 else if (first > second) 1 else if (first == second) 0 else null
}

internal fun order(left: Any?, right: Any?): Int? = when {
    left is Dyn || right is Dyn -> order(unpacked(left), unpacked(right))
    isNumber(left) && isNumber(right) -> numberOrder(left, right)
    left == right -> if (isOrdered(left)) 0 else celError("overload")
    left is String && right is String -> if (celLess(left, right)) -1 else 1
    left is Bytes && right is Bytes -> if (celLess(left, right)) -1 else 1
    left is Boolean && right is Boolean -> left.compareTo(right)
    left is Timestamp && right is Timestamp -> left.compareTo(right)
    left is TimeSpan && right is TimeSpan -> left.compareTo(right)
    else -> celError("overload")
}

internal fun isOrdered(value: Any?): Boolean =
    value is String || value is Bytes || value is Boolean || value is Timestamp || value is TimeSpan

/** The first of the greatest (1) or least (-1) numbers; NaN if one is NaN. */
internal fun extreme(numbers: List<Any?>, direction: Int): Any? {
    if (numbers.isEmpty()) celError("argument")
    if (!numbers.all { isNumber(it) }) celError("overload")
    var best = numbers[0]
    for (number in numbers) {
        val order = numberOrder(number, best) ?: return Double.NaN
        if (order * direction > 0) best = number
    }
    return best
}

/** Replaces lists in the list by their elements, up to a depth. Errors `argument` and `size`. */
internal fun flatten(list: List<*>, depth: Long): List<Any?> {
    if (depth < 0) celError("argument")
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
            if (flat.size == 10_000) celError("size")
            flat += element
        }
    }
    return flat
}
