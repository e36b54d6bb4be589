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

/**
 * The active states. It keeps the microsteps that started with it, because the same rows always do
 * the same from the same states.
 */
@GeneratedCodeOnly
public class Configuration<S : Enum<S>>(
    /** The tree of all states. */
    public val tree: StateTree<S>,
    /** The active states, by place in document order. */
    public val active: List<Int>,
) {
    private val flags = BooleanArray(tree.states.size).also { flags ->
        for (state in active) flags[state] = true
    }

    /** The active states without an active child, in document order. */
    public val leaves: IntArray = active.filterIndexed { place, state ->
        place + 1 == active.size || active[place + 1] >= tree.ends[state]
    }.toIntArray()

    /** Whether a final state at the top level is active. */
    public val hasEnded: Boolean =
        active.any { tree.parents[it] == 0 && tree.kind(it) == StateKind.Final }

    private val done = BooleanArray(flags.size).also { done ->
        for (state in active.reversed()) {
            done[state] = when (tree.kind(state)) {
                StateKind.Composite ->
                    tree.children[state].any { flags[it] && tree.kind(it) == StateKind.Final }
                StateKind.Parallel -> tree.children[state].all { done[it] }
                StateKind.Leaf, StateKind.Final -> false
                StateKind.ShallowHistory, StateKind.DeepHistory -> false
            }
        }
    }

    private var microsteps: Microstep<S>? = null

    public operator fun contains(state: S): Boolean = flags[state.ordinal]

    public operator fun contains(state: Int): Boolean = flags[state]

    /** Whether a state is complete: a child is final, or all regions are complete. */
    public fun isDone(state: S): Boolean = done[state.ordinal]

    /** What rows do that are chosen together, and which of them run. */
    public fun microstep(
        rows: List<ChartRow<S>>,
        histories: Map<S, List<S>>,
    ): Microstep<S> {
        var known = microsteps
        while (known != null && !known.isOf(rows)) known = known.next
        if (known != null) return known
        val first = microsteps
        val added = Microstep(this, rows, histories, first)
        // Several threads may do this at the same time; then a microstep is computed again.
        val hasRoom = first == null || first.count < MOST_MICROSTEPS
        if (hasRoom && !added.usesHistory && tree.keeps(this)) microsteps = added
        return added
    }

    override fun equals(other: Any?): Boolean =
        this === other || other is Configuration<*> && flags.contentEquals(other.flags)

    override fun hashCode(): Int = flags.contentHashCode()
}

@GeneratedCodeOnly
public enum class Reentry { No, Yes, External }

/** The result of searching the rows of a state for a trigger. */
@GeneratedCodeOnly
public sealed interface Found<out S> {
    /** The guards of these rows are false; counted from 0. */
    public class Denied(public val rows: List<Int>) : Found<Nothing>

    public data object Unhandled : Found<Nothing>
}

/**
 * The row with a number, counted from 0, of a state, with its own actions. Without targets, it goes
 * nowhere.
 */
@GeneratedCodeOnly
public class ChartRow<S : Enum<S>>(
    public val number: Int,
    public val from: S,
    public val to: List<S>? = null,
    public val reentry: Reentry = Reentry.No,
    public val act: () -> Unit = {},
) : Found<S>

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
    /** A history records active states, and what some of its states carry. */
    public class Record<S>(
        public val history: S,
        public val recorded: List<S>,
        public val carrying: List<S>,
    ) : ChartOperation<S>

    /** A state is left; then the others are active. */
    public class Exit<S : Enum<S>>(
        public val state: S,
        public val others: Configuration<S>,
    ) : ChartOperation<S>

    /** A row's own actions, by its place among those chosen. */
    public class Run(public val place: Int) : ChartOperation<Nothing>

    public class Carry<S>(public val state: S, public val cargo: Cargo<S>) : ChartOperation<S>

    /** A state is entered; it is one of the active states. */
    public class Enter<S : Enum<S>>(
        public val state: S,
        public val active: Configuration<S>,
    ) : ChartOperation<S>
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
    public val parents: IntArray = IntArray(states.size) { nodes[it].parent?.ordinal ?: -1 }
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

    /** No active states. */
    public val none: Configuration<S> by lazy { Configuration(this, emptyList()) }

    /** The first states. */
    public val initial: Configuration<S> by lazy {
        beginning().filterIsInstance<ChartOperation.Enter<S>>().last().active
    }

    @kotlin.concurrent.Volatile
    private var kept: Map<List<Int>, Configuration<S>> = emptyMap()

    /** The active states, by place in document order; the same object again as far as possible. */
    public fun configuration(active: List<Int>): Configuration<S> =
        kept[active] ?: Configuration(this, active).also {
            if (kept.size < MOST_CONFIGURATIONS) kept += (active to it)
        }

    /** Whether [configuration] returns the same object again. */
    public fun keeps(configuration: Configuration<S>): Boolean =
        kept[configuration.active] === configuration
}

private const val MOST_CONFIGURATIONS = 1_000
private const val MOST_MICROSTEPS = 100
