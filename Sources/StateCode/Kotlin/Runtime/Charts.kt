@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

// General charts: parallel states, histories and timers.

@GeneratedCodeOnly
public enum class StateKind { Leaf, Composite, Parallel, Final, ShallowHistory, DeepHistory }

/** A state with its kind, its parent and its initial states. */
@GeneratedCodeOnly
public class StateNode<S>(
    public val kind: StateKind,
    public val parent: S?,
    public val initial: List<S> = emptyList(),
    public val carries: Boolean = false,
)

/** Which states are active, by place in document order, and what histories remember. */
@GeneratedCodeOnly
public data class Configuration(
    val active: List<Int> = emptyList(),
    val memories: Map<Int, List<Int>> = emptyMap(),
) {
    public operator fun contains(state: Enum<*>): Boolean = state.ordinal in active

    public fun entered(state: Enum<*>): Configuration =
        if (state in this) this else copy(active = (active + state.ordinal).sorted())

    public fun left(state: Enum<*>): Configuration = copy(active = active - state.ordinal)

    public companion object {
        /** Makes a configuration of active states. */
        public fun of(vararg states: Enum<*>): Configuration =
            Configuration(states.map { it.ordinal })
    }
}

@GeneratedCodeOnly
public enum class Reentry { No, Yes, External }

/** Where a row stands, counted from 0, and where it goes; null if it goes nowhere. */
@GeneratedCodeOnly
public class Way<S>(
    public val row: Int,
    public val source: S,
    public val targets: List<S>? = null,
    public val reentry: Reentry = Reentry.No,
)

/** A row that was chosen, with its own actions. */
@GeneratedCodeOnly
public class ChartRow<S>(public val way: Way<S>, public val act: () -> Unit)

/** The result of searching the rows of a state for a trigger. */
@GeneratedCodeOnly
public sealed interface Found<out R> {
    public class Row<R>(public val row: R) : Found<R>

    /** The guards of these rows are false; counted from 0. */
    public class Denied(public val rows: List<Int>) : Found<Nothing>

    public data object Unhandled : Found<Nothing>

    public companion object {
        /** The row with a number, counted from 0, of a state; without targets, it goes nowhere. */
        public fun <S> row(
            number: Int,
            from: S,
            to: List<S>? = null,
            reentry: Reentry = Reentry.No,
            act: () -> Unit = {},
        ): Found<ChartRow<S>> = Row(ChartRow(Way(number, from, to, reentry), act))
    }
}

/** The source of the data of a state. */
@GeneratedCodeOnly
public sealed interface Cargo<out S> {
    /** The state is left and loses its data. */
    public data object Empty : Cargo<Nothing>

    /** The row sets the data. */
    public data object Given : Cargo<Nothing>

    public data class Remembered<S>(val history: S) : Cargo<S>

    /** The `initial` of a state or the default of a history sets the data. */
    public data class Initial<S>(val owner: S) : Cargo<S>

    public data object Defaults : Cargo<Nothing>
}

/** One operation of a microstep. */
@GeneratedCodeOnly
public sealed interface ChartOperation<out S> {
    /** A history records the data of these states. */
    public class Record<S>(public val history: S, public val states: List<S>) : ChartOperation<S>

    public class Exit<S>(public val state: S) : ChartOperation<S>

    /** A row's own actions, by its place among those chosen. */
    public class Run(public val place: Int) : ChartOperation<Nothing>

    public class Carry<S>(public val state: S, public val cargo: Cargo<S>) : ChartOperation<S>

    public class Enter<S>(public val state: S) : ChartOperation<S>
}

/** A timer of a definition. */
@GeneratedCodeOnly
public interface TimerName {
    /** Its name on the wire. */
    public val id: String

    /** Whether it goes on after it has rung. */
    public val isRepeating: Boolean
}

/** The running timers after one of them fired; it runs again if it repeats. */
@GeneratedCodeOnly
public fun celFired(timers: List<RunningTimer>, fired: RunningTimer): List<RunningTimer> {
    val period = fired.periodSpan ?: return timers - fired
    return timers.map { if (it == fired) it.copy(span = period) else it }
}

/** The period of a repeating timer. Error `argument` if it is not positive. */
@GeneratedCodeOnly
public fun celPeriod(span: TimeSpan): TimeSpan =
    if (span.nanoseconds > 0) span else celError("argument")

/** The states of a definition in document order. The first is the root. */
@GeneratedCodeOnly
public open class StateTree<S : Enum<S>>(public val states: List<S>, node: (S) -> StateNode<S>) {
    public val nodes: List<StateNode<S>> = states.map(node)

    /** By place in document order; -1 for the first. */
    public val parents: List<Int> = nodes.map { it.parent?.ordinal ?: -1 }
    public val initials: List<List<Int>> = nodes.map { item -> item.initial.map { it.ordinal } }

    /** The descendants of a state are after it and before its end. */
    public val ends: IntArray = IntArray(states.size) { it + 1 }.also { ends ->
        for (state in states.indices.reversed()) {
            val parent = parents[state]
            if (parent >= 0) ends[parent] = maxOf(ends[parent], ends[state])
        }
    }

    /** The children of each state, without histories. */
    public val children: List<List<Int>> = states.indices.map { parent ->
        states.indices.filter { parents[it] == parent && !isHistory(it) }
    }

    public fun kind(state: Int): StateKind = nodes[state].kind

    public fun isHistory(state: Int): Boolean =
        kind(state) == StateKind.ShallowHistory || kind(state) == StateKind.DeepHistory

    public fun isAncestor(ancestor: Int, state: Int): Boolean =
        ancestor < state && state < ends[ancestor]

    /** Whether a state is another state or its descendant. */
    public fun contains(ancestor: Int, state: Int): Boolean =
        ancestor <= state && state < ends[ancestor]

    /** The active states without an active child, in document order. */
    public fun leaves(configuration: Configuration): List<Int> {
        val active = configuration.active
        return active.filterIndexed { place, state ->
            place + 1 == active.size || active[place + 1] >= ends[state]
        }
    }

    private val finals = states.indices.filter { parents[it] == 0 && kind(it) == StateKind.Final }

    /** Whether a final state at the top level is active. */
    public fun hasEnded(configuration: Configuration): Boolean =
        finals.isNotEmpty() && configuration.active.any { it in finals }

    /** Whether a state is complete: a child is final, or all regions are complete. */
    public fun isDone(configuration: Configuration, state: S): Boolean =
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
