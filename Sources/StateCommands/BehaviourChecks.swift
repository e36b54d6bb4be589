import StateExploration
import StateFiles
import StateLanguageServer
import StateLinking
import StateModel
import StateProject
import StateSpecs

/// Runs definitions for `validate`, to find errors in their behaviour.
enum BehaviourChecks {
  /// Checks the behaviour of a definition within the usual limits.
  static func definition(
    _ definition: CheckedDefinition, _ spec: Spec?, _ path: String, _ isClean: Bool
  ) -> [Diagnostic] {
    diagnostics(definition, spec, path, isClean, hasNotes: false)
  }

  /// Like `definition`, with notes.
  static func everything(
    _ definition: CheckedDefinition, _ spec: Spec?, _ path: String, _ isClean: Bool
  ) -> [Diagnostic] {
    diagnostics(definition, spec, path, isClean, hasNotes: true)
  }

  /// Like `definition`, with the notes that the project files enable.
  static func enabled(
    by settings: SharedSettings, unless isCancelled: @escaping () -> Bool = { false }
  ) -> Validation.Exploring {
    { definition, spec, path, isClean in
      diagnostics(
        definition, spec, path, isClean,
        hasNotes: settings.enable(anyOf: SemanticChecks.notes, in: path),
        unless: isCancelled)
    }
  }

  /// The checks of a language server; nil if `isCancelled` ended them.
  static func interruptible(by isCancelled: @escaping () -> Bool) -> LanguageServer.Exploring {
    { definition, spec, path, isClean in
      // Project files may change during a session.
      let checks = enabled(by: SharedSettings(ProjectSettings(.nearest)), unless: isCancelled)
      let found = checks(definition, spec, path, isClean)
      return isCancelled() ? nil : found
    }
  }

  private static func diagnostics(
    _ definition: CheckedDefinition, _ spec: Spec?, _ path: String, _ isClean: Bool, hasNotes: Bool,
    unless isCancelled: @escaping () -> Bool = { false }
  ) -> [Diagnostic] {
    var limits = SemanticChecks.Limits()
    limits.isCancelled = isCancelled
    limits.hasProofs = isClean
    limits.hasNotes = hasNotes
    let found = SemanticChecks.diagnostics(of: definition, spec: spec, path: path, limits: limits)
    guard let spec else { return found }
    // No case can reach a row that never runs, and a constant output needs none: they are not
    // reported twice.
    let explaining: Set<RuleID> = [.exprConstantGuard, .rowUnreachable, .outputConstant]
    let reported = Set(found.filter { explaining.contains($0.rule) }.map(\.location.pointer))
    return found
      + Uncovered.findings(in: definition, by: spec).filter { finding in
        !reported.contains { $0.isWithin(finding.location.pointer) }
      }
  }
}

/// The settings of the project files of a run, each file read once.
final class SharedSettings {
  private var settings: ProjectSettings

  init(_ settings: ProjectSettings) { self.settings = settings }

  func enable(anyOf rules: [RuleID], in path: String) -> Bool {
    settings.isEnabled(anyOf: rules, in: path)
  }

  func ignores(_ diagnostic: Diagnostic, in path: String) -> Bool {
    settings.ignores(diagnostic, in: path)
  }
}
