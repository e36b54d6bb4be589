import CEL
import StateChecks
import StateInterpreter
import StateLinking
import StateModel

/// Reports what a complete exploration proves: guards that are constant, outputs that never change,
/// and states that are unreachable.
enum ProofFinder: Finder {
  static func findings(in context: inout ExplorationContext) -> [Diagnostic] {
    guard context.isProof, !context.exploration.edges.isEmpty else { return [] }
    // A start that fails tries rows, too, but leaves no machine to measure.
    let hasFailedStart = context.exploration.starts.contains { $0.node == nil }
    let coverage = hasFailedStart ? nil : measured(context)
    // A constant guard causes the other findings: report the first kind only.
    for found in [guards(coverage, context), states(coverage, context), outputs(&context)]
    where !found.isEmpty { return found }
    return []
  }

  /// Takes all steps again and measures their coverage.
  private static func measured(_ context: ExplorationContext) -> Coverage? {
    var total: Coverage?
    for start in context.exploration.starts where start.node != nil {
      let begun = try? Machine.start(
        context.compiled, inputs: start.inputs, isTracing: false, isMeasuring: true)
      guard let coverage = begun?.machine.coverage else { continue }
      if total == nil { total = coverage } else { total?.formUnion(coverage) }
    }
    var machine = context.machine
    machine.isMeasuring = true
    for edge in context.exploration.edges {
      machine.jump(to: context.exploration.nodes[edge.from].state)
      _ = try? machine.take(context.exploration.causes[edge.cause])
    }
    guard let coverage = machine.coverage else { return nil }
    total?.formUnion(coverage)
    return total
  }

  /// States that have incoming rows, but that no step enters.
  private static func states(_ coverage: Coverage?, _ context: ExplorationContext) -> [Diagnostic] {
    let states = context.checked.states
    guard let entered = coverage?.states, entered.count == states.count else { return [] }
    let missed = states.indices.dropFirst().filter { index in
      guard let parent = states[index].parent else { return false }
      return !entered[index] && entered[parent] && !isHistory(states[index])
    }
    // Report only the first unreachable states: those behind them are a consequence.
    let next = Set(
      context.checked.rows.filter { entered[$0.state] }.flatMap { $0.targets ?? [] }
        .map(\.state))
    let first = missed.filter { next.contains($0) }
    return (first.isEmpty ? Array(missed.prefix(1)) : first).map { index in
      UnreachableState.neverEntered(states[index].name, pointer: states[index].pointer)
    }
  }

  private static func isHistory(_ state: CheckedState) -> Bool {
    if case .history = state.kind { true } else { false }
  }

  /// Guards that were evaluated and always had the same result.
  private static func guards(_ coverage: Coverage?, _ context: ExplorationContext) -> [Diagnostic] {
    guard let coverage else { return [] }
    var reported: Set<Int> = []
    var first: [GuardKey: Int] = [:]
    return context.checked.rows.reduce(into: []) { found, row in
      guard let condition = row.condition, coverage.rows.indices.contains(row.index),
        reported.insert(row.index).inserted
      else { return }
      let result = coverage.rows[row.index]
      guard result.wasTrue != result.wasFalse, !(result.wasTrue && condition.syntax.proves),
        ConstantCondition.verdict(on: condition.syntax, context.checked.declarations) == nil
      else { return }
      let finding = ConstantGuard.isAlways(result.wasTrue, condition, isFound: true)
      // Of several rows for one trigger, an earlier guard may cause the later result.
      let key = GuardKey(state: row.state, trigger: row.trigger)
      if let index = first[key] {
        found[index].notes.append(.mention(.problem(finding.problem), at: finding.location))
      } else {
        first[key] = found.count
        found.append(finding)
      }
    }
  }

  /// The rows whose guards are evaluated one after another have the same key.
  private struct GuardKey: Hashable {
    let state: StateIndex
    let trigger: CheckedRow.Trigger
  }

  /// Outputs with the same value in all nodes.
  private static func outputs(_ context: inout ExplorationContext) -> [Diagnostic] {
    guard context.exploration.nodes.count > 1 else { return [] }
    var found: [Diagnostic] = []
    for output in context.compiled.outputs {
      let declared = context.checked.outputs[output.index]
      guard !declared.isFixed, let text = onlyValue(of: output, declared, &context) else {
        continue
      }
      found.append(ConstantOutput.always(declared.name, text))
    }
    return found
  }

  /// The only value of an output. Values of types with many values count only if they are null.
  private static func onlyValue(
    of output: OutputHandle, _ declared: CheckedOutput, _ context: inout ExplorationContext
  ) -> String? {
    let isChoice = declared.type.isChoice(context.checked.declarations)
    var only: Value?
    for node in context.exploration.nodes {
      context.machine.jump(to: node.state)
      let value = context.machine.output(output)
      if !isChoice {
        guard case .null = value else { return nil }
      }
      if let only, !only.isIdentical(to: value) { return nil }
      only = value
    }
    return only.map { value in
      if case .null = value { "null" } else { context.texts.text(value) }
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
