@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

import kotlin.time.Duration
import kotlin.time.TimeMark
import kotlinx.coroutines.DisposableHandle
import kotlinx.coroutines.Job
import kotlinx.coroutines.flow.MutableStateFlow

/** What made a store perform a step. */
public sealed interface StepCause<out E> {
    /** The start of the store. */
    public data object Start : StepCause<Nothing>

    /** An event. */
    public data class Event<out E>(public val event: E) : StepCause<E>

    /** A timer that fired. */
    public data class Timer(public val id: String) : StepCause<Nothing>
}

/** A step of a store, with the state before it (`null` for the start) and after it. */
public data class Transition<out S, out E>(
    public val cause: StepCause<E>,
    public val old: S?,
    public val new: S,
    public val result: StepResult,
)

/** Something that went wrong in a store. The store continues. */
public sealed interface StoreError<out E, out C> {
    /** What was thrown. */
    public val error: Exception

    /** A cell failed in a step. The state is as before. */
    public data class OfStep<out E>(
        public val cause: StepCause<E>,
        public override val error: EvaluationException,
    ) : StoreError<E, Nothing>

    /** An effect failed, and has ended. */
    public data class OfEffect(public override val error: Exception) : StoreError<Nothing, Nothing>

    /** The handler of a command failed, or there is none. */
    public data class OfCommand<out C>(
        public val command: C,
        public override val error: Exception,
    ) : StoreError<Nothing, C>
}

/** The error for a command that no handler takes. */
public class NoCommandHandler :
    Exception("no handler takes commands: register one with `onCommand`")

/** A registered observer: it can be paused and cancelled. */
public interface Observation {
    /** Ends the observer. */
    public fun cancel()

    /** Delivers nothing until [resume], as while a screen is stopped. */
    public fun pause()

    /** Continues, and delivers the current state if it differs from the last delivered one. */
    public fun resume()
}

internal class StoreTimer(val number: Int, var due: TimeMark, val period: Duration?) {
    var job: Job? = null
    // Whether its time has come, also if the clock of the store is behind.
    var isCalled = false

    val isDue: Boolean get() = due.hasPassedNow()
}

internal class StoreObserver<S : Any>(
    owner: Job?,
    private var notify: ((S?, S) -> Unit)?,
    private val continuing: (StoreObserver<S>) -> Unit,
) : Observation {
    private var last: S? = null
    private var lastVersion = -1
    private var isPaused = false
    // The owner can outlive the store, and the store the owner: neither retains the other.
    private val ending: DisposableHandle? = owner?.invokeOnCompletion { notify = null }

    val isActive: Boolean get() = notify != null

    /** Delivers a state, unless the observer is paused, has ended, or has received this version. */
    fun deliver(state: S, version: Int) {
        if (isPaused || version == lastVersion) return
        val notify = notify ?: return
        val old = last
        last = state
        lastVersion = version
        notify(old, state)
    }

    override fun cancel() {
        ending?.dispose()
        notify = null
        last = null
    }

    override fun pause() {
        isPaused = true
    }

    override fun resume() {
        if (isPaused) continuing(this)
    }

    fun resume(state: S, version: Int) {
        isPaused = false
        if (last != state) deliver(state, version)
    }
}

/** A running effect, or one that has ended while its request stays. */
internal class Effect<V : Any>(value: V) {
    val values = MutableStateFlow(value)
    var isRequested = true
    var job: Job? = null

    fun cancel() {
        isRequested = false
        job?.cancel()
    }
}

/** The effects that one output requests, by key, in the order of their starts. */
internal class EffectGroup<S : Any, K : Any, V : Any>(
    private val isUpdating: Boolean,
    private val requests: (S) -> List<Pair<K, V>>,
    private val launch: (Effect<V>) -> Job,
) {
    private val effects = LinkedHashMap<K, Effect<V>>()
    private var isStopped = false

    fun cancelUnrequested(state: S) {
        if (effects.isEmpty()) return
        val requested = requests(state).asReversed().toMap()
        val ended = effects.filter { (key, effect) ->
            val value = requested[key]
            value == null || !isUpdating && value != effect.values.value
        }
        effects.keys.removeAll(ended.keys)
        ended.values.forEach { it.cancel() }
    }

    fun startRequested(state: S) {
        for ((key, value) in requests(state)) {
            // An effect that was just started can stop the store.
            if (isStopped) return
            val known = effects[key]
            if (known == null) {
                val effect = Effect(value)
                effects[key] = effect
                val job = launch(effect)
                effect.job = job
                job.start()
            } else if (isUpdating) {
                known.values.value = value
            }
        }
    }

    fun stop() {
        isStopped = true
        val ended = effects.values.toList()
        effects.clear()
        ended.forEach { it.cancel() }
    }
}
