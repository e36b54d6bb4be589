import CEL
import StateTables

/// A row that is tried, at a place of the slot of its state.
struct Trial: Sendable {
  let row: Int
  let place: Int
  /// Rows that are denied are told in the order in which the leaves come to them.
  let rank: Int
}

/// How rows are written down.
struct Manner: Sendable {
  enum Phase: Sendable {
    case exits, actions, entries

    static let all: Set<Phase> = [.exits, .actions, .entries]
  }

  /// Whether rows of other regions run with them.
  var isJoint = false
  /// Whether guards read what was there before the others ran.
  var isEarlier = false
  var phases = Phase.all
  var rank = 0

  /// What is told where no row runs.
  func ending(of trials: [Trial], _ definition: CheckedDefinition) -> [Statement] {
    var denied: [Int] = []
    for rank in Set(trials.map(\.rank)).sorted() {
      for trial in trials where trial.rank == rank {
        let place = definition.rows[trial.row].place
        if !denied.contains(place) { denied.append(place) }
      }
    }
    if isJoint { return denied.isEmpty || !phases.contains(.actions) ? [] : [.deny(denied)] }
    return denied.isEmpty ? [.unhandled] : [.denied(denied)]
  }
}

/// Which rows run: by where the machine rests.
extension BlueprintBuilder {
  /// More ways than this are not written out.
  private static let mostTrials = 4_000

  mutating func parts(of message: Int?) throws(Refusal) -> [Blueprint.Part] {
    guard let chart = plan.chart else {
      let trials = rows(of: message, in: 0).map { Trial(row: $0, place: 0, rank: 0) }
      return [Blueprint.Part(states: [], body: try chain(trials))]
    }
    let parts = try parts(of: message, in: 0, around: [], Manner())
    if parts.count == 1 { return [Blueprint.Part(states: [], body: parts[0].body)] }
    if !chart.hasRegions { return parts }
    return [Blueprint.Part(states: [], body: [.places(slot: 0, parts)])]
  }

  /// What is done in a slot; rows around it come after its own.
  private mutating func selection(
    of message: Int?, in slot: Int, around: [Trial], _ manner: Manner
  ) throws(Refusal) -> [Statement] {
    let parts = try parts(of: message, in: slot, around: around, manner)
    if parts.count == 1 { return parts[0].body }
    return parts.allSatisfy(\.body.isEmpty) ? [] : [.places(slot: slot, parts)]
  }

  private mutating func parts(
    of message: Int?, in slot: Int, around: [Trial], _ manner: Manner
  ) throws(Refusal) -> [Blueprint.Part] {
    guard let chart = plan.chart else { return [] }
    struct Way: Hashable {
      let row: Int
      let move: Move?
    }
    var known: [[Way]: Int] = [:]
    var groups: [(states: [Int], body: [Statement])] = []
    for place in chart.slots[slot].places {
      let trials = trials(of: message, at: place, in: chart.slots[slot], manner) + around
      let inner = regions(of: message, in: place)
      if !inner.isEmpty {
        groups.append(([place], try regions(inner, of: message, at: place, trials, manner)))
        continue
      }
      var ways: [Way] = []
      for trial in trials {
        let row = definition.rows[trial.row]
        let move = try row.targets.map { targets throws(Refusal) in
          try self.move(row, targets, from: trial.place)
        }
        ways.append(Way(row: trial.row, move: move))
      }
      if let same = known[ways] {
        groups[same].states.append(place)
        continue
      }
      trialCount += trials.count
      if trialCount > Self.mostTrials { throw Refusal("ways in such numbers", at: "/reducer") }
      known[ways] = groups.count
      groups.append(([place], try chain(trials, manner)))
    }
    return groups.map { Blueprint.Part(states: $0.states, body: $0.body) }
  }

  /// The rows of a place and of the states around it, up to the owner of its slot.
  private func trials(
    of message: Int?, at place: Int, in slot: Chart.Slot, _ manner: Manner
  ) -> [Trial] {
    let path = plan.chart?.paths[place] ?? []
    return path[(path.firstIndex(of: slot.owner) ?? 0)...].reversed().flatMap { state in
      rows(of: message, in: state).map { Trial(row: $0, place: place, rank: manner.rank) }
    }
  }

  /// The regions of a parallel state that have rows for a message, by their slots.
  private func regions(of message: Int?, in place: Int) -> [Int] {
    guard let chart = plan.chart, definition.states[place].kind == .parallel else { return [] }
    return definition.states[place].children.filter { region in
      (region..<definition.states[region].end).contains { !rows(of: message, in: $0).isEmpty }
    }.compactMap { region in chart.slots.firstIndex { $0.owner == region } }
  }

  private mutating func regions(
    _ slots: [Int], of message: Int?, at place: Int, _ around: [Trial], _ manner: Manner
  ) throws(Refusal) -> [Statement] {
    for trial in around {
      let row = definition.rows[trial.row]
      let cells = try row.condition.map { condition throws(Refusal) in [try cell(condition)] } ?? []
      if cells.contains(where: \.code.fails) || !row.lets.isEmpty {
        throw Refusal("such guards around regions", at: row.pointer)
      }
    }
    guard slots.count == 1, let slot = slots.first, let chart = plan.chart else {
      return try together(slots, of: message, around, manner)
    }
    var inside = manner
    if chart.slots[slot].owner != definition.states[place].children.first { inside.rank += 1 }
    return try selection(of: message, in: slot, around: around, inside)
  }

  /// Rows of several regions in one microstep: guards are asked before any row runs; then come all
  /// exits, the rows' own actions, and all entries.
  private mutating func together(
    _ slots: [Int], of message: Int?, _ around: [Trial], _ manner: Manner
  ) throws(Refusal) -> [Statement] {
    var manner = manner
    if manner.isJoint {
      if let trial = around.first { throw unresolved(trial) }
      return try regions(slots, of: message, manner)
    }
    if let trial = around.first(where: { definition.rows[$0.row].condition != nil }) {
      throw unresolved(trial)
    }
    var deeds: [RegionDeeds] = []
    for slot in slots { deeds.append(try self.deeds(of: message, in: slot)) }
    let plan = try RegionDeeds.order(deeds, countsMicrosteps: plan.countsMicrosteps)
    manner.isJoint = true
    manner.isEarlier = plan.isEarlier
    var statements: [Statement] = []
    for phases in plan.passes {
      manner.phases = phases
      statements += try regions(slots, of: message, manner)
    }
    if plan.isEarlier { statements.insert(.remember, at: 0) }
    if statements.contains(where: \.alwaysRuns) { return statements }
    let rest = around.isEmpty ? [] : try chain(around)
    return [.track(denies: statements.contains(where: \.denies))] + statements + [.unlessRan(rest)]
  }

  /// What is done in several slots, exits in the opposite order.
  private mutating func regions(
    _ slots: [Int], of message: Int?, _ manner: Manner
  ) throws(Refusal) -> [Statement] {
    var statements: [Statement] = []
    for slot in manner.phases == [.exits] ? slots.reversed() : slots {
      statements += try selection(of: message, in: slot, around: [], manner)
    }
    return statements
  }

  private func unresolved(_ trial: Trial) -> Refusal {
    Refusal("such rows around regions", at: definition.rows[trial.row].pointer)
  }
}

extension Statement {
  /// Whether a row of a region can be denied.
  fileprivate var denies: Bool {
    switch self {
    case .deny: true
    case .branch(let branches, let otherwise):
      otherwise.contains(where: \.denies) || branches.contains { $0.body.contains(where: \.denies) }
    case .places(_, let parts): parts.contains { $0.body.contains(where: \.denies) }
    default: false
    }
  }

  /// Whether a row of a region runs whatever holds.
  var alwaysRuns: Bool {
    switch self {
    case .ran: true
    case .branch(let branches, let otherwise):
      otherwise.contains(where: \.alwaysRuns)
        && branches.allSatisfy { $0.body.contains(where: \.alwaysRuns) }
    case .places(_, let parts): parts.allSatisfy { $0.body.contains(where: \.alwaysRuns) }
    default: false
    }
  }
}
