import CEL
import StateModel

/// The timers of general charts.
extension SwiftFile {
  /// The timer type of a state.
  var timer: [Layout] {
    guard let chart = model.general, model.hasTimers else { return [] }
    let type = names.inner("Timer")
    var lines = SwiftText.comment("What the app has to wait for; it then calls `fire`.")
    lines.append(.text("\(visibility)enum \(type): String, CaseIterable, Sendable {"))
    let repeating = chart.timers.filter(\.isRepeating).map { Layout.text(".\($0.name)") }
    let single = chart.timers.filter { !$0.isRepeating }.map { Layout.text(".\($0.name)") }
    var body: [Layout] = ["switch self {"]
    for (timers, answer) in [(repeating, "true"), (single, "false")] where !timers.isEmpty {
      body.append(
        .group(
          .sequence([
            "case ", .nested(.filled(Layout.separated(timers))), .text(": \(answer)"),
          ])))
    }
    lines += Layout.indented(
      chart.timers.map { .text("case \($0.name) = \"\($0.id)\"") } + [.blank]
        + SwiftText.comment("Whether it goes on after it has rung.") + [
          .text("\(visibility)var isRepeating: Bool {")
        ] + Layout.indented(body + ["}"]) + ["}"])
    return lines + ["}"]
  }

  /// The public function that fires a timer.
  var fireFunction: [Layout] {
    guard model.hasTimers else { return [] }
    var body: [Layout] = [
      "var next = state", .text("var effects = \(names.inner("Effects"))()"),
      .text("let outcome = \(attempt)next.ring(timer, &effects)"),
    ]
    body += settling
    body += [.text("let result: StepResult = \(resultExpression)"), returnStatement]
    var inside: [Layout] = []
    if model.canEnd { inside.append("if configuration.hasEnded { return .unhandled }") }
    inside += [
      "guard let place = timers.firstIndex(where: { $0.timer == timer }) else { return .unhandled }",
      "if !timer.isRepeating { timers.remove(at: place) }",
      .text("switch \(attempt)find(timer) {"),
      .text("case .row(let row): return \(attempt)run([row]\(moreEffects))"),
      "case .denied(let rows): return .denied(rows: rows)", "case .unhandled: return .unhandled",
      "}",
    ]
    return SwiftText.comment(
      "The state after a timer has rung; one that does not run is unhandled.")
      + [
        .text(
          "\(visibility)static func fire(state: Self, timer: \(names.inner("Timer")))\(reduceFails ? Self.throwing : "") -> Next {"
        )
      ] + Layout.indented(body) + ["}", .blank]
      + [
        SwiftText.head(
          "private mutating func ring", ["_ timer: \(names.inner("Timer"))"] + effectsParameter,
          "\(effect) -> StepResult?")
      ] + Layout.indented(inside) + ["}"]
  }

  /// The functions that start and cancel timers.
  var timerFunctions: [Layout] {
    let timer = names.inner("Timer")
    return [
      SwiftText.head(
        "private mutating func start",
        ["_ timer: \(timer)", "after span: TimeSpan"] + effectsParameter, ""),
      .nested(
        .sequence([
          "timers.append(NamedRunningTimer(timer: timer, duration: span))", .newLine,
          "effects.timers.append(.startTimer(timer, after: span))",
        ])), "}", .blank,
      SwiftText.head("private mutating func cancel", ["_ timer: \(timer)"] + effectsParameter, ""),
      .nested(
        .sequence([
          "guard let place = timers.firstIndex(where: { $0.timer == timer }) else { return }",
          .newLine, "timers.remove(at: place)", .newLine,
          "effects.timers.append(.cancelTimer(timer))",
        ])), "}",
    ]
  }
}
