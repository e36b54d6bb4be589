package tests

import kotlin.time.Duration
import kotlin.time.Duration.Companion.minutes
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancel
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.emptyFlow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOf
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.launch
import kotlinx.coroutines.withTimeout
import states.ErrandsState
import states.NoCommandHandler
import states.Observation
import states.PlayerState
import states.StepResult
import states.Store
import states.StoreError
import states.json
import states.toTimeSpan
import tests.Sample.Command
import tests.Sample.Event

typealias SampleStore = Store<Sample, Event, Command>

/** What a test has at hand. */
class Fixture {
    val time = VirtualTime()
    val log = mutableListOf<Any?>()

    /** A scope on virtual time, or on a dispatcher that starts coroutines in place. */
    fun scope(dispatcher: CoroutineDispatcher = time) = CoroutineScope(dispatcher + Job())

    fun store(
        dispatcher: CoroutineDispatcher = time,
        register: SampleStore.() -> Unit = {},
    ): SampleStore = Store(scope(dispatcher), Sample.start(), time.clock, register)

    /** An effect that logs its start and its end, and sends nothing. */
    fun logged(name: String): Flow<Event> = flow {
        log += "start $name"
        try { awaitCancellation() } finally { log += "end $name" }
    }

    fun expect(vararg expected: Any?) {
        check(log == expected.toList()) { "$log" }
    }

    fun <T> equal(value: T, expected: T) {
        check(value == expected) { "$value, expected $expected" }
    }
}

val tests = LinkedHashMap<String, Fixture.() -> Unit>()

fun test(name: String, body: Fixture.() -> Unit) {
    check(tests.put(name, body) == null)
}

fun main() {
    steps()
    effects()
    observers()
    time()
    for ((name, body) in tests) {
        val result = try {
            Fixture().body()
            "passed"
        } catch (error: Throwable) {
            "$error ${error.stackTrace.firstOrNull { it.fileName == "StoreTests.kt" }}"
        }
        println("$name\t${result.replace("\n", " ")}")
    }
}

fun steps() {
    test("an event sent from a callback waits until the step is finished") {
        lateinit var store: SampleStore
        store = store()
        store.observe { _, new ->
            log += "A ${new.count}"
            if (new.count == 1) store.send(Event.Increased)
        }
        store.observe { _, new -> log += "B ${new.count}" }
        store.send(Event.Increased)
        expect("A 0", "B 0", "A 1", "B 1", "A 2", "B 2")
    }
    test("changes of a list after it was sent have no effect") {
        val list = mutableListOf("a")
        val store = Store(scope(), ErrandsState.start(), time.clock)
        store.observe(output = { it.count }) {
            if (it == 1L) {
                store.send(ErrandsState.Event.Listed(list))
                list.clear()
            }
        }
        store.send(ErrandsState.Event.Counted)
        equal(store.state.value.downloads, listOf("a"))
    }
    test("nothing else is seen between the parts of one step") {
        lateinit var store: SampleStore
        store = store {
            onCommand { log += (it as Command.Call).name }
            observe { _, new -> log += new.count }
        }
        store.send(Event.Called("a"))
        store.observe(output = { it.count }) { if (it == 1) { store.send(Event.Called("b")); log += "sent" } }
        store.send(Event.Increased)
        expect(0, "a", "a!", 1, "sent", "b", "b!")
    }
    test("a failed step is reported, and the store continues") {
        val store = store { onError { log += it } }
        store.send(Event.Failed)
        store.send(Event.Increased)
        equal(store.state.value.count, 1)
        val error = log.single() as StoreError.OfStep<*>
        equal(error.error.at, "/reducer/4")
        equal(error.cause.toString(), "Event(event=Failed)")
    }
    test("commands run in order, after observers, once for each event") {
        val store = store {
            onCommand { log += (it as Command.Call).name }
        }
        store.send(Event.Called("a"))
        store.send(Event.Called("a"))
        expect("a", "a!", "a", "a!")
    }
    test("a command can answer later") {
        lateinit var store: SampleStore
        store = store { onCommandLaunch { delay(5.seconds); store.send(Event.Increased) } }
        store.send(Event.Called("a"))
        time.advance(4.seconds)
        equal(store.state.value.count, 0)
        time.advance(1.seconds)
        equal(store.state.value.count, 2)
    }
    test("a command without a handler, or whose handler throws, is reported") {
        val store = store { onError { log += it.error.message } }
        store.send(Event.Called("a"))
        store.onCommand { error((it as Command.Call).name) }
        store.send(Event.Called("b"))
        val missing = NoCommandHandler().message
        expect(missing, missing, "b", "b!")
        store.send(Event.Increased)
        equal(store.state.value.count, 1)
    }
    test("transitions report every step, also equal ones") {
        val store = store()
        scope().launch { store.transitions.collect { log += "${it.old?.count} ${it.new.count} ${it.result}" } }
        time.run()
        store.send(Event.Increased)
        store.send(Event.Ignored)
        store.send(Event.Requested(null))
        time.run()
        expect("0 1 Changed", "1 1 Unhandled", "1 1 Unchanged")
    }
    test("a store that has stopped ignores events, timers and effects") {
        val store = store {
            effect({ it.request }) { logged(it) }
            observe { _, new -> log += new.count }
        }
        store.send(Event.Requested("a"))
        store.send(Event.Waited(1.seconds))
        time.run()
        log.clear()
        store.stop()
        store.send(Event.Increased)
        time.advance(2.seconds)
        expect("end a")
        equal(store.state.value.count, 0)
    }
    test("a final state stops the store") {
        val store = store { effect({ it.request }) { logged(it) } }
        store.send(Event.Requested("a"))
        time.run()
        store.send(Event.Ended)
        time.run()
        expect("start a", "end a")
        check(store.isStopped && store.state.value.hasEnded)
    }
    test("a cancelled scope stops the store") {
        val scope = scope()
        val store = Store(scope, Sample.start(), time.clock)
        scope.cancel()
        store.send(Event.Increased)
        check(store.isStopped)
        equal(store.state.value.count, 0)
    }
    test("events that wait when an observer stops the store are dropped") {
        lateinit var store: SampleStore
        store = store()
        store.observe { _, new ->
            log += new.count
            if (new.count == 1) {
                store.send(Event.Increased)
                store.stop()
            }
        }
        store.send(Event.Increased)
        expect(0, 1)
    }
    test("generated states run in a store") {
        val store = Store(scope(), PlayerState.start(), time.clock) { onCommand { log += it } }
        store.send(PlayerState.Event.TappedPower)
        check(store.state.value.snapshot { store.remaining(it)?.toTimeSpan() }.json().startsWith("{"))
    }
}

fun effects() {
    test("an effect starts when its request appears, and is cancelled when it disappears") {
        val store = store { effect({ it.request }) { logged(it) } }
        store.send(Event.Requested("a"))
        time.run()
        store.send(Event.Requested(null))
        time.run()
        expect("start a", "end a")
    }
    test("an effect keeps running while its request is equal") {
        val store = store { effect({ it.request }) { logged(it) } }
        store.send(Event.Requested("a"))
        store.send(Event.Increased)
        store.send(Event.Requested("a"))
        time.run()
        expect("start a")
    }
    test("an effect is replaced when its request is another") {
        val store = store { effect({ it.request }) { logged(it) } }
        store.send(Event.Requested("a"))
        time.run()
        store.send(Event.Requested("b"))
        time.run()
        expect("start a", "end a", "start b")
    }
    test("an effect that ended does not start again until its request changes") {
        val store = store { effect({ it.request }) { log += it; emptyFlow() } }
        store.send(Event.Requested("a"))
        time.run()
        store.send(Event.Increased)
        time.run()
        store.send(Event.Requested("b"))
        time.run()
        expect("a", "b")
    }
    test("a cached answer does not run inside the step") {
        val store = store(Dispatchers.Unconfined) {
            effect({ it.request }) { flowOf(Event.Requested(null)) }
            observe { _, new -> log += new.request }
        }
        store.send(Event.Requested("a"))
        expect(null, "a", null)
    }
    test("what a cancelled effect still sends is dropped") {
        val store = store {
            effect({ it.request }) {
                flow {
                    try { awaitCancellation() } catch (_: Exception) { emit(Event.Increased) }
                }
            }
        }
        store.send(Event.Requested("a"))
        time.run()
        store.send(Event.Requested(null))
        time.run()
        equal(store.state.value.count, 0)
    }
    test("effects run for each element of a list; equal elements share one") {
        val store = store { effects({ it.downloads }) { logged(it) } }
        store.send(Event.Listed(listOf("a", "b", "a")))
        time.run()
        store.send(Event.Listed(listOf("c", "b")))
        time.run()
        expect("start a", "start b", "end a", "start c")
    }
    test("an effect receives new values while its id is equal") {
        val store = store {
            effect({ it.player }, id = { it.track }) { values ->
                log += values.value.track
                flow { values.collect { log += it.position } }
            }
        }
        store.send(Event.Played("x", 1))
        time.run()
        store.send(Event.Played("x", 2))
        time.run()
        store.send(Event.Played("y", 3))
        time.run()
        expect("x", 1, 2, "y", 3)
    }
    test("an effect that throws is reported, and the store continues") {
        val store = store {
            effect({ it.request }) { flow { error("broken") } }
            onError { log += it.error.message }
        }
        store.send(Event.Requested("a"))
        time.run()
        store.send(Event.Increased)
        expect("broken")
        equal(store.state.value.count, 1)
    }
    test("what a cancelled effect throws is dropped") {
        val store = store {
            effect({ it.request }) { flow { try { awaitCancellation() } finally { error("late") } } }
            onError { log += it }
        }
        store.send(Event.Requested("a"))
        time.run()
        store.send(Event.Requested(null))
        time.run()
        expect()
    }
    test("a timeout inside an effect is reported, not taken for a cancellation") {
        val store = store {
            effect({ it.request }) { flow { withTimeout(1.seconds) { awaitCancellation() } } }
            onError { log += it.error::class.simpleName }
        }
        store.send(Event.Requested("a"))
        time.advance(1.seconds)
        expect("TimeoutCancellationException")
    }
    test("an effect sends 100,000 events in order") {
        val store = store {
            effect({ it.request }) { flow { for (i in 1..100_000) emit(Event.Played("x", i)) } }
            observe(output = { it.player }) { if (it != null) log += it.position }
        }
        store.send(Event.Requested("a"))
        time.run()
        equal(log, (1..100_000).toList<Any?>())
    }
    test("an effect can stop the store") {
        lateinit var store: SampleStore
        store = store(Dispatchers.Unconfined) {
            effect({ it.request }) { flow { store.stop(); emit(Event.Increased) } }
            effect({ it.request }) { log += "second"; emptyFlow() }
        }
        store.send(Event.Requested("a"))
        expect()
        equal(store.state.value.count, 0)
    }
}

fun observers() {
    test("an observer receives the current state at once, and then each change") {
        val store = store()
        store.observe { old, new -> log += "${old?.count} ${new.count}" }
        store.send(Event.Increased)
        store.send(Event.Ignored)
        expect("null 0", "0 1")
    }
    test("an observer of an output does not receive equal values twice") {
        val store = store()
        store.observe(output = { it.request }) { log += it }
        store.send(Event.Increased)
        store.send(Event.Requested("a"))
        store.send(Event.Requested("a"))
        expect(null, "a")
    }
    test("an observer can remove itself and add another") {
        val store = store()
        lateinit var observation: Observation
        observation = store.observe { old, _ ->
            log += "first"
            if (old != null) {
                observation.cancel()
                store.observe { _, new -> log += "second ${new.count}" }
            }
        }
        store.send(Event.Increased)
        store.send(Event.Increased)
        expect("first", "first", "second 1", "second 2")
    }
    test("an observer ends with its owner") {
        val owner = Job()
        val store = store()
        store.observe(owner) { _, new -> log += new.count }
        owner.cancel()
        store.send(Event.Increased)
        expect(0)
    }
    test("a paused observer receives the last delivered and the current state once") {
        val store = store()
        val observation = store.observe { old, new -> log += "${old?.count} ${new.count}" }
        observation.pause()
        store.send(Event.Increased)
        store.send(Event.Increased)
        observation.resume()
        observation.pause()
        observation.resume()
        expect("null 0", "0 2")
    }
    test("state drops equal states for its collectors") {
        val store = store()
        scope().launch { store.state.map { it.count }.collect { log += it } }
        time.run()
        store.send(Event.Ignored)
        time.run()
        store.send(Event.Increased)
        time.run()
        expect(0, 1)
    }
    test("10,000 stores leave no object behind") {
        val owner = Job()
        val references = (1..10_000).map {
            val store = store { effect({ it.request }) { logged(it) } }
            store.observe(owner) { _, new -> new.count }
            store.send(Event.Requested("a"))
            store.send(Event.Waited(1.minutes))
            time.run()
            store.stop()
            time.run()
            java.lang.ref.WeakReference(store)
        }
        log.clear()
        repeat(5) { System.gc(); Thread.sleep(50) }
        equal(references.count { it.get() != null }, 0)
    }
}

fun time() {
    test("a timer fires when it is due") {
        val store = store()
        store.send(Event.Waited(5.seconds))
        time.advance(2.seconds)
        equal(store.remaining("wait.1"), 3.seconds)
        equal(store.state.value.count, 0)
        time.advance(3.seconds)
        equal(store.state.value.count, 100)
        equal(store.remaining("wait.1"), null)
    }
    test("a timer without duration fires after the step, also on an immediate dispatcher") {
        val immediate = VirtualTime(isImmediate = true)
        val store: SampleStore = Store(scope(immediate), Sample.start(), immediate.clock)
        store.observe(output = { it.count }) {
            if (it in 1..900) store.send(Event.Waited(Duration.ZERO))
        }
        store.send(Event.Increased)
        equal(store.state.value.count, 1)
        immediate.advance(1.seconds)
        equal(store.state.value.count, 901)
    }
    test("a timer that was cancelled does not fire") {
        val store = store()
        store.send(Event.Waited(5.seconds))
        store.send(Event.Unwaited)
        time.advance(9.seconds)
        equal(store.state.value.count, 0)
    }
    test("a timer that starts again does not fire for the time of its first start") {
        val store = store()
        store.send(Event.Waited(5.seconds))
        store.observe(output = { it.count }) {
            if (it != 1) return@observe
            store.send(Event.Waited(5.seconds))
            time.advance(5.seconds)
        }
        store.send(Event.Increased)
        equal(store.state.value.count, 1)
        time.advance(5.seconds)
        equal(store.state.value.count, 101)
    }
    test("a repeating timer fires as often as it was due when the clock jumps") {
        val store = store()
        store.send(Event.Ticked)
        time.advance(2.seconds)
        equal(store.state.value.count, 200)
        time.jump(3.seconds)
        equal(store.state.value.count, 500)
    }
    test("a restored store continues timers, starts effects, and runs no command") {
        val saved = Sample(request = "a")
            .reduce(Event.Waited(4.seconds)).state
        val store = Store.restore(scope(), saved, time.clock) {
            effect({ it.request }) { logged(it) }
            onCommand { log += it }
        }
        time.advance(4.seconds)
        expect("start a")
        equal(store.state.value.count, 100)
    }
}
