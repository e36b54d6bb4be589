/// The parts of a definition that no case of a spec reaches.
package struct Unreached: Sendable {
  /// The indices of rows that never ran.
  package var rows: Set<Int> = []
  /// The indices of rows that ran, but whose guard was never false.
  package var guards: Set<Int> = []
  /// For the index of a row, the states for which it never ran although it ran for others.
  package var statesByRow: [Int: Set<String>] = [:]
  /// The names of states that were never entered.
  package var states: Set<String> = []
  /// The names of states with actions in `exit` that were never exited.
  package var exits: Set<String> = []
  /// For the name of an output, the indices of rows that never gave its value.
  package var outputRows: [String: Set<Int>] = [:]

  package init() {}

  /// Whether the cases reach everything.
  package var isEmpty: Bool {
    rows.isEmpty && guards.isEmpty && statesByRow.isEmpty && states.isEmpty && exits.isEmpty
      && outputRows.isEmpty
  }

  /// Whether a row never ran for a state.
  package func contains(row index: Int, of state: String) -> Bool {
    rows.contains(index) || statesByRow[index]?.contains(state) == true
  }
}
