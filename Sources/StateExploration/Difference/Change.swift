import StateChecks
package import StateLinking
package import StateModel

/// A difference between two versions, as a finding.
package struct VersionChange: Sendable {
  /// What differs.
  package let fact: Problem.Change
  /// The finding that reports it.
  package let diagnostic: Diagnostic
  /// Whether its location is in the old file, because something was removed.
  package let isInOld: Bool

  init(
    _ fact: Problem.Change, at location: Diagnostic.Location,
    severity: Diagnostic.Severity? = nil, notes: [Diagnostic.Note] = [], isInOld: Bool = false
  ) {
    self.fact = fact
    self.isInOld = isInOld
    diagnostic = Diagnostic(.change(fact), at: location, severity: severity, notes: notes)
  }
}

/// The differences between two versions of a definition.
package struct Differences: Sendable {
  /// The changes in the order of the sections.
  package var changes: [VersionChange] = []
  /// Whether every cell and declaration has the same meaning. If so, only documents can differ.
  package let isSameMeaning: Bool

  /// Compares two versions.
  ///
  /// - Parameters:
  ///   - old: The version in use.
  ///   - new: The version that replaces it.
  ///   - oldName: A name for the old version, such as `origin/main`.
  ///   - newPath: The path of the new file, as the user wrote it.
  ///   - specs: The specs of both versions; the events they send are tried.
  package init(
    from old: CheckedDefinition, to new: CheckedDefinition, oldName: String, newPath: String,
    specs: [Spec] = []
  ) {
    let oldName = Problem.Change.VersionName(oldName)
    isSameMeaning = CellMeaning.areEqual(old, new)
    var comparison = Comparison(old: old, new: new, oldName: oldName)
    comparison.compareAll()
    changes = comparison.changes
    if !isSameMeaning {
      let side = DifferentialRun(
        old: old, new: new, oldName: oldName, newPath: newPath, specs: specs)
      changes += side?.differences ?? []
      // The conditions of invariants are compared separately: a weaker one affects nobody.
      let invariants = [old, new].map { version in
        let meaning = CellMeaning(version)
        return version.invariants.map { "\($0.name): \(meaning.key($0.condition))" }
      }
      if changes.isEmpty, invariants[0] == invariants[1] {
        changes.append(notFound(in: new, oldName: oldName, after: side))
      }
    }
  }
  /// The meanings differ, and no events were found that show it.
  private func notFound(
    in new: CheckedDefinition, oldName: Problem.Change.VersionName, after run: DifferentialRun?
  ) -> VersionChange {
    let name = new.definition.name
    return VersionChange(
      .noDifferenceFound(
        name, pairs: run?.pairCount ?? 0, isCut: run?.isCut ?? true, since: oldName),
      at: .init("/state", range: 0..<name.utf8.count), severity: .note)
  }
}
