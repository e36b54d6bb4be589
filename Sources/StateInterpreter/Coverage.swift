/// The parts of a definition that have been reached: rows, both results of guards, output rows,
/// states, transitions.
public struct Coverage: Hashable, Sendable {
  /// The coverage of one row of the reducer.
  public struct Row: Hashable, Sendable {
    /// Whether it has run.
    public internal(set) var hasRun = false
    /// Whether its guard has been true. Always `false` without a guard.
    public internal(set) var wasTrue = false
    /// Whether its guard has been false. Always `false` without a guard.
    public internal(set) var wasFalse = false
  }

  /// The rows of the reducer in order, by 0-based index.
  public internal(set) var rows: [Row]
  /// Whether each row of each output has given its value, by the indices of output and row.
  public internal(set) var outputRows: [[Bool]]
  /// Whether each state has been entered, in document order; the root is first.
  public internal(set) var states: [Bool]
  /// Whether each state has been left, in document order.
  public internal(set) var exits: [Bool]
  /// Whether each checked row with a target has run, by its index among the checked rows: one for
  /// each state of its `in`. Always `true` for rows without a target.
  public internal(set) var transitions: [Bool]

  init(_ tables: Tables) {
    let count = tables.rows.reduce(0) { max($0, $1.reducerIndex + 1) }
    rows = Array(repeating: Row(), count: count)
    outputRows = tables.outputs.map { Array(repeating: false, count: $0.rows.count) }
    states = tables.tree.kinds.indices.map { tables.tree.isHistory($0) }
    exits = tables.tree.kinds.map { _ in false }
    transitions = tables.rows.map { $0.request == nil }
  }

  /// Adds the coverage of another run of the same definition.
  public mutating func formUnion(_ other: Coverage) {
    for (index, row) in other.rows.enumerated() where index < rows.count {
      rows[index].hasRun = rows[index].hasRun || row.hasRun
      rows[index].wasTrue = rows[index].wasTrue || row.wasTrue
      rows[index].wasFalse = rows[index].wasFalse || row.wasFalse
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
    if isTrue {
      rows[row.reducerIndex].wasTrue = true
    } else {
      rows[row.reducerIndex].wasFalse = true
    }
  }

  mutating func noteRun(_ number: Int, _ row: RowTable) {
    rows[row.reducerIndex].hasRun = true
    transitions[number] = true
  }
}

extension [Bool] {
  fileprivate mutating func join(_ other: [Bool]) {
    for (index, isHit) in other.enumerated() where index < count && isHit { self[index] = true }
  }
}

extension Coverage {
  mutating func noteOutput(_ output: Int, row: Int) {
    guard outputRows[output].indices.contains(row) else { return }
    outputRows[output][row] = true
  }
}
