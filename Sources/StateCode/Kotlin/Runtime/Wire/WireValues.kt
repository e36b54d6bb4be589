@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

/** The enum value with a name. */
@GeneratedCodeOnly
public fun <E : Any> Wire.toEntry(entries: List<E>, name: (E) -> String): E {
    val text = toText()
    return entries.firstOrNull { name(it) == text } ?: throw WireException("no such name")
}

@GeneratedCodeOnly
public fun Bytes.toWire(): Wire = Wire.Text(
    try {
        celBase64Encode(this)
    } catch (_: EvaluationException) {
        ""
    },
)

@GeneratedCodeOnly
public fun Timestamp.toWire(): Wire = Wire.Text(celText(this))

@GeneratedCodeOnly
public fun Wire.toBytes(): Bytes = readText("expected bytes in base64") { celBase64Decode(it) }

@GeneratedCodeOnly
public fun Wire.toTimestamp(): Timestamp =
    readText("expected a time such as 2026-01-31T12:00:00Z") { celTimestamp(it) }

private inline fun <T> Wire.readText(expected: String, read: (String) -> T): T {
    val text = (this as? Wire.Text)?.text ?: throw WireException(expected)
    return try {
        read(text)
    } catch (_: EvaluationException) {
        throw WireException(expected)
    }
}

/** An object as a map; keys are text on the wire. */
@GeneratedCodeOnly
public inline fun <K, V> Wire.toMap(key: (String) -> K?, value: (Wire) -> V): Map<K, V> {
    val members = (this as? Wire.Object)?.members?.takeIf { it.size <= 10_000 }
        ?: throw WireException("expected an object")
    val map = LinkedHashMap<K, V>()
    for ((name, wire) in members) {
        val known = key(name) ?: throw WireException("`$name` is no key")
        if (map.containsKey(known)) throw WireException("a key occurs twice")
        map[known] = value(wire)
    }
    return ascending(map)
}

@GeneratedCodeOnly
public inline fun <K, V> Map<K, V>.toWire(write: (V) -> Wire): Wire =
    Wire.Object(entries.map { it.key.toString() to write(it.value) })

/** Reads plain JSON. A number is an int unless it has a fraction or an exponent. */
@GeneratedCodeOnly
public fun Wire.toDyn(depth: Int = 0): Dyn {
    if (depth > 64) throw WireException("values nest at most 64 deep")
    return when (this) {
        Wire.Null -> Dyn.Null
        is Wire.Flag -> Dyn.Bool(value)
        is Wire.Text -> Dyn.Text(toText())
        is Wire.Number -> if (isWhole) Dyn.Int(toLong()) else Dyn.Double(toDouble())
        is Wire.Array -> Dyn.List(toList { it.toDyn(depth + 1) })
        is Wire.Object -> Dyn.Map(toMap({ Dyn.Text(it) }, { it.toDyn(depth + 1) }))
    }
}

private val Wire.Number.isWhole: Boolean get() = text.none { it in ".eE" }

@GeneratedCodeOnly
public fun Dyn.toWire(): Wire = when (this) {
    Dyn.Null, is Dyn.Type -> Wire.Null
    Dyn.Void -> Unit.toWire()
    is Dyn.Bool -> value.toWire()
    is Dyn.Int -> value.toWire()
    is Dyn.UInt -> value.toWire()
    is Dyn.Double -> value.toWire().let {
        if (it is Wire.Number && it.isWhole) Wire.Number(it.text + ".0") else it
    }
    is Dyn.Text -> value.toWire()
    is Dyn.Binary -> value.toWire()
    is Dyn.Instant -> value.toWire()
    is Dyn.Duration -> value.toWire()
    is Dyn.List -> Wire.Array(elements.map { it.toWire() })
    is Dyn.Map -> Wire.Object(entries.map { unpacked(it.key).toString() to it.value.toWire() })
    is Dyn.Optional -> value?.toWire() ?: Wire.Null
}
