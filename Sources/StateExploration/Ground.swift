import CEL
import StateInterpreter
package import StateTables

/// What checks that explore stand on: a definition, and what was found by running it.
struct Ground {
  let checked: CheckedDefinition
  let compiled: CompiledDefinition
  let alphabet: Alphabet
  let exploration: Exploration
  /// The file, as the user would name it.
  let path: String
  /// For looking around: it goes to any node.
  var machine: Machine
  let texts: ValueText
  let risks: Risks

  /// Runs a definition; `nil` where it cannot run or no start works.
  init?(_ checked: CheckedDefinition, spec: Spec?, path: String, limits: Semantics.Limits) {
    let risks = Risks(checked)
    var attentions: Attentions?
    // A proof needs everything, and so do notes.
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

  /// Whether what holds of all nodes holds always: nothing was left out.
  var isProof: Bool { exploration.end == .complete && alphabet.isWhole }

  /// The way to a node, and one step more.
  func trail(to node: Int, then edge: Int? = nil) -> Trail {
    Trail(self, to: node, then: edge)
  }
}

/// The checks that run a definition to see what it does.
package enum Semantics {
  /// How far they look.
  package struct Limits: Sendable {
    /// The most situations.
    package var nodes = 10_000
    /// The most events tried, where everything can be.
    package var steps = 1_000
    /// Whether what follows from trying everything is wanted: where a check has warned already, it
    /// would tell of consequences.
    package var hasProofs = true
    /// Whether notes are wanted too.
    package var hasNotes = false

    package init() {}

    /// The most events tried: a quarter where a proof is out of reach, twice as many for notes.
    func steps(isWhole: Bool) -> Int {
      if hasNotes { return steps * 2 }
      return isWhole ? steps : steps / 4
    }
  }

  /// What there is to say about a definition without errors.
  ///
  /// - Parameters:
  ///   - checked: The definition.
  ///   - spec: Its spec: what it sends is tried as well.
  ///   - path: The file, as the user would name it.
  ///   - limits: How far to look.
  /// - Returns: What the definition does not permit.
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

  /// Why a definition without errors cannot run at all.
  private static func obstacle(of checked: CheckedDefinition) -> [Diagnostic] {
    if Sizes.fits(checked) { return [] }
    do throws(CompileError) {
      _ = try CompiledDefinition(checked)
      return []
    } catch {
      return error == .tooLarge ? [TextLimit.whole(checked.definition.name)] : []
    }
  }

  /// The rules of what is looked for only where notes are wanted.
  package static let notes = [OverlappingRows.rule, GapInRows.rule, UndecidedInvariant.rule]

  static let finders: [any Finder.Type] = [
    InvariantFinder.self, LoopFinder.self, FailureFinder.self, StickyFinder.self,
  ]

  /// Those of notes alone.
  static let remarkFinders: [any Finder.Type] = [RowFinder.self, UndecidedFinder.self]
}

/// Looks for what one rule is about.
protocol Finder: Sendable {
  static func findings(in ground: inout Ground) -> [Diagnostic]
}
