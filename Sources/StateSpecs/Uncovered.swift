import StateChecks
import StateInterpreter
package import StateLinking
package import StateModel

/// Finds parts of a definition that the cases of its spec do not cover.
package enum Uncovered {
  /// Runs the spec, and finds the rows that no case reaches and the outputs that no case expects.
  ///
  /// - Parameters:
  ///   - definition: The definition of the spec.
  ///   - spec: A spec without errors.
  /// - Returns: The findings, without those that the definition allows.
  package static func findings(
    in definition: CheckedDefinition, by spec: Spec
  ) -> [Diagnostic] {
    let expected = spec.root.expectedOutputs
    let outputs = definition.outputs.map(\.name).filter { !expected.contains($0) }
    let allowances = definition.definition.allowances
    func permitted(_ found: [Diagnostic]) -> [Diagnostic] {
      found.filter { finding in !allowances.contains { $0.permits(finding) } }
    }
    // Another check reports cases without expectations.
    let isPermitted = { finding in spec.allowances.contains { $0.permits(finding) } }
    if spec.root.hasEmptyCase(at: .root, unless: isPermitted) { return [] }
    if spec.root.cases.isEmpty { return permitted(outputs.map(UncoveredOutput.unused)) }
    guard let compiled = try? CompiledDefinition(definition) else { return [] }
    let report = SpecRunner<InterpreterSubject>.run(spec, of: definition) { inputs in
      InterpreterSubject.start(compiled, inputs)
    }
    guard let coverage = report.coverage else { return [] }
    let neverRun = definition.rowsThatNeverRun
    let failed = Set(report.verdicts.filter { !$0.hasPassed }.map(\.pointer))
    let nearFailures = failed.isEmpty ? nil : spec.root.events(around: failed, at: .root)
    let rows = coverage.rows.indices.filter { index in
      !coverage.rows[index].hasRun && !neverRun.contains(index)
        && !(nearFailures.map { definition.mayBeMissed(row: index, after: $0) } ?? false)
    }
    return permitted(
      rows.map(UncoveredRow.notReached) + outputs.map(UncoveredOutput.notExpected))
  }
}

extension CheckedDefinition {
  /// Whether a row may have been meant to run in the failing cases, judged by the events around
  /// them.
  fileprivate func mayBeMissed(row index: Int, after sent: Set<String>) -> Bool {
    guard let reducer = definition.reducer, reducer.indices.contains(index),
      case .on(let names) = reducer[index].trigger, !names.isAny
    else { return true }
    // No spec sends the events that the definition raises itself.
    let outer = Set(events.filter { !$0.isOwn && $0.doneState == nil }.map(\.name))
    return names.all.contains { sent.contains($0) || !outer.contains($0) }
  }
}

extension Spec.Case {
  /// The events on the paths to some cases, in them and below them. It is recursive; the scanner
  /// limits the depth.
  fileprivate func events(
    around failed: Set<String>, at pointer: Pointer, before: Set<String> = [],
    isWithin: Bool = false
  ) -> Set<String> {
    var names = before
    for occurrence in when {
      switch occurrence {
      case .event(let call), .repeated(_, let call): names.insert(call.name)
      case .wait, .snapshot: break
      }
    }
    let isWithin = isWithin || failed.contains(pointer.text)
    return cases.enumerated().reduce(into: isWithin ? names : []) { found, child in
      found.formUnion(
        child.element.events(
          around: failed, at: pointer["cases"][child.offset], before: names, isWithin: isWithin))
    }
  }

  /// The outputs that the case or a nested case expects. It is recursive; the scanner limits the
  /// depth.
  fileprivate var expectedOutputs: Set<String> {
    cases.reduce(into: Set((then ?? []).map(\.key))) { $0.formUnion($1.expectedOutputs) }
  }

  /// Whether a case without nested cases has no expectations, and nothing permits that. It is
  /// recursive; the scanner limits the depth.
  fileprivate func hasEmptyCase(
    at pointer: Pointer, unless isPermitted: (Diagnostic) -> Bool
  ) -> Bool {
    guard cases.isEmpty else {
      return cases.indices.contains {
        cases[$0].hasEmptyCase(at: pointer["cases"][$0], unless: isPermitted)
      }
    }
    return name != nil && !expectsSomething
      && !isPermitted(Diagnostic(.spec(.expectsNothing), at: .init(pointer["name"])))
  }
}
