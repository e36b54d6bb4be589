import CEL
import StateInterpreter
import StateTables

/// What follows where everything that can happen was tried: guards that decide nothing, outputs that
/// never change, states that nothing reaches, properties that say what others say.
enum ProofFinder: Finder {
  static func findings(in ground: inout Ground) -> [Diagnostic] {
    guard ground.isProof, !ground.exploration.edges.isEmpty else { return [] }
    let coverage = measured(ground)
    // A guard that lets nothing through has the others as its consequences, and so on.
    for found in [guards(coverage, ground), states(coverage, ground), outputs(&ground)]
    where !found.isEmpty { return found }
    return []
  }

  /// All steps once more, with what they reach.
  private static func measured(_ ground: Ground) -> Coverage? {
    var total: Coverage?
    for start in ground.exploration.starts where start.node != nil {
      let begun = try? Machine.start(
        ground.compiled, inputs: start.inputs, isTracing: false, isMeasuring: true)
      guard let coverage = begun?.machine.coverage else { continue }
      if total == nil { total = coverage } else { total?.formUnion(coverage) }
    }
    var machine = ground.machine
    machine.isMeasuring = true
    for edge in ground.exploration.edges {
      machine.go(to: ground.exploration.nodes[edge.from].moment)
      switch ground.exploration.causes[edge.cause] {
      case .event(let event, let values): _ = try? machine.receive(event, values)
      case .timer(let id): _ = try? machine.fire(timer: id)
      }
    }
    guard let coverage = machine.coverage else { return nil }
    total?.formUnion(coverage)
    return total
  }

  /// States that the table leads to, but no step.
  private static func states(_ coverage: Coverage?, _ ground: Ground) -> [Diagnostic] {
    guard let coverage, coverage.states.count == ground.checked.states.count else { return [] }
    let states = ground.checked.states
    let missed = states.indices.dropFirst().filter { place in
      guard let parent = states[place].parent else { return false }
      return !coverage.states[place] && coverage.states[parent] && !isHistory(states[place])
    }
    // Those behind others are reached with them.
    let next = Set(
      ground.checked.rows.filter { coverage.states[$0.state] }.flatMap { $0.targets ?? [] }
        .map(\.state))
    let first = missed.filter { next.contains($0) }
    return (first.isEmpty ? Array(missed.prefix(1)) : first).map { place in
      UnreachableState.neverEntered(states[place].name, pointer: states[place].pointer)
    }
  }

  private static func isHistory(_ state: CheckedState) -> Bool {
    if case .history = state.kind { true } else { false }
  }

  /// Guards that were asked, and always gave the same.
  private static func guards(_ coverage: Coverage?, _ ground: Ground) -> [Diagnostic] {
    guard let coverage else { return [] }
    var told: Set<Int> = []
    var first: [Asked: Int] = [:]
    return ground.checked.rows.reduce(into: []) { found, row in
      guard let condition = row.condition, coverage.rows.indices.contains(row.place),
        told.insert(row.place).inserted
      else { return }
      let asked = coverage.rows[row.place]
      guard asked.wasTrue != asked.wasFalse, !(asked.wasTrue && condition.syntax.proves),
        ConstantCondition.verdict(on: condition.syntax, ground.checked.declarations) == nil
      else { return }
      let finding = ConstantGuard.isAlways(asked.wasTrue, condition, isFound: true)
      // Of rows that are asked one after the other an earlier one may let too much through.
      let moment = Asked(state: row.state, trigger: row.trigger)
      if let place = first[moment] {
        found[place].notes.append(.mention(finding.message, at: finding.place))
      } else {
        first[moment] = found.count
        found.append(finding)
      }
    }
  }

  /// When the guard of a row is asked.
  private struct Asked: Hashable {
    let state: StateIndex
    let trigger: CheckedRow.Trigger
  }

  /// Outputs that are the same in all nodes.
  private static func outputs(_ ground: inout Ground) -> [Diagnostic] {
    guard ground.exploration.nodes.count > 1 else { return [] }
    var found: [Diagnostic] = []
    for output in ground.compiled.outputs {
      let declared = ground.checked.outputs[output.place]
      guard !declared.isFixed, let text = onlyValue(of: output, declared, &ground) else { continue }
      found.append(ConstantOutput.always(declared.name, text))
    }
    return found
  }

  /// The value that an output has everywhere: of those that are looked at closely.
  private static func onlyValue(
    of output: OutputHandle, _ declared: CheckedOutput, _ ground: inout Ground
  ) -> String? {
    let isChoice = declared.type.isChoice(ground.checked.declarations)
    var only: Value?
    for node in ground.exploration.nodes {
      ground.machine.go(to: node.moment)
      guard let value = try? ground.machine.output(output) else { return nil }
      if !isChoice {
        guard case .null = value else { return nil }
      }
      if let only, !only.isIdentical(to: value) { return nil }
      only = value
    }
    return only.map { value in
      if case .null = value { "null" } else { ground.texts.text(value) }
    }
  }
}

extension CheckedOutput {
  /// Whether it is one constant by its own words: that is meant.
  fileprivate var isFixed: Bool {
    guard rows.count == 1, let row = rows.first, row.condition == nil, row.states == [0] else {
      return rows.isEmpty
    }
    if case .constant = row.value.syntax.rootKind { return true }
    return false
  }
}

extension TypedSyntax {
  /// Whether it tests for null or a case: what the cells behind it read could not be read without.
  fileprivate var proves: Bool {
    nodes.contains { node in
      switch node.kind {
      case .isNotNull, .isCase: true
      default: false
      }
    }
  }
}
