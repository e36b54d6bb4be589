import StateLinking

/// How often each part of a definition has been reached: rows, both results of guards, output rows,
/// states, transitions.
public struct Coverage: Hashable, Sendable {
  /// The coverage of one row of the reducer.
  public struct Row: Hashable, Sendable {
    /// How often it has run.
    package internal(set) var runs = 0
    /// How often its guard has been true, and false. Always 0 without a guard.
    package internal(set) var trues = 0
    package internal(set) var falses = 0

    /// Whether it has run.
    public var hasRun: Bool { runs > 0 }
    /// Whether its guard has been true. Always `false` without a guard.
    public var wasTrue: Bool { trues > 0 }
    /// Whether its guard has been false. Always `false` without a guard.
    public var wasFalse: Bool { falses > 0 }
  }

  /// The rows of the reducer in order, by 0-based index.
  public internal(set) var rows: [Row]
  /// How often each row of each output has given its value, by the indices of output and row.
  package private(set) var outputCounts: [[Int]]
  /// How often each state has been entered, and left, in document order; the root is first.
  package internal(set) var entries: [Int]
  package internal(set) var leaves: [Int]
  /// How often each checked row with a target has run, by its index among the checked rows: one for
  /// each state of its `in`.
  package private(set) var moves: [Int]
  /// The histories among the states: nothing enters them.
  private let histories: [Bool]
  /// The checked rows without a target.
  private let staying: [Bool]

  /// Whether each row of each output has given its value, by the indices of output and row.
  public var outputRows: [[Bool]] { outputCounts.map { $0.map { $0 > 0 } } }
  /// Whether each state has been entered, in document order; the root is first. Always `true` for
  /// histories.
  public var states: [Bool] { zip(entries, histories).map { $0 > 0 || $1 } }
  /// Whether each state has been left, in document order.
  public var exits: [Bool] { leaves.map { $0 > 0 } }
  /// Whether each checked row with a target has run, by its index among the checked rows: one for
  /// each state of its `in`. Always `true` for rows without a target.
  public var transitions: [Bool] { zip(moves, staying).map { $0 > 0 || $1 } }

  init(_ tables: Tables) {
    let count = tables.rows.reduce(0) { max($0, $1.reducerIndex + 1) }
    rows = Array(repeating: Row(), count: count)
    outputCounts = tables.outputs.map { Array(repeating: 0, count: $0.rows.count) }
    histories = tables.tree.kinds.indices.map { tables.tree.isHistory($0) }
    entries = histories.map { _ in 0 }
    leaves = entries
    staying = tables.rows.map { $0.request == nil }
    moves = staying.map { _ in 0 }
  }

  /// Adds the coverage of another run of the same definition.
  public mutating func formUnion(_ other: Coverage) {
    for (index, row) in other.rows.enumerated() where index < rows.count {
      rows[index].runs += row.runs
      rows[index].trues += row.trues
      rows[index].falses += row.falses
    }
    for (output, counts) in other.outputCounts.enumerated() where output < outputCounts.count {
      outputCounts[output].add(counts)
    }
    entries.add(other.entries)
    leaves.add(other.leaves)
    moves.add(other.moves)
  }

  mutating func noteGuard(_ row: RowTable, isTrue: Bool) {
    guard row.isGuarded else { return }
    if isTrue {
      rows[row.reducerIndex].trues += 1
    } else {
      rows[row.reducerIndex].falses += 1
    }
  }

  mutating func noteRun(_ number: Int, _ row: RowTable) {
    rows[row.reducerIndex].runs += 1
    moves[number] += 1
  }

  mutating func noteOutput(_ output: Int, row: Int) {
    guard outputCounts[output].indices.contains(row) else { return }
    outputCounts[output][row] += 1
  }
}

extension [Int] {
  fileprivate mutating func add(_ counts: [Int]) {
    for (index, count) in counts.enumerated() where index < self.count { self[index] += count }
  }
}

/// Counts what a measured machine does.
extension Interpreter {
  /// The row that a chain chooses; -1 for none.
  func chooseMeasured(_ chain: Int32, from rows: [Int]) throws(MachineError) -> Int {
    do throws(MachineError) {
      let row = Int(try run(chain))
      noteGuards(rows, upTo: row, lastIsTrue: true)
      return row
    } catch {
      noteFailure(error, in: rows)
      throw error
    }
  }

  /// Counts for each output the row that gives its value now. The step has searched the rows of
  /// those that can fail.
  func countRows() {
    // Each access to a variable of a class is checked, so this one is taken out for the loop.
    guard var counts = coverage.take() else { return }
    for (output, table) in tables.outputs.enumerated() {
      if !table.isComputedByStep || searchedRows[output] < 0 {
        begin()
        _ = try? search(output)
      }
      counts.noteOutput(output, row: searchedRows[output])
    }
    coverage = counts
  }

  /// The rows of a chain before the one that ended it had false guards; that of the last was true, or
  /// failed.
  private func noteGuards(_ rows: [Int], upTo last: Int, lastIsTrue: Bool) {
    for row in rows.prefix(while: { $0 != last }) {
      coverage?.noteGuard(tables.rows[row], isTrue: false)
    }
    if lastIsTrue, rows.contains(last) { coverage?.noteGuard(tables.rows[last], isTrue: true) }
  }

  /// A row that fails has run, unless its guard failed. Its actions may be part of the chain.
  private func noteFailure(_ error: MachineError, in rows: [Int]) {
    let failed = rows.first { row in
      let pointer = "/reducer/\(tables.rows[row].reducerIndex)"
      return error.at == pointer || error.at.hasPrefix(pointer + "/")
    }
    guard let failed else { return }
    let row = tables.source.rows[failed]
    let before =
      [row.condition].compactMap(\.self) + row.lets.prefix(row.letsBeforeCondition).map(\.value)
    let hasRun =
      row.condition == nil || !before.contains { (error.at + "/").hasPrefix($0.pointer + "/") }
    noteGuards(rows, upTo: failed, lastIsTrue: hasRun)
    if hasRun { coverage?.noteRun(failed, tables.rows[failed]) }
  }
}
