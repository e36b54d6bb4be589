@file:OptIn(InternalCoroutinesApi::class)

package states

import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CompletableJob
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.InternalCoroutinesApi
import kotlinx.coroutines.Job
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.FlowCollector
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.flow.drop
import kotlinx.coroutines.job
import kotlinx.coroutines.launch
import kotlinx.coroutines.withContext
import states.ErrandsState.Command
import states.ErrandsState.Event
import tests.VirtualTime

typealias ErrandsStore = Store<ErrandsState, Event, Command>

/** Sends an event from a run, and returns whether the run goes on. */
typealias RunAction = suspend (emit: suspend (Event) -> Unit) -> Boolean

/** A run of an effect or of a command handler. It does what the script gives it, also after it was cancelled. */
class Run(val store: ErrandsStore) {
    val actions = Channel<RunAction>(Channel.UNLIMITED)
    var hasEnded = false
}

/**
 * Plays scripts on the Kotlin store, and prints what the store does: the step of the script after `>`, then a line for
 * each step of the store, call of an observer, command and error, and for each start, update and cancellation of a run.
 * The running timers and their remaining times end each step. `Tests/AgreementTests/StorePlayer.swift` is the same for
 * Swift.
 */
class Player(private val script: Wire) {
    // Coroutines run in place, so the lines show in which part of a step they start and end.
    private val time = VirtualTime(isImmediate = true)
    private val commands = script["commands"].toText()
    private lateinit var store: ErrandsStore
    private val lines = mutableListOf<String>()
    private val runs = mutableListOf<Run>()
    private val owners = mutableMapOf<String, CompletableJob>()
    private val observations = mutableMapOf<String, Observation>()
    private val used = mutableMapOf<String, Int>()
    private val texts = mutableMapOf<Event, String>()
    private var wasStopped = false
    private var sessions = 0

    fun play(): List<String> {
        val scope = scope()
        begin { Store(scope, ErrandsState.start(), time.clock, it) }
        for (step in elements(script["steps"])) {
            lines += "> " + step.json()
            val (name, data) = step.alternative()
            when (name) {
                "advance" -> time.advance(data.toTimeSpan().toDuration())
                "restore" -> restore()
                else -> perform(name, data)
            }
            endStep()
        }
        store.stop()
        return lines
    }

    private fun scope() = CoroutineScope(time + Job())

    private fun endStep() {
        lines += "timers" + timers(store.state.value)
        if (store.isStopped && !wasStopped) lines += "stopped"
        wasStopped = store.isStopped
    }

    private fun restore() {
        val snapshot = store.state.value.snapshot { id -> store.remaining(id)?.toTimeSpan() }.json()
        lines += "snapshot $snapshot"
        store.stop()
        wasStopped = false
        val state = ErrandsState.restore(Wire.parse(snapshot)).state
        val scope = scope()
        begin { Store.restore(scope, state, time.clock, it) }
    }

    // Registration.

    private fun begin(make: (ErrandsStore.() -> Unit) -> ErrandsStore) {
        owners.clear()
        observations.clear()
        make {
            store = this
            record(ErrandsStateWire, "session ${sessions++}", 10.seconds) { lines += "record " + it.dropLast(1) }
            scope().launch { transitions.collect { log(it) } }
            for (name in elements(script["effects"])) addEffect(name.toText())
            when (commands) {
                "inline" -> onCommand {
                    lines += "command ${ErrandsStateWire.wire(it).json()}"
                    react("command")
                }
                "launched" -> onCommandLaunch { command ->
                    val run = start("command ${ErrandsStateWire.wire(command).json()}")
                    serve(run) { run.store.send(it) }
                }
            }
            onError {
                lines += "error " + text(it)
                react("error")
            }
            for (name in elements(script["observers"])) observe(name.toText())
        }
        endStep()
    }

    private fun addEffect(name: String) = with(store) {
        when (name) {
            "errand" -> effect({ it.errand }) { effect("start errand $it") }
            "downloads" -> effects({ it.downloads }) { effect("start downloads $it") }
            else -> effect({ it.song }, id = { it.track }) { songs ->
                effect("start song ${text(songs.value)}", songs)
            }
        }
    }

    private fun observe(name: String) {
        val owner = Job()
        owners.put(name, owner)?.complete()
        observations[name] = store.observe(owner) { old, new ->
            val before = old?.let { text(it) } ?: "nothing"
            lines += "observer $name $before -> ${text(new)} timers" + timers(new)
            react(name)
        }
    }

    // Runs.

    private fun effect(line: String, songs: StateFlow<ErrandsState.Song>? = null) = object : Flow<Event> {
        override suspend fun collect(collector: FlowCollector<Event>) {
            val run = start(line)
            val number = runs.indexOf(run)
            currentCoroutineContext().job.invokeOnCompletion(onCancelling = true) { cause ->
                val isCancelled = cause is CancellationException && !run.store.isStopped
                if (isCancelled && !run.hasEnded) lines += "cancel run $number"
            }
            coroutineScope {
                val updates = launch {
                    songs?.drop(1)?.collect { lines += "update song ${text(it)} run $number" }
                }
                serve(run) { collector.emit(it) }
                updates.cancel()
            }
        }
    }

    private fun start(line: String): Run {
        val run = Run(store)
        lines += "$line run ${runs.size}"
        runs += run
        return run
    }

    private suspend fun serve(run: Run, emit: suspend (Event) -> Unit) = withContext(NonCancellable) {
        nextReaction("run")?.let { emit(event(it)) }
        for (action in run.actions) if (!action(emit)) break
    }

    private fun run(data: Wire, action: RunAction, isLast: Boolean = false) {
        val run = runs.getOrNull(data["run"].toLong().toInt()) ?: return
        if (run.hasEnded) return
        run.hasEnded = isLast
        run.actions.trySend(action)
    }

    // Steps and reactions.

    private fun react(name: String) {
        val (step, data) = (nextReaction(name) ?: return).alternative()
        perform(step, data)
    }

    private fun nextReaction(name: String): Wire? {
        val index = used[name] ?: 0
        used[name] = index + 1
        val reactions = script["reactions"]
        if (!reactions.has(name)) return null
        return elements(reactions[name]).getOrNull(index)?.takeIf { it != Wire.Null }
    }

    private fun perform(step: String, data: Wire) {
        when (step) {
            "send" -> store.send(event(data))
            "answer" -> {
                val event = event(data["event"])
                run(data, { emit -> emit(event); true })
            }
            "end" -> run(data, { false }, isLast = true)
            "fail" -> run(data, { error("broken") }, isLast = true)
            "stopFrom" -> {
                val run = runs.getOrNull(data["run"].toLong().toInt())
                run(data, { run?.store?.stop(); true })
            }
            "observe" -> observe(data.toText())
            "effect" -> addEffect(data.toText())
            "release" -> owners.remove(data.toText())?.complete()
            "cancel" -> observations[data.toText()]?.cancel()
            "pause" -> observations[data.toText()]?.pause()
            "resume" -> observations[data.toText()]?.resume()
            else -> store.stop()
        }
    }

    private fun event(wire: Wire): Event {
        val event = ErrandsStateWire.event(wire) ?: error(wire.json())
        texts[event] = wire.json()
        return event
    }

    private fun elements(wire: Wire): List<Wire> = (wire as Wire.Array).elements

    // Lines.

    private fun log(step: Transition<ErrandsState, Event>) {
        val places = ErrandsStateWire.places(step.new).joinToString(" ")
        lines += "step ${text(step.cause)} ${text(step.result)} ${text(step.new)} in $places"
    }

    private fun text(state: ErrandsState): String = Wire.Object(ErrandsStateWire.outputs(state)).json()

    private fun text(song: ErrandsState.Song): String = "${song.track} ${song.position}"

    private fun text(cause: StepCause<Event>): String = when (cause) {
        StepCause.Start -> "start"
        is StepCause.Event -> texts[cause.event] ?: "${cause.event}"
        is StepCause.Timer -> cause.id
    }

    private fun text(result: StepResult): String = when (result) {
        StepResult.Changed -> "changed"
        StepResult.Unchanged -> "unchanged"
        StepResult.Unhandled -> "unhandled"
        is StepResult.Denied -> "denied ${result.rows.joinToString(" ")}"
    }

    private fun text(failure: StoreError<Event, Command>): String {
        val problem = when (val error = failure.error) {
            is EvaluationException -> "${error.id} at ${error.at}"
            is NoCommandHandler -> "nobody"
            else -> "broken"
        }
        return when (failure) {
            is StoreError.OfStep -> {
                val kind = if (failure.cause is StepCause.Timer) "timer" else "event"
                "$kind ${text(failure.cause)} $problem"
            }
            is StoreError.OfEffect -> "effect $problem"
            is StoreError.OfCommand -> {
                val command = ErrandsStateWire.wire(failure.command).json()
                // A command without a handler reaches nothing else.
                if (failure.error is NoCommandHandler) lines += "command $command"
                "command $command $problem"
            }
        }
    }

    private fun timers(state: ErrandsState): String = state.timers.joinToString("") { timer ->
        val rest = store.remaining(timer.id)?.toTimeSpan()?.toWire()?.toText() ?: "gone"
        " ${timer.id} $rest"
    }
}

fun main() {
    val output = java.io.PrintStream(java.io.FileOutputStream(java.io.FileDescriptor.out), false, "UTF-8")
    val input = java.io.BufferedReader(java.io.InputStreamReader(System.`in`, "UTF-8"))
    while (true) {
        val script = Wire.parse(input.readLine() ?: return)
        val lines = try {
            Player(script).play()
        } catch (error: RuntimeException) {
            listOf("failed: ${error.stackTraceToString().replace("\n", " ")}")
        }
        lines.forEach(output::println)
        output.println()
        output.flush()
    }
}
