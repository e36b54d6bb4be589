import CEL
import StateLinking
import StateModel

/// The effects of all rows of one region that can handle one message.
struct RegionEffects {
  /// What the rows read, write and cause in one phase of a microstep.
  struct PhaseEffects {
    var reads: Set<GenerationCode.Name> = []
    var writes: Set<GenerationCode.Name> = []
    var readsConfiguration = false
    var emits = false
    var raises = false
    var fails = false

    /// Whether both orders of the two phases have the same result.
    func commutes(with other: PhaseEffects) -> Bool {
      writes.isDisjoint(with: other.reads.union(other.writes))
        && other.writes.isDisjoint(with: reads)
        && !(emits && other.emits) && !(raises && other.raises) && !(fails && other.fails)
    }
  }

  var guards = PhaseEffects()
  var hasLets = false
  var exits = PhaseEffects()
  var actions = PhaseEffects()
  var entries = PhaseEffects()
  /// The indices of the rows in the reducer.
  var rows: Set<Int> = []
  /// Whether an entry action checks if regions are complete while rows also leave final states.
  var checksCompletionWhileLeaving = false
  var pointer = ""

  private var writes: Set<GenerationCode.Name> {
    exits.writes.union(actions.writes).union(entries.writes)
  }

  private var fails: Bool { exits.fails || actions.fails || entries.fails }

  /// Decides whether each region can run completely before the next one, or whether all regions
  /// must run phase by phase. `readsEarlierState` is true if guards must read the state before the
  /// microstep. Throws a refusal if neither order gives the result of the interpreter.
  static func order(
    _ regions: [RegionEffects], countsMicrosteps: Bool
  ) throws(Refusal) -> (passes: [Set<EmissionContext.Phase>], readsEarlierState: Bool) {
    var known: Set<Int> = []
    for region in regions {
      let isShared = !known.isDisjoint(with: region.rows)
      known.formUnion(region.rows)
      if isShared || countsMicrosteps || region.actions.readsConfiguration
        || region.checksCompletionWhileLeaving
      {
        throw Refusal("rows of several regions whose order matters", at: region.pointer)
      }
    }
    var isApart = true
    var readsEarlierState = false
    for (index, later) in regions.enumerated() {
      for earlier in regions[..<index] {
        isApart =
          isApart && later.exits.commutes(with: earlier.exits)
          && later.exits.commutes(with: earlier.actions)
          && later.exits.commutes(with: earlier.entries)
          && later.actions.commutes(with: earlier.entries)
          && !(later.guards.fails && earlier.fails)
        readsEarlierState =
          readsEarlierState || later.guards.readsConfiguration
          || !later.guards.reads.isDisjoint(with: earlier.writes)
      }
    }
    if isApart { return ([EmissionContext.Phase.all], readsEarlierState) }
    let written = regions.reduce(into: Set<GenerationCode.Name>()) { $0.formUnion($1.writes) }
    for region in regions {
      if region.hasLets || region.guards.fails {
        throw Refusal("rows of several regions whose order matters", at: region.pointer)
      }
      readsEarlierState =
        readsEarlierState || region.guards.readsConfiguration
        || !region.guards.reads.isDisjoint(with: written)
    }
    return ([[.exits], [.actions], [.entries]], readsEarlierState)
  }
}

extension GenerationModelBuilder {
  /// Collects the effects of every row that can handle the message in the region of a slot.
  mutating func regionEffects(of message: Int?, in slot: Int) throws(Refusal) -> RegionEffects {
    var summary = RegionEffects()
    guard let chart = model.chart else { return summary }
    let owner = chart.slots[slot].owner
    for state in owner..<definition.states[owner].end {
      for index in rows(of: message, in: state) {
        let row = definition.rows[index]
        summary.pointer = row.pointer
        summary.rows.insert(row.index)
        summary.hasLets = summary.hasLets || !row.lets.isEmpty
        for guarding in (row.condition.map { [$0] } ?? []) + row.lets.map(\.value) {
          add(try cell(guarding).code, to: &summary.guards)
        }
        let own = chart.slots[chart.slot(of: state)]
        for leaf in chart.leaves(in: state, of: own) {
          add(try actions(of: row, at: leaf, [.exits]), to: &summary.exits)
          add(try actions(of: row, at: leaf, [.actions]), to: &summary.actions)
          let entries = try actions(of: row, at: leaf, [.entries])
          add(entries, to: &summary.entries)
          let isLast = definition.states[leaf].kind == .final
          summary.checksCompletionWhileLeaving =
            summary.checksCompletionWhileLeaving || isLast && checksCompletion(entries)
        }
      }
    }
    return summary
  }

  private func checksCompletion(_ statements: [Statement]) -> Bool {
    statements.contains { statement in
      switch statement {
      case .whenDone: true
      case .enter(let state): checksCompletion(model.chart?.enter[state] ?? [])
      default: false
      }
    }
  }

  private func add(_ code: GenerationCode, to summary: inout RegionEffects.PhaseEffects) {
    summary.fails = summary.fails || code.fails
    summary.reads.formUnion(model.reads(code))
    summary.readsConfiguration = summary.readsConfiguration || model.readsConfiguration(code)
  }

  private func add(_ statements: [Statement], to summary: inout RegionEffects.PhaseEffects) {
    for statement in statements {
      switch statement {
      case .exit(let state): add(model.chart?.exit[state] ?? [], to: &summary)
      case .enter(let state): add(model.chart?.enter[state] ?? [], to: &summary)
      case .switchSlot(_, let parts): add(parts.flatMap(\.body), to: &summary)
      case .branch(let branches, let otherwise):
        for branch in branches {
          add(branch.condition.code, to: &summary)
          add(branch.body, to: &summary)
        }
        add(otherwise, to: &summary)
      case .whenDone(_, let statements): add(statements, to: &summary)
      case .set(let assignments): summary.writes.formUnion(assignments.map(\.name))
      case .emit: summary.emits = true
      case .raise: summary.raises = true
      default: break
      }
      statement.visit { add($0.code, to: &summary) }
    }
  }
}

extension GenerationModel {
  /// Whether code reads which states are active, directly or through computed values.
  func readsConfiguration(_ code: GenerationCode) -> Bool {
    code.contains { part in
      switch part.kind {
      case .isIn: true
      case .name(.computed(let index)): readsConfiguration(computed[index].value.code)
      default: false
      }
    }
  }
}
