@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

// Snapshots: all stored data as plain JSON.

/** An error in a snapshot. Nothing was restored. */
public class SnapshotException(
    message: String,
    /** The JSON pointer of the problem in the snapshot. */
    public val at: String,
) : RuntimeException("$message at $at")

/** The result of restoring a snapshot. */
public class Restored<S>(
    /** The restored state. */
    public val state: S,
    /** Whether the definition still has the fingerprint that is in the snapshot. */
    public val isSameMeaning: Boolean,
)

/** What is read of a snapshot: everything fits, or it is refused. */
@GeneratedCodeOnly
public inline fun <T> restoring(read: () -> T): T =
    try {
        read()
    } catch (error: WireException) {
        throw SnapshotException(error.message.orEmpty(), "")
    } catch (error: EvaluationException) {
        throw SnapshotException("a cell fails: ${error.id}", error.at)
    }

/** The running timers in a snapshot, with what remains of them. */
@GeneratedCodeOnly
public fun wireTimers(timers: List<RunningTimer>, remaining: (String) -> TimeSpan?): Wire =
    Wire.Array(
        timers.map { timer ->
            val rest = maxOf((remaining(timer.id) ?: timer.span).nanoseconds, 0L)
            wireObject("id" to Wire.Text(timer.id), "remaining" to TimeSpan(rest).toWire())
        },
    )

/** Reads a snapshot, part by part; parts have paths such as `carried/map`. */
@GeneratedCodeOnly
public class SnapshotReader(
    private val wire: Wire,
    state: String,
    format: String,
    shape: String,
    fingerprint: String,
) {
    /** Whether the snapshot has the fingerprint of the definition. */
    public val isSameMeaning: Boolean

    /** The active states without an active child. */
    public val places: List<String>

    init {
        exactly(
            wire, "",
            "state", "format", "shape", "fingerprint", "in", "inputs", "properties", "carried",
            "history", "timers",
        )
        if (this["state"] != Wire.Text(state)) {
            refuse("this is a snapshot of another state", "state")
        }
        if (this["format"] != Wire.Number(format)) {
            refuse("this format of snapshots is not known", "format")
        }
        if (this["shape"] != Wire.Text(shape)) refuse("what is stored has changed", "shape")
        isSameMeaning = this["fingerprint"].toText() == fingerprint
        places = names(this["in"])
    }

    public fun refuse(message: String, path: String): Nothing =
        throw SnapshotException(message, "/$path")

    private fun names(wire: Wire): List<String> = wire.toList { it.toText() }

    private fun exactly(wire: Wire, path: String, vararg keys: String): List<Wire> {
        val members = (wire as? Wire.Object)?.members ?: refuse("expected an object", path)
        if (members.size != keys.size) refuse("there must be exactly ${keys.toList()}", path)
        return keys.map { key ->
            members.firstOrNull { it.first == key }?.second ?: refuse("`$key` is missing", path)
        }
    }

    /** The part with a path. */
    public operator fun get(path: String): Wire =
        path.split("/").fold(wire) { part, key -> part[key] }

    /** Checks that an object has exactly these keys. */
    public fun check(path: String, vararg keys: String) {
        exactly(this[path], path, *keys)
    }

    /** Checks that an object has exactly these keys. */
    public fun check(path: String, keys: List<String>) {
        check(path, *keys.toTypedArray())
    }

    /** What a state carries: an object with exactly these keys; null if it is not there. */
    public fun <T> carried(path: String, vararg keys: String, read: (Wire) -> T): T? {
        if (!this[path.substringBeforeLast('/')].has(path.substringAfterLast('/'))) return null
        check(path, *keys)
        return read(this[path])
    }

    /** Checks that there are no timers. */
    public fun checkNoTimers() {
        if (this["timers"] != Wire.Array(emptyList())) refuse("no timers", "timers")
    }

    /**
     * The running timers with their remaining durations. Only timers of active states can run, and
     * a repeating one always does.
     */
    public fun <T : TimerName> timers(all: List<T>, isActive: (T) -> Boolean): List<RunningTimer> {
        val elements = (this["timers"] as? Wire.Array)?.elements
            ?: refuse("expected an array", "timers")
        val timers = mutableListOf<RunningTimer>()
        for (element in elements) {
            val (id, remaining) = exactly(element, "timers", "id", "remaining")
            val timer = all.firstOrNull { it.id == id.toText() }
                ?: refuse("no such timer", "timers")
            val rest = remaining.toTimeSpan()
            if (rest.nanoseconds < 0 || timers.any { it.id == timer.id } || !isActive(timer)) {
                refuse("no such timer runs", "timers")
            }
            timers += RunningTimer(timer.id, rest)
        }
        if (all.any { t -> t.isRepeating && isActive(t) && timers.none { it.id == t.id } }) {
            refuse("a timer is missing", "timers")
        }
        return timers
    }

    private fun place(name: String, names: List<String>): Int {
        val place = names.indexOf(name)
        return if (place < 0) refuse("no state is named `$name`", "in") else place
    }

    /** The active states. The argument has the names of all states. */
    public fun <S : Enum<S>> configuration(
        tree: StateTree<S>,
        names: List<String>,
    ): Configuration<S> {
        val leaves = places.map { place(it, names) }
        val active = tree.closure(leaves, -1)
        val configuration = tree.configuration(active)
        if (!tree.isComplete(active, 0) || configuration.leaves.toList() != leaves) {
            refuse("these states cannot be active together", "in")
        }
        return configuration
    }

    /** What histories have recorded. The argument has the names of all states. */
    public fun <S : Enum<S>> histories(
        tree: StateTree<S>,
        names: List<String>,
    ): Map<S, List<S>> {
        val histories = mutableMapOf<S, List<S>>()
        val members = (this["history"] as? Wire.Object)?.members
            ?: refuse("expected an object", "history")
        for ((name, memory) in members) {
            val history = place(name, names)
            val parts = exactly(memory, "history/$name", "in", "carried")
            val recorded = names(parts[0]).map { place(it, names) }
            if (!tree.isHistory(history) || !tree.canRecord(history, recorded)) {
                refuse("this is nothing that a history can have recorded", "history/$name")
            }
            histories[tree.states[history]] = recorded.map { tree.states[it] }
        }
        return histories
    }
}

/** The states, and those around them that are below another. */
private fun <S : Enum<S>> StateTree<S>.closure(leaves: List<Int>, top: Int): List<Int> =
    leaves
        .flatMap { leaf ->
            generateSequence(leaf) { parents[it] }.takeWhile { it > top }.toList()
        }
        .distinct()
        .sorted()

/** Whether each active composite has one child active, or none where it may rest, and each parallel
 * state all its regions. */
private fun <S : Enum<S>> StateTree<S>.isComplete(active: List<Int>, top: Int): Boolean =
    top in active && active.all { state ->
        val count = children[state].count { it in active }
        !isHistory(state) && when (kind(state)) {
            StateKind.Parallel -> count == children[state].size
            StateKind.Composite -> count == 1 || count == 0 && initials[state].isEmpty()
            else -> true
        }
    }

private fun <S : Enum<S>> StateTree<S>.canRecord(history: Int, recorded: List<Int>): Boolean {
    val parent = parents[history]
    if (recorded != recorded.sorted()) return false
    if (recorded.any { !isAncestor(parent, it) || isHistory(it) }) return false
    if (kind(history) == StateKind.ShallowHistory) {
        if (recorded.any { parents[it] != parent }) return false
        return if (kind(parent) == StateKind.Parallel) {
            recorded == children[parent]
        } else {
            recorded.size == 1 || recorded.isEmpty() && initials[parent].isEmpty()
        }
    }
    val active = (closure(recorded, parent) + parent).distinct().sorted()
    return isComplete(active, parent) &&
        Configuration(this, active).leaves.filter { it != parent } == recorded
}
