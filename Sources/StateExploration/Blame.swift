import CEL
import StateInterpreter
import StateTables

/// The rows that caused an edge, found by taking the step again with a trace.
struct Blame {
  /// The rows as 0-based indices in the reducer, in the order in which they ran.
  let rows: [Int]

  init(edge number: Int, _ ground: Ground) {
    let edge = ground.exploration.edges[number]
    var machine = ground.machine
    machine.isTracing = true
    machine.go(to: ground.exploration.nodes[edge.from].moment)
    switch ground.exploration.causes[edge.cause] {
    case .event(let event, let values): _ = try? machine.receive(event, values)
    case .timer(let id): _ = try? machine.fire(timer: id)
    }
    rows = (machine.trace?.microsteps ?? []).flatMap(\.rows)
  }

  /// The last assignment of these rows to a variable that a cell reads.
  func assignment(toVariablesOf expression: Expression, _ ground: Ground) -> CheckedAssignment? {
    let read = Reading(ground.checked).variables(in: expression)
    for place in rows.reversed() {
      guard let row = ground.checked.rows.first(where: { $0.place == place }) else { continue }
      let assignment = row.assignments.joined().last { read.contains($0.variable) }
      if let assignment { return assignment }
    }
    return nil
  }

  /// The location of the last of these rows.
  var place: Diagnostic.Place? {
    rows.last.map { .init("/reducer/\($0)") }
  }
}
