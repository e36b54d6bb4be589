import CEL
import StateTables

/// What only charts in general do.
extension SwiftStatements {
  mutating func general(_ statement: Statement) -> [Layout] {
    if case .whenDone(let state, let statements) = statement, plan.general == nil {
      return whenDone(state, statements)
    }
    guard let chart = plan.general else { return [] }
    let effects = plan.usesEffects ? "&effects" : ""
    switch statement {
    case .choose(let row, let cells):
      let name = ".\(chart.rows[row].name)"
      let value =
        cells.isEmpty
        ? Layout.text(name)
        : expressions.labelled(
          name, zip(chart.rows[row].captures, cells).map { ($0.name, expressions.cell($1)) })
      return [.sequence(["return ", expressions.call(".row", [value])])]
    case .give(let state, let cells):
      return [
        .sequence([
          .text("effects.arriving.\(SwiftNames.escaped(plan.placeName(state))) = "),
          expressions.cargo(state, cells),
        ])
      ]
    case .startTimer(let timer, let cell):
      let name = Layout.text(".\(chart.timers[timer].name)")
      let span = Layout.sequence(["after: ", expressions.cell(cell, isExpected: true)])
      return [expressions.call("start", [name, span, .text(effects)])]
    case .cancelTimer(let timer): return [.text("cancel(.\(chart.timers[timer].name), \(effects))")]
    case .whenDone(let state, let statements):
      let name = SwiftNames.escaped(plan.placeName(state))
      return [.text("if configuration.isDone(.\(name)) {")]
        + SwiftText.indented(lines(statements)) + ["}"]
    case .end:
      return plan.hasTimers
        ? ["for timer in timers.map(\\.timer) { cancel(timer, &effects) }"] : []
    case .begin:
      let attempt = plan.generalFails ? "try " : ""
      let arguments = ["operations", "[]"] + (plan.usesEffects ? [effects] : [])
      return [
        "let operations = configuration.start()",
        .text("\(attempt)perform(\(arguments.joined(separator: ", ")))"),
      ]
    default: return []
    }
  }

  /// What is done once all regions of a state rest in final states.
  private mutating func whenDone(_ state: Int, _ statements: [Statement]) -> [Layout] {
    guard let ends = plan.chart?.ends(of: state, plan.definition.states) else { return [] }
    let tests = ends.map { end -> Layout in
      let tests = end.places.map {
        "\(end.slot.name) == .\(SwiftNames.escaped(plan.placeName($0)))"
      }
      let text = tests.joined(separator: " || ")
      return .text(tests.count > 1 && ends.count > 1 ? "(\(text))" : text)
    }
    if tests.isEmpty { return lines(statements) }
    return [.group(.sequence(["if ", .nested(SwiftText.conjunction(tests)), " {"]))]
      + SwiftText.indented(lines(statements)) + ["}"]
  }
}

extension SwiftExpressions {
  /// What a state carries, as a whole.
  func cargo(_ state: Int, _ cells: [Cell]) -> Layout {
    labelled(
      names.inner(plan.cargoName(state)),
      zip(plan.definition.states[state].fields, cells).map {
        ($0.name, cell($1, isExpected: true))
      })
  }
}

extension Blueprint {
  /// Whether nothing can be told from outside but that a timer has rung.
  var hasNoEvents: Bool { messages.allSatisfy(\.isOwn) }

  func cargoName(_ state: Int) -> String { "\(placeName(state).capitalized)Data" }

  /// Whether a step in general can fail.
  var generalFails: Bool {
    guard let general else { return false }
    return general.fails || countsMicrosteps
      || (messages.flatMap(\.parts) + eventless).contains { $0.body.contains(where: \.fails) }
  }
}
