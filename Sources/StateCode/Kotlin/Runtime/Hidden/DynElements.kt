@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

// Members and elements.

/** A value that is there, even if it is null. */
internal class Held(val value: Any?)

internal fun place(key: Any?): Int? = when (key) {
    is Long -> if (key in 0..Int.MAX_VALUE) key.toInt() else null
    is ULong -> if (key <= Int.MAX_VALUE.toULong()) key.toInt() else null
    is Double -> key.toInt().takeIf { it.toDouble() == key }
    else -> null
}

/** The element of a key: numbers of all types with the same value are one key. */
internal fun entry(map: Map<*, *>, key: Any?): Held? {
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
internal fun isSame(left: Any?, right: Any?): Boolean =
    entry(mapOf(unpacked(left) to Unit), unpacked(right)) != null

/** Whether JSON writes a key of the map like another one: `'1'` and `1`. One would be lost. */
internal fun hasKeyWrittenLike(key: Any?, map: Map<*, *>): Boolean = when (key) {
    is Dyn.Bool -> map.containsKey(Dyn.Text(key.value.toString()))
    is Dyn.Int -> map.containsKey(Dyn.Text(key.value.toString()))
    is Dyn.UInt -> map.containsKey(Dyn.Text(key.value.toString()))
    is Dyn.Text -> keysWrittenAs(key.value).any(map::containsKey)
    else -> false
}

private fun keysWrittenAs(text: String): List<Dyn> = listOfNotNull(
    text.toLongOrNull()?.let { Dyn.Int(it) },
    text.toULongOrNull()?.let { Dyn.UInt(it) },
    text.toBooleanStrictOrNull()?.let { Dyn.Bool(it) },
).filter { unpacked(it).toString() == text }

internal fun isKey(value: Any?): Boolean = value is Dyn && isKey(unpacked(value)) ||
    value is Boolean || value is Long || value is ULong || value is String || value is Enum<*>

internal fun index(collection: Any?, key: Any?): Any? = when (collection) {
    is List<*> -> {
        if (!isNumber(key)) celError("overload")
        val index = place(key)
        if (index != null && index in collection.indices) collection[index] else celError("index")
    }
    is Map<*, *> -> {
        if (!isKey(key) && !isNumber(key)) celError("overload")
        (entry(collection, key) ?: celError("missingKey")).value
    }
    is CelOptional -> found(collection, key)
    else -> celError("overload")
}

/** The element or value as an optional; none if it is missing. */
internal fun found(collection: Any?, key: Any?): Any? {
    if (collection is CelOptional) {
        return if (collection.isPresent) found(collection.value, key) else collection
    }
    return try {
        some(index(collection, key))
    } catch (error: EvaluationException) {
        if (error.id == "index" || error.id == "missingKey") none else throw error
    }
}

internal fun selected(value: Any?, name: String): Any? = when (value) {
    is Map<*, *> -> if (value.containsKey(name)) value[name] else celError("missingKey")
    is CelOptional -> selectedOptional(value, name)
    else -> celError("overload")
}

internal fun selectedOptional(value: Any?, name: String): Any? = when (value) {
    is Map<*, *> -> if (value.containsKey(name)) some(value[name]) else none
    is CelOptional -> if (value.isPresent) selectedOptional(value.value, name) else value
    else -> celError("overload")
}

internal fun hasField(value: Any?, name: String): Boolean = when (value) {
    is Map<*, *> -> value.containsKey(name)
    is CelOptional -> value.isPresent && hasField(value.value, name)
    else -> celError("overload")
}

internal fun contained(value: Any?, collection: Any?): Boolean = when (collection) {
    is List<*> -> collection.any { celEqual(it, value) }
    is Map<*, *> -> entry(collection, value) != null
    else -> celError("overload")
}
