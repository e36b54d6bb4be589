@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

import kotlin.time.Duration

/**
 * Records what the store receives, for `states replay`. A store has one recording.
 *
 * Private inputs and private fields of events are left out. Call it where effects are registered: a
 * store that has begun before, or that continues a saved state, is recorded from its snapshot. That
 * may contain private data, so a definition with private data is then not recorded.
 *
 * @param form The wire form of the state, such as `PhoneVerificationStateWire`.
 * @param session The name of the session, not used by another session of the recording.
 * @param start The time when the store was made, since any moment that all sessions share.
 * @param write Receives each line, with its line feed, inside the step. It must not block.
 */
public fun <S : StateDefinition<S, E, C>, E : Any, C : Any> Store<S, E, C>.record(
    form: WireForm<S, E, C>,
    session: String,
    start: Duration = Duration.ZERO,
    write: (String) -> Unit,
) {
    if (isStopped) return
    val recorder = Recorder(this, form, session, start, write)
    noteInput = recorder::note
    if (isStarted) recorder.begin(isRestored = true)
}

/** Writes the recording of one session: a line for each input of a store, without private data. */
internal class Recorder<S : StateDefinition<S, E, C>, E : Any, C : Any>(
    private val store: Store<S, E, C>,
    private val form: WireForm<S, E, C>,
    private val session: String,
    private val start: Duration,
    private val write: (String) -> Unit,
) {
    // The number of lines so far.
    private var count = 0

    fun note(input: StepCause<E>) {
        when (input) {
            is StepCause.Event -> add("event", form.record(input.event))
            is StepCause.Timer -> add("fire", Wire.Text(input.id))
            StepCause.Start -> begin(store.isRestored)
        }
    }

    /**
     * Writes the first line. A restored state with private data has none, and what follows has none
     * either: its snapshot may contain them.
     */
    fun begin(isRestored: Boolean) {
        if (isRestored && form.hasPrivateData) return
        val state = store.state.value
        val snapshot = form.snapshot(state) { store.remaining(it)?.toTimeSpan() }
        count = 1
        val line = if (isRestored) "snapshot" to snapshot else "start" to form.inputs(state)
        writeLine(line, "fingerprint" to snapshot["fingerprint"])
    }

    private fun add(key: String, value: Wire) {
        if (count == 0) return
        count += 1
        writeLine(key to value)
    }

    private fun writeLine(vararg members: Pair<String, Wire>) {
        val time = (start + store.beginning.elapsedNow()).toTimeSpan().toWire().toText()
        val line = wireObject(
            "session" to Wire.Text(session),
            // The text of a duration is its seconds and an `s`.
            "at" to Wire.Number(time.dropLast(1)),
            *members,
            "line" to Wire.Number(count.toString()),
        )
        write(line.json() + "\n")
    }
}
