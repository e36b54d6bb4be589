import CEL
import StateLinking
import StateModel

/// The seam between the plain interpreter and its acceleration.
///
/// A step is accelerated if its configuration and its rows determine everything that it does, apart
/// from the results of cells: no timer, no history, and no end. Its first microstep then consists
/// of the blocks that a `MicrostepPlan` would run in the plain interpreter, in the same order. The
/// plain interpreter performs the other microsteps. `AccelerationTests` compares both.
///
/// Without it a step takes 5 times (S2) to 250 times (S4) as long.
extension Interpreter {
  /// Performs the step of an event if it is known, or can become known. Otherwise it returns `nil`
  /// and has changed nothing: the plain interpreter performs the step.
  @inline(__always)
  func accelerated(_ event: Int, _ values: [Value]) throws(MachineError) -> Step? {
    guard let accelerator, event < accelerator.pointee.eventCount,
      accelerator.pointee.configuration >= 0 || lookUpConfiguration()
    else { return nil }
    var entry = accelerator.pointee[event: event]
    if entry.kind == .unknown { entry = examine(event) }
    if entry.kind == .plain { return nil }
    if values.count | Int(entry.fieldCount) != 0 { try write(values, of: event) }
    switch entry.kind {
    case .sums:
      return accelerator.pointee.add(entry.number).map { Step($0 ? .changed : .unchanged) }
    case .transition:
      begin()
      return try apply(entry.number)
    case .chain:
      begin()
      return try choose(entry.number, event)
    case .unhandled: return Step(.unhandled)
    case .unknown, .plain: return nil
    }
  }

  /// The active states, if the accelerator holds them.
  var knownActive: StateSet? { accelerator.flatMap { $0.pointee.active } }

  /// Makes the accelerator look up the configuration again.
  func forgetConfiguration() { accelerator?.pointee.forgetConfiguration() }

  /// Looks up the number of the configuration. Returns `false` if it has none: the machine is
  /// observed, has ended, or has visited too many.
  @inline(never)
  func lookUpConfiguration() -> Bool {
    guard let accelerator, trace == nil, !isMeasuring, !chart.hasEnded,
      let number = accelerator.pointee.number(of: chart.active)
    else { return false }
    accelerator.pointee.setConfiguration(number)
    return true
  }
}

/// Performs known steps.
extension Interpreter {
  /// Runs a chain and performs the transition of the row that it chooses.
  @inline(__always)
  private func choose(_ chain: Int32, _ event: Int) throws(MachineError) -> Step? {
    let exit = registers.run(from: chain)
    guard case .finished(let row) = exit else { return try finish(exit, in: nil) }
    if row < 0 { return denied(event) }
    guard let accelerator else { return nil }
    var number = accelerator.pointee[row: row]
    if number == Accelerator.unknownTransition { number = examine(row: row) }
    if number >= 0 { return try apply(number) }
    return tables.rows[Int(row)].isFused ? try finish(exit, in: nil) : nil
  }

  /// Runs the blocks of a transition.
  @inline(__always)
  private func apply(_ number: Int32) throws(MachineError) -> Step? {
    guard let accelerator else { return nil }
    let transition = accelerator.pointee.transitions[Int(number)]
    let blocks = accelerator.pointee.blocks.base + Int(transition.first)
    if blocks.pointee >= 0 {
      let exit = registers.run(from: blocks.pointee, then: blocks + 1)
      guard case .finished = exit else { return try finish(exit, in: transition) }
    }
    guard transition.isQuiet else { return try finish(.finished(0), in: transition) }
    let isMoved = transition.to != accelerator.pointee.configuration
    // Call `commit` even if the configuration changed: it also ends the journal of the step.
    guard registers.commit() || isMoved else { return Step(.unchanged) }
    accelerator.pointee.outputs.known &= ~transition.invalidatedOutputs
    if isMoved { accelerator.pointee.setConfiguration(transition.to) }
    return Step(.changed)
  }

  /// Continues after the first effect or an error of a microstep, and performs the microsteps that
  /// follow it. `transition` is `nil` for the actions of a row without a target, which a chain runs
  /// as soon as it chooses the row.
  @inline(never)
  private func finish(
    _ exit: Exit, in transition: Accelerator.Transition?
  ) throws(MachineError) -> Step {
    do throws(MachineError) {
      _ = try continueRun(exit)
      save()
      if let transition { accelerator?.pointee.setConfiguration(transition.to) }
      step.microsteps = 1
      try settle()
      return try commit()
    } catch {
      rollBack()
      throw error
    }
  }

  /// All guards were false.
  @inline(__always)
  private func denied(_ event: Int) -> Step {
    if let known = accelerator?.pointee[denied: event], known.count > 0 {
      return Step(denied: known)
    }
    let denial = nothingRan(for: event)
    accelerator?.pointee[denied: event] = DeniedRows(denial.deniedRows) ?? .unknown
    return denial
  }
}

/// Finds out what an event does, with the functions of the plain interpreter.
extension Interpreter {
  @inline(never)
  private func examine(_ event: Int) -> Accelerator.Entry {
    let entry = entry(of: event)
    accelerator?.pointee[event: event] = entry
    return entry
  }

  private func entry(of event: Int) -> Accelerator.Entry {
    let plain = Accelerator.Entry(kind: .plain)
    let facts = tables.eventFacts[event]
    // Near the limit, the plain interpreter records the rows.
    guard facts.isOpen, tables.microstepLimit > Self.watchedMicrosteps,
      let fieldCount = UInt16(exactly: facts.fieldCount)
    else { return plain }
    var chains: [Int32] = []
    for leaf in tables.tree.leaves(of: active) {
      let chain = tables.dispatch.chain(state: leaf, event: event)
      if chain >= 0, !chains.contains(chain) { chains.append(chain) }
    }
    guard let chain = chains.first else {
      return Accelerator.Entry(kind: .unhandled, fieldCount: fieldCount)
    }
    let certain = chains.compactMap { tables.certainRows[$0] }
    let number =
      certain.count == chains.count
      ? makeTransition(certain) : chains.count == 1 ? makeFusedTransition(chain) : nil
    if let number {
      let isSum = accelerator.map { $0.pointee.transitions[Int(number)].sumCount >= 0 } ?? false
      return Accelerator.Entry(
        kind: isSum ? .sums : .transition, fieldCount: fieldCount, number: number)
    }
    guard chains.count == 1, certain.isEmpty else { return plain }
    return Accelerator.Entry(kind: .chain, fieldCount: fieldCount, number: chain)
  }

  @inline(never)
  private func examine(row: Int32) -> Int32 {
    let number = makeTransition([Int(row)]) ?? Accelerator.plainTransition
    accelerator?.pointee[row: row] = number
    return number
  }

  private func hasEventless(_ active: StateSet) -> Bool {
    tables.hasEventless
      && tables.tree.leaves(of: active).contains {
        tables.dispatch.chain(state: $0, event: tables.eventless) >= 0
      }
  }

  /// Makes the transition of rows that leaves have chosen; `nil` if their effect depends on more
  /// than the configuration.
  private func makeTransition(_ rows: [Int]) -> Int32? {
    let active = active
    var distinct: [Int] = []
    for row in rows where !distinct.contains(row) { distinct.append(row) }
    let chosen = Selection.resolve(choices(distinct), tree: tables.tree, active: active)
    let usesHistory = chosen.contains { row in
      tables.rows[row.row].request?.targets.contains(where: tables.tree.isHistory) ?? false
        || row.move.map { !$0.restored.isEmpty || !$0.defaultsTaken.isEmpty } ?? false
    }
    if usesHistory { return nil }
    var to = active
    var invalidatedOutputs: UInt64 = 0
    var blocks: [Int32] = []
    let plan = MicrostepPlan(chosen, tables, active: active, memories: recordings)
    for operation in plan.operations {
      switch operation {
      case .run(let block):
        blocks.append(block)
        invalidatedOutputs |= tables.outputReaders.byBlock[block] ?? ~0
      case .activate(let state), .deactivate(let state):
        let isActive = operation == .activate(state)
        if isActive { to.insert(state) } else { to.remove(state) }
        let table = tables.states[state]
        let block = isActive ? table.raiseFlag : table.lowerFlag
        if block >= 0 { blocks.append(block) }
      case .start, .cancel, .record, .restore, .complete: return nil
      }
    }
    // A row that its chain runs has no block, but sets what it sets.
    for row in chosen { invalidatedOutputs |= tables.outputReaders.byRow[row.row] }
    if to != active { invalidatedOutputs |= tables.outputReaders.ofConfiguration }
    let isQuiet = !hasEventless(to) && !tables.hasFailing(invalidatedOutputs)
    let sums = isQuiet ? tables.code.sums(of: blocks, flags: tables.flags)?.sums : nil
    return add(blocks, sums: sums, to: to, isQuiet: isQuiet, invalidatedOutputs)
  }

  /// The transition of a chain whose first row always runs, has no target, and only adds numbers.
  private func makeFusedTransition(_ chain: Int32) -> Int32? {
    guard let (sums, row) = tables.code.sums(of: [chain], flags: []), row >= 0,
      tables.rows[Int(row)].isFused, !hasEventless(active),
      !tables.hasFailing(tables.outputReaders.byRow[Int(row)])
    else { return nil }
    return add([], sums: sums, to: active, isQuiet: true, tables.outputReaders.byRow[Int(row)])
  }

  private func add(
    _ blocks: [Int32], sums: [Sum]?, to active: StateSet, isQuiet: Bool,
    _ invalidatedOutputs: UInt64
  ) -> Int32? {
    guard let accelerator, let to = accelerator.pointee.number(of: active) else { return nil }
    let number = accelerator.pointee.add(
      blocks, sums: sums, to: to, isQuiet: isQuiet, invalidatedOutputs: invalidatedOutputs)
    return number >= 0 ? number : nil
  }
}
