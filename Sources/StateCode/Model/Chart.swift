import StateTables

/// States of which every way from one to another can be worked out when code is generated.
///
/// What is active is told by where each slot rests: the whole definition is a slot, and so is every
/// region of a parallel state.
struct Chart: Sendable {
  struct Slot: Sendable {
    /// The definition or the region.
    let owner: Int
    /// What the member is called that holds where it rests.
    let name: String
    /// Where it may rest, in document order; a parallel state is one place.
    let places: [Int]
    /// Where it rests when its owner is entered, and while that is not active.
    var first = 0
    /// Where it rests in the beginning.
    var start = 0
    /// Whether one function is what is done on the way into any place: what it does for one differs
    /// from what it does for another in the pointers of errors alone.
    var isEnteredAlike = false

    /// Whether there is something to hold.
    var isStored: Bool { places.count > 1 }
    /// `Place`, `VolumePlace`.
    var typeName: String { owner == 0 ? "Place" : name.capitalized }
  }

  /// In document order of their owners; at least one.
  var slots: [Slot] = []
  /// From the root to each state, both included.
  var paths: [[Int]] = []
  /// What states do on the way in and out, by state; empty for nothing. On the way out a parallel
  /// state leaves all that is active in it.
  var enter: [[Statement]] = []
  var exit: [[Statement]] = []

  /// Where a machine without parallel states may rest.
  var places: [Int] { slots[0].places }

  /// Whether there are parallel states.
  var hasRegions: Bool { slots.count > 1 }

  /// The slots that hold something; that of the definition alone always does.
  var stored: [Slot] { hasRegions ? slots.filter(\.isStored) : slots }

  var hasActions: Bool { !(enter + exit).allSatisfy(\.isEmpty) }

  /// What is done on the way into states and out of them, by state; what does nothing is left out.
  var ways: [(statement: Statement, body: [Statement], state: Int)] {
    paths.indices.flatMap { state in
      [
        (Statement.enter(state), state == 0 ? [] : enter[state], state),
        (.exit(state), exit[state], state),
      ].filter { !$0.1.isEmpty }
    }
  }

  /// The slot in whose places a state can be told, by its index.
  func slot(of state: Int) -> Int {
    var found = 0
    for (index, slot) in slots.enumerated() where isInside(state, slot) { found = index }
    return found
  }

  private func isInside(_ state: Int, _ slot: Slot) -> Bool { paths[state].contains(slot.owner) }

  /// The places of a slot in which a state is active.
  func places(in state: Int, of slot: Slot) -> [Int] {
    slot.places.filter { paths[$0].contains(state) }
  }

  /// The slot that a state is a place of, if all of its places are entered alike.
  func slotEnteredAlike(at place: Int) -> Slot? {
    let slot = slots[slot(of: place)]
    return slot.isEnteredAlike && slot.places.contains(place) ? slot : nil
  }

  /// What must hold for a state to be active: states, each told by the places of its slot.
  func tests(for state: Int) -> [Int] {
    let slot = slots[slot(of: state)]
    let parent = slot.owner == 0 ? [] : tests(for: paths[slot.owner][paths[slot.owner].count - 2])
    return places(in: state, of: slot).count == slot.places.count ? parent : parent + [state]
  }

  /// Where its slot and those around rest while a leaf is active.
  func rests(
    at leaf: Int, of slot: Slot, _ states: [CheckedState]
  ) -> [(slot: Slot, place: Int)] {
    let here = slot.isStored ? [(slot: slot, place: leaf)] : []
    guard slot.owner > 0, let parallel = states[slot.owner].parent else { return here }
    return here + rests(at: parallel, of: slots[self.slot(of: parallel)], states)
  }

  /// When a parallel state is complete: a final place of each of these slots; nothing if never.
  func ends(of parallel: Int, _ states: [CheckedState]) -> [(slot: Slot, places: [Int])]? {
    var ends: [(slot: Slot, places: [Int])] = []
    for region in states[parallel].children {
      if states[region].kind == .parallel {
        guard let inner = self.ends(of: region, states) else { return nil }
        ends += inner
      } else {
        let slot = slots[slot(of: region)]
        let finals = slot.places.filter {
          states[$0].kind == .final && states[$0].parent == region
        }
        if finals.isEmpty { return nil }
        if finals.count < slot.places.count { ends.append((slot, finals)) }
      }
    }
    return ends
  }
}

/// What a row leaves and enters.
struct Move: Hashable, Sendable {
  struct Rest: Hashable, Sendable {
    /// By its index.
    let slot: Int
    let place: Int
  }

  /// Innermost first; a parallel state stands for all that is active in it.
  var exits: [Int] = []
  /// Outermost first.
  var entries: [Int] = []
  /// Where slots rest afterwards.
  var rests: [Rest] = []
}

extension Blueprint {
  /// What must hold for a state to be active, as members of places: `place.isOpen`.
  func placeTests(of state: Int) -> [String] {
    let tests = chart.map { $0.hasRegions ? $0.tests(for: state) : [state] } ?? [state]
    return tests.map { test in
      let slot = chart.map { $0.slots[$0.slot(of: test)].name } ?? "place"
      return "\(slot).is\(definition.states[test].name.capitalized)"
    }
  }

  /// What the places of a slot are.
  func aboutPlaces(of slot: Chart.Slot) -> String {
    guard let chart, slot.owner > 0 else {
      return "Where it rests: one of these, with what the state carries."
    }
    let region = definition.states[slot.owner]
    let parallel = region.parent ?? 0
    return "Where `\(region.name)` rests"
      + (chart.tests(for: parallel).isEmpty
        ? "."
        : "; in `\(placeName(slot.first))` while `\(definition.states[parallel].name)` is not active.")
  }
}
