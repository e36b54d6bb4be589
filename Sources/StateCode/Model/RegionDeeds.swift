import CEL
import StateTables

/// What the rows of a region for one message read and do.
struct RegionDeeds {
  /// What a phase does.
  struct Deeds {
    var reads: Set<Code.Name> = []
    var writes: Set<Code.Name> = []
    var asksStates = false
    var emits = false
    var raises = false
    var fails = false

    /// Whether the order of both cannot be told.
    func commutes(with other: Deeds) -> Bool {
      writes.isDisjoint(with: other.reads.union(other.writes))
        && other.writes.isDisjoint(with: reads)
        && !(emits && other.emits) && !(raises && other.raises) && !(fails && other.fails)
    }
  }

  var guards = Deeds()
  var hasLets = false
  var exits = Deeds()
  var actions = Deeds()
  var entries = Deeds()
  /// Places in the reducer.
  var rows: Set<Int> = []
  /// Whether entering asks for regions that are done while final states are left.
  var isDelicate = false
  var pointer = ""

  private var writes: Set<Code.Name> {
    exits.writes.union(actions.writes).union(entries.writes)
  }

  private var fails: Bool { exits.fails || actions.fails || entries.fails }

  /// Whether one region after the other can do all, or phase by phase; and whether guards must read
  /// what was there before. Refuses what neither tells.
  static func order(
    _ regions: [RegionDeeds], countsMicrosteps: Bool
  ) throws(Refusal) -> (passes: [Set<Manner.Phase>], isEarlier: Bool) {
    var known: Set<Int> = []
    for region in regions {
      let isShared = !known.isDisjoint(with: region.rows)
      known.formUnion(region.rows)
      if isShared || countsMicrosteps || region.actions.asksStates || region.isDelicate {
        throw Refusal("such rows of several regions", at: region.pointer)
      }
    }
    var isApart = true
    var isEarlier = false
    for (place, later) in regions.enumerated() {
      for earlier in regions[..<place] {
        isApart =
          isApart && later.exits.commutes(with: earlier.exits)
          && later.exits.commutes(with: earlier.actions)
          && later.exits.commutes(with: earlier.entries)
          && later.actions.commutes(with: earlier.entries)
          && !(later.guards.fails && earlier.fails)
        isEarlier =
          isEarlier || later.guards.asksStates
          || !later.guards.reads.isDisjoint(with: earlier.writes)
      }
    }
    if isApart { return ([Manner.Phase.all], isEarlier) }
    let written = regions.reduce(into: Set<Code.Name>()) { $0.formUnion($1.writes) }
    for region in regions {
      if region.hasLets || region.guards.fails {
        throw Refusal("such rows of several regions", at: region.pointer)
      }
      isEarlier =
        isEarlier || region.guards.asksStates || !region.guards.reads.isDisjoint(with: written)
    }
    return ([[.exits], [.actions], [.entries]], isEarlier)
  }
}

extension BlueprintBuilder {
  /// What the rows of a region for a message read and do, whichever run.
  mutating func deeds(of message: Int?, in slot: Int) throws(Refusal) -> RegionDeeds {
    var deeds = RegionDeeds()
    guard let chart = plan.chart else { return deeds }
    let owner = chart.slots[slot].owner
    for state in owner..<definition.states[owner].end {
      for index in rows(of: message, in: state) {
        let row = definition.rows[index]
        deeds.pointer = row.pointer
        deeds.rows.insert(row.place)
        deeds.hasLets = deeds.hasLets || !row.lets.isEmpty
        for guarding in (row.condition.map { [$0] } ?? []) + row.lets.map(\.value) {
          add(try cell(guarding).code, to: &deeds.guards)
        }
        let own = chart.slots[chart.slot(of: state)]
        for place in chart.places(in: state, of: own) {
          add(try actions(of: row, at: place, [.exits]), to: &deeds.exits)
          add(try actions(of: row, at: place, [.actions]), to: &deeds.actions)
          let entries = try actions(of: row, at: place, [.entries])
          add(entries, to: &deeds.entries)
          let isLast = definition.states[place].kind == .final
          deeds.isDelicate = deeds.isDelicate || isLast && asksForDone(entries)
        }
      }
    }
    return deeds
  }

  private func asksForDone(_ statements: [Statement]) -> Bool {
    statements.contains { statement in
      switch statement {
      case .whenDone: true
      case .enter(let state): asksForDone(plan.chart?.enter[state] ?? [])
      default: false
      }
    }
  }

  private func add(_ code: Code, to deeds: inout RegionDeeds.Deeds) {
    deeds.fails = deeds.fails || code.fails
    deeds.reads.formUnion(plan.reads(code))
    deeds.asksStates = deeds.asksStates || plan.asksStates(code)
  }

  private func add(_ statements: [Statement], to deeds: inout RegionDeeds.Deeds) {
    for statement in statements {
      switch statement {
      case .exit(let state): add(plan.chart?.exit[state] ?? [], to: &deeds)
      case .enter(let state): add(plan.chart?.enter[state] ?? [], to: &deeds)
      case .places(_, let parts): add(parts.flatMap(\.body), to: &deeds)
      case .branch(let branches, let otherwise):
        for branch in branches {
          add(branch.condition.code, to: &deeds)
          add(branch.body, to: &deeds)
        }
        add(otherwise, to: &deeds)
      case .whenDone(_, let statements): add(statements, to: &deeds)
      case .set(let assignments): deeds.writes.formUnion(assignments.map(\.name))
      case .emit: deeds.emits = true
      case .raise: deeds.raises = true
      default: break
      }
      statement.visit { add($0.code, to: &deeds) }
    }
  }
}

extension Blueprint {
  /// Whether code asks which states are active, also by way of computed values.
  func asksStates(_ code: Code) -> Bool {
    code.contains { part in
      switch part.kind {
      case .isIn: true
      case .name(.computed(let index)): asksStates(computed[index].value.code)
      default: false
      }
    }
  }
}
