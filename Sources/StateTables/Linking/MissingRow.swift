/// One mistake, one diagnostic: what a single missing row leaves behind.
enum MissingRow {
  /// Findings that such a row would resolve: by going somewhere, by writing, by emitting.
  private static let consequences: Set<String> = [
    UnreachableState.rule.id, DeadEnd.rule.id, UnwrittenProperty.rule.id, UnsentCommand.rule.id,
    UnreadProperty.rule.id,
  ]

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
  /// Where no row at all `goesSomewhere`, all states that nothing leads to lack the same.
  static func together(_ found: [Diagnostic], goesSomewhere: Bool) -> [Diagnostic] {
    let findings = misplaced(found)
    let causes = [UnhandledEvent.rule.id, UnreachableState.rule.id]
    guard
      let cause = causes.first(where: { id in findings.contains { $0.rule == id } }),
      findings.count(where: { $0.rule == cause }) == 1
        || cause == UnreachableState.rule.id && !goesSomewhere
    else { return commandsTogether(findings) }
    func isPart(_ finding: Diagnostic) -> Bool {
      finding.rule == cause || consequences.contains(finding.rule)
    }
    let parts =
      findings.filter { $0.rule == cause } + findings.filter { isPart($0) && $0.rule != cause }
    return Diagnostic.together(parts) + findings.filter { !isPart($0) }
  }

  /// Several commands that nothing emits as one finding: which row does not emit them is not known,
  /// and it may be one.
  private static func commandsTogether(_ findings: [Diagnostic]) -> [Diagnostic] {
    let unsent = findings.filter { $0.rule == UnsentCommand.rule.id }
    if unsent.count < 2 { return findings }
    let told = Diagnostic.together(unsent).map { first in
      var first = first
      // All of them are named: a baseline that knows one does not hide another.
      first.message = UnsentCommand.message(unsent.flatMap(\.arguments))
      return first
    }
    return told + findings.filter { $0.rule != UnsentCommand.rule.id }
  }
}
