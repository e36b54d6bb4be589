@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

/**
 * A step under way in a chart: it chooses rows, leaves and enters states, and starts and cancels
 * timers. [S] are the states, [M] the events and what the state sends itself. Microsteps are only
 * counted if there is a limit.
 */
@GeneratedCodeOnly
public abstract class ChartStep<S : Enum<S>, M>(
    private val chart: StateTree<S>,
    limit: Int? = null,
) {
    private val microsteps = limit?.let { Microsteps(it) }

    /** The events that are raised and not handled yet. */
    public val raised: ArrayDeque<M> = ArrayDeque()

    /** What the app has to do with timers, in order. */
    public val timers: MutableList<TimerRequest> = mutableListOf()

    /** The active states of the new state. */
    protected abstract var configuration: Configuration

    /** The running timers of the new state. */
    protected open var running: List<RunningTimer>
        get() = emptyList()
        set(_) {}

    /** The first row of a state for an event whose guard is true. */
    protected abstract fun find(event: M, target: S): Found<ChartRow<S>>

    /** The first row of a state that needs no event. */
    protected open fun find(target: S): Found<ChartRow<S>> = Found.Unhandled

    /** The first row for a timer whose guard is true. */
    protected open fun find(timer: String): Found<ChartRow<S>> = Found.Unhandled

    /** Runs the entry actions of a state. */
    protected open fun enter(target: S) {}

    /** Runs the exit actions of a state. */
    protected open fun exit(target: S) {}

    /** Gives a state what it carries, or takes it away. */
    protected open fun carry(target: S, cargo: Cargo<S>) {}

    /** Keeps what some states carry for a history. */
    protected open fun record(history: S, states: List<S>) {}

    /** Handles an event; null if rows ran. */
    public fun receive(event: M): StepResult? {
        if (chart.hasEnded(configuration)) return StepResult.Unhandled
        val (rows, result) = chart.select(configuration) { find(event, it) }
        return if (rows.isEmpty()) result else run(rows)
    }

    /** Handles a timer that fired; null if rows ran. */
    public fun ring(id: String): StepResult? {
        if (chart.hasEnded(configuration)) return StepResult.Unhandled
        val timer = running.find { it.id == id } ?: return StepResult.Unhandled
        running = celFired(running, timer)
        return when (val found = find(id)) {
            is Found.Row -> run(listOf(found.row))
            is Found.Denied -> celDenied(found.rows)
            Found.Unhandled -> StepResult.Unhandled
        }
    }

    /** Takes rows that need no event, and handles raised events, until none is left. */
    public fun settle() {
        while (true) {
            if (!proceeds()) receive(raised.removeFirstOrNull() ?: break)
        }
    }

    private fun proceeds(): Boolean {
        if (chart.hasEnded(configuration)) return false
        val (rows, _) = chart.select(configuration) { find(it) }
        if (rows.isNotEmpty()) run(rows)
        return rows.isNotEmpty()
    }

    /** A microstep. */
    private fun run(rows: List<ChartRow<S>>): StepResult? {
        microsteps?.count(*rows.map { it.way.row }.toIntArray())
        val (next, operations) = chart.microstep(configuration, rows.map { it.way })
        configuration = next
        perform(operations, rows)
        return null
    }

    /** Exits, the rows' own actions, and entries, in order. */
    protected fun perform(operations: List<ChartOperation<S>>, rows: List<ChartRow<S>>) {
        for (operation in operations) {
            when (operation) {
                is ChartOperation.Exit -> {
                    exit(operation.state)
                    configuration = configuration.left(operation.state)
                }
                is ChartOperation.Run -> rows[operation.place].act()
                is ChartOperation.Enter -> {
                    configuration = configuration.entered(operation.state)
                    enter(operation.state)
                }
                is ChartOperation.Record -> record(operation.history, operation.states)
                is ChartOperation.Carry -> carry(operation.state, operation.cargo)
            }
        }
    }

    protected fun start(timer: TimerName, after: TimeSpan) {
        running += RunningTimer(timer.id, after, if (timer.isRepeating) after else null)
        timers += TimerRequest.Start(timer.id, after, timer.isRepeating)
    }

    protected fun cancel(id: String) {
        running -= running.find { it.id == id } ?: return
        timers += TimerRequest.Cancel(id)
    }
}
