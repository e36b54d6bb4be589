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
    let failed = Set(report.verdicts.filter { !$0.hasPassed }.map(\.pointer))
    let torn = failed.isEmpty ? nil : spec.root.events(around: failed, at: .root)
    let rows = coverage.rows.indices.filter { place in
      !coverage.rows[place].hasRun && !silent.contains(place)
        && !(torn.map { definition.mayBeMissed(row: place, after: $0) } ?? false)
    }
    return permitted(
      rows.map(UncoveredRow.notReached) + outputs.map(UncoveredOutput.notExpected))
  }
}

extension CheckedDefinition {
  /// Whether a row may have been meant to run in cases that fail, by the events that these tell of.
  fileprivate func mayBeMissed(row place: Int, after told: Set<String>) -> Bool {
    guard let reducer = definition.reducer, reducer.indices.contains(place),
      case .on(let names) = reducer[place].trigger, !names.isAny
    else { return true }
    // What it raises itself nothing tells of.
    let outer = Set(events.filter { !$0.isOwn && $0.doneState == nil }.map(\.name))
    return names.all.contains { told.contains($0) || !outer.contains($0) }
  }
}

extension Spec.Case {
  /// The events on the ways to some cases, in them and below; recursive, as deep as the scanner lets
  /// cases nest.
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

  /// The outputs that it or a case below expects; recursive, as deep as the scanner lets them nest.
  fileprivate var expectedOutputs: Set<String> {
    cases.reduce(into: Set((then ?? []).map(\.key))) { $0.formUnion($1.expectedOutputs) }
  }

  /// Whether a case without others below it expects nothing; recursive as well.
  fileprivate var hasEmptyCase: Bool {
    cases.isEmpty ? name != nil && !expectsSomething : cases.contains { $0.hasEmptyCase }
  }
}
