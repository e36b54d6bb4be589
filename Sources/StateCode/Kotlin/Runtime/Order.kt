@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

// Equality and order.

/** Equality of texts is that of their code points; NaN is unequal to itself, and -0.0 is 0.0. */
@GeneratedCodeOnly
public fun celEqual(left: Any?, right: Any?): Boolean = when {
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

@GeneratedCodeOnly
public inline fun <T> celSortBy(list: List<T>, key: (T) -> Any?): List<T> =
    celSorted(list.map(key)).map { list[it] }

@GeneratedCodeOnly
public fun <T> celSort(list: List<T>): List<T> = celSortBy(list) { it }

/** The places of keys from the first to the last, equal ones as they stand, NaN last. */
@GeneratedCodeOnly
public fun celSorted(keys: List<Any?>): List<Int> {
    if (keys.isNotEmpty()) order(keys[0], keys[0])
    if (keys.any { typeName(it) != typeName(keys[0]) }) celError("overload")
    return keys.indices.sortedWith { left, right ->
        order(keys[left], keys[right])
            ?: approximate(keys[left]).isNaN().compareTo(approximate(keys[right]).isNaN())
    }
}
