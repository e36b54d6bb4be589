@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

/** A value of any type. */
public sealed interface Dyn {
    public data object Null : Dyn

    public data object Void : Dyn

    public data class Bool(public val value: Boolean) : Dyn

    public data class Int(public val value: Long) : Dyn

    public data class UInt(public val value: ULong) : Dyn

    public data class Double(public val value: kotlin.Double) : Dyn

    public data class Text(public val value: String) : Dyn

    public data class Binary(public val value: Bytes) : Dyn

    public data class Instant(public val value: Timestamp) : Dyn

    public data class Duration(public val value: TimeSpan) : Dyn

    public data class List(public val elements: kotlin.collections.List<Dyn>) : Dyn

    public data class Map(public val entries: kotlin.collections.Map<Dyn, Dyn>) : Dyn

    /** A value that may be absent; absent is not null. */
    public data class Optional(public val value: Dyn?) : Dyn

    /** A type, by its name. */
    public data class Type(public val name: String) : Dyn
}

/** A value as one of any type. */
@GeneratedCodeOnly
public fun celDyn(value: Any?): Dyn = when (value) {
    null -> Dyn.Null
    is Dyn -> value
    is Unit -> Dyn.Void
    is Boolean -> Dyn.Bool(value)
    is Long -> Dyn.Int(value)
    is ULong -> Dyn.UInt(value)
    is Double -> Dyn.Double(value)
    is String -> Dyn.Text(value)
    is Bytes -> Dyn.Binary(value)
    is Timestamp -> Dyn.Instant(value)
    is TimeSpan -> Dyn.Duration(value)
    is List<*> -> Dyn.List(value.map { celDyn(it) })
    is Map<*, *> -> Dyn.Map(value.entries.associate { celDyn(it.key) to celDyn(it.value) })
    is CelOptional -> Dyn.Optional(if (value.isPresent) celDyn(value.value) else null)
    is CelType -> Dyn.Type(value.name)
    else -> celError("overload")
}

@GeneratedCodeOnly
public fun celOptionalDyn(value: Any?): Dyn = Dyn.Optional(value?.let { celDyn(it) })

/** What it is without its class, lists and maps in depth. */
@GeneratedCodeOnly
public fun unpacked(value: Any?): Any? = if (value is Dyn) value.unpacked() else value

private fun Dyn.unpacked(): Any? = when (this) {
    Dyn.Null -> null
    Dyn.Void -> Unit
    is Dyn.Bool -> value
    is Dyn.Int -> value
    is Dyn.UInt -> value
    is Dyn.Double -> value
    is Dyn.Text -> value
    is Dyn.Binary -> value
    is Dyn.Instant -> value
    is Dyn.Duration -> value
    is Dyn.List -> elements.map { it.unpacked() }
    is Dyn.Map -> entries.entries.associate { it.key.unpacked() to it.value.unpacked() }
    is Dyn.Optional -> if (value == null) none else some(value.unpacked())
    is Dyn.Type -> CelType(name)
}

/** A value as one of a type. */
@GeneratedCodeOnly
public inline fun <reified T> celAs(value: Dyn): T {
    val held = unpacked(value)
    return if (held is T) held else celError("overload")
}

@GeneratedCodeOnly
public inline fun <T : Any> celAsNullable(value: Dyn, type: (Dyn) -> T): T? =
    if (value == Dyn.Null) null else type(value)

@GeneratedCodeOnly
public inline fun <T> celAsList(value: Dyn, type: (Dyn) -> T): List<T> =
    if (value is Dyn.List) value.elements.map(type) else celError("overload")

@GeneratedCodeOnly
public inline fun <K, V> celAsMap(value: Dyn, key: (Dyn) -> K, type: (Dyn) -> V): Map<K, V> {
    if (value !is Dyn.Map) celError("overload")
    return celMapOf(value.entries.map { key(it.key) to type(it.value) })
}

/** An optional as a value or nothing. */
@GeneratedCodeOnly
public inline fun <T : Any> celAsOptional(value: Dyn, type: (Dyn) -> T): T? =
    if (value is Dyn.Optional) value.value?.let(type) else celError("overload")

/** Evaluates operands, then throws an error. */
@Suppress("UNUSED_PARAMETER")
@GeneratedCodeOnly
public fun celFail(id: String, vararg operands: Dyn): Dyn = celError(id)

/** Checks a value before it is stored. Error `size` if it is nested deeper than 64. */
@GeneratedCodeOnly
public fun <T> celKept(value: T): T = if (isNested(value, 64)) celError("size") else value

private fun isNested(value: Any?, limit: Int): Boolean = when (value) {
    is Dyn.List -> isNested(value.elements, limit)
    is Dyn.Map -> isNested(value.entries, limit)
    is Dyn.Optional -> value.value != null && (limit < 1 || isNested(value.value, limit - 1))
    is List<*> -> limit < 1 || value.any { isNested(it, limit - 1) }
    is Map<*, *> -> limit < 1 || value.values.any { isNested(it, limit - 1) }
    else -> false
}

// Members and elements.

@GeneratedCodeOnly
public fun celIndexDyn(collection: Dyn, key: Dyn): Dyn =
    celDyn(index(unpacked(collection), unpacked(key)))

@GeneratedCodeOnly
public fun celFindDyn(collection: Dyn, key: Dyn): Dyn =
    celDyn(found(unpacked(collection), unpacked(key)))

@GeneratedCodeOnly
public fun celSelect(value: Dyn, name: String): Dyn = celDyn(selected(unpacked(value), name))

@GeneratedCodeOnly
public fun celOptionalSelect(value: Dyn, name: String): Dyn =
    celDyn(selectedOptional(unpacked(value), name))

@GeneratedCodeOnly
public fun celHasField(value: Dyn, name: String): Boolean = hasField(unpacked(value), name)

/** One step of a path into a value. Errors `index` and `missingKey`. */
@GeneratedCodeOnly
public fun celPart(whole: Dyn, key: Dyn): Dyn = when (whole) {
    is Dyn.List -> celIndex(whole.elements, (key as? Dyn.Int)?.value ?: celError("index"))
    is Dyn.Map -> celLookup(whole.entries, key)
    else -> celError("missingKey")
}

/** The value with another element at an index, or another value for a key. */
@GeneratedCodeOnly
public fun celReplacePart(whole: Dyn, key: Dyn, part: Dyn): Dyn = when (whole) {
    is Dyn.List ->
        Dyn.List(celReplace(whole.elements, (key as? Dyn.Int)?.value ?: celError("index"), part))
    is Dyn.Map -> {
        val known = whole.entries.keys.firstOrNull { isSame(it, key) }
        if (known == null && !isKey(key)) celError("missingKey")
        Dyn.Map(celInsert(whole.entries, known ?: key, part))
    }
    else -> celError("missingKey")
}

/** The values that a macro visits: elements of a list, or keys of a map. */
@GeneratedCodeOnly
public fun celElementsDyn(value: Dyn): List<Dyn> = when (value) {
    is Dyn.List -> value.elements
    is Dyn.Map -> value.entries.keys.toList()
    else -> celError("overload")
}

/** The pairs that a macro visits: indices and elements, or keys and values. */
@GeneratedCodeOnly
public fun celEntriesDyn(value: Dyn): List<Pair<Dyn, Dyn>> = when (value) {
    is Dyn.List -> value.elements.mapIndexed { index, element ->
        Dyn.Int(index.toLong()) to element
    }
    is Dyn.Map -> value.entries.toList()
    else -> celError("overload")
}

// Optionals that contain null or another optional.

@GeneratedCodeOnly
public inline fun celOptionalMapDyn(value: Dyn, body: (Dyn) -> Dyn): Dyn {
    if (value !is Dyn.Optional) celError("overload")
    return Dyn.Optional(value.value?.let(body))
}

@GeneratedCodeOnly
public inline fun celFlatMapDyn(value: Dyn, body: (Dyn) -> Dyn): Dyn {
    if (value !is Dyn.Optional) celError("overload")
    val result = body(value.value ?: return value)
    return result as? Dyn.Optional ?: celError("overload")
}

/** A list of the value, or an empty list. */
@GeneratedCodeOnly
public fun celPresentDyn(value: Dyn): List<Dyn> =
    if (value is Dyn.Optional) listOfNotNull(value.value) else celError("overload")

/** The value of an optional; null if there is none. */
@GeneratedCodeOnly
public fun celOrNull(value: Dyn): Dyn =
    if (value is Dyn.Optional) value.value ?: Dyn.Null else value
