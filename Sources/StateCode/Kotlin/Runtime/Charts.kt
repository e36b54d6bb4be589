@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

// General charts: parallel states, histories and timers.

internal enum class StateKind { Leaf, Composite, Parallel, Final, ShallowHistory, DeepHistory }

/** A state with its kind, its parent and its initial states. */
internal class StateNode<S>(
    val kind: StateKind,
    val parent: S?,
    val initial: List<S> = emptyList(),
    val carries: Boolean = false,
)

/** Which states are active, by place in document order, and what histories remember. */
internal data class Configuration(
    val active: List<Int> = emptyList(),
    val memories: Map<Int, List<Int>> = emptyMap(),
) {
    operator fun contains(state: Enum<*>): Boolean = state.ordinal in active

    fun entered(state: Enum<*>): Configuration =
        if (state in this) this else copy(active = (active + state.ordinal).sorted())

    fun left(state: Enum<*>): Configuration = copy(active = active - state.ordinal)

    companion object {
        /** Makes a configuration of active states. */
        fun of(vararg states: Enum<*>): Configuration = Configuration(states.map { it.ordinal })
    }
}

internal enum class Reentry { No, Yes, External }

/** Where a row stands, counted from 0, and where it goes; null if it goes nowhere. */
internal class Way<S>(
    val row: Int,
    val source: S,
    val targets: List<S>? = null,
    val reentry: Reentry = Reentry.No,
)

internal interface ChartRow<S> {
    val way: Way<S>
}

/** The result of searching the rows of a state for a trigger. */
internal sealed interface Found<out R> {
    class Row<R>(val row: R) : Found<R>

    /** The guards of these rows are false; counted from 0. */
    class Denied(val rows: List<Int>) : Found<Nothing>

    data object Unhandled : Found<Nothing>
}

/** The source of the data of a state. */
internal sealed interface Cargo<out S> {
    /** The state is left and loses its data. */
    data object Empty : Cargo<Nothing>

    /** The row sets the data. */
    data object Given : Cargo<Nothing>

    data class Remembered<S>(val history: S) : Cargo<S>

    /** The `initial` of a state or the default of a history sets the data. */
    data class Initial<S>(val owner: S) : Cargo<S>

    data object Defaults : Cargo<Nothing>
}

/** One operation of a microstep. */
internal sealed interface ChartOperation<out S> {
    /** A history records the data of these states. */
    class Record<S>(val history: S, val states: List<S>) : ChartOperation<S>

    class Exit<S>(val state: S) : ChartOperation<S>

    /** A row's own actions, by its place among those chosen. */
    class Run(val place: Int) : ChartOperation<Nothing>

    class Carry<S>(val state: S, val cargo: Cargo<S>) : ChartOperation<S>

    class Enter<S>(val state: S) : ChartOperation<S>
}

/** A timer of a definition. */
internal interface TimerName {
    /** Its name on the wire. */
    val id: String

    /** Whether it goes on after it has rung. */
    val isRepeating: Boolean
}

/** The running timers after one of them fired; it runs again if it repeats. */
internal fun celFired(timers: List<RunningTimer>, fired: RunningTimer): List<RunningTimer> {
    val period = fired.periodSpan ?: return timers - fired
    return timers.map { if (it == fired) it.copy(span = period) else it }
}

/** The period of a repeating timer. Error `argument` if it is not positive. */
internal fun celPeriod(span: TimeSpan): TimeSpan =
    if (span.nanoseconds > 0) span else celError("argument")

/** The states of a definition in document order. The first is the root. */
internal class StateTree<S : Enum<S>>(val states: List<S>, node: (S) -> StateNode<S>) {
    val nodes = states.map(node)

    /** By place in document order; -1 for the first. */
    val parents = nodes.map { it.parent?.ordinal ?: -1 }
    val initials = nodes.map { item -> item.initial.map { it.ordinal } }

    /** The descendants of a state are after it and before its end. */
    val ends = IntArray(states.size) { it + 1 }.also { ends ->
        for (state in states.indices.reversed()) {
            val parent = parents[state]
            if (parent >= 0) ends[parent] = maxOf(ends[parent], ends[state])
        }
    }

    /** The children of each state, without histories. */
    val children = states.indices.map { parent ->
        states.indices.filter { parents[it] == parent && !isHistory(it) }
    }

    fun kind(state: Int): StateKind = nodes[state].kind

    fun isHistory(state: Int): Boolean =
        kind(state) == StateKind.ShallowHistory || kind(state) == StateKind.DeepHistory

    fun isAncestor(ancestor: Int, state: Int): Boolean = ancestor < state && state < ends[ancestor]

    /** Whether a state is another state or its descendant. */
    fun contains(ancestor: Int, state: Int): Boolean = ancestor <= state && state < ends[ancestor]

    /** The active states without an active child, in document order. */
    fun leaves(configuration: Configuration): List<Int> {
        val active = configuration.active
        return active.filterIndexed { place, state ->
            place + 1 == active.size || active[place + 1] >= ends[state]
        }
    }

    /** Whether a final state at the top level is active. */
    fun hasEnded(configuration: Configuration): Boolean =
        configuration.active.any { parents[it] == 0 && kind(it) == StateKind.Final }

    /** Whether a state is complete: a child is final, or all regions are complete. */
    fun isDone(configuration: Configuration, state: S): Boolean =
        isDone(configuration.active, state.ordinal)

    private fun isDone(active: List<Int>, state: Int): Boolean =
        state in active && when (kind(state)) {
            StateKind.Composite ->
                children[state].any { it in active && kind(it) == StateKind.Final }
            StateKind.Parallel -> children[state].all { isDone(active, it) }
            StateKind.Leaf, StateKind.Final -> false
            StateKind.ShallowHistory, StateKind.DeepHistory -> false
        }
}
