@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

// The wire form: plain JSON, without a library.

/** Plain JSON. */
public sealed interface Wire {
    public data object Null : Wire

    public data class Flag(public val value: Boolean) : Wire

    /** A number as its JSON text. */
    public data class Number(public val text: String) : Wire

    public data class Text(public val text: String) : Wire

    public data class Array(public val elements: List<Wire>) : Wire

    /** Members in order. */
    public data class Object(public val members: List<Pair<String, Wire>>) : Wire

    public companion object {
        /**
         * Reads JSON as strictly as the command `states run`: at most 64 levels deep, 250,000 keys
         * and values, 4 MiB, no duplicate keys, no half characters, and no U+0000 in a key.
         */
        public fun parse(text: String): Wire = WireParser(text).document()
    }
}

/** An error in JSON text, or in JSON that should be a value of some type. */
public class WireException(message: String) : RuntimeException(message)

/** Canonical JSON text: one space after each comma and colon. */
public fun Wire.json(): String = when (this) {
    Wire.Null -> "null"
    is Wire.Flag -> value.toString()
    is Wire.Number -> text
    is Wire.Text -> quoted(text)
    is Wire.Array -> elements.joinToString(", ", "[", "]") { it.json() }
    is Wire.Object -> members.joinToString(", ", "{", "}") { (key, value) ->
        quoted(key) + ": " + value.json()
    }
}

private fun quoted(text: String): String = buildString {
    append('"')
    for (unit in text) {
        when {
            unit == '"' -> append("\\\"")
            unit == '\\' -> append("\\\\")
            unit == '\n' -> append("\\n")
            unit == '\r' -> append("\\r")
            unit == '\t' -> append("\\t")
            unit.code < 0x20 || unit.code == 0x7F ->
                append("\\u").append(unit.code.toString(16).padStart(4, '0'))
            else -> append(unit)
        }
    }
    append('"')
}

@GeneratedCodeOnly
public fun wireObject(vararg members: Pair<String, Wire>): Wire = Wire.Object(members.toList())

@GeneratedCodeOnly
public fun wireAlternative(name: String, vararg members: Pair<String, Wire>): Wire =
    wireObject(name to wireObject(*members))

/** The name and the data of an event, a case or a command. */
@GeneratedCodeOnly
public fun Wire.alternative(): Pair<String, Wire> = when {
    this is Wire.Text -> text to Wire.Object(emptyList())
    this is Wire.Object && members.size == 1 -> members[0]
    else -> throw WireException("expected a name, or an object with one key")
}

/** The value of a member; null if it is missing. */
@GeneratedCodeOnly
public operator fun Wire.get(key: String): Wire {
    val members = (this as? Wire.Object)?.members ?: throw WireException("expected an object")
    return members.firstOrNull { it.first == key }?.second ?: Wire.Null
}

/** Checks that an object has no other members. */
@GeneratedCodeOnly
public fun Wire.only(vararg keys: String) {
    val members = (this as? Wire.Object)?.members ?: throw WireException("expected an object")
    members.firstOrNull { it.first !in keys }
        ?.let { throw WireException("there is no `${it.first}`") }
}

@GeneratedCodeOnly
public fun Wire.has(key: String): Boolean =
    this is Wire.Object && members.any { it.first == key }

@GeneratedCodeOnly
public fun Wire.toBoolean(): Boolean =
    (this as? Wire.Flag)?.value ?: throw WireException("expected true or false")

@GeneratedCodeOnly
public fun Wire.toLong(): Long =
    (this as? Wire.Number)?.text?.toLongOrNull() ?: throw WireException("expected a whole number")

@GeneratedCodeOnly
public fun Wire.toULong(): ULong =
    (this as? Wire.Number)?.text?.naturalOrNull() ?: throw WireException("expected a whole number")

@GeneratedCodeOnly
public fun String.naturalOrNull(): ULong? = if (startsWith('+')) null else toULongOrNull()

@GeneratedCodeOnly
public fun Wire.toDouble(): Double = when (this) {
    is Wire.Number -> text.toDouble().also { if (it.isInfinite()) throw WireException("too large") }
    Wire.Text("NaN") -> Double.NaN
    Wire.Text("Infinity") -> Double.POSITIVE_INFINITY
    Wire.Text("-Infinity") -> Double.NEGATIVE_INFINITY
    else -> throw WireException("expected a number")
}

@GeneratedCodeOnly
public fun Wire.toText(): String =
    (this as? Wire.Text)?.text
        ?.takeIf { it.length <= 1 shl 18 || it.encodeToByteArray().size <= 1 shl 20 }
        ?: throw WireException("expected a text")

@GeneratedCodeOnly
public fun Wire.toUnit() {
    if (this != Wire.Object(emptyList())) throw WireException("expected {}")
}

@GeneratedCodeOnly
public fun Wire.toTimeSpan(): TimeSpan = when {
    this is Wire.Number && text.any { it in "eE" } -> seconds(text.toDouble())
    this is Wire.Number -> spanOrNull(text + "s")
    this is Wire.Text -> spanOrNull(text)
    else -> null
} ?: throw WireException("expected a duration")

private fun spanOrNull(text: String): TimeSpan? =
    try {
        celTimeSpan(text)
    } catch (_: EvaluationException) {
        null
    }

private fun seconds(number: Double): TimeSpan? {
    val nanoseconds = celRound(number * 1e9)
    val fits = nanoseconds >= -9.223372036854775808E18 && nanoseconds < 9.223372036854775807E18
    return if (fits) TimeSpan(nanoseconds.toLong()) else null
}

@GeneratedCodeOnly
public inline fun <T> Wire.orNull(read: (Wire) -> T): T? =
    if (this == Wire.Null) null else read(this)

@GeneratedCodeOnly
public inline fun <T> Wire.toList(read: (Wire) -> T): List<T> =
    (this as? Wire.Array)?.elements?.takeIf { it.size <= 10_000 }?.map(read)
        ?: throw WireException("expected a list")

@GeneratedCodeOnly
public fun Boolean.toWire(): Wire = Wire.Flag(this)

@GeneratedCodeOnly
public fun Long.toWire(): Wire = Wire.Number(toString())

@GeneratedCodeOnly
public fun ULong.toWire(): Wire = Wire.Number(toString())

@GeneratedCodeOnly
public fun Double.toWire(): Wire = when {
    isNaN() || isInfinite() -> Wire.Text(celText(this))
    this == 0.0 && 1 / this < 0 -> Wire.Number("-0")
    else -> Wire.Number(celText(this))
}

@GeneratedCodeOnly
public fun String.toWire(): Wire = Wire.Text(this)

@GeneratedCodeOnly
public fun TimeSpan.toWire(): Wire = Wire.Text(celText(this))

@Suppress("UnusedReceiverParameter")
@GeneratedCodeOnly
public fun Unit.toWire(): Wire = Wire.Object(emptyList())

/** The wire form of a definition: inputs, events, commands, outputs and snapshots as JSON. */
public interface WireForm<S, E, C> {
    public fun start(inputs: Wire): Next<S, C>

    /** Continues where a snapshot was taken. */
    public fun restore(snapshot: Wire): Restored<S>

    /** The snapshot. The argument returns the remaining duration of a timer by its id. */
    public fun snapshot(state: S, remaining: (String) -> TimeSpan?): Wire

    /** Reads an event; null where no event has the name. */
    public fun event(wire: Wire): E?

    public fun wire(command: C): Wire

    /** The outputs in declared order. */
    public fun outputs(state: S): List<Pair<String, Wire>>

    /** The active states without an active child. */
    public fun places(state: S): List<String>

    /** An event without private data, for recordings. */
    public fun record(event: E): Wire

    /** The inputs without private data, for recordings. */
    public fun inputs(state: S): Wire

    /** Whether inputs or events contain private data. */
    public val hasPrivateData: Boolean
}

@GeneratedCodeOnly
public fun TimerRequest.toWire(): Wire = when (this) {
    is TimerRequest.Start -> wireAlternative(
        "startTimer",
        "id" to Wire.Text(id),
        (if (isRepeating) "every" else "after") to span.toWire(),
    )
    is TimerRequest.Cancel -> wireAlternative("cancelTimer", "id" to Wire.Text(id))
}

private class WireParser(private val text: String) {
    private var at = 0

    /** The keys and values so far. */
    private var count = 0

    fun document(): Wire {
        if (text.length > 4 shl 20 || text.encodeToByteArray().size > 4 shl 20) fail()
        val wire = value(0)
        skipBlanks()
        if (at < text.length) fail()
        return wire
    }

    private fun fail(): Nothing = throw WireException("no JSON at $at")

    private fun skipBlanks() {
        while (at < text.length && text[at] in " \t\n\r") at += 1
    }

    private fun skip(unit: Char): Boolean {
        skipBlanks()
        if (at >= text.length || text[at] != unit) return false
        at += 1
        return true
    }

    private fun value(depth: Int): Wire {
        skipBlanks()
        countValue()
        if (at >= text.length) fail()
        return when (text[at]) {
            '{' -> members(depth)
            '[' -> elements(depth)
            '"' -> Wire.Text(text())
            't' -> word("true", Wire.Flag(true))
            'f' -> word("false", Wire.Flag(false))
            'n' -> word("null", Wire.Null)
            else -> number()
        }
    }

    private fun countValue() {
        count += 1
        if (count > 250_000) fail()
    }

    /** Moves into an array or object. */
    private fun open(depth: Int) {
        if (depth == 64) fail()
        at += 1
    }

    private fun word(word: String, wire: Wire): Wire {
        if (!text.startsWith(word, at)) fail()
        at += word.length
        return wire
    }

    private fun digits() {
        val start = at
        while (at < text.length && text[at] in '0'..'9') at += 1
        if (at == start) fail()
    }

    private fun number(): Wire {
        val start = at
        if (text[at] == '-') at += 1
        val first = at
        digits()
        if (at > first + 1 && text[first] == '0') fail()
        if (at < text.length && text[at] == '.') {
            at += 1
            digits()
        }
        if (at < text.length && text[at] in "eE") {
            at += 1
            if (at < text.length && text[at] in "+-") at += 1
            digits()
        }
        return Wire.Number(text.substring(start, at))
    }

    private fun elements(depth: Int): Wire {
        open(depth)
        val elements = mutableListOf<Wire>()
        if (skip(']')) return Wire.Array(elements)
        do elements += value(depth + 1) while (skip(','))
        if (!skip(']')) fail()
        return Wire.Array(elements)
    }

    private fun members(depth: Int): Wire {
        open(depth)
        val members = mutableListOf<Pair<String, Wire>>()
        if (skip('}')) return Wire.Object(members)
        val keys = HashSet<String>()
        do {
            skipBlanks()
            countValue()
            val key = text()
            if (key.contains('\u0000') || !keys.add(key) || !skip(':')) fail()
            members += key to value(depth + 1)
        } while (skip(','))
        if (!skip('}')) fail()
        return Wire.Object(members)
    }

    private fun text(): String {
        if (at >= text.length || text[at] != '"') fail()
        at += 1
        val result = StringBuilder()
        while (at < text.length && text[at] != '"') {
            if (text[at] < ' ') fail()
            if (text[at] == '\\') {
                result.append(escape())
            } else {
                result.append(text[at])
                at += 1
            }
        }
        at += 1
        if (at > text.length || isHalved(result)) fail()
        return result.toString()
    }

    /** Whether a text has half of a character that needs two units. */
    private fun isHalved(text: CharSequence): Boolean {
        var index = 0
        while (index < text.length) {
            if (text[index].isSurrogate()) {
                val isPair = text[index].isHighSurrogate() &&
                    index + 1 < text.length && text[index + 1].isLowSurrogate()
                if (!isPair) return true
                index += 1
            }
            index += 1
        }
        return false
    }

    private fun escape(): Char {
        val letter = text.getOrNull(at + 1) ?: fail()
        if (letter == 'u') {
            val digits = text.substring(at + 2, minOf(at + 6, text.length))
            at += 6
            if (digits.length != 4 || digits.any { it !in "0123456789abcdefABCDEF" }) fail()
            return digits.toInt(16).toChar()
        }
        at += 2
        return when (letter) {
            '"', '\\', '/' -> letter
            'b' -> '\b'
            'f' -> '\u000C'
            'n' -> '\n'
            'r' -> '\r'
            't' -> '\t'
            else -> fail()
        }
    }
}
