package import StateTables

/// One thing that is not as it was, and whom it concerns.
package struct Change: Sendable {
  /// Whom a change concerns.
  package enum Class: String, CaseIterable, Sendable {
    case swift = "Swift source"
    case kotlin = "Kotlin source"
    case snapshots = "stored snapshots"
    case eventLogs = "event logs"
    case behavior = "behaviour"
  }

  /// Whom this one concerns; nobody: documents only.
  package let classes: Set<Class>
  /// What it is, and where.
  package let diagnostic: Diagnostic
  /// Whether it stands in the old file: what has been removed.
  package let isInOld: Bool

  init(_ classes: Set<Class>, _ diagnostic: Diagnostic, isInOld: Bool = false) {
    self.classes = classes
    self.diagnostic = diagnostic.concerning(classes)
    self.isInOld = isInOld
  }

  /// `breaks Swift and Kotlin callers, and stored snapshots`.
  static func label(_ classes: Set<Class>) -> String {
    var parts: [String] = []
    switch (classes.contains(.swift), classes.contains(.kotlin)) {
    case (true, true): parts.append("Swift and Kotlin callers")
    case (true, false): parts.append("Swift callers")
    case (false, true): parts.append("Kotlin callers")
    case (false, false): break
    }
    if classes.contains(.snapshots) { parts.append("stored snapshots") }
    if classes.contains(.eventLogs) { parts.append("event logs") }
    if parts.isEmpty { return classes.contains(.behavior) ? "changes behaviour" : "breaks nothing" }
    return "breaks " + parts.joined(separator: " and ").replacingFirstAnd(parts.count)
  }
}

extension Diagnostic {
  /// The same, with the classes of the change that it tells.
  package func concerning(_ classes: Set<Change.Class>) -> Diagnostic {
    var diagnostic = self
    diagnostic.classes =
      classes.isEmpty
      ? ["documents only"] : Change.Class.allCases.filter(classes.contains).map(\.rawValue)
    return diagnostic
  }
}

extension String {
  /// Three parts: `a and b callers, c and d`; fewer stay as they are.
  fileprivate func replacingFirstAnd(_ count: Int) -> String {
    guard count > 2 else { return self }
    let parts = split(separator: " and ").map(String.init)
    return parts.dropLast().joined(separator: ", ") + " and " + (parts.last ?? "")
  }
}

/// What two versions of a definition differ in.
package struct Differences: Sendable {
  /// In the order of the sections.
  package var changes: [Change] = []
  /// Whether both mean the same, to the last cell: then only documents can differ.
  package let isSameMeaning: Bool

  /// Compares two versions.
  ///
  /// - Parameters:
  ///   - old: The version that others know.
  ///   - new: The version that is to replace it.
  ///   - oldName: How the old one is called: `origin/main`.
  ///   - newPath: The new file, as the user would name it.
  ///   - specs: Specs of both: what they send is tried.
  package init(
    from old: CheckedDefinition, to new: CheckedDefinition, oldName: String, newPath: String,
    specs: [Spec] = []
  ) {
    isSameMeaning = CellMeaning.areEqual(old, new)
    var comparison = Comparison(old: old, new: new, oldName: oldName)
    comparison.compareAll()
    changes = comparison.changes
    if !isSameMeaning {
      let side = SideBySide(old: old, new: new, oldName: oldName, newPath: newPath, specs: specs)
      changes += side?.differences ?? []
      // What invariants say is compared apart: one that says less concerns nobody.
      let invariants = [old, new].map { version in
        let meaning = CellMeaning(version)
        return version.invariants.map { "\($0.name): \(meaning.key($0.condition))" }
      }
      if changes.isEmpty, invariants[0] == invariants[1] {
        changes.append(
          Change(
            [.behavior],
            ChangedBehavior.notFound(
              in: new.definition.name, oldName: oldName, pairs: side?.pairCount ?? 0,
              isCut: side?.isCut ?? true)))
      }
    }
  }
}
