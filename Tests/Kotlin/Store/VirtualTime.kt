package tests

import kotlin.coroutines.CoroutineContext
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.TestTimeSource
import kotlinx.coroutines.CancellableContinuation
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.Delay
import kotlinx.coroutines.DisposableHandle
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.InternalCoroutinesApi
import kotlinx.coroutines.Runnable

/**
 * A dispatcher whose time advances on request, with the clock that shows it. If it is immediate,
 * what is dispatched runs at once, in place.
 */
@OptIn(ExperimentalCoroutinesApi::class, InternalCoroutinesApi::class)
class VirtualTime(private val isImmediate: Boolean = false) : CoroutineDispatcher(), Delay {
    private class Waiting(val due: Long, val action: () -> Unit)

    val clock = TestTimeSource()
    private var now = 0L
    private val ready = ArrayDeque<Runnable>()
    private val waiting = mutableListOf<Waiting>()

    override fun dispatch(context: CoroutineContext, block: Runnable) {
        if (isImmediate) block.run() else ready.addLast(block)
    }

    override fun scheduleResumeAfterDelay(
        timeMillis: Long,
        continuation: CancellableContinuation<Unit>,
    ) {
        val item = Waiting(now + timeMillis) { with(continuation) { resumeUndispatched(Unit) } }
        waiting += item
        continuation.invokeOnCancellation { waiting -= item }
    }

    override fun invokeOnTimeout(
        timeMillis: Long,
        block: Runnable,
        context: CoroutineContext,
    ): DisposableHandle {
        val item = Waiting(now + timeMillis) { block.run() }
        waiting += item
        return DisposableHandle { waiting -= item }
    }

    /** Runs everything that does not wait for time. */
    fun run() {
        while (true) (ready.removeFirstOrNull() ?: return).run()
    }

    /** Lets time pass. What waits for it runs in order. */
    fun advance(by: Duration) {
        run()
        val end = now + by.inWholeMilliseconds
        while (true) {
            val next = waiting.filter { it.due <= end }.minByOrNull { it.due } ?: break
            waiting -= next
            move(next.due)
            next.action()
            run()
        }
        move(end)
    }

    /** Lets time pass at once, as for a device that sleeps. */
    fun jump(by: Duration) {
        run()
        move(now + by.inWholeMilliseconds)
        advance(Duration.ZERO)
    }

    private fun move(time: Long) {
        if (time <= now) return
        clock += (time - now).milliseconds
        now = time
    }
}
