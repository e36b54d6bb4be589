package tests

import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import states.EvaluationException
import states.Next
import states.RunningTimer
import states.StateDefinition
import states.StepResult
import states.TimerRequest
import states.toTimeSpan

data class Player(val track: String, val position: Int)

/** A state written by hand, with every feature that a store serves. */
data class Sample(
    val count: Int = 0,
    val request: String? = null,
    val downloads: List<String> = emptyList(),
    val player: Player? = null,
    override val timers: List<RunningTimer> = emptyList(),
    override val hasEnded: Boolean = false,
) : StateDefinition<Sample, Sample.Event, Sample.Command> {
    sealed interface Event {
        data object Increased : Event
        data class Requested(val request: String?) : Event
        data class Listed(val list: List<String>) : Event
        data class Played(val track: String, val position: Int) : Event
        data object Failed : Event
        data class Called(val name: String) : Event
        data class Waited(val span: Duration) : Event
        data object Ticked : Event
        data object Unwaited : Event
        data object Ended : Event
        data object Ignored : Event
    }

    sealed interface Command {
        data class Call(val name: String) : Command
    }

    override fun reduce(event: Event): Next<Sample, Command> = when (event) {
        Event.Increased -> next(copy(count = count + 1))
        is Event.Requested -> next(copy(request = event.request))
        is Event.Listed -> next(copy(downloads = event.list))
        is Event.Played -> next(copy(player = Player(event.track, event.position)))
        Event.Failed -> throw EvaluationException("index", "/reducer/4")
        is Event.Called ->
            next(this, commands = listOf(Command.Call(event.name), Command.Call(event.name + "!")))
        is Event.Waited -> wait("wait.1", event.span, isRepeating = false)
        Event.Ticked -> wait("tick.1", 1.seconds, isRepeating = true)
        Event.Unwaited ->
            next(copy(timers = emptyList()), timers = timers.map { TimerRequest.Cancel(it.id) })
        Event.Ended -> next(copy(hasEnded = true))
        Event.Ignored -> Next(state = this, result = StepResult.Unhandled)
    }

    override fun fire(timer: String): Next<Sample, Command> {
        val fired = timers.find { it.id == timer }
            ?: return Next(state = this, result = StepResult.Unhandled)
        val others = if (fired.isRepeating) timers else timers - fired
        return next(copy(count = count + 100, timers = others))
    }

    private fun wait(id: String, after: Duration, isRepeating: Boolean): Next<Sample, Command> {
        val span = after.toTimeSpan()
        return next(
            copy(timers = listOf(RunningTimer(id, span, span.takeIf { isRepeating }))),
            timers = listOf(TimerRequest.Start(id, span, isRepeating)),
        )
    }

    private fun next(
        state: Sample,
        commands: List<Command> = emptyList(),
        timers: List<TimerRequest> = emptyList(),
    ) = Next(state, commands, timers, if (state == this) StepResult.Unchanged else StepResult.Changed)

    companion object {
        fun start(): Next<Sample, Command> = Next(state = Sample(), result = StepResult.Changed)
    }
}
