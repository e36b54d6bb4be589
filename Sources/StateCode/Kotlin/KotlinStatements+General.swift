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
    let tree = "\(names.inner("State")).tree"
    func state(_ index: Int) -> String {
      "\(names.inner("State")).\(model.stateIdentifier(index).capitalized)"
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
    case .setCarried(let target, let cells):
      let name = KotlinNames.escaped(model.stateIdentifier(target))
      return [
        .sequence([
          .text("arriving = arriving.copy(\(name) = "), expressions.cargo(target, cells), ")",
        ])
      ]
    case .startTimer(let index, let cell):
      return [
        .sequence([.text("start(\(timer(index)), after = "), expressions.cell(cell), ")"])
      ]
    case .cancelTimer(let index): return [.text("cancel(\(timer(index)).id)")]
    case .whenDone(let index, let statements):
      return [.text("if (\(tree).isDone(state.configuration, \(state(index)))) {")]
        + Layout.indented(lines(statements)) + ["}"]
    case .end: return model.hasTimers ? ["state.timers.forEach { cancel(it.id) }"] : []
    case .begin: return [.text("perform(\(tree).beginning(), emptyList())")]
    default: return []
    }
  }
}
