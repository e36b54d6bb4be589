import CEL
import StateLinking
import StateModel

/// A row that may run while the slot of its state holds a leaf.
struct RowCandidate: Sendable {
  let row: Int
  let leaf: Int
  /// The sort key of denied rows: the order in which the search from the leaves reaches them.
  let rank: Int
}

/// The conditions under which statements for rows are written.
struct EmissionContext: Sendable {
  enum Phase: Sendable {
    case exits, actions, entries

    static let all: Set<Phase> = [.exits, .actions, .entries]
  }

  /// Whether rows of other regions run in the same microstep.
  var isJoint = false
  /// Whether guards read the state before the microstep.
  var readsEarlierState = false
  var phases = Phase.all
  var rank = 0

  /// The statements for the case that no row runs.
  func fallback(of candidates: [RowCandidate], _ definition: CheckedDefinition) -> [Statement] {
    var denied: [Int] = []
    for rank in Set(candidates.map(\.rank)).sorted() {
      for candidate in candidates where candidate.rank == rank {
        let index = definition.rows[candidate.row].index
        if !denied.contains(index) { denied.append(index) }
      }
    }
    if isJoint { return denied.isEmpty || !phases.contains(.actions) ? [] : [.deny(denied)] }
    return denied.isEmpty ? [.unhandled] : [.denied(denied)]
  }
}

/// Selects rows by the leaves that the slots hold.
extension GenerationModelBuilder {
  /// The greatest number of row candidates that are written.
  private static let maximumCandidates = 4_000

  mutating func parts(of message: Int?) throws(Refusal) -> [GenerationModel.Part] {
    guard let chart = model.chart else {
      let candidates = rows(of: message, in: 0).map { RowCandidate(row: $0, leaf: 0, rank: 0) }
      return [GenerationModel.Part(states: [], body: try chain(candidates))]
    }
    let parts = try parts(of: message, in: 0, around: [], EmissionContext())
    if parts.count == 1 { return [GenerationModel.Part(states: [], body: parts[0].body)] }
    if !chart.hasRegions { return parts }
    return [GenerationModel.Part(states: [], body: [.switchSlot(slot: 0, parts)])]
  }

  /// The statements for a slot. Rows of the states around it are tried after its own rows.
  private mutating func selection(
    of message: Int?, in slot: Int, around: [RowCandidate], _ context: EmissionContext
  ) throws(Refusal) -> [Statement] {
    let parts = try parts(of: message, in: slot, around: around, context)
    if parts.count == 1 { return parts[0].body }
    return parts.allSatisfy(\.body.isEmpty) ? [] : [.switchSlot(slot: slot, parts)]
  }

  private mutating func parts(
    of message: Int?, in slot: Int, around: [RowCandidate], _ context: EmissionContext
  ) throws(Refusal) -> [GenerationModel.Part] {
    guard let chart = model.chart else { return [] }
    struct PlannedRow: Hashable {
      let row: Int
      let move: ChartMove?
    }
    var known: [[PlannedRow]: Int] = [:]
    var groups: [(states: [Int], body: [Statement])] = []
    for leaf in chart.slots[slot].leaves {
      let candidates = candidates(of: message, at: leaf, in: chart.slots[slot], context) + around
      let inner = regions(of: message, in: leaf)
      if !inner.isEmpty {
        groups.append(([leaf], try regions(inner, of: message, at: leaf, candidates, context)))
        continue
      }
      var planned: [PlannedRow] = []
      for candidate in candidates {
        let row = definition.rows[candidate.row]
        let move = try row.targets.map { targets throws(Refusal) in
          try self.move(row, targets, from: candidate.leaf)
        }
        planned.append(PlannedRow(row: candidate.row, move: move))
      }
      if let same = known[planned] {
        groups[same].states.append(leaf)
        continue
      }
      candidateCount += candidates.count
      if candidateCount > Self.maximumCandidates {
        throw Refusal("reducers with so many transitions", at: "/reducer")
      }
      known[planned] = groups.count
      groups.append(([leaf], try chain(candidates, context)))
    }
    return groups.map { GenerationModel.Part(states: $0.states, body: $0.body) }
  }

  /// The rows of a leaf and of its ancestors, up to the owner of the slot.
  private func candidates(
    of message: Int?, at leaf: Int, in slot: GenerationChart.Slot, _ context: EmissionContext
  ) -> [RowCandidate] {
    let path = model.chart?.paths[leaf] ?? []
    return path[(path.firstIndex(of: slot.owner) ?? 0)...].reversed().flatMap { state in
      rows(of: message, in: state).map { RowCandidate(row: $0, leaf: leaf, rank: context.rank) }
    }
  }

  /// The slot indices of those regions of a parallel state that have rows for a message.
  private func regions(of message: Int?, in leaf: Int) -> [Int] {
    guard let chart = model.chart, definition.states[leaf].kind == .parallel else { return [] }
    return definition.states[leaf].children.filter { region in
      (region..<definition.states[region].end).contains { !rows(of: message, in: $0).isEmpty }
    }.compactMap { region in chart.slots.firstIndex { $0.owner == region } }
  }

  private mutating func regions(
    _ slots: [Int], of message: Int?, at leaf: Int, _ around: [RowCandidate],
    _ context: EmissionContext
  ) throws(Refusal) -> [Statement] {
    for candidate in around {
      let row = definition.rows[candidate.row]
      let cells = try row.condition.map { condition throws(Refusal) in [try cell(condition)] } ?? []
      if cells.contains(where: \.code.fails) || !row.lets.isEmpty {
        throw Refusal("guards that can fail, or `let`, in rows around regions", at: row.pointer)
      }
    }
    guard slots.count == 1, let slot = slots.first, let chart = model.chart else {
      return try jointMicrostep(slots, of: message, around, context)
    }
    var inside = context
    if chart.slots[slot].owner != definition.states[leaf].children.first { inside.rank += 1 }
    return try selection(of: message, in: slot, around: around, inside)
  }

  /// The statements for rows of several regions in one microstep. All guards are evaluated before
  /// any row runs. Then follow all exit actions, the rows' own actions, and all entry actions.
  private mutating func jointMicrostep(
    _ slots: [Int], of message: Int?, _ around: [RowCandidate], _ context: EmissionContext
  ) throws(Refusal) -> [Statement] {
    var context = context
    if context.isJoint {
      if let candidate = around.first { throw unresolved(candidate) }
      return try regions(slots, of: message, context)
    }
    if let candidate = around.first(where: { definition.rows[$0.row].condition != nil }) {
      throw unresolved(candidate)
    }
    var summaries: [RegionEffects] = []
    for slot in slots { summaries.append(try regionEffects(of: message, in: slot)) }
    let order = try RegionEffects.order(summaries, countsMicrosteps: model.countsMicrosteps)
    context.isJoint = true
    context.readsEarlierState = order.readsEarlierState
    var statements: [Statement] = []
    for phases in order.passes {
      context.phases = phases
      statements += try regions(slots, of: message, context)
    }
    if order.readsEarlierState { statements.insert(.saveEarlierState, at: 0) }
    if statements.contains(where: \.alwaysRuns) { return statements }
    let rest = around.isEmpty ? [] : try chain(around)
    return [.track(denies: statements.contains(where: \.denies))] + statements + [.unlessRan(rest)]
  }

  /// The statements for several slots; exit actions run in the opposite order.
  private mutating func regions(
    _ slots: [Int], of message: Int?, _ context: EmissionContext
  ) throws(Refusal) -> [Statement] {
    var statements: [Statement] = []
    for slot in context.phases == [.exits] ? slots.reversed() : slots {
      statements += try selection(of: message, in: slot, around: [], context)
    }
    return statements
  }

  private func unresolved(_ candidate: RowCandidate) -> Refusal {
    Refusal("guarded rows around several regions", at: definition.rows[candidate.row].pointer)
  }
}

extension Statement {
  /// Whether the guard of a row in a region can be false.
  fileprivate var denies: Bool {
    switch self {
    case .deny: true
    case .branch(let branches, let otherwise):
      otherwise.contains(where: \.denies) || branches.contains { $0.body.contains(where: \.denies) }
    case .switchSlot(_, let parts): parts.contains { $0.body.contains(where: \.denies) }
    default: false
    }
  }

  /// Whether a row of a region always runs.
  var alwaysRuns: Bool {
    switch self {
    case .ran: true
    case .branch(let branches, let otherwise):
      otherwise.contains(where: \.alwaysRuns)
        && branches.allSatisfy { $0.body.contains(where: \.alwaysRuns) }
    case .switchSlot(_, let parts): parts.allSatisfy { $0.body.contains(where: \.alwaysRuns) }
    default: false
    }
  }
}
