import CEL
import StateInterpreter
package import StateTables

/// A definition with its exploration: the context of all finders.
struct Ground {
  let checked: CheckedDefinition
  let compiled: CompiledDefinition
  let alphabet: Alphabet
  let exploration: Exploration
  /// The path of the file, as the user wrote it.
  let path: String
  /// A machine that can jump to any node.
  var machine: Machine
  let texts: ValueText
  let risks: Risks

  /// Explores a definition. Returns `nil` if it cannot run or no start succeeds.
  init?(_ checked: CheckedDefinition, spec: Spec?, path: String, limits: Semantics.Limits) {
    let risks = Risks(checked)
    var attentions: Attentions?
    // A proof needs the whole definition, and so do notes.
    var needsAll = limits.hasNotes
    if !needsAll, !Alphabet.isPlainlyOpen(checked) {
      let found = Attentions(checked)
      needsAll = Alphabet.mayBeWhole(checked, found)
      attentions = found
    }
    let relevance = limits.hasNotes ? nil : Relevance(checked, risks)
    let isOpen = relevance?.hasQuestions ?? true
    guard isOpen || needsAll && limits.hasProofs else { return nil }
    var asked = checked
    if !needsAll, let relevance { asked = relevance.rest }
    guard let compiled = try? CompiledDefinition(asked) else { return nil }
    var alphabet = Alphabet(
      compiled, spec: spec, attentions: attentions ?? Attentions(checked))
    if !needsAll, let relevance { alphabet.keep(relevance, of: asked) }
    var explorer = Explorer(
      compiled, nodeLimit: limits.nodes, stepLimit: limits.steps(isWhole: needsAll))
    explorer.isForProof = !isOpen
    exploration = explorer.explore(alphabet)
    let working = exploration.starts.first { $0.node != nil }
    guard let working, let machine = try? Machine.start(compiled, inputs: working.inputs).machine
    else { return nil }
    self.checked = asked
    self.compiled = compiled
    self.alphabet = alphabet
    self.path = path
    self.risks = risks
    self.machine = machine
    texts = ValueText(declarations: checked.declarations)
  }

  /// Whether everything was explored: a property that holds in all nodes always holds.
  var isProof: Bool { exploration.end == .complete && alphabet.isWhole }

  /// The path to a node, and optionally one more step.
  func trail(to node: Int, then edge: Int? = nil) -> Trail {
    Trail(self, to: node, then: edge)
  }
}

/// The checks that run a definition to find its behaviour.
package enum Semantics {
  /// The limits of an exploration.
  package struct Limits: Sendable {
    /// The maximum number of nodes.
    package var nodes = 10_000
    /// The maximum number of steps if the exploration can be complete.
    package var steps = 1_000
    /// Whether findings that need a complete exploration are wanted. After a warning of another
    /// check they would only repeat its consequences.
    package var hasProofs = true
    /// Whether notes are wanted too.
    package var hasNotes = false

    package init() {}

    /// The maximum number of steps: a quarter if the exploration cannot be complete, twice as many
    /// for notes.
    func steps(isWhole: Bool) -> Int {
      if hasNotes { return steps * 2 }
      return isWhole ? steps : steps / 4
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
    guard var ground = Ground(checked, spec: spec, path: path, limits: limits) else {
      return obstacle(of: checked)
    }
    var found: [Diagnostic] = []
    for finder in finders { found += finder.findings(in: &ground) }
    if limits.hasProofs, found.isEmpty { found += ProofFinder.findings(in: &ground) }
    if limits.hasNotes {
      for finder in remarkFinders { found += finder.findings(in: &ground) }
    }
    return found.filter { diagnostic in
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
      return error == .tooLarge ? [TextLimit.whole(checked.definition.name)] : []
    }
  }

  /// The rules that are checked only if notes are wanted.
  package static let notes = [OverlappingRows.rule, GapInRows.rule, UndecidedInvariant.rule]

  static let finders: [any Finder.Type] = [
    InvariantFinder.self, LoopFinder.self, FailureFinder.self, StickyFinder.self,
  ]

  /// The finders that only report notes.
  static let remarkFinders: [any Finder.Type] = [RowFinder.self, UndecidedFinder.self]
}

/// Finds violations of one rule.
protocol Finder: Sendable {
  static func findings(in ground: inout Ground) -> [Diagnostic]
}
