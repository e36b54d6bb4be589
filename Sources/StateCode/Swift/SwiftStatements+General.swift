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
    switch statement {
    case .choose(let index, _): return choice(chart.rows[index])
    case .setCarried(let state, let cells):
      return [
        .sequence([
          .text("effects.arriving.\(SwiftNames.escaped(model.stateIdentifier(state))) = "),
          expressions.cargo(state, cells),
        ])
      ]
    case .startTimer(let index, let cell):
      let timer = chart.timers[index]
      let span = Layout.sequence(["after: ", expressions.cell(cell, isExpected: true)])
      return [
        expressions.call(
          "effects.start",
          [.text("\"\(timer.id)\""), span] + (timer.isRepeating ? ["isRepeating: true"] : [])
            + ["&timers"])
      ]
    case .cancelTimer(let timer):
      return [.text("effects.cancel(\"\(chart.timers[timer].id)\", &timers)")]
    case .whenDone(let state, let statements):
      return [.text("if configuration.isDone(\(model.stateCase(state))) {")]
        + Layout.indented(lines(statements)) + ["}"]
    case .end: return model.hasTimers ? ["effects.cancelAll(&timers)"] : []
    case .begin:
      return [
        "for operation in configuration.start() {",
        .nested("try perform(operation, .unhandled, &effects)"), "}",
      ]
    default: return []
    }
  }

  /// Returns a row: its targets, its pointer, and its actions as a closure.
  private func choice(_ row: GeneralChart.Row) -> [Layout] {
    var arguments: [String] = []
    if let targets = row.row.targets {
      arguments = targets.map { model.stateCase($0.state) }
      switch row.row.reentry {
      case .no: break
      case .yes: arguments.append("reenter: .yes")
      case .external: arguments.append("reenter: .external")
      }
    }
    arguments.append("row: \"/reducer/\(row.row.index)\"")
    let kind = row.row.targets == nil ? ".stay" : ".goTo"
    let call = "return \(kind)(\(arguments.joined(separator: ", ")))"
    let about = model.definition.definition.reducer?[row.row.index].about ?? ""
    let comment = SwiftText.comment(about, mark: "//")
    if row.body.isEmpty { return comment + [.text(call)] }
    var inside = SwiftStatements(model: model, expressions: expressions, returnsResult: false)
    inside.expressions.receiver = "next."
    // Exit actions may have changed what the guard has read.
    inside.expressions.unwrapped = expressions.unwrapped.filter {
      switch $0 {
      case .local, .event: true
      default: false
      }
    }
    let effects = row.body.contains(where: \.usesEffects) ? "effects" : "_"
    let head =
      row.body.contains(where: \.fails)
      ? "(next, \(effects)) throws(EvaluationError)" : "next, \(effects)"
    let usesNext = row.body.contains { model.usesState($0) }
    let opening = Layout.text("\(call) { \(usesNext ? head : head.replacing("next", with: "_")) in")
    let lines = inside.lines(row.body)
    guard lines.count == 1 else { return comment + [opening] + Layout.indented(lines) + ["}"] }
    return comment + [
      .group(.sequence([opening, .nested(.sequence([.line, lines[0]])), .line, "}"]))
    ]
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
        (SwiftNames.member($0.name), cell($1, isExpected: true))
      })
  }
}

extension Statement {
  /// Whether the statement writes to the effects of a step.
  var usesEffects: Bool {
    switch self {
    case .emit, .raise, .setCarried: true
    default: inner.contains(where: \.usesEffects)
    }
  }
}

extension GenerationModel {
  /// Whether a statement reads or writes members of the state.
  func usesState(_ statement: Statement) -> Bool {
    if case .set = statement { return true }
    var isUsed = statement.inner.contains { usesState($0) }
    statement.visit { cell in
      cell.code.visit { code in
        switch code.kind {
        case .isIn: isUsed = true
        case .name(.input), .name(.property), .name(.computed), .name(.carried): isUsed = true
        default: break
        }
      }
    }
    return isUsed
  }

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
