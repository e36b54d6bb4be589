import CEL
import StateInterpreter
import StateTables

/// Which rows made an edge what it is: the step is taken again and traced.
struct Blame {
  /// The 0-based places of the rows in the reducer, in the order in which they ran.
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

  /// The last assignment of these rows to something that a cell reads.
  func assignment(toVariablesOf expression: Expression, _ ground: Ground) -> CheckedAssignment? {
    let read = Reading(ground.checked).variables(in: expression)
    for place in rows.reversed() {
      guard let row = ground.checked.rows.first(where: { $0.place == place }) else { continue }
      let assignment = row.assignments.joined().last { read.contains($0.variable) }
      if let assignment { return assignment }
    }
    return nil
  }

  /// The last of these rows, where it leads, else what it answers.
  var place: Diagnostic.Place? {
    rows.last.map { .init("/reducer/\($0)") }
  }
}
