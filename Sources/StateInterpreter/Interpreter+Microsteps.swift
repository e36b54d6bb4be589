import CEL
import StateLinking
import StateModel

/// Performs one microstep.
///
///     microstep:   record history; leave; run the rows' own actions, in the order of selection;
///                  enter
///
/// `MicrostepPlan` has this order; here are its operations.
extension Interpreter {
  /// Runs the chosen rows. `event` is what triggered them; `nil` for eventless rows and timers.
  func microstep(_ chosen: [Selection.Chosen], event: Int?) throws(MachineError) {
    try countMicrostep(chosen)
    note(chosen, event: event)
    let valuesBefore = isExplaining ? storedValues : nil
    defer { if let valuesBefore { noteChanges(since: valuesBefore, by: chosen) } }
    guard chosen.contains(where: { $0.move != nil }) else {
      // Rows without targets only run their actions.
      try charge(chosen.reduce(0) { $0 + tables.cost(ofActions: $1.row) }, for: chosen)
      for row in chosen { try run(tables.rows[row.row].body) }
      return
    }
    let plan = MicrostepPlan(chosen, tables, active: active, memories: recordings)
    let moves = chosen.reduce(0) { $0 + ($1.move.map(tables.cost) ?? 0) }
    try charge(plan.operations.reduce(moves) { $0 + tables.cost(of: $1) }, for: chosen)
    try perform(plan)
  }

  /// Charges for each microstep after the first. A step of one microstep is bounded by the size of
  /// the definition.
  private func charge(_ cost: Int, for chosen: [Selection.Chosen]) throws(MachineError) {
    guard step.microsteps > 1 else { return }
    guard registers.budget.charge(Tables.microstepCost + cost) else {
      let row = chosen.first.map { tables.rows[$0.row].reducerIndex }
      throw MachineError(.budget, at: row.map { "/reducer/\($0)" } ?? "/reducer")
    }
  }

  /// Charges for the search of rows after the first microstep: 1 for each active state, the guards of
  /// each leaf, and 1 for each leaf after the first.
  func charge(selecting event: Int) throws(MachineError) {
    let active = active
    var cost = 0
    var leafCount = 0
    for state in active {
      cost += 1
      guard tables.tree.isLeaf(state, in: active) else { continue }
      leafCount += 1
      cost += tables.cost(of: tables.dispatch.chain(state: state, event: event))
    }
    cost += leafCount - 1
    guard registers.budget.charge(cost) else { throw MachineError(.budget, at: "/reducer") }
  }

  /// Performs the operations of a plan in order.
  func perform(_ plan: MicrostepPlan) throws(MachineError) {
    let before = active
    // The accelerator may hold the configuration as a number. From here on, `chart.active` changes.
    active = before
    for operation in plan.operations {
      switch operation {
      case .run(let block): try run(block)
      case .activate(let state): enter(state)
      case .deactivate(let state): leave(state)
      case .start(let timer): try start(timer)
      case .cancel(let timers): cancel(timers)
      case .record(let history): record(history, before)
      case .restore(let history, let state): try restore(history, state)
      case .complete(let state): complete(state)
      }
    }
  }

  private func enter(_ state: Int) {
    activate(state, true)
    trace?.note(entry: tables.states[state].name)
    coverage?.entries[state] += 1
  }

  private func leave(_ state: Int) {
    activate(state, false)
    trace?.note(exit: tables.states[state].name)
    coverage?.leaves[state] += 1
  }

  /// Raises the completion event of a final state's parent, and then those of the parallel states
  /// around it.
  private func complete(_ final: Int) {
    let tree = tables.tree
    let parent = tree.parents[final]
    guard parent > 0 else {
      chart.hasEnded = true
      cancelAll()
      return
    }
    raiseDone(parent, from: final)
    var around = tree.parents[parent]
    while around > 0, tree.kinds[around] == .parallel, tree.isDone(around, in: active) {
      raiseDone(around, from: final)
      around = tree.parents[around]
    }
  }

  /// The event `done.x` carries the data that all final children of x share.
  private func raiseDone(_ state: Int, from final: Int) {
    let event = tables.states[state].doneEvent
    guard event >= 0 else { return }
    let carried = tables.source.states[final]
    let values = tables.events[event].fieldNames.map { name in
      guard let field = carried.fields.firstIndex(where: { $0.name == name }) else {
        return Value.null
      }
      let slot = tables.states[final].carried[field]
      return registers.value(of: slot)
    }
    step.queue.append(Raised(event: event, values: values))
  }

  private func countMicrostep(_ chosen: [Selection.Chosen]) throws(MachineError) {
    step.microsteps += 1
    let limit = tables.microstepLimit
    guard step.microsteps > limit - Self.watchedMicrosteps else { return }
    step.recentRows.append(chosen.map(\.row))
    guard step.microsteps > limit else { return }
    let cycle = self.cycle.map { "/reducer/\(tables.rows[$0].reducerIndex)" }
    throw MachineError(.microsteps, at: cycle.first ?? "", cycle: cycle)
  }

  /// The number of microsteps before the limit in which rows are recorded to find a cycle.
  static let watchedMicrosteps = 256

  /// The rows that repeat: those of the shortest period that occurs twice at the end.
  private var cycle: [Int] {
    let rows = step.recentRows
    var length = rows.count
    for period in stride(from: 1, through: rows.count / 2, by: 1)
    where rows.suffix(period) == rows.dropLast(period).suffix(period) {
      length = period
      break
    }
    var seen: Set<Int> = []
    return rows.suffix(length).joined().filter { seen.insert($0).inserted }
  }

  private func note(_ chosen: [Selection.Chosen], event: Int?) {
    if trace != nil {
      trace?.add(
        Trace.Microstep(
          event: event.map { tables.events[$0].name },
          rows: chosen.map { tables.rows[$0.row].reducerIndex }))
    }
    if isMeasuring {
      for row in chosen { coverage?.noteRun(row.row, tables.rows[row.row]) }
    }
  }
}
