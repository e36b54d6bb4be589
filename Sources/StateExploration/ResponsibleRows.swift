import CEL
import StateInterpreter
import StateLinking
import StateModel

/// The rows that caused an edge, found by taking the step again with a trace.
struct ResponsibleRows {
  /// The rows as 0-based indices in the reducer, in the order in which they ran.
  let rows: [Int]

  init(edge number: Int, _ context: ExplorationContext) {
    let edge = context.exploration.edges[number]
    var machine = context.machine
    machine.isTracing = true
    machine.jump(to: context.exploration.nodes[edge.from].state)
    _ = try? machine.take(context.exploration.causes[edge.cause])
    rows = (machine.trace?.microsteps ?? []).flatMap(\.rows)
  }

  /// The last assignment of these rows to a variable that a cell reads.
  func assignment(
    toVariablesOf expression: Expression, _ context: ExplorationContext
  ) -> CheckedAssignment? {
    let read = CellReading(context.checked).variables(in: expression)
    for index in rows.reversed() {
      guard let row = context.checked.rows.first(where: { $0.index == index }) else { continue }
      let assignment = row.assignments.joined().last { read.contains($0.variable) }
      if let assignment { return assignment }
    }
    return nil
  }

  /// The location of the last of these rows.
  var location: Diagnostic.Location? {
    rows.last.map { .init("/reducer/\($0)") }
  }
}
