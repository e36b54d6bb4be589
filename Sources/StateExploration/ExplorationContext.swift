import CEL
import StateInterpreter
import StateLinking
import StateModel

/// A definition with its exploration: the context of all finders.
struct ExplorationContext {
  let checked: CheckedDefinition
  let compiled: CompiledDefinition
  let alphabet: Alphabet
  let exploration: Exploration
  /// The path of the file, as the user wrote it.
  let path: String
  /// A machine that can jump to any node.
  var machine: Machine
  /// The indices of the invariants that are reported as broken.
  var brokenInvariants: Set<Int> = []
  /// The indices of those that are false only in nodes to which no times lead.
  var outOfTimeInvariants: Set<Int> = []
  let texts: ValueText
  /// The cells that may fail.
  let riskyCells: [Expression]
  /// Random walks, if the exploration is no proof and cells may fail that have not failed in it.
  private(set) var walks = RandomWalks()
  private let timedPaths: LazyTimedPaths

  /// Why there is nothing to explore.
  enum Obstacle: Error {
    /// No check needs an exploration, or the definition cannot run.
    case nothingToExplore
    /// All starts that were tried fail.
    case noStart([Exploration.Start])
  }

  /// Explores a definition.
  init(
    _ checked: CheckedDefinition, spec: Spec?, path: String, limits: SemanticChecks.Limits
  ) throws(Obstacle) {
    let risks = Risks(checked)
    var observability: ObservabilityAnalysis?
    // A proof needs the whole definition, and so do notes.
    var needsAll = limits.hasNotes
    if !needsAll, !Alphabet.isPlainlyOpen(checked) {
      let found = ObservabilityAnalysis(checked)
      needsAll = Alphabet.mayBeComplete(checked, found)
      observability = found
    }
    let cone = limits.hasNotes ? nil : ConeOfInfluence(checked, risks)
    let isOpen = cone?.hasGoals ?? true
    guard isOpen || needsAll && limits.hasProofs else { throw .nothingToExplore }
    var reduced = checked
    if !needsAll, let cone { reduced = cone.rest }
    guard let compiled = try? CompiledDefinition(reduced) else { throw .nothingToExplore }
    var alphabet = Alphabet(
      compiled, spec: spec, observability: observability ?? ObservabilityAnalysis(checked))
    if !needsAll, let cone { alphabet.keep(cone, of: reduced) }
    var explorer = Explorer(
      definition: compiled, nodeLimit: limits.nodes,
      stepLimit: limits.steps(isComplete: needsAll))
    explorer.isForProof = !isOpen
    explorer.workLimit = limits.work
    exploration = explorer.explore(alphabet, unless: limits.isCancelled)
    timedPaths = LazyTimedPaths(exploration)
    let working = exploration.starts.first { $0.node != nil }
    guard let working, let machine = try? Machine.start(compiled, inputs: working.inputs).machine
    else { throw .noStart(exploration.starts) }
    self.checked = reduced
    self.compiled = compiled
    self.alphabet = alphabet
    self.path = path
    self.machine = machine
    texts = ValueText(declarations: checked.declarations)
    riskyCells = risks.cells(of: reduced)
    let failed = failedCells
    let open = Set(riskyCells.map(\.pointer)).subtracting(failed)
    if !isProof, !open.isEmpty {
      walks = RandomWalks(self, open: open, workLimit: limits.work, unless: limits.isCancelled)
    }
  }

  /// The pointers of the cells that failed in the exploration.
  var failedCells: Set<String> {
    let results = exploration.starts.map(\.result) + exploration.edges.map(\.result)
    return Set(results.compactMap { if case .failure(let error) = $0 { error.at } else { nil } })
  }

  /// Whether everything was explored: a property that holds in all nodes always holds.
  var isProof: Bool { exploration.end == .complete && alphabet.isComplete }

  /// The shortest path to a node, and optionally one more step; if its timers cannot fire in this
  /// order, another path where they can.
  func path(to node: Int, then edge: Int? = nil) -> ExplorationPath {
    let shortest = ExplorationPath(
      start: exploration.nodes[node].start,
      edges: exploration.path(to: node) + [edge].compactMap { $0 }, isShortest: true)
    let hasTimers = shortest.edges.contains {
      exploration.causes[exploration.edges[$0].cause].timer != nil
    }
    guard hasTimers, replay(along: shortest).occurrences == nil else { return shortest }
    return timedPaths.paths.path(to: node, then: edge) ?? shortest
  }

  /// Replays a path.
  func replay(along path: ExplorationPath) -> Replay {
    var replay = Replay(
      compiled, path: self.path, inputs: exploration.starts[path.start].inputs,
      causes: path.edges.map { exploration.causes[exploration.edges[$0].cause] })
    replay.isShortest = path.isShortest
    replay.waits = path.waits
    return replay
  }

  /// Replays the path to a node, and optionally one more step.
  func replay(to node: Int, then edge: Int? = nil) -> Replay {
    replay(along: path(to: node, then: edge))
  }
}
