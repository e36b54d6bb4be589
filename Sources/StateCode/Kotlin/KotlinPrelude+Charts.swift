extension KotlinPrelude {
  /// The types of general charts: states, rows, configurations and timers.
  static let charts = #"""
    // States in general: some are active side by side, some remember, some wait.

    internal enum class StateKind { Leaf, Composite, Parallel, Final, ShallowHistory, DeepHistory }

    /** What a state is, in which it stands, and where it goes when it is entered. */
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
            /** With these active. */
            fun of(vararg states: Enum<*>): Configuration = Configuration(states.map { it.ordinal })
        }
    }

    internal enum class Reentry { No, Yes, External }

    /** Where a row stands, counted from 1, and where it goes; null if it goes nowhere. */
    internal class Way<S>(
        val row: Int,
        val source: S,
        val targets: List<S>? = null,
        val reentry: Reentry = Reentry.No,
    )

    internal interface ChartRow<S> {
        val way: Way<S>
    }

    /** What a trigger finds among the rows of a state. */
    internal sealed interface Found<out R> {
        class Row<R>(val row: R) : Found<R>

        /** These have false guards, counted from 1. */
        class Denied(val rows: List<Int>) : Found<Nothing>

        data object Unhandled : Found<Nothing>
    }

    /** Where a state gets from what it carries. */
    internal sealed interface Cargo<out S> {
        /** It is left. */
        data object Empty : Cargo<Nothing>

        /** A row gives it. */
        data object Given : Cargo<Nothing>

        data class Remembered<S>(val history: S) : Cargo<S>

        /** What the `initial` of a state gives, or the default of a history. */
        data class Initial<S>(val owner: S) : Cargo<S>

        data object Defaults : Cargo<Nothing>
    }

    /** What a microstep does, in order. */
    internal sealed interface ChartOperation<out S> {
        /** A history keeps what these states carry. */
        class Record<S>(val history: S, val states: List<S>) : ChartOperation<S>

        class Exit<S>(val state: S) : ChartOperation<S>

        /** A row's own actions, by its place among those chosen. */
        class Run(val place: Int) : ChartOperation<Nothing>

        class Carry<S>(val state: S, val cargo: Cargo<S>) : ChartOperation<S>

        class Enter<S>(val state: S) : ChartOperation<S>
    }

    /** A timer of a definition. */
    PUBLIC interface TimerName {
        /** Its name on the wire. */
        PUBLIC val id: String

        /** Whether it goes on after it has rung. */
        PUBLIC val isRepeating: Boolean
    }

    /** What is to be done with a timer. */
    PUBLIC sealed interface TimerRequest<out T> {
        /** Let it ring after a span of time; one that repeats goes on. */
        PUBLIC data class StartTimer<T>(
            PUBLIC val timer: T,
            PUBLIC val after: TimeSpan,
        ) : TimerRequest<T>

        PUBLIC data class CancelTimer<T>(PUBLIC val timer: T) : TimerRequest<T>
    }

    /** A timer that runs. */
    PUBLIC data class RunningTimer<T>(
        PUBLIC val timer: T,
        /** How long it runs, or what remains of that. */
        PUBLIC val duration: TimeSpan,
    )

    /** A period: time must pass between two ticks. */
    internal fun celPeriod(span: TimeSpan): TimeSpan =
        if (span.nanoseconds > 0) span else fail("argument")

    /** The states of a definition in document order; the first is all of it. */
    internal class StateTree<S : Enum<S>>(val states: List<S>, node: (S) -> StateNode<S>) {
        val nodes = states.map(node)

        /** By place in document order; -1 for the first. */
        val parents = nodes.map { it.parent?.ordinal ?: -1 }
        val initials = nodes.map { item -> item.initial.map { it.ordinal } }

        /** The states below one are those after it, before its end. */
        val ends = IntArray(states.size) { it + 1 }.also { ends ->
            for (state in states.indices.reversed()) {
                val parent = parents[state]
                if (parent >= 0) ends[parent] = maxOf(ends[parent], ends[state])
            }
        }

        /** Without histories. */
        val children = states.indices.map { parent ->
            states.indices.filter { parents[it] == parent && !isHistory(it) }
        }

        fun kind(state: Int): StateKind = nodes[state].kind

        fun isHistory(state: Int): Boolean =
            kind(state) == StateKind.ShallowHistory || kind(state) == StateKind.DeepHistory

        fun isAncestor(ancestor: Int, state: Int): Boolean = ancestor < state && state < ends[ancestor]

        /** Whether a state is another or lies below it. */
        fun contains(ancestor: Int, state: Int): Boolean = ancestor <= state && state < ends[ancestor]

        /** The active states without an active child, in document order. */
        fun leaves(configuration: Configuration): List<Int> {
            val active = configuration.active
            return active.filterIndexed { place, state ->
                place + 1 == active.size || active[place + 1] >= ends[state]
            }
        }

        /** Whether a state of the highest level is final and active. */
        fun hasEnded(configuration: Configuration): Boolean =
            configuration.active.any { parents[it] == 0 && kind(it) == StateKind.Final }

        /** Whether a state is complete: with a final child, or with all its regions complete. */
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
    """#
}
