import CEL
import StateLinking
import StateModel

/// Statements that only general charts use.
extension SwiftStatements {
  mutating func general(_ statement: Statement) -> [Layout] {
    if case .whenDone(let state, let statements) = statement, model.general == nil {
      return whenDone(state, statements)
    }
    guard let chart = model.general else { return [] }
    let effects = model.usesEffects ? "&effects" : ""
    switch statement {
    case .choose(let row, let cells):
      let name = ".\(chart.rows[row].name)"
      let value =
        cells.isEmpty
        ? Layout.text(name)
        : expressions.labelled(
          name, zip(chart.rows[row].captures, cells).map { ($0.name, expressions.cell($1)) })
      return [.sequence(["return ", expressions.call(".row", [value])])]
    case .setCarried(let state, let cells):
      return [
        .sequence([
          .text("effects.arriving.\(SwiftNames.escaped(model.stateIdentifier(state))) = "),
          expressions.cargo(state, cells),
        ])
      ]
    case .startTimer(let timer, let cell):
      let name = Layout.text(".\(chart.timers[timer].name)")
      let span = Layout.sequence(["after: ", expressions.cell(cell, isExpected: true)])
      return [expressions.call("start", [name, span, .text(effects)])]
    case .cancelTimer(let timer): return [.text("cancel(.\(chart.timers[timer].name), \(effects))")]
    case .whenDone(let state, let statements):
      let name = SwiftNames.escaped(model.stateIdentifier(state))
      return [.text("if configuration.isDone(.\(name)) {")]
        + Layout.indented(lines(statements)) + ["}"]
    case .end:
      return model.hasTimers
        ? ["for timer in timers.map(\\.timer) { cancel(timer, &effects) }"] : []
    case .begin:
      let attempt = model.generalFails ? "try " : ""
      let arguments = ["operations", "[]"] + (model.usesEffects ? [effects] : [])
      return [
        "let operations = configuration.start()",
        .text("\(attempt)perform(\(arguments.joined(separator: ", ")))"),
      ]
    default: return []
    }
  }

  /// Statements that run once all regions of a state are in final states.
  private mutating func whenDone(_ state: Int, _ statements: [Statement]) -> [Layout] {
    guard let ends = model.chart?.ends(of: state, model.definition.states) else { return [] }
    let tests = ends.map { end -> Layout in
      let tests = end.leaves.map {
        "\(end.slot.name) == .\(SwiftNames.escaped(model.stateIdentifier($0)))"
      }
      let text = tests.joined(separator: " || ")
      return .text(tests.count > 1 && ends.count > 1 ? "(\(text))" : text)
    }
    if tests.isEmpty { return lines(statements) }
    return [.group(.sequence(["if ", .nested(SwiftText.conjunction(tests)), " {"]))]
      + Layout.indented(lines(statements)) + ["}"]
  }
}

extension SwiftExpressions {
  /// The carried data of a state as one value.
  func cargo(_ state: Int, _ cells: [GenerationCell]) -> Layout {
    labelled(
      names.inner(model.cargoName(state)),
      zip(model.definition.states[state].fields, cells).map {
        ($0.name, cell($1, isExpected: true))
      })
  }
}

extension GenerationModel {
  /// Whether the definition has no events of its users; only timers can cause steps.
  var hasNoEvents: Bool { messages.allSatisfy(\.isOwn) }

  func cargoName(_ state: Int) -> String { "\(stateIdentifier(state).capitalized)Data" }

  /// Whether a step of a general chart can fail.
  var generalFails: Bool {
    guard let general else { return false }
    return general.fails || countsMicrosteps
      || (messages.flatMap(\.parts) + eventless).contains { $0.body.contains(where: \.fails) }
  }
}
