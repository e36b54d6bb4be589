package import StateTables

/// One difference between two versions, and what it affects.
package struct Change: Sendable {
  /// Something that a change can affect.
  package enum Class: String, CaseIterable, Sendable {
    case swift = "Swift source"
    case kotlin = "Kotlin source"
    case snapshots = "stored snapshots"
    case eventLogs = "event logs"
    case behavior = "behaviour"
  }

  /// What the change affects; if empty, only documents.
  package let classes: Set<Class>
  /// The finding that describes it.
  package let diagnostic: Diagnostic
  /// Whether its location is in the old file, because something was removed.
  package let isInOld: Bool

  init(_ classes: Set<Class>, _ diagnostic: Diagnostic, isInOld: Bool = false) {
    self.classes = classes
    self.diagnostic = diagnostic.concerning(classes)
    self.isInOld = isInOld
  }

  /// A label such as `breaks Swift and Kotlin callers, and stored snapshots`.
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
  /// A copy with the classes of its change.
  package func concerning(_ classes: Set<Change.Class>) -> Diagnostic {
    var diagnostic = self
    diagnostic.classes =
      classes.isEmpty
      ? ["documents only"] : Change.Class.allCases.filter(classes.contains).map(\.rawValue)
    return diagnostic
  }
}

extension String {
  /// Joins three parts as `a and b callers, c and d`. Fewer parts stay as they are.
  fileprivate func replacingFirstAnd(_ count: Int) -> String {
    guard count > 2 else { return self }
    let parts = split(separator: " and ").map(String.init)
    return parts.dropLast().joined(separator: ", ") + " and " + (parts.last ?? "")
  }
}

/// The differences between two versions of a definition.
package struct Differences: Sendable {
  /// The changes in the order of the sections.
  package var changes: [Change] = []
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
