@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

// Values whose type is known only when the program runs. These functions unpack them: null,
// Boolean, Long, ULong, Double, String, Bytes, Timestamp, TimeSpan, Unit, List, Map, and these two.

/** A value that may be absent; absent is not null. */
internal class CelOptional(val value: Any?, val isPresent: Boolean)

internal fun some(value: Any?): CelOptional = CelOptional(value, true)

internal val none = CelOptional(null, false)

/** A type, by its name. */
internal data class CelType(val name: String)

internal fun typeName(value: Any?): String = when (value) {
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

internal inline fun <reified T> cast(value: Any?): T =
    if (value is T) value else celError("overload")

internal fun isZero(value: Any?): Boolean = when (value) {
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
