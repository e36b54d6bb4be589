@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

// Keys of maps ascend: numbers by value, texts by code points. So equal maps look the same.
// In a map with keys of several types, numbers come first, then texts, then booleans. Numbers of
// all types are one key if they are equal.

@GeneratedCodeOnly
public fun <K, V> celSize(map: Map<K, V>): Long = map.size.toLong()

@GeneratedCodeOnly
public fun <K, V> celLookup(map: Map<K, V>, key: K): V =
    if (map.containsKey(key)) map.getValue(key) else celError("missingKey")

@GeneratedCodeOnly
public fun <K, V> celLookupOptional(map: Map<K, V>, key: K): V? = map[key]

/** With another value under a key. Errors `duplicateKey`, and `size` above 10,000 entries. */
@GeneratedCodeOnly
public fun <K, V> celInsert(map: Map<K, V>, key: K, value: V): Map<K, V> = when {
    map.containsKey(key) -> map + (key to value)
    map.size >= 10_000 -> celError("size")
    hasKeyWrittenLike(key, map) -> celError("duplicateKey")
    else -> ascending(map + (key to value))
}

/** The same entries with ascending keys, in a map that nobody else can change. */
@GeneratedCodeOnly
public fun <K, V> ascending(map: Map<K, V>): Map<K, V> {
    val entries = map.entries.sortedWith { left, right -> keyOrder(left.key, right.key) }
    return entries.associate { it.key to it.value }
}

/** A value that can hold lists and maps of its caller. */
@GeneratedCodeOnly
public interface CelOwned {
    /** A copy whose lists and maps nobody else can change, with ascending keys. */
    public fun owned(): Any
}

/** A copy whose lists and maps nobody else can change, with ascending keys. */
@Suppress("UNCHECKED_CAST")
@GeneratedCodeOnly
public fun <T> celOwned(value: T): T = ownedCopy(value) as T

private fun ownedCopy(value: Any?): Any? = when (value) {
    is List<*> -> value.map { ownedCopy(it) }
    is Map<*, *> -> ascending(value.entries.associate { it.key to ownedCopy(it.value) })
    is Dyn.List -> Dyn.List(celOwned(value.elements))
    is Dyn.Map -> Dyn.Map(celOwned(value.entries))
    is Dyn.Optional -> Dyn.Optional(celOwned(value.value))
    is CelOwned -> value.owned()
    else -> value
}

/** Less than 0, 0, or more: whether a key precedes another, equals it, or follows it. */
@GeneratedCodeOnly
public fun keyOrder(left: Any?, right: Any?): Int = when {
    left is Dyn || right is Dyn -> keyOrder(unpacked(left), unpacked(right))
    isNumber(left) && isNumber(right) -> numberOrder(left, right) ?: 0
    left is String && right is String ->
        if (left == right) 0 else if (celLess(left, right)) -1 else 1
    left is Boolean && right is Boolean -> left.compareTo(right)
    else -> keyRank(left).compareTo(keyRank(right))
}

private fun keyRank(key: Any?): Int = when (key) {
    is Long, is ULong -> 0
    is String -> 1
    is Boolean -> 2
    else -> 3
}

@GeneratedCodeOnly
public fun <K, V> celHasKey(map: Map<K, V>, key: K): Boolean = entry(map, key) != null

/** The keys, which a macro visits. */
@GeneratedCodeOnly
public fun <K, V> celElements(map: Map<K, V>): List<K> = map.keys.toList()

/** The keys and values, which a macro with two variables visits. */
@GeneratedCodeOnly
public fun <K, V> celEntries(map: Map<K, V>): List<Pair<K, V>> = map.toList()

/** The indices and elements, which a macro with two variables visits. */
@GeneratedCodeOnly
public fun <T> celEntries(list: List<T>): List<Pair<Long, T>> =
    list.mapIndexed { index, element -> index.toLong() to element }

@GeneratedCodeOnly
public fun <K, V> celEntry(key: K, value: V): List<Pair<K, V>> = listOf(key to value)

@GeneratedCodeOnly
public fun <K, V : Any> celOptionalEntry(key: K, value: V?): List<Pair<K, V>> =
    celPresent(value).map { key to it }

@GeneratedCodeOnly
public fun <K> celOptionalEntryDyn(key: K, value: Dyn): List<Pair<K, Dyn>> =
    celPresentDyn(value).map { key to it }

/** Makes a map of entries, some of which may be absent. Error `duplicateKey`. */
@GeneratedCodeOnly
public fun <K, V> celMap(entries: List<List<Pair<K, V>>>): Map<K, V> = celMapOf(entries.flatten())

@GeneratedCodeOnly
public fun <K, V> celMapOf(entries: List<Pair<K, V>>): Map<K, V> {
    val map = LinkedHashMap<K, V>()
    for ((key, value) in entries) {
        if (!isKey(key)) celError("overload")
        if (entry(map, key) != null) celError("duplicateKey")
        map[key] = value
    }
    if (map.keys.any { hasKeyWrittenLike(it, map) }) celError("duplicateKey")
    return ascending(map)
}

/** Makes a list of elements, some of which may be absent. */
@GeneratedCodeOnly
public fun <T> celList(elements: List<List<T>>): List<T> = elements.flatten()

/** Transforms the values of the entries that pass a test. */
@GeneratedCodeOnly
public inline fun <K, V, R> celMapValues(
    entries: List<Pair<K, V>>,
    test: (Pair<K, V>) -> Boolean,
    change: (Pair<K, V>) -> R,
): Map<K, R> = celMapOf(entries.filter(test).map { it.first to change(it) })

/** Transforms the entries that pass a test to maps, and merges these. */
@GeneratedCodeOnly
public inline fun <K, V, L, R> celMapEntries(
    entries: List<Pair<K, V>>,
    test: (Pair<K, V>) -> Boolean,
    change: (Pair<K, V>) -> Map<L, R>,
): Map<L, R> = celMapOf(entries.filter(test).flatMap { change(it).toList() })
