package import StateLinking
package import StateModel

/// All checks of definitions without errors.
enum DefinitionChecks {
  /// Checks that no other finding influences.
  private static let independent: [any DefinitionCheck.Type] = [
    InitialInvariant.self, EventTense.self, ReservedName.self, OutputName.self, TimerDelay.self,
    LeftState.self, ConstantInvariant.self, ExpressionCost.self,
  ]

  /// Checks in the order of cause and effect. A phase runs only if the phases before it found nothing
  /// worse than a note: a row that never runs explains an event that nothing handles, and that
  /// explains a property that nothing writes.
  private static let phases: [[any DefinitionCheck.Type]] = [
    [
      EventlessLoop.self, UnreachableRow.self, ConflictingRows.self, ShadowedRow.self,
      ConstantGuard.self,
    ],
    [UnhandledEvent.self],
    [UnreachableState.self, UnsentCommand.self],
    [DeadEnd.self],
    [
      UnreadProperty.self, UnwrittenProperty.self, UnreadField.self, DerivedProperty.self,
      UnboundedProperty.self,
    ],
  ]

  /// The findings of a definition without errors, and the rules whose findings are complete. Ignored
  /// findings end no phase: they are not shown, so what they cause is.
  static func findings(
    in checked: CheckedDefinition, _ tree: StateTree, ignoring isIgnored: (Diagnostic) -> Bool
  ) -> (diagnostics: [Diagnostic], decided: [RuleID]) {
    let context = DefinitionContext(checked, tree: tree)
    // A row with several states is checked once for each.
    let findings = Findings()
    var decided: [RuleID] = []
    func run(_ checks: [any DefinitionCheck.Type]) {
      for check in checks {
        check.findings(in: context).forEach(findings.add)
        decided.append(check.rule)
      }
    }
    for phase in phases {
      run(phase)
      let isOpen = checked.definition.allowances.unpermitted(findings.diagnostics).contains {
        $0.severity > .note && !isIgnored($0)
      }
      if isOpen { break }
    }
    run(independent)
    return (findings.diagnostics, decided)
  }
}

/// The result of checking a definition.
package struct CheckResult: Sendable {
  /// The definition, ready to run; `nil` if it has an error, is a draft, or uses a broken file.
  package let checked: CheckedDefinition?
  /// A draft without errors: it can be drawn, and its specs fail where something is missing.
  package let draft: CheckedDefinition?
  /// The findings that `allow` does not permit, in the order found.
  package let diagnostics: [Diagnostic]
  /// The used files, as `uses` names them, whose own errors keep this one from running.
  package let brokenUses: [String]
  /// The definition as far as a spec can be read with it where it has an error.
  package let partial: PartialDefinition
}

extension Definition {
  /// Links the definition with the files that it uses and, if it has no error, runs all checks.
  ///
  /// - Parameters:
  ///   - uses: The files.
  ///   - isIgnored: Whether the project does not show a finding.
  /// - Returns: The definition, ready to run if it has no error, and its findings.
  package func checked(
    with uses: [UsedFile] = [], ignoring isIgnored: (Diagnostic) -> Bool = { _ in false }
  ) -> CheckResult {
    let linked = self.linked(with: uses)
    var found = linked.diagnostics
    var decided: [RuleID] = []
    if let checked = linked.checked {
      let checks = DefinitionChecks.findings(in: checked, linked.tree, ignoring: isIgnored)
      found += checks.diagnostics
      decided = checks.decided + DefinitionChecks.linkedRules
    }
    found += allowances.findings(beside: found, decided: decided)
    let hasErrors = found.contains { $0.severity == .error }
    return CheckResult(
      checked: hasErrors ? nil : linked.checked, draft: hasErrors ? nil : linked.draft,
      diagnostics: allowances.unpermitted(found),
      brokenUses: linked.brokenUses, partial: linked.partial)
  }
}

extension DefinitionChecks {
  /// Rules of the linker whose findings are complete where a definition has no error.
  fileprivate static let linkedRules: [RuleID] = [
    .outputUiOptional, .outputDataRequired, .typeDyn, .rowNoEffect,
  ]
}

extension TypesFile {
  /// Checks the file with the files that it uses, which have been read already.
  package func checked(with uses: [UsedFile] = []) -> [Diagnostic] {
    let found = linked(with: uses)
    return allowances.unpermitted(found + allowances.findings(beside: found, decided: []))
  }
}
