/// One rule about definitions: its stable id, how bad a finding is, why, and what it looks like.
///
/// Each check is one file: its entry, and at the file's foot the words of its findings. What the
/// readers, the checker of cells and the explorer find has its entry here as well.
package protocol Check: Sendable {
  static var rule: Rule { get }
}

extension Check {
  /// A finding of this check.
  package static func finding(
    _ message: String, at location: Diagnostic.Location, label: String? = nil,
    notes: [Diagnostic.Note] = [], help: String? = nil, fix: Diagnostic.Fix? = nil
  ) -> Diagnostic {
    Diagnostic(
      rule: rule.id, severity: rule.severity, message: message, at: location, label: label,
      notes: notes, help: help, fix: fix)
  }
}

/// A check that looks at a definition as a whole, after its parts were checked.
protocol WholeCheck: Check {
  /// What it relies on: where a mistake leaves that unknown, it is silent.
  static var reliesOn: Set<Findings.Aspect> { get }
  /// What a finding leaves open, whatever its severity: other checks would tell a consequence.
  static var leavesOpen: Set<Findings.Aspect> { get }
  static func findings(in whole: Whole) -> [Diagnostic]
}

extension WholeCheck {
  static var leavesOpen: Set<Findings.Aspect> { [] }
}

/// A definition as far as it could be checked: broken cells are placeholders.
///
/// A reference to what never changes: every check hands it on, and a copy counts thirty references.
final class Whole: Sendable {
  let definition: Definition
  let tree: StateTree
  let checked: CheckedDefinition
  /// Where errors stand.
  let errors: [Pointer]
  /// What depends on what.
  let flow: DataFlow
  /// What is written where.
  let writes: Writes
  /// The states that some chain of rows leads to.
  let reached: Set<StateIndex>

  init(
    _ definition: Definition, _ tree: StateTree, _ checked: CheckedDefinition, errors: [Pointer]
  ) {
    self.definition = definition
    self.tree = tree
    self.checked = checked
    self.errors = errors
    flow = DataFlow(checked)
    writes = Writes(checked)
    reached = Reachability(tree: tree, checked: checked).reached
  }

  /// Whether there is an error at a location or below it.
  func isBroken(_ location: Pointer) -> Bool { errors.contains { $0.isWithin(location) } }
}
