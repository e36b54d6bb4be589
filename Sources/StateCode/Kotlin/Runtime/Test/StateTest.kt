@file:OptIn(GeneratedCodeOnly::class)

package states.runtime

import kotlin.time.Duration

/** A state in a test. Its timers fire on a virtual clock. */
internal class StateTest<S : StateDefinition<S, E, C>, E, C>(
    start: Next<S, C>,
    private val form: WireForm<S, E, C>,
) {
    private class Timer(val id: String, val due: Duration, val period: Duration?)

    private var now = Duration.ZERO
    private var running = emptyList<Timer>()

    var state: S = start.state
        private set

    /** The commands of the last call, in order. */
    var commands: List<C> = emptyList()
        private set

    /** The result of the last step. */
    var result: StepResult = start.result
        private set

    /** The active states without an active child. */
    val places: Set<String>
        get() = form.places(state).toSet()

    /** The ids of the running timers. */
    val timers: Set<String>
        get() = running.map { it.id }.toSet()

    init {
        take(start)
    }

    fun send(event: E, times: Int = 1) {
        commands = emptyList()
        repeat(times) { take(state.reduce(event)) }
    }

    /** Lets time pass. Timers fire in order, at most 100,000; then the first failure is thrown. */
    fun advance(by: Duration) {
        commands = emptyList()
        val end = now + by
        var failure: EvaluationException? = null
        var count = 0
        while (count++ < 100_000) {
            val timer = running.filter { it.due <= end }.minByOrNull { it.due } ?: break
            now = maxOf(now, timer.due)
            running = running.mapNotNull { other ->
                if (other === timer) timer.period?.let { Timer(timer.id, now + it, it) } else other
            }
            try {
                take(state.fire(timer.id))
            } catch (error: EvaluationException) {
                failure = failure ?: error
            }
        }
        now = end
        failure?.let { throw it }
    }

    /** Continues from a snapshot. */
    fun saveAndRestore() {
        val saved = form.snapshot(state) { id ->
            running.firstOrNull { it.id == id }?.let { (it.due - now).toTimeSpan() }
        }
        state = form.restore(saved).state
        running = state.timers.map { Timer(it.id, now + it.remaining, it.period) }
        commands = emptyList()
    }

    private fun take(next: Next<S, C>) {
        state = next.state
        commands += next.commands
        result = next.result
        for (request in next.timers) {
            when (request) {
                is TimerRequest.Cancel -> running = running.filter { it.id != request.id }
                is TimerRequest.Start -> {
                    val after = maxOf(request.after, Duration.ZERO)
                    val period = if (request.isRepeating) after else null
                    running += Timer(request.id, now + after, period)
                }
            }
        }
    }
}
