import StateExploration
import StateFiles
import StateProject
import StateSpecs
import StateTables

/// How `validate` looks at what definitions do.
enum Exploring {
  /// Runs a definition within the usual limits.
  static func definition(
    _ definition: CheckedDefinition, _ spec: Spec?, _ path: String, _ isClean: Bool
  ) -> [Diagnostic] {
    diagnostics(definition, spec, path, isClean, hasNotes: false)
  }

  /// The same, with notes.
  static func everything(
    _ definition: CheckedDefinition, _ spec: Spec?, _ path: String, _ isClean: Bool
  ) -> [Diagnostic] {
    diagnostics(definition, spec, path, isClean, hasNotes: true)
  }

  /// The same, with notes where the project asks for them.
  static func asked(by wishes: Wishes) -> Validation.Exploring {
    { definition, spec, path, isClean in
      diagnostics(
        definition, spec, path, isClean,
        hasNotes: SemanticChecks.notes.contains { wishes.ask(for: $0.id, in: path) })
    }
  }

  private static func diagnostics(
    _ definition: CheckedDefinition, _ spec: Spec?, _ path: String, _ isClean: Bool, hasNotes: Bool
  ) -> [Diagnostic] {
    var limits = SemanticChecks.Limits()
    limits.hasProofs = isClean
    limits.hasNotes = hasNotes
    let found = SemanticChecks.diagnostics(of: definition, spec: spec, path: path, limits: limits)
    guard let spec else { return found }
    // What cannot happen no case can reach.
    let told = Set(found.map(\.place.pointer))
    return found
      + Uncovered.findings(in: definition, by: spec).filter { finding in
        !told.contains {
          $0 == finding.place.pointer || $0.hasPrefix(finding.place.pointer + "/")
        }
      }
  }
}

/// What the project files of a run ask for, each looked up once.
final class Wishes {
  private var settings: ProjectSettings

  init(_ settings: ProjectSettings) { self.settings = settings }

  func ask(for rule: String, in path: String) -> Bool { settings.isEnabled(rule, in: path) }
}
