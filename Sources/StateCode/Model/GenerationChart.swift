import StateLinking
import StateModel

/// A chart whose transitions can all be resolved when code is generated.
///
/// The configuration is stored in slots: one for the whole definition and one for each region of a
/// parallel state. A slot holds the active one of its leaves.
struct GenerationChart: Sendable {
  struct Slot: Sendable {
    /// The index of the region, or 0 for the definition.
    let owner: Int
    /// The name of the generated member that stores the leaf.
    let name: String
    /// The states that the slot can hold, in document order. A parallel state counts as one leaf.
    let leaves: [Int]
    /// The leaf after the owner is entered, and while the owner is not active.
    var first = 0
    /// The leaf at the start.
    var start = 0
    /// Whether one function can run the entry actions of every leaf, because they differ only in
    /// the JSON pointers of their errors.
    var hasSharedEntry = false

    /// Whether the slot needs a stored member: it has more than one leaf.
    var isStored: Bool { leaves.count > 1 }
    /// The name of the generated enum of the leaves.
    var typeName: String { owner == 0 ? "Place" : name.capitalized }
  }

  /// The slots, sorted by owner in document order; at least one.
  var slots: [Slot] = []
  /// The path from the root to each state, both included.
  var paths: [[Int]] = []
  /// The entry actions by state, and below the exit actions. The exit of a parallel state also
  /// exits everything that is active in it.
  var enter: [[Statement]] = []
  var exit: [[Statement]] = []

  /// The leaves of a chart without parallel states.
  var leaves: [Int] { slots[0].leaves }

  /// Whether there are parallel states.
  var hasRegions: Bool { slots.count > 1 }

  /// The slots with a stored member. A chart without regions always stores its only slot.
  var stored: [Slot] { hasRegions ? slots.filter(\.isStored) : slots }

  /// The entry and exit actions by state, without empty ones.
  var stateActions: [(statement: Statement, body: [Statement], state: Int)] {
    paths.indices.flatMap { state in
      [
        (Statement.enter(state), state == 0 ? [] : enter[state], state),
        (.exit(state), exit[state], state),
      ].filter { !$0.1.isEmpty }
    }
  }

  /// The index of the innermost slot that decides whether a state is active.
  func slot(of state: Int) -> Int {
    var found = 0
    for (index, slot) in slots.enumerated() where isInside(state, slot) { found = index }
    return found
  }

  private func isInside(_ state: Int, _ slot: Slot) -> Bool { paths[state].contains(slot.owner) }

  /// The leaves of a slot in which a state is active.
  func leaves(in state: Int, of slot: Slot) -> [Int] {
    slot.leaves.filter { paths[$0].contains(state) }
  }

  /// The slot of a leaf, if one function enters all leaves of that slot.
  func slotWithSharedEntry(at leaf: Int) -> Slot? {
    let slot = slots[slot(of: leaf)]
    return slot.hasSharedEntry && slot.leaves.contains(leaf) ? slot : nil
  }

  /// The states that must all be active for a state to be active; the slot of each one decides
  /// that.
  func tests(for state: Int) -> [Int] {
    let slot = slots[slot(of: state)]
    let parent = slot.owner == 0 ? [] : tests(for: paths[slot.owner][paths[slot.owner].count - 2])
    return leaves(in: state, of: slot).count == slot.leaves.count ? parent : parent + [state]
  }

  /// The leaves that a slot and the slots around it hold while a leaf is active.
  func slotValues(
    at leaf: Int, of slot: Slot, _ states: [CheckedState]
  ) -> [(slot: Slot, leaf: Int)] {
    let here = slot.isStored ? [(slot: slot, leaf: leaf)] : []
    guard slot.owner > 0, let parallel = states[slot.owner].parent else { return here }
    return here + slotValues(at: parallel, of: slots[self.slot(of: parallel)], states)
  }

  /// The slots whose final leaves complete a parallel state; `nil` if it can never be complete.
  func ends(of parallel: Int, _ states: [CheckedState]) -> [(slot: Slot, leaves: [Int])]? {
    var ends: [(slot: Slot, leaves: [Int])] = []
    for region in states[parallel].children {
      if states[region].kind == .parallel {
        guard let inner = self.ends(of: region, states) else { return nil }
        ends += inner
      } else {
        let slot = slots[slot(of: region)]
        let finals = slot.leaves.filter {
          states[$0].kind == .final && states[$0].parent == region
        }
        if finals.isEmpty { return nil }
        if finals.count < slot.leaves.count { ends.append((slot, finals)) }
      }
    }
    return ends
  }
}

/// The states that a row leaves and enters.
struct ChartMove: Hashable, Sendable {
  struct SlotValue: Hashable, Sendable {
    /// The index of the slot.
    let slot: Int
    let leaf: Int
  }

  /// Innermost first; a parallel state includes everything that is active in it.
  var exits: [Int] = []
  /// Outermost first.
  var entries: [Int] = []
  /// The leaves that slots hold after the transition.
  var slotValues: [SlotValue] = []
}

extension GenerationModel {
  /// The generated conditions that are all true while a state is active.
  func activityTests(of state: Int) -> [String] {
    let tests = chart.map { $0.hasRegions ? $0.tests(for: state) : [state] } ?? [state]
    return tests.map { test in
      let slot = chart.map { $0.slots[$0.slot(of: test)].name } ?? "place"
      return "\(slot).is\(definition.states[test].name.capitalized)"
    }
  }

  /// The documentation of the generated type of a slot.
  func slotDocumentation(of slot: GenerationChart.Slot) -> String {
    guard let chart, slot.owner > 0 else {
      return "Where it rests: one of these, with what the state carries."
    }
    let region = definition.states[slot.owner]
    let parallel = region.parent ?? 0
    return "Where `\(region.name)` rests"
      + (chart.tests(for: parallel).isEmpty
        ? "."
        : "; in `\(stateIdentifier(slot.first))` while `\(definition.states[parallel].name)` is not active.")
  }
}
