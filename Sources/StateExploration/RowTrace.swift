import CEL
import StateInterpreter
package import StateLinking
package import StateModel

/// The shortest sequence of events and waits, among those that exploration tries, after which a row
/// runs, or after which it denies an event.
package struct RowTrace: Sendable {
  /// What the last step does with the row.
  package enum Goal: Sendable {
    case runs, denies
  }

  /// The inputs of the start, by name.
  package let inputs: [JSON.Member]
  /// The entries of `when` of a spec, in order.
  package let occurrences: [Spec.Occurrence]
  /// The outputs that differ from those before the last entry, by name.
  package let changes: [JSON.Member]
  /// The active states without an active child, after the last entry.
  package let configuration: [String]
  /// The result of the last entry; `nil` after a wait.
  package let result: Spec.Result?
  /// The sequence as text: `tappedStop, typed('a')`.
  package let words: String

  /// Searches for a sequence; `nil` if none was found within the limits of exploration.
  ///
  /// - Parameters:
  ///   - goal: What the last step does with the row.
  ///   - row: The 0-based index of the row.
  ///   - checked: A definition without errors.
  ///   - spec: Its spec; the events that it sends are tried as well.
  ///   - path: The path of the file.
  package init?(
    to goal: Goal, row: Int, in checked: CheckedDefinition, spec: Spec?, path: String
  ) {
    var limits = SemanticChecks.Limits()
    // With notes, the whole definition is explored.
    limits.hasNotes = true
    guard let context = try? ExplorationContext(checked, spec: spec, path: path, limits: limits),
      let edge = RowTrace.edge(to: goal, row, context)
    else { return nil }
    let from = context.exploration.edges[edge].from
    let replay = context.replay(to: from, then: edge)
    guard let occurrences = replay.occurrences, !occurrences.isEmpty else { return nil }
    self.occurrences = occurrences
    inputs = replay.givenInputs
    words = [replay.inputWords, replay.words].filter { !$0.isEmpty }.joined(separator: ": ")
    var machine = context.machine
    let before = RowTrace.outputs(of: &machine, at: from, context)
    let after = RowTrace.outputs(
      of: &machine, at: context.exploration.edges[edge].to, context)
    changes = after.filter { !before.contains($0) }
    configuration = machine.configuration
    var result: Spec.Result?
    if case .success(let step) = context.exploration.edges[edge].result,
      case .event = context.exploration.causes[context.exploration.edges[edge].cause]
    {
      result = Spec.Result(rawValue: step.result.rawValue)
    }
    self.result = result
  }

  /// The first step that reaches the goal: edges come in the order of their distance.
  private static func edge(to goal: Goal, _ row: Int, _ context: ExplorationContext) -> Int? {
    let exploration = context.exploration
    switch goal {
    case .denies:
      return exploration.edges.firstIndex { edge in
        guard case .success(let step) = edge.result else { return false }
        return step.result == .denied && step.deniedRows.contains(row)
      }
    case .runs:
      guard let start = exploration.starts.first(where: { $0.node != nil }),
        var machine = try? Machine.start(
          context.compiled, inputs: start.inputs, isTracing: true, isMeasuring: false
        ).machine
      else { return nil }
      return exploration.edges.firstIndex { edge in
        guard case .success = edge.result else { return false }
        machine.jump(to: exploration.nodes[edge.from].state)
        machine.clearTrace()
        switch exploration.causes[edge.cause] {
        case .event(let event, let values): _ = try? machine.receive(event, values)
        case .timer(let id): _ = try? machine.fire(timer: id)
        }
        return machine.trace?.microsteps.contains { $0.rows.contains(row) } ?? false
      }
    }
  }

  private static func outputs(
    of machine: inout Machine, at node: Int, _ context: ExplorationContext
  ) -> [JSON.Member] {
    machine.jump(to: context.exploration.nodes[node].state)
    let wire = Wire(context.checked.declarations)
    return context.compiled.outputs.map { handle in
      let output = context.checked.outputs[handle.index]
      return JSON.Member(
        key: output.name, value: wire.json(of: machine.output(handle), as: output.type))
    }
  }
}
