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
  /// The timer of each state's distinct `after` and `every` cells.
  private var timerIndices: [TimerKey: Int] = [:]
  private var timerCounts: [StateIndex: Int] = [:]

  private struct TimerKey: Hashable {
    let state: StateIndex
    let duration: Cell
    let isRepeating: Bool
  }

  /// Returns the index of the timer of a state for a cell, and adds the timer if it is new. Rows
  /// with equal cells share it, however these are written.
  mutating func timer(
    _ cell: Cell, _ duration: Expression, isRepeating: Bool, of state: StateIndex,
    named name: String
  ) -> Int {
    let key = TimerKey(state: state, duration: cell.canonical, isRepeating: isRepeating)
    if let known = timerIndices[key] { return known }
    let number = (timerCounts[state] ?? 0) + 1
    timerCounts[state] = number
    timerIndices[key] = timers.count
    timers.append(
      CheckedTimer(
        id: "\(name).\(number)", state: state, duration: duration, isRepeating: isRepeating))
    return timers.count - 1
  }

  /// The definition that they make.
  func definition(
    _ definition: Definition, _ symbols: SymbolTable, usedFunctions: [Definition.Function]
  ) -> CheckedDefinition {
    CheckedDefinition(
      definition: definition, declarations: symbols.declarations, roles: symbols.roles,
      inputs: inputs, properties: properties, computed: computed, events: events,
      commands: commands, outputs: outputs, functions: functions, invariants: invariants,
      states: states, rows: rows, timers: timers, usedFunctions: usedFunctions)
  }
}
