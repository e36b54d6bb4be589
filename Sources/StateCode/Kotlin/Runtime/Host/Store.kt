@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

import kotlin.time.Duration
import kotlin.time.Duration.Companion.nanoseconds
import kotlin.time.TimeSource
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Job
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.MutableSharedFlow
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.SharedFlow
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.flow.asSharedFlow
import kotlinx.coroutines.flow.asStateFlow
import kotlinx.coroutines.isActive
import kotlinx.coroutines.launch

/**
 * Runs a state in an app, on the dispatcher of a scope, such as that of a view model.
 *
 * A store takes events one at a time. After each step it cancels and starts timers, cancels effects
 * that are no longer requested, notifies observers, runs commands, and starts effects. Call its
 * functions on the thread of its scope. It stops when the scope is cancelled.
 *
 * ```kotlin
 * val store = Store(viewModelScope, PhoneVerificationState.start(phone = "+370")) {
 *     onCommand { command -> … }
 *     effect({ it.checkCode }) { request -> flow { emit(api.check(request)) } }
 * }
 * store.send(Event.CodeEntered(text = "1234"))
 * ```
 */
public class Store<S : StateDefinition<S, E, C>, E : Any, C : Any> private constructor(
    private val scope: CoroutineScope,
    start: Next<S, C>,
    private val clock: TimeSource,
    restored: List<RunningTimer>?,
    register: Store<S, E, C>.() -> Unit,
) {
    private val states = MutableStateFlow(start.state)
    private val steps = MutableSharedFlow<Transition<S, E>>(extraBufferCapacity = Int.MAX_VALUE)
    private val queue = ArrayDeque<StepCause<E>>()
    private val timers = LinkedHashMap<String, StoreTimer>()
    private var timerCount = 0
    // The count of timers when one was called; null if no timer is due.
    private var calledCount: Int? = null
    // Counts the changes, so that no observer receives one twice.
    private var version = 0
    private var groups: List<EffectGroup<S, *, *>> = emptyList()
    private var observers: List<StoreObserver<S>> = emptyList()
    private var commandJobs: List<Job> = emptyList()
    private var handle: ((C) -> Unit)? = null
    private var report: (StoreError<E, C>) -> Unit = { println("store: $it") }
    internal var isStarted = false
        private set
    internal val isRestored = restored != null
    internal val beginning = clock.markNow()
    /** Receives each input before its step. */
    internal var noteInput: ((StepCause<E>) -> Unit)? = null
    private var isPerforming = false

    /** The current state. Collectors receive the newest one, and no equal one again. */
    public val state: StateFlow<S> = states.asStateFlow()

    /** The steps from now on, none dropped, also those that change nothing. */
    public val transitions: SharedFlow<Transition<S, E>> = steps.asSharedFlow()

    /** Whether the store has stopped: by [stop], with its scope, or because its state has ended. */
    public var isStopped: Boolean = false
        private set

    /**
     * Makes a store and starts it.
     *
     * @param scope The scope of its effects and timers.
     * @param start The start of a definition.
     * @param clock The clock of its timers. A test gives the one of its scheduler.
     * @param register Registers effects, observers and the handler of commands before the start.
     */
    public constructor(
        scope: CoroutineScope,
        start: Next<S, C>,
        clock: TimeSource = TimeSource.Monotonic,
        register: Store<S, E, C>.() -> Unit = {},
    ) : this(scope, start, clock, null, register)

    init {
        register()
        isStarted = true
        performing {
            for (timer in restored.orEmpty()) startTimer(timer.id, timer.remaining, timer.period)
            noteInput?.invoke(StepCause.Start)
            finish(Transition(StepCause.Start, null, start.state, start.result), start)
        }
    }

    /**
     * Sends an event. A store that has stopped ignores it.
     *
     * The step is finished when the call returns, except inside a callback of the store: then the
     * event waits until the current step and the events before it are finished. Later changes of its
     * lists and maps have no effect.
     */
    public fun send(event: E) {
        take(StepCause.Event(celOwned(event)))
    }

    /** Sets the handler of commands. It runs inside the step, in order, and must not block. */
    public fun onCommand(handle: (C) -> Unit) {
        this.handle = handle
    }

    /**
     * Sets the handler of commands. Each command runs in a coroutine of the scope; they start in
     * order, and only the end of the store cancels them.
     */
    public fun onCommandLaunch(handle: suspend (C) -> Unit) {
        this.handle = { command ->
            val job = launch({ StoreError.OfCommand(command, it) }) { handle(command) }
            commandJobs = commandJobs.filter { it.isActive } + job
            job.start()
        }
    }

    /** Sets what happens with errors. By default a line is printed. */
    public fun onError(report: (StoreError<E, C>) -> Unit) {
        this.report = report
    }

    /**
     * Runs an effect while an optional output has a value. Another value cancels the running effect
     * and starts it again; `null` cancels it. What a cancelled effect still sends is dropped.
     *
     * @param run Returns the events of the effect for a value.
     */
    public fun <R : Any> effect(select: (S) -> R?, run: (R) -> Flow<E>) {
        add(false, { state -> listOfNotNull(select(state)).map { Unit to it } }) { run(it.value) }
    }

    /**
     * Runs an effect while a part of an optional output is equal. The effect receives the newest
     * value: a player whose position changes is not restarted.
     */
    public fun <R : Any, I : Any> effect(
        select: (S) -> R?,
        id: (R) -> I,
        run: (StateFlow<R>) -> Flow<E>,
    ) {
        add(true, { state -> listOfNotNull(select(state)).map { id(it) to it } }, run)
    }

    /** Runs an effect for each element of a list output. Equal elements share one effect. */
    public fun <R : Any> effects(each: (S) -> Iterable<R>, run: (R) -> Flow<E>) {
        add(false, { state -> each(state).map { it to it } }) { run(it.value) }
    }

    /**
     * Calls a function with the current state at once (the old state is then `null`), and after
     * every change, in the order in which observers were added.
     *
     * @param owner The observer ends with this job, such as that of the scope of a lifecycle.
     */
    public fun observe(owner: Job? = null, notify: (old: S?, new: S) -> Unit): Observation {
        val observer = StoreObserver(owner, notify) {
            if (!isStopped) performing { it.resume(states.value, version) }
        }
        if (isStopped) return observer
        observers = observers + observer
        if (isStarted) performing { observer.deliver(states.value, version) }
        return observer
    }

    /** Calls a function with the value of an output at once, and whenever it changes. */
    public fun <V> observe(owner: Job? = null, output: (S) -> V, notify: (V) -> Unit): Observation =
        observe(owner) { old, new ->
            val value = output(new)
            if (old == null || output(old) != value) notify(value)
        }

    /** The remaining time of a running timer, for a snapshot; `null` if it does not run. */
    public fun remaining(timer: String): Duration? =
        timers[timer]?.let { (-it.due.elapsedNow()).coerceAtLeast(Duration.ZERO) }

    /** Cancels effects and timers and releases observers. Later events are ignored. */
    public fun stop() {
        if (isStopped) return
        isStopped = true
        val jobs = timers.values.map { it.job } + commandJobs
        val running = groups
        observers.forEach { it.cancel() }
        timers.clear()
        calledCount = null
        queue.clear()
        groups = emptyList()
        observers = emptyList()
        commandJobs = emptyList()
        handle = null
        noteInput = null
        jobs.forEach { it?.cancel() }
        running.forEach { it.stop() }
    }

    // Steps.

    private fun take(cause: StepCause<E>) {
        if (!scope.isActive) stop()
        if (isStopped) return
        queue.addLast(cause)
        if (isStarted) performing {}
    }

    /**
     * Performs something and the events that it causes, unless a step is under way. Timers that are
     * due fire when no event waits.
     */
    private inline fun performing(action: () -> Unit) {
        if (isPerforming) return action()
        isPerforming = true
        try {
            action()
            while (true) perform(queue.removeFirstOrNull() ?: nextTimer() ?: break)
        } finally {
            isPerforming = false
        }
    }

    private fun perform(cause: StepCause<E>) {
        noteInput?.invoke(cause)
        val old = states.value
        val next = try {
            when (cause) {
                is StepCause.Event -> old.reduce(cause.event)
                is StepCause.Timer -> old.fire(cause.id)
                StepCause.Start -> return
            }
        } catch (error: EvaluationException) {
            return report(StoreError.OfStep(cause, error))
        }
        states.value = next.state
        finish(Transition(cause, old, next.state, next.result), next)
    }

    /** What follows a step, in order. */
    private fun finish(transition: Transition<S, E>, next: Next<S, C>) {
        val isChanged = transition.old == null || transition.result == StepResult.Changed
        val state = next.state
        if (isChanged) version += 1
        for (request in next.timers) {
            when (request) {
                is TimerRequest.Start -> {
                    val period = request.after.takeIf { request.isRepeating }
                    startTimer(request.id, request.after, period)
                }
                is TimerRequest.Cancel -> timers.remove(request.id)?.job?.cancel()
            }
        }
        if (isChanged) groups.forEach { it.cancelUnrequested(state) }
        steps.tryEmit(transition)
        if (isChanged) {
            observers.forEach { it.deliver(state, version) }
            observers = observers.filter { it.isActive }
        }
        for (command in next.commands) if (!isStopped) run(command)
        when {
            state.hasEnded -> stop()
            isChanged -> groups.forEach { it.startRequested(state) }
        }
    }

    private fun run(command: C) {
        val handle = handle ?: return report(StoreError.OfCommand(command, NoCommandHandler()))
        try {
            handle(command)
        } catch (error: Exception) {
            report(StoreError.OfCommand(command, error))
        }
    }

    private fun startTimer(id: String, after: Duration, period: Duration?) {
        timers.remove(id)?.job?.cancel()
        timerCount += 1
        val due = clock.markNow() + after.coerceAtLeast(Duration.ZERO)
        val timer = StoreTimer(timerCount, due, period)
        timers[id] = timer
        timer.job = call(timer)
    }

    /**
     * Waits for a timer. `delay` returns at once for a time that has passed, on an immediate dispatcher
     * even inside the step that starts the timer, so it waits for the smallest time at least.
     */
    private fun call(timer: StoreTimer): Job = scope.launch {
        delay((-timer.due.elapsedNow()).coerceAtLeast(1.nanoseconds))
        timer.isCalled = true
        calledCount = timerCount
        performing {}
    }

    /**
     * Takes the timer that fires now: of those that are due the one that was due first, then the one
     * that was started first. A timer that was started since the call waits for its own call, so
     * timers without duration cannot loop forever.
     */
    private fun nextTimer(): StepCause<E>? {
        val count = calledCount ?: return null
        val next = timers.entries
            .filter { (_, timer) -> timer.isCalled || timer.number <= count && timer.isDue }
            .maxByOrNull { (_, timer) -> timer.due.elapsedNow() }
        if (next == null) {
            calledCount = null
            return null
        }
        val (id, timer) = next
        if (!timer.isCalled) timer.job?.cancel()
        if (timer.period == null) {
            timers.remove(id)
        } else {
            timer.isCalled = false
            timer.due += timer.period
            timer.job = call(timer)
        }
        return StepCause.Timer(id)
    }

    private fun <K : Any, V : Any> add(
        isUpdating: Boolean,
        requests: (S) -> List<Pair<K, V>>,
        run: (StateFlow<V>) -> Flow<E>,
    ) {
        if (isStopped) return
        val group = EffectGroup(isUpdating, requests) { effect: Effect<V> ->
            launch({ error -> StoreError.OfEffect(error) }) {
                run(effect.values).collect { event -> if (effect.isRequested) send(event) }
            }
        }
        groups = groups + group
        if (isStarted) performing { group.startRequested(states.value) }
    }

    /** Makes a job that reports what it throws, unless it is cancelled. */
    private fun launch(
        failure: (Exception) -> StoreError<E, C>,
        body: suspend () -> Unit,
    ): Job = scope.launch(start = CoroutineStart.LAZY) {
        try {
            body()
        } catch (error: Exception) {
            // A timeout inside the body is a `CancellationException`, too, but this job is active.
            if (isActive) report(failure(error))
        }
    }

    public companion object {
        /**
         * Makes a store that continues a saved state.
         *
         * Timers continue with what remained of them, and effects start again, because they are
         * requests. No command runs: what must survive a killed process is a data output.
         */
        public fun <S : StateDefinition<S, E, C>, E : Any, C : Any> restore(
            scope: CoroutineScope,
            state: S,
            clock: TimeSource = TimeSource.Monotonic,
            register: Store<S, E, C>.() -> Unit = {},
        ): Store<S, E, C> {
            val start = Next<S, C>(state = state, result = StepResult.Changed)
            return Store(scope, start, clock, state.timers, register)
        }
    }
}
