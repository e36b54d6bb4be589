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

extension Definition.Allowance {
  /// Whether it permits a change, as an allowance of the new version. What was removed is not in the new
  /// file, where its pointer may belong to another declaration, so only the definition itself permits it.
  package func permits(_ change: VersionChange) -> Bool {
    (!change.isInOld || pointer.isEmpty) && permits(change.diagnostic)
  }
}

/// The differences between two versions of a definition.
package struct Differences: Sendable {
  /// The changes in the order of the sections.
  package var changes: [VersionChange] = []
  /// Whether every cell and declaration has the same meaning. If so, only documents can differ.
  package let isSameMeaning: Bool
  /// The renamed declarations.
  package let names: NameMatching

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
    var comparison = Comparison(old: old, new: new, oldName: oldName)
    comparison.compareAll()
    changes = comparison.changes
    let matching = comparison.matching
    names = matching.names
    let isSameBehavior = CellMeaning.areEqual(old, new, names)
    isSameMeaning = isSameBehavior && names.isEmpty && comparison.haveSameInvariants
    if isSameBehavior { return }
    let isDraft = (old: old.definition.isDraft, new: new.definition.isDraft)
    if isDraft.old || isDraft.new {
      changes.append(
        VersionChange(
          .draft(new.definition.name, isOld: isDraft.old, isNew: isDraft.new, since: oldName),
          at: new.definition.nameLocation, severity: isDraft.old ? .note : nil))
      return
    }
    let run = DifferentialRun(
      old: old, new: new, matching: matching, oldName: oldName, newPath: newPath, specs: specs)
    changes += run?.differences ?? []
    let hasDifferences = changes.contains { $0.diagnostic.rule == .behaviorChanged }
    let missing = matching.notCompared(old, new)
    let isComplete = missing.isEmpty && run?.isComplete ?? false
    if isComplete, hasDifferences { return }
    changes.append(
      VersionChange(
        .compared(
          new.definition.name, pairs: run?.pairCount ?? 0, isComplete: isComplete, without: missing,
          hasDifferences: hasDifferences, since: oldName),
        at: new.definition.nameLocation, severity: .note))
  }
}

extension Definition {
  /// Its name in its file.
  fileprivate var nameLocation: Diagnostic.Location {
    .init("/state", range: 0..<name.utf8.count)
  }
}
