import Foundation

/// The main file of the generated Kotlin program.
enum KotlinDriver {
  /// The text of the file for the named definitions.
  static func text(for names: [String]) -> String {
    let cases = names.map { "            \"\($0)\" -> play(\($0)StateWire, inputs, events)" }
    return template.replacingOccurrences(of: "CASES", with: cases.joined(separator: "\n"))
  }

  private static let template = #"""
    package states

    private fun line(vararg members: Pair<String, Wire>) = println(wireObject(*members).json())

    private fun json(error: EvaluationException): Wire {
        val members = mutableListOf<Pair<String, Wire>>(
            "id" to Wire.Text(error.id),
            "at" to Wire.Text(error.at),
        )
        if (error.cycle.isNotEmpty()) {
            members += "cycle" to Wire.Array(error.cycle.map { Wire.Text(it) })
        }
        return Wire.Object(members)
    }

    private fun problem(error: RuntimeException): Wire =
        if (error is EvaluationException) json(error) else Wire.Text(error.toString())

    /** Time that only passes when it is told to. */
    private class Clock {
        class Pending(val id: String, var due: Long, val period: Long?)

        var now = 0L
        val pending = mutableListOf<Pending>()

        fun sum(left: Long, right: Long): Long? = try { Math.addExact(left, right) } catch (_: ArithmeticException) { null }

        fun follow(requests: List<TimerRequest>) {
            for (request in requests) {
                when (request) {
                    is TimerRequest.Cancel -> pending.removeAll { it.id == request.id }
                    is TimerRequest.Start -> {
                        val length = maxOf(request.span.nanoseconds, 0L)
                        start(request.id, length, if (request.isRepeating) length else null)
                    }
                }
            }
        }

        fun start(id: String, rest: Long, period: Long?) {
            pending += Pending(id, sum(now, rest) ?: Long.MAX_VALUE, period)
        }

        /** The timer that is due next until some time. */
        fun next(end: Long): String? {
            val timer = pending.filter { it.due <= end }.minByOrNull { it.due }
            if (timer == null) {
                now = maxOf(now, end)
                return null
            }
            now = maxOf(now, timer.due)
            val due = timer.period?.let { sum(now, it) }
            if (due == null) pending -= timer else timer.due = due
            return timer.id
        }
    }

    private fun <S, C> tell(
        form: WireForm<S, *, C>, key: String, cause: Wire?, next: Next<S, C>, clock: Clock, isStep: Boolean = true,
        recorded: Wire? = null,
    ) {
        val members = mutableListOf<Pair<String, Wire>>()
        if (cause != null) {
            members += key to cause
            val result = when (next.result) {
                StepResult.Changed -> "changed"
                StepResult.Unchanged -> "unchanged"
                StepResult.Unhandled -> "unhandled"
                is StepResult.Denied -> "denied"
            }
            if (isStep) members += "result" to Wire.Text(result)
        }
        val result = next.result
        if (cause != null && result is StepResult.Denied) {
            members += "denied" to Wire.Array(result.rows.map { Wire.Text(it) })
        }
        members += "outputs" to Wire.Object(form.outputs(next.state))
        if (isStep) {
            members += "commands" to Wire.Array(next.commands.map { form.wire(it) })
            members += "timers" to Wire.Array(next.timers.map { it.toWire() })
        }
        members += "running" to Wire.Array(clock.pending.map { Wire.Text(it.id) })
        members += "in" to Wire.Array(form.places(next.state).map { Wire.Text(it) })
        if (recorded != null) members += "recorded" to recorded
        line(*members.toTypedArray())
    }

    private fun <S : StateDefinition<S, E, C>, E, C> play(form: WireForm<S, E, C>, inputs: Wire, events: List<Wire>) {
        var clock = Clock()
        var state = try {
            val next = form.start(inputs)
            clock.follow(next.timers)
            val recorded = Wire.Array(listOf(form.inputs(next.state), Wire.Flag(form.hasPrivateData)))
            tell(form, "", null, next, clock, recorded = recorded)
            next.state
        } catch (error: RuntimeException) {
            line("error" to problem(error))
            return
        }
        for (event in events) {
            if (event.has("restore")) {
                val isTaken = try { form.restore(event["restore"]); true } catch (_: RuntimeException) { false }
                line("isTaken" to Wire.Flag(isTaken))
                continue
            }
            if (event.has("snapshot")) {
                val rests = clock.pending.associate { it.id to TimeSpan(maxOf(0L, it.due - clock.now)) }
                val snapshot = form.snapshot(state) { rests[it] }
                line("snapshot" to snapshot)
                try {
                    val restored = form.restore(Wire.parse(snapshot.json())).state
                    val old = clock.pending.associate { it.id to it.period }
                    state = restored
                    clock = Clock()
                    for (timer in restored.timers) clock.start(timer.id, timer.span.nanoseconds, old[timer.id])
                    tell(form, "event", event, Next(state, result = StepResult.Unhandled), clock, isStep = false)
                } catch (error: RuntimeException) {
                    line("error" to Wire.Text(error.toString()))
                }
                continue
            }
            if (event.has("wait")) {
                val end = clock.sum(clock.now, maxOf(event["wait"].toTimeSpan().nanoseconds, 0L)) ?: Long.MAX_VALUE
                while (true) {
                    val timer = clock.next(end) ?: break
                    try {
                        val next = state.fire(timer)
                        state = next.state
                        clock.follow(next.timers)
                        tell(form, "timer", Wire.Text(timer), next, clock)
                    } catch (error: RuntimeException) {
                        line("timer" to Wire.Text(timer), "error" to problem(error))
                    }
                }
                tell(form, "event", event, Next(state, result = StepResult.Unhandled), clock, isStep = false)
                continue
            }
            try {
                val known = form.event(event)
                val next = if (known == null) Next(state, result = StepResult.Unhandled) else state.reduce(known)
                clock.follow(next.timers)
                tell(form, "event", event, next, clock, recorded = known?.let { form.record(it) })
                state = next.state
            } catch (error: RuntimeException) {
                line("event" to event, "error" to problem(error))
            }
        }
    }

    internal fun main() {
        val output = java.io.PrintStream(java.io.FileOutputStream(java.io.FileDescriptor.out), true, "UTF-8")
        System.setOut(output)
        val input = java.io.BufferedReader(java.io.InputStreamReader(System.`in`, "UTF-8"))
        while (true) {
            val script = Wire.parse(input.readLine() ?: return)
            val events = (script["events"] as Wire.Array).elements
            val inputs = script["inputs"]
            when (val name = script["definition"].toText()) {
    CASES
                else -> println("no definition $name")
            }
            println()
        }
    }

    """#
}
