import CEL
import StateModel

/// A step of a general chart.
extension KotlinFile {
  /// The functions that handle an event, in the class that runs a step.
  var generalReceiver: [Layout] {
    guard let chart = model.general else { return [] }
    let ended = "if (\(chartType).hasEnded(state.configuration)) return StepResult.Unhandled"
    func door(_ head: String, _ call: String) -> [Layout] {
      [.text(head)]
        + Layout.indented(
          (model.canEnd ? [.text(ended)] : []) + [
            .text(
              "val (rows, result) = \(chartType).select(state.configuration) { \(call) }"),
            "return if (rows.isEmpty()) result else run(rows)",
          ]) + ["}"]
    }
    var sections: [[Layout]] = []
    if model.messages.isEmpty {
      sections.append(["fun receive(event: Event): StepResult = error(event)"])
    } else {
      sections.append(
        door("fun receive(event: \(messageName)): StepResult? {", "find(event, it)"))
    }
    if !model.eventless.isEmpty {
      sections.append(
        KotlinText.comment("Takes rows that need no event; null if some ran.")
          + door("private fun proceed(): StepResult? {", "find(it)"))
      sections.append([
        "fun settle() {",
        .nested(
          .sequence([
            "while (true) {",
            .nested(
              .sequence([
                .newLine, "if (proceed() == null) continue", .newLine,
                "receive(raised.removeFirstOrNull() ?: break)",
              ])), .newLine, "}",
          ])), "}",
      ])
    }
    if model.hasTimers { sections += timerFunctions }
    sections += [running, operationFunction] + rowFinders
    sections.append(generalActions("enter", chart.enter))
    sections.append(generalActions("exit", chart.exit))
    if !model.statesWithData.isEmpty { sections.append(carryFunction) }
    return Array(sections.joined(separator: [.blank]))
  }

  private var timerFunctions: [[Layout]] {
    let timer = names.inner("Timer")
    var ring: [Layout] = []
    if model.canEnd {
      ring.append(
        .text("if (\(chartType).hasEnded(state.configuration)) return StepResult.Unhandled"))
    }
    ring += [
      "val running = state.timers.find { it.id == id } ?: return StepResult.Unhandled",
      "state = state.copy(timers = celFired(state.timers, running))",
      .text("val timer = \(timer).entries.first { it.id == id }"),
      "return when (val found = find(timer)) {",
      .nested(
        .sequence([
          "is Found.Row -> run(listOf(found.row))", .newLine,
          "is Found.Denied -> celDenied(found.rows)", .newLine,
          "Found.Unhandled -> StepResult.Unhandled",
        ])), "}",
    ]
    return [
      [.text("fun ring(id: String): StepResult? {")] + Layout.indented(ring) + ["}"],
      [
        .text("private fun start(timer: \(timer), after: TimeSpan) {"),
        .nested(
          .sequence([
            "val period = if (timer.isRepeating) after else null", .newLine,
            "state = state.copy(timers = state.timers + RunningTimer(timer.id, after, period))",
            .newLine, "timers += TimerRequest.Start(timer.id, after, timer.isRepeating)",
          ])), "}",
      ],
      [
        .text("private fun cancel(id: String) {"),
        .nested(
          .sequence([
            "val running = state.timers.find { it.id == id } ?: return", .newLine,
            "state = state.copy(timers = state.timers - running)", .newLine,
            "timers += TimerRequest.Cancel(id)",
          ])), "}",
      ],
    ]
  }

  private var running: [Layout] {
    var body: [Layout] = []
    if model.countsMicrosteps {
      body.append("microsteps.count(*rows.map { it.way.row }.toIntArray())")
    }
    body += [
      .text("val (configuration, operations) ="),
      .nested(
        .text("\(chartType).microstep(state.configuration, rows.map { it.way })")),
      "state = state.copy(configuration = configuration)", "perform(operations, rows)",
      "return null",
    ]
    return KotlinText.comment("A microstep.") + [
      .text("private fun run(rows: List<\(rowType)>): StepResult? {")
    ] + Layout.indented(body) + ["}"]
  }

  private var operationFunction: [Layout] {
    let moved = { (call: String) -> Layout in
      KotlinText.call(
        "state = state.copy",
        [.text("configuration = state.configuration.\(call)(operation.state)")])
    }
    var cases: [Layout] = [
      "is ChartOperation.Exit -> {",
      .nested(.sequence(["exit(operation.state)", .newLine, moved("left")])), "}",
      "is ChartOperation.Run -> rows[operation.place].act()", "is ChartOperation.Enter -> {",
      .nested(.sequence([moved("entered"), .newLine, "enter(operation.state)"])), "}",
    ]
    if model.hasMemories {
      cases += [
        "is ChartOperation.Record -> {",
        .nested(
          .sequence([
            "val kept = state.carried.only(operation.states)", .newLine,
            "state = state.copy(memories = state.memories + (operation.history to kept))",
          ])), "}",
      ]
    } else {
      cases.append("is ChartOperation.Record -> {}")
    }
    cases.append(
      model.statesWithData.isEmpty
        ? "is ChartOperation.Carry -> {}"
        : "is ChartOperation.Carry -> carry(operation.state, operation.cargo)")
    return KotlinText.comment("Exits, the rows' own actions, and entries, in order.") + [
      .text(
        "private fun perform(operations: List<ChartOperation<\(stateType)>>, rows: List<\(rowType)>) {"
      )
    ]
      + Layout.indented(
        ["for (operation in operations) {"]
          + Layout.indented(["when (operation) {"] + Layout.indented(cases) + ["}"])
          + ["}"]) + ["}"]
  }
}
