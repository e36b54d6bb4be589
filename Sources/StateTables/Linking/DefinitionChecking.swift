/// Runs the checks that look at the definition as a whole.
///
/// A finding leaves unknown what the definition was meant to do, so checks that rely on it do not
/// run: a row that is missing for an event might have emitted a command.
extension Linker {
  /// Runs the checks, after all parts were checked, and returns the rules of those that ran.
  mutating func checkDefinition(_ checked: CheckedDefinition) -> Set<String> {
    explainUnknownNames()
    if isDraft { return [] }
    let errors = findings.diagnostics.filter { $0.severity == .error }.compactMap {
      Pointer($0.location.pointer)
    }
    let whole = Whole(definition, tree, checked, errors: errors)
    if findings.hasErrors || reportsMissingRows(whole) {
      for aspect in Findings.Aspect.allCases { findings.poison(aspect) }
    } else if !brokenUses.isEmpty {
      for aspect in Linker.usedAspects { findings.poison(aspect) }
    }
    var run = Linker.decidedByParts
    for check in Linker.wholeChecks where findings.poisoned.isDisjoint(with: check.reliesOn) {
      run.insert(check.rule.id)
      for diagnostic in check.findings(in: whole) {
        findings.add(diagnostic, poisoning: check.reliesOn)
        if isPermitted(diagnostic) { continue }
        for aspect in check.leavesOpen { findings.poison(aspect) }
      }
    }
    return run
  }

  /// What a used file with an error leaves unknown.
  private static let usedAspects: [Findings.Aspect] = [.flow, .reads, .writes]

  /// The rules whose findings are complete once the parts are checked.
  private static let decidedByParts = Set(
    [OptionalUI.rule, RequiredData.rule, DynamicType.rule, NoEffect.rule].map(\.id))

  private func isPermitted(_ diagnostic: Diagnostic) -> Bool {
    definition.allowances.contains { $0.permits(diagnostic) }
  }

  /// Reports a definition without rows once, although it has events or states that need some.
  private func reportsMissingRows(_ whole: Whole) -> Bool {
    guard whole.checked.rows.isEmpty else { return false }
    let lacking =
      UnhandledEvent.findings(in: whole)
      + (definition.events.isEmpty ? UnreachableState.findings(in: whole) : [])
    guard lacking.count > 1, var first = lacking.first else { return false }
    if !definition.events.isEmpty {
      first.message = UnhandledEvent.message(definition.events.map(\.name))
    }
    first.notes += lacking.dropFirst().map { .mention($0.message, at: $0.location) }
    findings.add(first)
    return true
  }
}
