import StateInterpreter
package import StateTables

/// What the cases of a spec leave unseen, told where it stands in the definition.
package enum Uncovered {
  /// Runs the spec, and finds the rows that no case reaches and the outputs that none expects.
  ///
  /// - Parameters:
  ///   - definition: What the spec is about.
  ///   - spec: A spec without mistakes.
  /// - Returns: The findings that the definition does not permit.
  package static func findings(
    in definition: CheckedDefinition, by spec: Spec
  ) -> [Diagnostic] {
    let expected = spec.root.expectedOutputs
    let outputs = definition.outputs.map(\.name).filter { !expected.contains($0) }
    let allowances = definition.definition.allowances
    func permitted(_ found: [Diagnostic]) -> [Diagnostic] {
      found.filter { finding in !allowances.contains { $0.permits(finding) } }
    }
    // Of a case that expects nothing it is told that it does.
    if spec.root.hasEmptyCase { return [] }
    if spec.root.cases.isEmpty { return permitted(outputs.map(UnusedOutput.notLookedAt)) }
    guard let compiled = try? CompiledDefinition(definition) else { return [] }
    let report = SpecRunner<InterpreterSubject>.run(spec, of: definition) { inputs in
      InterpreterSubject.start(compiled, inputs)
    }
    guard let coverage = report.coverage else { return [] }
    let silent = definition.rowsThatNeverRun
    let rows = coverage.rows.indices.filter { !coverage.rows[$0].hasRun && !silent.contains($0) }
    return permitted(
      rows.map(UncoveredRow.notReached) + outputs.map(UncoveredOutput.notExpected))
  }
}

extension Spec.Case {
  /// The outputs that it or a case below expects; recursive, as deep as the scanner lets them nest.
  fileprivate var expectedOutputs: Set<String> {
    cases.reduce(into: Set((then ?? []).map(\.key))) { $0.formUnion($1.expectedOutputs) }
  }

  /// Whether a case without others below it expects nothing; recursive as well.
  fileprivate var hasEmptyCase: Bool {
    cases.isEmpty ? name != nil && !expectsSomething : cases.contains { $0.hasEmptyCase }
  }
}
