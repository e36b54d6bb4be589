import StateLinking
import StateModel

/// Finds loops without an event. It follows rows without a guard, eventless or for raised events,
/// from one active leaf. It stops where it is not sure of the next row.
struct LoopSearch {
  /// A row that ran, between two active leaves.
  struct Move: Hashable {
    let row: Int
    let from: StateIndex
    let to: StateIndex
  }

  private struct Configuration: Hashable {
    var leaf: StateIndex
    var raised: [Int]
  }

  private struct FirstRows {
    var eventless: Int?
    var any: Int?
    var events: [Int: Int] = [:]
  }

  private let context: DefinitionContext
  private let actionsRaise: Bool
  /// Whether any row can run without an event from outside.
  private let goesOn: Bool
  /// The first row of each state for each event, and for no event.
  private var firstRows: [StateIndex: FirstRows] = [:]
  private static let longest = 200

  init(_ context: DefinitionContext) {
    self.context = context
    actionsRaise = context.checked.actions.contains { !$0.raises.isEmpty }
    // Rows that wait for events from outside make no loop.
    goesOn =
      actionsRaise
      || context.checked.rows.contains { $0.trigger == .eventless || !$0.raises.isEmpty }
    if !goesOn { return }
    for (index, row) in context.checked.rows.enumerated() {
      var first = firstRows[row.state] ?? FirstRows()
      switch row.trigger {
      case .eventless: first.eventless = first.eventless ?? index
      case .any: first.any = first.any ?? index
      case .events(let events):
        for event in events where first.events[event] == nil { first.events[event] = index }
      case .timer: continue
      }
      firstRows[row.state] = first
    }
  }

  private var tree: StateTree { context.tree }

  /// The loops: the moves of one round each.
  func circles() -> [[Move]] {
    guard goesOn else { return [] }
    var found: [[Move]] = []
    for state in tree.nodes.indices where canRest(in: state) {
      if let circle = follow(Configuration(leaf: state, raised: [])) { found.append(circle) }
    }
    for row in context.checked.rows where actionsRaise || !row.raises.isEmpty {
      for leaf in row.state..<tree[row.state].end where canRest(in: leaf) {
        guard let next = move(row, from: leaf, raised: []), !next.raised.isEmpty else { continue }
        if let circle = follow(next) { found.append(circle) }
      }
    }
    return found
  }

  private func canRest(in state: StateIndex) -> Bool {
    switch tree[state].kind {
    case .leaf: isAlone(state)
    case .composite: tree[state].state.initial == .rest && isAlone(state)
    case .parallel, .final, .history: false
    }
  }

  /// Whether it is the only active leaf wherever it is active.
  private func isAlone(_ leaf: StateIndex) -> Bool {
    !tree.pathToRoot(from: leaf).contains { tree[$0].kind == .parallel }
  }

  private func follow(_ start: Configuration) -> [Move]? {
    var configuration = start
    var seen: [Configuration: Int] = [:]
    var moves: [Move] = []
    for _ in 0..<LoopSearch.longest {
      if let first = seen[configuration] { return Array(moves[first...]) }
      seen[configuration] = moves.count
      guard let (row, next) = next(after: configuration) else { return nil }
      if let row { moves.append(Move(row: row, from: configuration.leaf, to: next.leaf)) }
      configuration = next
    }
    return nil
  }

  /// The next microstep, if it is sure; there is no row for a raised event that no row takes.
  private func next(after configuration: Configuration) -> (row: Int?, next: Configuration)? {
    switch choice(in: configuration.leaf, of: \.eventless) {
    case .unsure: return nil
    case .row(let index):
      return move(
        context.checked.rows[index], from: configuration.leaf, raised: configuration.raised
      )
      .map { (index, $0) }
    case .nothing: break
    }
    guard let event = configuration.raised.first else { return nil }
    let rest = Array(configuration.raised.dropFirst())
    let firstRow = { (rows: FirstRows) -> Int? in
      guard let named = rows.events[event] else { return rows.any }
      return min(named, rows.any ?? named)
    }
    switch choice(in: configuration.leaf, of: firstRow) {
    case .unsure: return nil
    case .nothing: return (nil, Configuration(leaf: configuration.leaf, raised: rest))
    case .row(let index):
      return move(context.checked.rows[index], from: configuration.leaf, raised: rest).map {
        (index, $0)
      }
    }
  }

  private enum Choice {
    case row(Int)
    case nothing
    /// A guard decides.
    case unsure
  }

  private func choice(in leaf: StateIndex, of row: (FirstRows) -> Int?) -> Choice {
    for state in tree.pathToRoot(from: leaf) {
      if let index = firstRows[state].flatMap(row) {
        return context.checked.rows[index].condition == nil ? .row(index) : .unsure
      }
    }
    return .nothing
  }

  /// The configuration after a row; `nil` where it depends on regions, history or conditions.
  private func move(_ row: CheckedRow, from leaf: StateIndex, raised: [Int]) -> Configuration? {
    var to = leaf
    if let targets = row.targets {
      guard let target = targets.first, targets.count == 1,
        let end = self.leaf(of: target.state), isAlone(end)
      else { return nil }
      to = end
    }
    let common = tree.commonAncestor(leaf, to)
    let left = to == leaf ? [] : tree.pathToRoot(from: leaf).prefix { $0 != common }
    let entered = to == leaf ? [] : tree.pathToRoot(from: to).prefix { $0 != common }.reversed()
    guard let before = raises(of: left.flatMap { context.checked.states[$0].exit }),
      let after = raises(of: entered.flatMap { context.checked.states[$0].enter })
    else { return nil }
    let queue = raised + before + row.raises.map(\.index) + after
    return queue.count > LoopSearch.longest ? nil : Configuration(leaf: to, raised: queue)
  }

  /// The events that actions surely raise; `nil` where a condition decides.
  private func raises(of actions: [CheckedAction]) -> [Int]? {
    if actions.contains(where: { $0.condition != nil && !$0.raises.isEmpty }) { return nil }
    return actions.flatMap { $0.raises.map(\.index) }
  }

  /// The leaf that a target ends in; `nil` for histories and parallel states.
  private func leaf(of target: StateIndex) -> StateIndex? {
    var state = target
    for _ in tree.nodes {
      switch tree[state].kind {
      case .leaf: return state
      case .composite:
        let initial = context.checked.states[state].initial
        if initial.isEmpty { return state }
        guard let first = initial.first, initial.count == 1 else { return nil }
        state = first.state
      case .parallel, .final, .history: return nil
      }
    }
    return nil
  }
}
