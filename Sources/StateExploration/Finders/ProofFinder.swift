import CEL
import StateInterpreter
import StateTables

/// Reports what a complete exploration proves: guards that are constant, outputs that never change,
/// and states that are unreachable.
enum ProofFinder: Finder {
  static func findings(in ground: inout Ground) -> [Diagnostic] {
    guard ground.isProof, !ground.exploration.edges.isEmpty else { return [] }
    let coverage = measured(ground)
    // A constant guard causes the other findings: report the first kind only.
    for found in [guards(coverage, ground), states(coverage, ground), outputs(&ground)]
    where !found.isEmpty { return found }
    return []
  }

  /// Takes all steps again and measures their coverage.
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

  /// States that have incoming rows, but that no step enters.
  private static func states(_ coverage: Coverage?, _ ground: Ground) -> [Diagnostic] {
    guard let coverage, coverage.states.count == ground.checked.states.count else { return [] }
    let states = ground.checked.states
    let missed = states.indices.dropFirst().filter { place in
      guard let parent = states[place].parent else { return false }
      return !coverage.states[place] && coverage.states[parent] && !isHistory(states[place])
    }
    // Report only the first unreachable states: those behind them are a consequence.
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

  /// Guards that were evaluated and always had the same result.
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
        Truths.verdict(on: condition.syntax, ground.checked.declarations) == nil
      else { return }
      let finding = ConstantGuard.isAlways(asked.wasTrue, condition, isFound: true)
      // Of several rows for one trigger, an earlier guard may cause the later result.
      let moment = Asked(state: row.state, trigger: row.trigger)
      if let place = first[moment] {
        found[place].notes.append(.mention(finding.message, at: finding.place))
      } else {
        first[moment] = found.count
        found.append(finding)
      }
    }
  }

  /// The rows whose guards are evaluated one after another have the same key.
  private struct Asked: Hashable {
    let state: StateIndex
    let trigger: CheckedRow.Trigger
  }

  /// Outputs with the same value in all nodes.
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

  /// The only value of an output. Values of types with many values count only if they are null.
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
  /// Whether the output is declared as one constant: that is intended.
  fileprivate var isFixed: Bool {
    guard rows.count == 1, let row = rows.first, row.condition == nil, row.states == [0] else {
      return rows.isEmpty
    }
    if case .constant = row.value.syntax.rootKind { return true }
    return false
  }
}

extension TypedSyntax {
  /// Whether it tests for null or for a case: later cells need that test.
  fileprivate var proves: Bool {
    nodes.contains { node in
      switch node.kind {
      case .isNotNull, .isCase: true
      default: false
      }
    }
  }
}
