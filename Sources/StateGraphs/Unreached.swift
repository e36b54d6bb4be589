/// What no case of a spec reaches of a definition.
package struct Unreached: Sendable {
  /// The 0-based places of rows that never ran.
  package var rows: Set<Int> = []
  /// The places of rows that run, but whose guard was never false.
  package var guards: Set<Int> = []
  /// States of whose rows some never ran there, though they may elsewhere: by the row's place.
  package var ways: [Int: Set<String>] = [:]
  /// Names of states that were never entered.
  package var states: Set<String> = []
  /// Names of states with rows in `exit` that were never left.
  package var exits: Set<String> = []
  /// The 0-based places of rows that never gave their value, by the name of the output.
  package var outputRows: [String: Set<Int>] = [:]

  package init() {}

  /// Whether the cases reach everything.
  package var isEmpty: Bool {
    rows.isEmpty && guards.isEmpty && ways.isEmpty && states.isEmpty && exits.isEmpty
      && outputRows.isEmpty
  }

  /// Whether a row never ran in a state.
  package func contains(row place: Int, of state: String) -> Bool {
    rows.contains(place) || ways[place]?.contains(state) == true
  }
}
