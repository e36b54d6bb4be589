import CEL
import StateLinking
import StateModel

extension KotlinExpressions {
  /// The carried data of a state as one value.
  func cargo(_ state: Int, _ cells: [GenerationCell]) -> Layout {
    labelled(
      names.inner(model.cargoName(state)),
      zip(model.definition.states[state].fields, cells).map { ($0.name, cell($1)) })
  }
}

/// Statements that only general charts use.
extension KotlinStatements {
  mutating func general(_ statement: Statement) -> [Layout] {
    if case .whenDone(let state, let statements) = statement, model.general == nil {
      return whenDone(state, statements)
    }
    guard let chart = model.general else { return [] }
    let names = expressions.names
    func state(_ index: Int) -> String {
      "\(names.inner("State")).\(model.stateIdentifier(index).asClass)"
    }
    func timer(_ index: Int) -> String {
      "\(names.inner("Timer")).\(chart.timers[index].label.asClass)"
    }
    switch statement {
    case .choose(let row, _): return choice(of: chart.rows[row])
    case .setCarried(let target, let cells):
      let name = KotlinNames.escaped(model.stateIdentifier(target))
      let copy = KotlinText.call(
        "arriving.copy", [.sequence([.text("\(name) = "), expressions.cargo(target, cells)])])
      return [.sequence(["arriving = ", copy])]
    case .startTimer(let index, let cell):
      let after = Layout.sequence(["after = ", expressions.cell(cell)])
      return [KotlinText.call("start", [.text(timer(index)), after])]
    case .cancelTimer(let index): return [.text("cancel(\(timer(index)))")]
    case .whenDone(let index, let statements):
      return [.text("if (configuration.isDone(\(state(index)))) {")]
        + Layout.indented(lines(statements)) + ["}"]
    case .end: return ["cancelAll()"]
    case .begin: return ["enterInitial()"]
    default: return []
    }
  }

  /// The row that is chosen, with its actions, which run later in the step.
  private mutating func choice(of row: GeneralChart.Row) -> [Layout] {
    let names = expressions.names
    func state(_ index: Int) -> String {
      "\(names.inner("State")).\(model.stateIdentifier(index).asClass)"
    }
    var arguments = ["\(row.row.index)", "from = \(state(row.row.state))"]
    if let targets = row.row.targets {
      arguments.append("to = listOf(\(targets.map { state($0.state) }.joined(separator: ", ")))")
      switch row.row.reentry {
      case .no: break
      case .yes: arguments.append("reentry = Reentry.Yes")
      case .external: arguments.append("reentry = Reentry.External")
      }
    }
    let call = KotlinText.call(
      "\(returning)ChartRow", arguments.map { .text($0) })
    // The actions run after the step has left states, so of what the guard has proven, only event
    // fields and `let` values still hold.
    var inside = expressions
    inside.unwrapped.formIntersection(row.captures.map(\.source))
    var printer = KotlinStatements(model: model, expressions: inside, returnsResult: false)
    let body = printer.lines(row.body)
    return body.isEmpty
      ? [call] : [.sequence([call, " {"])] + Layout.indented(body) + ["}"]
  }
}
