/// One mistake, one diagnostic: what a single missing row leaves behind.
enum MissingRow {
  /// Findings that such a row would resolve: by going somewhere, by writing, by emitting.
  private static let consequences: Set<String> = [
    UnreachableState.rule.id, DeadEnd.rule.id, UnwrittenProperty.rule.id, UnsentCommand.rule.id,
  ]

  /// The findings, with the consequences of an event that no row takes, or else of a state that
  /// nothing leads to, as notes of that one; of several, which of them lacks what is not known.
  /// Where no row at all `goesSomewhere`, all states that nothing leads to lack the same.
  static func together(_ findings: [Diagnostic], goesSomewhere: Bool) -> [Diagnostic] {
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
