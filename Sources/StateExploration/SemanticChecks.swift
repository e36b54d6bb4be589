import CEL
import StateChecks
import StateInterpreter
package import StateLinking
package import StateModel

/// The checks that run a definition to find its behaviour.
package enum SemanticChecks {
  /// The limits of an exploration.
  package struct Limits {
    /// The maximum number of nodes.
    package var nodes = 10_000
    /// The maximum number of steps if the exploration can be complete.
    package var steps = 1_000
    /// The most that the steps of the exploration, or of the random walks, may take from their
    /// budgets together: as much as 20 of the longest steps.
    package var work = 20 * CEL.Limits.eventSteps
    /// Whether findings that need a complete exploration are wanted. After a warning of another
    /// check they would only repeat its consequences.
    package var hasProofs = true
    /// Whether notes are wanted too.
    package var hasNotes = false
    /// Called before each step: whether the checks end early, with findings that do not count.
    package var isCancelled: () -> Bool = { false }

    package init() {}

    /// The maximum number of steps: a quarter if the exploration cannot be complete, twice as many
    /// for notes.
    func steps(isComplete: Bool) -> Int {
      if hasNotes { return steps * 2 }
      return isComplete ? steps : steps / 4
    }
  }

  /// The findings about a definition without errors.
  ///
  /// - Parameters:
  ///   - checked: The definition.
  ///   - spec: Its spec; the events it sends are tried as well.
  ///   - path: The path of the file, as the user wrote it.
  ///   - limits: The limits of the exploration.
  /// - Returns: The findings, without those that the definition allows.
  package static func diagnostics(
    of checked: CheckedDefinition, spec: Spec? = nil, path: String, limits: Limits = Limits()
  ) -> [Diagnostic] {
    var context: ExplorationContext
    do throws(ExplorationContext.Obstacle) {
      context = try ExplorationContext(checked, spec: spec, path: path, limits: limits)
    } catch {
      switch error {
      case .nothingToExplore: return obstacle(of: checked)
      case .noStart(let starts):
        let found =
          FailureFinder.findings(ofStarts: starts, checked)
          + LoopFinder.findings(ofStarts: starts, checked)
        return permitted(found, checked)
      }
    }
    var found: [Diagnostic] = []
    for finder in finders { found += finder.findings(in: &context) }
    if limits.hasProofs, found.isEmpty { found += ProofFinder.findings(in: &context) }
    if limits.hasNotes {
      for finder in remarkFinders { found += finder.findings(in: &context) }
    }
    return permitted(found, checked)
  }

  /// The findings that the definition does not allow.
  private static func permitted(
    _ found: [Diagnostic], _ checked: CheckedDefinition
  ) -> [Diagnostic] {
    found.filter { diagnostic in
      !checked.definition.allowances.contains { $0.permits(diagnostic) }
    }
  }

  /// The reason why a definition without errors cannot run.
  private static func obstacle(of checked: CheckedDefinition) -> [Diagnostic] {
    if Sizes.fits(checked) { return [] }
    do throws(CompileError) {
      _ = try CompiledDefinition(checked)
      return []
    } catch {
      guard error == .tooLarge else { return [] }
      let name = checked.definition.name
      return [
        Diagnostic(.file(.tooLarge(name)), at: .init("/state", range: 0..<name.utf8.count))
      ]
    }
  }

  /// The rules that are checked only if notes are wanted.
  package static let notes = [RuleID.rowOverlap, .rowGap, .invariantUndecided]

  static let finders: [any Finder.Type] = [
    InvariantFinder.self, LoopFinder.self, FailureFinder.self, StickyFinder.self,
  ]

  /// The finders that only report notes.
  static let remarkFinders: [any Finder.Type] = [
    RowFinder.self, UndecidedFinder.self, UnseenFailureFinder.self,
  ]
}

/// Finds violations of one rule.
protocol Finder: Sendable {
  static func findings(in context: inout ExplorationContext) -> [Diagnostic]
}
