/// One mistake, one diagnostic: what a single missing row leaves behind.
enum MissingRow {
  /// Findings that such a row would resolve: by going somewhere, by writing, by emitting.
  private static let consequences: Set<String> = [
    UnreachableState.rule.id, DeadEnd.rule.id, UnwrittenProperty.rule.id, UnsentCommand.rule.id,
    UnreadProperty.rule.id,
  ]

  /// An event that no row takes needs no other name before somebody takes it; and what a row without
  /// a value would have read is not told.
  private static func withoutEvent(_ found: [Diagnostic]) -> [Diagnostic] {
    let unhandled = Set(found.filter { $0.rule == UnhandledEvent.rule.id }.map(\.place))
    let isOpen = found.contains { $0.rule == OpenOutput.rule.id }
    let findings = found.filter { finding in
      switch finding.rule {
      case EventTense.rule.id: !unhandled.contains(finding.place)
      case UnreadProperty.rule.id: !isOpen
      default: true
      }
    }
    return findings
  }

  /// A row that never rests may lack what others wait for.
  private static func withoutRest(_ findings: [Diagnostic]) -> [Diagnostic] {
    let loops = findings.filter { $0.rule == EventlessLoop.rule.id }
    let lacking = [UnhandledEvent.rule.id, UnsentCommand.rule.id]
    guard loops.count == 1, lacking.allSatisfy({ id in findings.count { $0.rule == id } < 2 })
    else { return findings }
    return Diagnostic.together(loops + findings.filter { lacking.contains($0.rule) })
      + findings.filter { $0.rule != EventlessLoop.rule.id && !lacking.contains($0.rule) }
  }

  /// Rows that never run behind one and the same earlier row: that takes too much.
  private static func behindOne(_ findings: [Diagnostic]) -> [Diagnostic] {
    let rows = findings.filter { $0.rule == UnreachableRow.rule.id }
    guard rows.count > 1, let earlier = rows[0].notes.first?.place,
      rows.allSatisfy({ $0.notes.first?.place == earlier })
    else { return findings }
    return Diagnostic.together(rows) + findings.filter { $0.rule != UnreachableRow.rule.id }
  }

  /// A row that never runs may be the row that is missing, where its event or state is another's.
  private static func misplaced(_ findings: [Diagnostic]) -> [Diagnostic] {
    func only(_ rule: String) -> Bool { findings.count { $0.rule == rule } < 2 }
    let lacking = [UnhandledEvent.rule.id, UnreachableState.rule.id, DeadEnd.rule.id]
    let silent = [UnreachableRow.rule.id, ShadowedRow.rule.id]
    guard findings.count(where: { silent.contains($0.rule) }) == 1,
      lacking.allSatisfy(only), findings.contains(where: { lacking.contains($0.rule) })
    else { return findings }
    func isPart(_ finding: Diagnostic) -> Bool {
      silent.contains(finding.rule) || lacking.contains(finding.rule)
    }
    let row = findings.filter { silent.contains($0.rule) }
    let lacks = findings.filter { lacking.contains($0.rule) }
    // The note is what is less bad.
    let isWorse = row.contains { $0.severity == .note }
    return Diagnostic.together(isWorse ? lacks + row : row + lacks)
      + findings.filter { !isPart($0) }
  }

  /// The findings, with the consequences of an event that no row takes, or else of a state that
  /// nothing leads to, as notes of that one; of several, which of them lacks what is not known.
  /// Where there are no rows at all, or none of them `goesSomewhere`, all lack the same.
  static func together(
    _ found: [Diagnostic], hasRows: Bool, goesSomewhere: Bool
  ) -> [Diagnostic] {
    let findings = misplaced(behindOne(withoutRest(withoutEvent(found))))
    let causes = [UnhandledEvent.rule.id, UnreachableState.rule.id]
    let cause = causes.first { id in findings.contains { $0.rule == id } }
    let isOne =
      findings.count { $0.rule == cause } == 1
      || (cause == UnhandledEvent.rule.id ? !hasRows : !goesSomewhere)
    guard let cause, isOne else {
      return together(UnsentCommand.rule.id, in: findings, UnsentCommand.message)
    }
    let told = together(UnhandledEvent.rule.id, in: findings, UnhandledEvent.message)
    func isPart(_ finding: Diagnostic) -> Bool {
      finding.rule == cause || consequences.contains(finding.rule)
    }
    let parts = told.filter { $0.rule == cause } + told.filter { isPart($0) && $0.rule != cause }
    return Diagnostic.together(parts) + told.filter { !isPart($0) }
  }

  /// Several commands that nothing emits, or all events where there are no rows, as one finding:
  /// which row does not is not known, and it may be one.
  private static func together(
    _ rule: String, in findings: [Diagnostic], _ message: ([String]) -> String
  ) -> [Diagnostic] {
    let lacking = findings.filter { $0.rule == rule }
    if lacking.count < 2 { return findings }
    let told = Diagnostic.together(lacking).map { first in
      var first = first
      // All of them are named: a baseline that knows one does not hide another.
      first.message = message(lacking.flatMap(\.arguments))
      return first
    }
    return told + findings.filter { $0.rule != rule }
  }
}
