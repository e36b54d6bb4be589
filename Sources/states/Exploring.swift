import StateExploration
import StateFiles
import StateTables

/// How `validate` looks at what definitions do.
enum Exploring {
  /// Runs a definition within the usual limits.
  static let definition: Validation.Exploring = { definition, spec, path, isClean in
    diagnostics(definition, spec, path, isClean, hasNotes: false)
  }

  /// The same, with notes.
  static let everything: Validation.Exploring = { definition, spec, path, isClean in
    diagnostics(definition, spec, path, isClean, hasNotes: true)
  }

  private static func diagnostics(
    _ definition: CheckedDefinition, _ spec: Spec?, _ path: String, _ isClean: Bool, hasNotes: Bool
  ) -> [Diagnostic] {
    var limits = Semantics.Limits()
    limits.hasProofs = isClean
    limits.hasNotes = hasNotes
    return Semantics.diagnostics(of: definition, spec: spec, path: path, limits: limits)
  }
}
