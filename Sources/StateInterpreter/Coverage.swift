/// What has been reached of a definition: rows, guards both ways, output rows, states, transitions.
public struct Coverage: Hashable, Sendable {
  /// Of each row of the reducer, by its 0-based place.
  public struct Row: Hashable, Sendable {
    /// Whether it has run.
    public internal(set) var hasRun = false
    /// Whether its guard was true, was false; `false` for both where it has none.
    public internal(set) var wasTrue = false
    /// See `wasTrue`.
    public internal(set) var wasFalse = false
  }

  /// The rows of the reducer in order.
  public internal(set) var rows: [Row]
  /// Which rows of each output have given its value, by the places of outputs and rows.
  public internal(set) var outputRows: [[Bool]]
  /// Which states have been entered, in document order; the root first.
  public internal(set) var states: [Bool]
  /// Which states have been left, in document order.
  public internal(set) var exits: [Bool]
  /// Which rows that go somewhere have run, for each state of their `in`: by the place among the
  /// checked rows; `true` for all others.
  public internal(set) var transitions: [Bool]

  init(_ tables: Tables) {
    let count = tables.rows.reduce(0) { max($0, $1.place + 1) }
    rows = Array(repeating: Row(), count: count)
    outputRows = tables.outputs.map { Array(repeating: false, count: $0.rows.count) }
    states = tables.tree.kinds.indices.map { tables.tree.isHistory($0) }
    exits = tables.tree.kinds.map { _ in false }
    transitions = tables.rows.map { $0.request == nil }
  }

  /// Adds what another run of the same definition has reached.
  public mutating func formUnion(_ other: Coverage) {
    for (place, row) in other.rows.enumerated() where place < rows.count {
      rows[place].hasRun = rows[place].hasRun || row.hasRun
      rows[place].wasTrue = rows[place].wasTrue || row.wasTrue
      rows[place].wasFalse = rows[place].wasFalse || row.wasFalse
    }
    for (output, hits) in other.outputRows.enumerated() where output < outputRows.count {
      outputRows[output].join(hits)
    }
    states.join(other.states)
    exits.join(other.exits)
    transitions.join(other.transitions)
  }

  mutating func noteGuard(_ row: RowTable, isTrue: Bool) {
    guard row.isGuarded else { return }
    if isTrue { rows[row.place].wasTrue = true } else { rows[row.place].wasFalse = true }
  }

  mutating func noteRun(_ number: Int, _ row: RowTable) {
    rows[row.place].hasRun = true
    transitions[number] = true
  }
}

extension [Bool] {
  fileprivate mutating func join(_ other: [Bool]) {
    for (place, isHit) in other.enumerated() where place < count && isHit { self[place] = true }
  }
}

extension Coverage {
  mutating func noteOutput(_ output: Int, row: Int) {
    guard outputRows[output].indices.contains(row) else { return }
    outputRows[output][row] = true
  }
}
