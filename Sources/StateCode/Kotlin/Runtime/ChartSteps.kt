@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

/**
 * A step under way in a chart: it chooses rows, leaves and enters states, and starts and cancels
 * timers. [S] are the states, [M] the events and what the state sends itself. A step with more
 * microsteps than [limit] fails.
 */
@GeneratedCodeOnly
public abstract class ChartStep<S : Enum<S>, M : Any>(
    configuration: Configuration<S>,
    running: List<RunningTimer> = emptyList(),
    histories: Map<S, List<S>> = emptyMap(),
    private val limit: Int = Int.MAX_VALUE,
) {
    private val tree = configuration.tree
    private var count = 0
    private var last: Microsteps? = null

    /** The events that are raised and not handled yet. */
    public val raised: ArrayDeque<M> = ArrayDeque()

    /** What the app has to do with timers, in order. */
    public val timers: MutableList<TimerRequest> = mutableListOf()

    /** The active states of the new state. */
    protected var configuration: Configuration<S> = configuration
        private set

    /** The running timers of the new state. */
    protected var running: List<RunningTimer> = running
        private set

    /** The states that histories have recorded in the new state. */
    protected var histories: Map<S, List<S>> = histories
        private set

    /** Handles an event; null if rows ran. */
    public abstract fun receive(event: M): StepResult?

    /** The first row of a state that needs no event. */
    protected open fun find(target: S): Found<S> = Found.Unhandled

    /** The first row for a timer whose guard is true. */
    protected open fun find(timer: String): Found<S> = Found.Unhandled

    /** Runs the entry actions of a state. */
    protected open fun enter(target: S) {}

    /** Runs the exit actions of a state. */
    protected open fun exit(target: S) {}

    /** Gives a state what it carries, or takes it away. */
    protected open fun carry(target: S, cargo: Cargo<S>) {}

    /** Keeps what some states carry for a history. */
    protected open fun record(history: S, states: List<S>) {}

    /** Takes the first row of each active leaf whose guard is true; null if rows ran. */
    protected fun take(find: (S) -> Found<S>): StepResult? = run(choose(find))

    /** Handles a timer that fired; null if rows ran. */
    public fun ring(id: String): StepResult? {
        if (configuration.hasEnded) return StepResult.Unhandled
        val timer = running.find { it.id == id } ?: return StepResult.Unhandled
        running = celFired(running, timer)
        return run(Chosen<S>().apply { add(find(id)) })
    }

    /** Takes rows that need no event, and handles raised events, until none is left. */
    public fun settle() {
        while (true) {
            if (run(choose { find(it) }) == null) continue
            receive(raised.removeFirstOrNull() ?: break)
        }
    }

    /** Enters the first states. */
    protected fun enterInitial() {
        perform(tree.beginning(), emptyList())
    }

    /** Each active leaf takes the first row on its path to the root. */
    private inline fun choose(find: (S) -> Found<S>): Chosen<S> {
        val chosen = Chosen<S>()
        if (configuration.hasEnded) return chosen
        val leaves = configuration.leaves
        // Several leaves have ancestors in common; each is searched once.
        val isSearched = if (leaves.size > 1) BooleanArray(tree.states.size) else null
        for (leaf in leaves) {
            var state = leaf
            while (state >= 0) {
                val target = tree.states[state]
                if (isSearched == null || !isSearched[state]) {
                    isSearched?.set(state, true)
                    if (chosen.add(find(target))) break
                } else if (chosen.hasRow(target)) {
                    break
                }
                state = tree.parents[state]
            }
        }
        return chosen
    }

    /** A microstep, if rows are chosen; then null. */
    private fun run(chosen: Chosen<S>): StepResult? {
        val rows = chosen.rows
        if (rows.isEmpty()) return chosen.result
        if (rows.size == 1 && rows[0].to == null) {
            if (isNearLimit()) count(listOf(rows[0].number))
            rows[0].act()
            return null
        }
        val microstep = configuration.microstep(rows, histories)
        if (isNearLimit()) count(microstep.numbers)
        perform(microstep.operations, rows)
        return null
    }

    /** Whether so many microsteps have run that it matters which. */
    private fun isNearLimit(): Boolean {
        count += 1
        return count > limit - Microsteps.RECORDED
    }

    private fun count(rows: List<Int>) {
        val last = last ?: Microsteps(minOf(limit, Microsteps.RECORDED))
        this.last = last
        last.count(rows)
    }

    /** Exits, the rows' own actions, and entries, in order. */
    private fun perform(operations: List<ChartOperation<S>>, rows: List<ChartRow<S>>) {
        for (operation in operations) {
            when (operation) {
                is ChartOperation.Exit -> {
                    exit(operation.state)
                    configuration = operation.others
                }
                is ChartOperation.Run -> rows[operation.place].act()
                is ChartOperation.Enter -> {
                    configuration = operation.active
                    enter(operation.state)
                }
                is ChartOperation.Record -> {
                    histories += (operation.history to operation.recorded)
                    record(operation.history, operation.carrying)
                }
                is ChartOperation.Carry -> carry(operation.state, operation.cargo)
            }
        }
    }

    protected fun start(timer: TimerName, after: TimeSpan) {
        running += RunningTimer(timer.id, after, if (timer.isRepeating) after else null)
        timers += TimerRequest.Start(timer.id, after, timer.isRepeating)
    }

    protected fun cancel(timer: TimerName) {
        cancel(timer.id)
    }

    /** Cancels the running timers. */
    protected fun cancelAll() {
        for (timer in running) cancel(timer.id)
    }

    private fun cancel(id: String) {
        running -= running.find { it.id == id } ?: return
        timers += TimerRequest.Cancel(id)
    }
}

/** The rows that are chosen together, and those whose guards are false. */
private class Chosen<S : Enum<S>> {
    var rows: List<ChartRow<S>> = emptyList()
        private set
    private var denied = emptyList<Int>()

    /** The result of a step without a row. */
    val result: StepResult
        get() = if (denied.isEmpty()) StepResult.Unhandled else celDenied(denied)

    /** Returns whether a row was found. */
    fun add(found: Found<S>): Boolean {
        when (found) {
            is ChartRow -> rows = if (rows.isEmpty()) listOf(found) else rows + found
            is Found.Denied -> denied = denied.union(found.rows).toList()
            is Found.Unhandled -> {}
        }
        return found is ChartRow
    }

    fun hasRow(state: S): Boolean = rows.any { it.from == state }
}
