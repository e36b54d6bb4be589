import CEL
import StateTables

extension KotlinExpressions {
  /// What a state carries, as a whole.
  func cargo(_ state: Int, _ cells: [Cell]) -> Layout {
    labelled(
      names.inner(plan.cargoName(state)),
      zip(plan.definition.states[state].fields, cells).map { ($0.name, cell($1)) })
  }
}

/// What only charts in general do.
extension KotlinStatements {
  mutating func general(_ statement: Statement) -> [Layout] {
    if case .whenDone(let state, let statements) = statement, plan.general == nil {
      return whenDone(state, statements)
    }
    guard let chart = plan.general else { return [] }
    let names = expressions.names
    let tree = "\(names.inner("State")).tree"
    func state(_ index: Int) -> String {
      "\(names.inner("State")).\(plan.placeName(index).capitalized)"
    }
    func timer(_ index: Int) -> String {
      "\(names.inner("Timer")).\(chart.timers[index].name.capitalized)"
    }
    switch statement {
    case .choose(let row, let cells):
      let name = "\(names.inner("Row")).\(chart.rows[row].name.capitalized)"
      let value =
        cells.isEmpty
        ? Layout.text(name)
        : expressions.labelled(
          name, zip(chart.rows[row].captures, cells).map { ($0.name, expressions.cell($1)) })
      return [.sequence(["return Found.Row(", value, ")"])]
    case .give(let target, let cells):
      let name = KotlinNames.escaped(plan.placeName(target))
      return [
        .sequence([
          .text("arriving = arriving.copy(\(name) = "), expressions.cargo(target, cells), ")",
        ])
      ]
    case .startTimer(let index, let cell):
      return [
        .sequence([.text("start(\(timer(index)), after = "), expressions.cell(cell), ")"])
      ]
    case .cancelTimer(let index): return [.text("cancel(\(timer(index)))")]
    case .whenDone(let index, let statements):
      return [.text("if (\(tree).isDone(state.configuration, \(state(index)))) {")]
        + KotlinText.indented(lines(statements)) + ["}"]
    case .end: return plan.hasTimers ? ["state.timers.forEach { cancel(it.timer) }"] : []
    case .begin: return [.text("perform(\(tree).start(), emptyList())")]
    default: return []
    }
  }
}
