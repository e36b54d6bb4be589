public import CEL
import StateTables

/// Receives events on the fast path, and falls back to the general algorithm. Values from outside
/// are checked against their types.
extension Core {
  @usableFromInline
  func receive(_ event: Int, _ values: [Value]) throws(MachineError) -> Step {
    let hot = hot
    guard event < hot.pointee.eventCount else { return Step(.unhandled) }
    let entry = hot.pointee.entries[event]
    if entry.mode == .sums, values.count | Int(entry.fieldCount) == 0,
      let isChanged = add(entry.number)
    {
      return Step(isChanged ? .changed : .unchanged)
    }
    return try receiveByRows(event, values)
  }

  /// Performs a cached transition that only adds numbers. Returns whether anything differs, or
  /// `nil` without any effect if a sum overflows.
  @inline(__always)
  private func add(_ number: Int32) -> Bool? {
    let hot = hot
    let transition = hot.pointee.transitions + Int(number)
    let sums = hot.pointee.sums + Int(transition.pointee.firstSum)
    var isChanged = false
    if transition.pointee.sumCount == 1 {
      guard let isDifferent = RegisterFile.write(sums.pointee, hot.pointee.ints) else { return nil }
      isChanged = isDifferent
    } else if transition.pointee.sumCount > 1 {
      guard let isDifferent = addAll(sums, transition.pointee.sumCount) else { return nil }
      isChanged = isDifferent
    }
    if transition.pointee.to != hot.pointee.configurationNumber {
      hot.pointee.setConfiguration(transition.pointee.to)
      isChanged = true
    }
    if isChanged { hot.pointee.knownOutputs &= ~transition.pointee.invalidatedOutputs }
    return isChanged
  }

  /// Computes all sums before it writes the first one: each reads the old values, and any may
  /// overflow.
  @inline(__always)
  private func addAll(_ sums: UnsafeMutablePointer<Sum>, _ count: Int32) -> Bool? {
    let ints = hot.pointee.ints
    for index in 0..<Int(count) {
      guard let result = RegisterFile.result(of: sums[index], ints) else { return nil }
      sums[index].result = result
    }
    var isChanged = false
    for index in 0..<Int(count) {
      let register = ints + Int(sums[index].register)
      let result = sums[index].result
      if register.pointee != result { isChanged = true }
      register.pointee = result
    }
    return isChanged
  }

  /// Handles events that need the program, and unusual ones.
  private func receiveByRows(
    _ event: Int, _ values: [Value]
  ) throws(MachineError) -> Step {
    let hot = hot
    let entry = hot.pointee.entries[event]
    guard entry.mode != .uncached else { return try receiveUncached(event, values) }
    if values.count | Int(entry.fieldCount) != 0 { try write(values, of: event) }
    registers.budget = Budget(Limits.eventSteps)
    if entry.mode == .sums {
      if let isChanged = add(entry.number) { return Step(isChanged ? .changed : .unchanged) }
      return try receiveUncached(event, values)
    }
    if entry.mode == .transition { return try apply(entry.number, event) }
    let exit = registers.run(from: entry.number)
    guard case .finished(let row) = exit else { return try choose(exit, event) }
    if row < 0 { return denied(event) }
    let facts = hot.pointee.rowFacts[Int(row)]
    guard facts.isFused else { return try choose(exit, event) }
    guard registers.commit() else { return Step(.unchanged) }
    hot.pointee.knownOutputs &= ~facts.invalidatedOutputs
    return Step(.changed)
  }

  /// Performs a cached transition: it only runs the blocks.
  @inline(__always)
  private func apply(_ number: Int32, _ event: Int) throws(MachineError) -> Step {
    let hot = hot
    let transition = hot.pointee.transitions[Int(number)]
    let blocks = cache.pointee.blocks.base + Int(transition.first)
    if blocks.pointee >= 0 {
      let exit = registers.run(from: blocks.pointee, then: blocks + 1)
      guard case .finished = exit else { return try continueRun(exit, transition) }
    }
    let isMoved = transition.to != hot.pointee.configurationNumber
    // Call `commit` even if the configuration changed: it also resets what the next step compares
    // with.
    guard registers.commit() || isMoved else { return Step(.unchanged) }
    hot.pointee.knownOutputs &= ~transition.invalidatedOutputs
    hot.pointee.setConfiguration(transition.to)
    return Step(.changed)
  }

  /// Continues a cached transition after an effect or an error.
  @inline(never)
  private func continueRun(
    _ exit: Exit, _ transition: TransitionCache.CachedTransition
  ) throws(MachineError) -> Step {
    do throws(MachineError) {
      _ = try continueRun(exit)
      return try complete(transition)
    } catch {
      rollBack()
      throw error
    }
  }

  /// Continues after a chain stopped at an effect, an error, a row with a target, or its end.
  @inline(never)
  private func choose(_ exit: Exit, _ event: Int) throws(MachineError) -> Step {
    do throws(MachineError) {
      let row = Int(try continueRun(exit))
      return try applyChosen(row, event)
    } catch {
      rollBack()
      throw error
    }
  }

  /// Handles machines that are observed or have ended, events that are not cached yet, and several
  /// chains.
  @inline(never)
  private func receiveUncached(
    _ event: Int, _ values: [Value]
  ) throws(MachineError) -> Step {
    if hot.pointee.isWatched { trace?.microsteps = [] }
    let facts = tables.eventFacts[event]
    guard facts.isOpen, !hot.pointee.hasEnded else { return Step(.unhandled) }
    if values.count | facts.fieldCount != 0 { try write(values, of: event) }
    begin()
    do throws(MachineError) {
      return try step(event)
    } catch {
      rollBack()
      throw error
    }
  }

  /// Writes the event's data without performing a step.
  func writeData(_ values: [Value], of event: Int) throws(MachineError) {
    try write(values, of: event)
  }

  private func write(_ values: [Value], of event: Int) throws(MachineError) {
    let facts = tables.eventFacts[event]
    guard values.count == facts.fieldCount else {
      throw MachineError(.payload, at: "/\(tables.events[event].name)")
    }
    for index in 0..<facts.fieldCount
    where !write(values[index], to: tables.eventSlots[facts.firstField + index])
      && !write(values[index], toField: index, of: event)
    {
      let table = tables.events[event]
      throw MachineError(.payload, at: "/\(table.name)/\(table.fieldNames[index])")
    }
  }

  /// Writes a value of one of the simplest types. Returns `false` for any other.
  @inline(__always)
  private func write(_ value: Value, to slot: Slot) -> Bool {
    let index = Int(slot.index)
    switch (slot.kind, value) {
    case (.string, .string(let text)): registers.strings[index] = text
    case (.double, .double(let number)): registers.doubles[index] = number
    case (.int, .int(let number)): registers.ints[index] = number
    case (.bool, .bool(let truth)): registers.ints[index] = truth ? 1 : 0
    default: return false
    }
    return true
  }

  private func write(_ value: Value, toField index: Int, of event: Int) -> Bool {
    let slot = tables.events[event].fields[index]
    let type = tables.source.events[event].fields[index].type
    return TypeFit(declarations: tables.source.declarations).admits(value, type)
      && registers.set(slot.register, to: value)
  }
}
