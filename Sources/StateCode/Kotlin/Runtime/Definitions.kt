@file:OptIn(GeneratedCodeOnly::class)
@file:Suppress("RedundantVisibilityModifier", "unused")

package states.runtime

/**
 * A state that handles events of type [E]. Each generated state is one, whatever its definition
 * contains. [S] is the state itself; [C] are its commands, `Nothing` where there are none.
 *
 * A state is a value: a step returns the next state and what the app has to do, and changes
 * nothing.
 */
public interface StateDefinition<S, E, C> {
    /** Handles an event. Throws an [EvaluationException] if a cell fails; then nothing happened. */
    public fun reduce(event: E): Next<S, C>

    /** Handles a timer that fired, by its id, such as `paused.1`; unhandled if it does not run. */
    public fun fire(timer: String): Next<S, C>

    /**
     * The running timers, in the order of their starts. What remains of each is what remained when
     * it was started or restored, because a state has no clock.
     */
    public val timers: List<RunningTimer> get() = emptyList()

    /** Whether a final state at the top level is active; further events are unhandled. */
    public val hasEnded: Boolean get() = false
}

/**
 * The result of a step: the next state, and what the app has to do, in this order: show the state,
 * cancel and start timers, run commands.
 */
public data class Next<out S, out C>(
    /** The state after the step. */
    public val state: S,
    /** The commands to run, in order. */
    public val commands: List<C> = emptyList(),
    /** The timers to start and to cancel, in order. */
    public val timers: List<TimerRequest> = emptyList(),
    /** What came of the event. */
    public val result: StepResult,
)

/** A request to start or cancel a timer. */
public sealed interface TimerRequest {
    /** The id of the timer, such as `paused.1`. */
    public val id: String

    /** Start a timer that fires after a duration. A repeating timer fires again and again. */
    public data class Start(
        public override val id: String,
        /** The exact duration until it fires. */
        public val span: TimeSpan,
        public val isRepeating: Boolean,
    ) : TimerRequest {
        /** The duration until it fires, and between two times if it repeats. */
        public val after: kotlin.time.Duration get() = span.toDuration()
    }

    /** Cancel a running timer. */
    public data class Cancel(override val id: String) : TimerRequest
}

/** A running timer. */
public data class RunningTimer(
    /** The id, such as `paused.1`. */
    public val id: String,
    /** The exact duration until it fires. */
    public val span: TimeSpan,
    /** The exact duration from then on; null if it fires once. */
    public val periodSpan: TimeSpan? = null,
) {
    /** How long it runs until it fires. */
    public val remaining: kotlin.time.Duration get() = span.toDuration()

    /** How long it runs again each time after it fired; null if it fires once. */
    public val period: kotlin.time.Duration? get() = periodSpan?.toDuration()

    /** Whether it fires again and again. */
    public val isRepeating: Boolean get() = periodSpan != null
}

/** The result of an event. */
public sealed interface StepResult {
    /** The state or its data changed. */
    public data object Changed : StepResult

    /** A row ran, but nothing changed. */
    public data object Unchanged : StepResult

    /** The guards of all [rows] were false. The rows are JSON pointers, such as `/reducer/3`. */
    public data class Denied(public val rows: List<String>) : StepResult

    /** No row handles the event. */
    public data object Unhandled : StepResult
}

/** The text of a state: its name and its outputs. */
@GeneratedCodeOnly
public fun celDescription(name: String, vararg outputs: Pair<String, Any?>): String =
    outputs.joinToString(", ", "$name(", ")") { (output, value) -> "$output=$value" }

/** The same duration; in whole milliseconds if it is longer than 146 years, as Kotlin stores it. */
public fun TimeSpan.toDuration(): kotlin.time.Duration =
    with(kotlin.time.Duration) { this@toDuration.nanoseconds.nanoseconds }

/** The same duration, at most about 292 years. */
public fun kotlin.time.Duration.toTimeSpan(): TimeSpan =
    TimeSpan(nanoseconds = inWholeNanoseconds)

/** The result of an event whose rows all have false guards. Rows are numbered from 0. */
@GeneratedCodeOnly
public fun celDenied(vararg rows: Int): StepResult = celDenied(rows.toList())

@GeneratedCodeOnly
public fun celDenied(rows: Iterable<Int>): StepResult =
    StepResult.Denied(rows = rows.map { "/reducer/$it" })
