import CEL
import StateModel

/// The parts of a checked definition that exist so far.
struct CheckedParts {
  var inputs: [CheckedInput] = []
  var properties: [CheckedProperty] = []
  var computed: [CheckedComputed] = []
  var events: [CheckedEvent] = []
  var commands: [CheckedCommand] = []
  var outputs: [CheckedOutput] = []
  var functions: [CheckedFunction] = []
  var invariants: [CheckedInvariant] = []
  var states: [CheckedState] = []
  var rows: [CheckedRow] = []
  private(set) var timers: [CheckedTimer] = []
  /// The index in `timers` of each state's distinct `after` and `every` cells.
  private var timerIndices: [TimerKey: Int] = [:]
  /// The number of timers of each state, for the next id.
  private var timerCounts: [StateIndex: Int] = [:]

  private struct TimerKey: Hashable {
    let state: StateIndex
    let cell: Cell
    let isRepeating: Bool
  }

  /// Adds the timer of a state for a cell, unless there is one. Rows with equal cells share it, even
  /// if their spaces or quotes differ.
  ///
  /// - Parameters:
  ///   - cell: The cell of `after` or `every`.
  ///   - duration: The same cell, checked.
  ///   - isRepeating: Whether it is an `every`.
  ///   - state: The index of the state.
  ///   - stateName: Its name; the timer's id is this name and a number.
  /// - Returns: The index in `timers`.
  mutating func timer(
    _ cell: Cell, _ duration: Expression, isRepeating: Bool, of state: StateIndex,
    _ stateName: String
  ) -> Int {
    let key = TimerKey(state: state, cell: cell.canonical, isRepeating: isRepeating)
    if let known = timerIndices[key] { return known }
    timerCounts[state, default: 0] += 1
    timerIndices[key] = timers.count
    timers.append(
      CheckedTimer(
        id: "\(stateName).\(timerCounts[state, default: 0])", state: state, duration: duration,
        isRepeating: isRepeating))
    return timers.count - 1
  }

  /// Makes the checked definition of these parts.
  ///
  /// - Parameters:
  ///   - source: The definition as it was read.
  ///   - symbols: Its declarations.
  ///   - usedFunctions: The functions of the files that it uses.
  /// - Returns: The checked definition.
  func definition(
    _ source: Definition, _ symbols: SymbolTable, usedFunctions: [Definition.Function]
  ) -> CheckedDefinition {
    CheckedDefinition(
      definition: source, declarations: symbols.declarations, roles: symbols.roles,
      inputs: inputs, properties: properties, computed: computed, events: events,
      commands: commands, outputs: outputs, functions: functions, invariants: invariants,
      states: states, rows: rows, timers: timers, usedFunctions: usedFunctions)
  }
}
