import Foundation

/// The main file of the generated program in Kotlin.
enum KotlinDriver {
  /// The file, for definitions by name.
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
            members += "cycle" to Wire.Array(error.cycle.map { Wire.Text("/reducer/${it - 1}") })
        }
        return Wire.Object(members)
    }

    private fun problem(error: RuntimeException): Wire =
        if (error is EvaluationException) json(error) else Wire.Text(error.toString())

    private fun tell(event: Wire?, step: WireStep) {
        val members = mutableListOf<Pair<String, Wire>>()
        if (event != null) {
            members += "event" to event
            val result = when (step.result) {
                StepResult.Changed -> "changed"
                StepResult.Unchanged -> "unchanged"
                StepResult.Unhandled -> "unhandled"
                is StepResult.Denied -> "denied"
            }
            members += "result" to Wire.Text(result)
        }
        val result = step.result
        if (event != null && result is StepResult.Denied) {
            members += "denied" to Wire.Array(result.rows.map { Wire.Text("/reducer/${it - 1}") })
        }
        val outputs = mutableListOf<Pair<String, Wire>>()
        val errors = mutableListOf<Pair<String, Wire>>()
        for ((name, value) in step.state.outputs) {
            if (value is Wire) outputs += name to value
            if (value is EvaluationException) errors += name to json(value)
        }
        members += "outputs" to Wire.Object(outputs)
        if (errors.isNotEmpty()) members += "outputErrors" to Wire.Object(errors)
        members += "commands" to Wire.Array(step.commands)
        members += "timers" to Wire.Array(emptyList())
        members += "in" to Wire.Array(step.state.places.map { Wire.Text(it) })
        line(*members.toTypedArray())
    }

    private fun play(type: WireStart, inputs: Wire, events: List<Wire>) {
        var state = try {
            val step = type.start(inputs)
            tell(null, step)
            step.state
        } catch (error: RuntimeException) {
            line("error" to problem(error))
            return
        }
        for (event in events) {
            try {
                val step = state.step(event)
                tell(event, step)
                state = step.state
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
