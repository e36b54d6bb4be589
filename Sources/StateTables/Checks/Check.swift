/// One rule about definitions: its stable id, how bad a finding is, why, and what it looks like.
///
/// Each check is one file: its entry, and at the file's foot the words of its findings.
package protocol Check: Sendable {
  static var rule: Rule { get }
}

/// What is known about a check apart from its findings: printed by `states explain` and `rules`.
public struct Rule: Hashable, Sendable {
  /// The stable name: `group/name`.
  public let id: String
  /// How bad a finding is, if the project does not say otherwise.
  public let severity: Diagnostic.Severity
  /// Why it matters, in a sentence or two.
  public let reason: String
  /// A whole definition that has exactly this finding.
  public let bad: String
  /// The same definition put right.
  public let good: String

  /// Describes a check.
  public init(
    _ id: String, _ severity: Diagnostic.Severity, reason: String, bad: String, good: String
  ) {
    self.id = id
    self.severity = severity
    self.reason = reason
    self.bad = bad
    self.good = good
  }
}

extension Check {
  /// A finding of this check.
  static func finding(
    _ message: String, at place: Diagnostic.Place, label: String? = nil,
    notes: [Diagnostic.Note] = [], help: String? = nil, fix: Diagnostic.Fix? = nil
  ) -> Diagnostic {
    Diagnostic(
      rule: rule.id, severity: rule.severity, message: message, at: place, label: label,
      notes: notes, help: help, fix: fix)
  }
}

/// A check that looks at a definition as a whole, after its parts were checked.
protocol WholeCheck: Check {
  /// What it relies on: where a mistake leaves that unknown, it is silent.
  static var reliesOn: Set<Findings.Aspect> { get }
  static func findings(in whole: Whole) -> [Diagnostic]
}

/// A definition as far as it could be checked: broken cells are placeholders.
struct Whole {
  let definition: Definition
  let tree: StateTree
  let checked: CheckedDefinition
  /// Where errors stand.
  let errors: [Pointer]

  /// Whether there is an error at a place or below it.
  func isBroken(_ place: Pointer) -> Bool { errors.contains { $0.isWithin(place) } }
}
