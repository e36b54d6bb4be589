@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

// Maps keep the order of insertion; numbers of all types are one key if they are equal.

internal fun <K, V> celSize(map: Map<K, V>): Long = map.size.toLong()

internal fun <K, V> celLookup(map: Map<K, V>, key: K): V =
    if (map.containsKey(key)) map.getValue(key) else fail("missingKey")

internal fun <K, V> celLookupOptional(map: Map<K, V>, key: K): V? = map[key]

/** With another value under a key; one that is not there comes last. */
internal fun <K, V> celInsert(map: Map<K, V>, key: K, value: V): Map<K, V> =
    if (map.size >= 10_000 && !map.containsKey(key)) fail("size") else map + (key to value)

internal fun <K, V> celHasKey(map: Map<K, V>, key: K): Boolean = entry(map, key) != null

/** The keys, which a macro visits. */
internal fun <K, V> celElements(map: Map<K, V>): List<K> = map.keys.toList()

/** The keys and values, which a macro with two variables visits. */
internal fun <K, V> celEntries(map: Map<K, V>): List<Pair<K, V>> = map.toList()

/** The indices and elements, which a macro with two variables visits. */
internal fun <T> celEntries(list: List<T>): List<Pair<Long, T>> =
    list.mapIndexed { index, element -> index.toLong() to element }

internal fun <K, V> celEntry(key: K, value: V): List<Pair<K, V>> = listOf(key to value)

internal fun <K, V : Any> celOptionalEntry(key: K, value: V?): List<Pair<K, V>> =
    celPresent(value).map { key to it }

internal fun <K> celOptionalEntryDyn(key: K, value: Dyn): List<Pair<K, Dyn>> =
    celPresentDyn(value).map { key to it }

/** Makes a map of entries, some of which may be absent. Error `duplicateKey`. */
internal fun <K, V> celMap(entries: List<List<Pair<K, V>>>): Map<K, V> = celMapOf(entries.flatten())

internal fun <K, V> celMapOf(entries: List<Pair<K, V>>): Map<K, V> {
    val map = LinkedHashMap<K, V>()
    for ((key, value) in entries) {
        if (!isKey(key)) fail("overload")
        if (entry(map, key) != null) fail("duplicateKey")
        map[key] = value
    }
    return map
}

/** Makes a list of elements, some of which may be absent. */
internal fun <T> celList(elements: List<List<T>>): List<T> = elements.flatten()

/** Transforms the values of the entries that pass a test. */
internal inline fun <K, V, R> celMapValues(
    entries: List<Pair<K, V>>,
    test: (Pair<K, V>) -> Boolean,
    change: (Pair<K, V>) -> R,
): Map<K, R> = celMapOf(entries.filter(test).map { it.first to change(it) })

/** Transforms the entries that pass a test to maps, and merges these. */
internal inline fun <K, V, L, R> celMapEntries(
    entries: List<Pair<K, V>>,
    test: (Pair<K, V>) -> Boolean,
    change: (Pair<K, V>) -> Map<L, R>,
): Map<L, R> = celMapOf(entries.filter(test).flatMap { change(it).toList() })
