import CEL
import StateModel

/// What the cells of one row, or of one entry of `enter` and `exit`, have in common.
struct RowContext {
  /// The part of the definition that the cells are in.
  var position = CellPosition.invariant
  /// The event data that the cells can read; `nil` where there is none.
  var event: RowEvent?
  /// The key that makes the row run; `nil` for an eventless row.
  var triggerKey: String?
  /// Whether the guard has an error: nothing that it may have proved is reported as missing.
  var isGuardBroken = false
}

/// The event data that the cells of a row can read.
struct RowEvent {
  /// The event's name; `event` where the row takes several.
  let name: String
  /// The variables by name: `event.text`.
  let names: [String: VariableIndex]
  /// Why other fields cannot be read, by name.
  let hidden: [String: Problem.Name]
  /// The fields that cells may read, sorted by name.
  var fields: [String] { names.keys.sorted().map { String($0.dropFirst("event.".count)) } }
}

/// The part of a definition that a cell is in: it decides which names the cell can read.
enum CellPosition: Hashable {
  case row(StateIndex)
  case entering(StateIndex)
  case output(StateIndex)
  case computed, invariant, initial, defaultValue, carriedDefault, function

  /// The position as a diagnostic names it; `key` is the trigger of the row.
  func fact(in tree: StateTree, key: String?) -> Problem.Name.Position {
    func name(_ state: StateIndex) -> String? { state == tree.root ? nil : tree.name(state) }
    return switch self {
    case .row(let state): .row(state: name(state), key: key)
    case .entering(let state): .action(state: name(state))
    case .output(let state): .output(state: name(state))
    case .computed: .computed
    case .invariant: .invariant
    case .initial: .initial
    case .defaultValue: .inputDefault
    case .carriedDefault: .carriedDefault
    case .function: .function
    }
  }
}
