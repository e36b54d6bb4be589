import CEL

/// What the cells of one row, or of one entry of `enter` and `exit`, have in common.
struct RowContext {
  /// The part of the definition that the cells are in.
  var position = CellPosition.invariant
  /// The events of the row's `on`.
  var event: RowEvent?
  /// The key that makes the row run; `nil` for an eventless row.
  var triggerKey: String?
  /// The index of the row in the reducer.
  var index: Int?
  /// Whether the guard has an error: nothing that it may have proved is reported as missing.
  var isGuardBroken = false
}

/// The event data that the cells of a row can read.
struct RowEvent {
  /// The event's name; `event` where the row takes several.
  let name: String
  /// The variables by name: `event.text`.
  let names: [String: VariableIndex]
  /// Why other fields cannot be read.
  let hints: [String: String]

  /// The fields that cells may read, sorted by name.
  var fields: [String] { names.keys.sorted().map { String($0.dropFirst(6)) } }
}

/// The part of a definition that a cell is in: it decides which names the cell can read.
enum CellPosition: Hashable {
  case row(StateIndex)
  case entering(StateIndex)
  case output(StateIndex)
  case computed, invariant, initial, defaultValue, carriedDefault, function

  /// `this row is in the root`.
  func words(in tree: StateTree) -> String {
    switch self {
    case .row(let state): "this row is in \(name(state, in: tree))"
    case .entering(let state): "this entry is of \(name(state, in: tree))"
    case .output(let state):
      state == tree.root ? "this output is of the root" : "this row is in \(name(state, in: tree))"
    case .computed: "computed values are of the root"
    case .invariant: "invariants are of the root"
    case .initial: "`initial` sees the inputs alone"
    case .defaultValue: "the `default` of an input sees no values but constants"
    case .carriedDefault: "a `default` sees what is in the root"
    case .function: "a function sees its parameters alone"
    }
  }

  private func name(_ state: StateIndex, in tree: StateTree) -> String {
    state == tree.root ? "the root" : "`\(tree.name(state))`"
  }
}
