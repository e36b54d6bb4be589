import CEL
package import StateInterpreter
package import StateLinking
package import StateModel

/// The shortest sequence of events and waits, among those that exploration tries, whose last step a row
/// takes part in: it runs, or is tried and its guard is false.
package struct RowTrace: Sendable {
  /// What the last step does with the row.
  package enum Goal: Sendable {
    case runs, isDenied
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
  /// The parts of the guard that make it false at the last step; empty if the row runs.
  package let reasons: [Reason]

  /// Searches for a sequence; `nil` if none was found within the limits of exploration.
  ///
  /// - Parameters:
  ///   - goal: What the last step does with the row.
  ///   - row: The 0-based index of the row.
  ///   - checked: A definition without errors.
  ///   - spec: Its spec; the events that it sends are tried as well.
  ///   - path: The path of the file.
  ///   - isCancelled: Called before each step: whether the search ends without a result.
  package init?(
    to goal: Goal, row: Int, in checked: CheckedDefinition, spec: Spec?, path: String,
    unless isCancelled: () -> Bool
  ) {
    guard let compiled = try? CompiledDefinition(checked),
      let watched = try? goal == .runs ? compiled : CompiledDefinition(explaining: checked)
    else { return nil }
    var limits = SemanticChecks.Limits()
    // As with notes, the whole definition is explored.
    limits.hasNotes = true
    var explorer = Explorer(
      definition: compiled, nodeLimit: limits.nodes, stepLimit: limits.steps(isComplete: true))
    explorer.workLimit = limits.work
    let alphabet = Alphabet(
      compiled, spec: spec, observability: ObservabilityAnalysis(checked))
    let exploration = explorer.explore(alphabet, unless: isCancelled)
    guard let start = exploration.starts.first(where: { $0.node != nil }),
      var machine = try? Machine.start(
        watched, inputs: start.inputs, isTracing: true, isMeasuring: false
      ).machine,
      let (edge, reasons) = RowTrace.step(to: goal, row, exploration, &machine, unless: isCancelled)
    else { return nil }
    self.reasons = reasons
    let causes = exploration.path(to: edge.from).map { exploration.edges[$0].cause }
    let replay = Replay(
      compiled, path: path,
      inputs: exploration.starts[exploration.nodes[edge.from].start].inputs,
      causes: (causes + [edge.cause]).map { exploration.causes[$0] })
    guard let occurrences = replay.occurrences, !occurrences.isEmpty else { return nil }
    self.occurrences = occurrences
    inputs = replay.givenInputs
    words = [replay.inputWords, replay.words].filter { !$0.isEmpty }.joined(separator: ": ")
    machine.jump(to: exploration.nodes[edge.from].state)
    let before = RowTrace.outputs(of: &machine, watched)
    machine.jump(to: exploration.nodes[edge.to].state)
    changes = RowTrace.outputs(of: &machine, watched).filter { !before.contains($0) }
    configuration = machine.configuration
    var result: Spec.Result?
    if case .success(let step) = edge.result, case .event = exploration.causes[edge.cause] {
      result = Spec.Result(rawValue: step.result.rawValue)
    }
    self.result = result
  }

  /// The first step that reaches the goal, and why its guard is false: edges come in the order of
  /// their distance. They are taken again, now traced.
  private static func step(
    to goal: Goal, _ row: Int, _ exploration: Exploration, _ machine: inout Machine,
    unless isCancelled: () -> Bool
  ) -> (Exploration.Edge, [Reason])? {
    let pointer = Pointer.root["reducer"][row].text
    for edge in exploration.edges {
      if isCancelled() { return nil }
      guard case .success = edge.result else { continue }
      machine.jump(to: exploration.nodes[edge.from].state)
      machine.clearTrace()
      _ = try? machine.take(exploration.causes[edge.cause])
      guard let trace = machine.trace else { return nil }
      switch goal {
      case .runs:
        if trace.microsteps.contains(where: { $0.rows.contains(row) }) { return (edge, []) }
      case .isDenied:
        let tried = trace.microsteps.flatMap(\.considered) + trace.considered
        if let denied = tried.first(where: { $0.pointer == pointer && $0.verdict == .denied }) {
          return (edge, denied.reasons)
        }
      }
    }
    return nil
  }

  private static func outputs(
    of machine: inout Machine, _ compiled: CompiledDefinition
  ) -> [JSON.Member] {
    let wire = Wire(compiled.source.declarations)
    return compiled.outputs.map { handle in
      let output = compiled.source.outputs[handle.index]
      return JSON.Member(
        key: output.name, value: wire.json(of: machine.output(handle), as: output.type))
    }
  }
}
