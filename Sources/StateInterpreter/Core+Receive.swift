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

  /// Handles a name that is too long for the fast table, or that no event has.
  @usableFromInline @inline(never)
  func receive(named name: String, _ values: [Value]) throws(MachineError) -> Step {
    let event = tables.eventNames.place(of: name)
    return event < 0 ? Step(.unhandled) : try receive(event, values)
  }

  /// The index of an output whose name is too long for the fast table; -1 if no output has it.
  @usableFromInline @inline(never)
  func outputPlace(of name: String) -> Int { tables.outputNames.place(of: name) }

  /// Performs a cached transition that only adds numbers. Returns whether anything differs, or
  /// `nil` without any effect if a sum overflows.
  @inline(__always)
  private func add(_ number: Int32) -> Bool? {
    let hot = hot
    let plan = hot.pointee.plans + Int(number)
    let sums = hot.pointee.sums + Int(plan.pointee.firstSum)
    var isChanged = false
    if plan.pointee.sumCount == 1 {
      guard let isDifferent = Banks.write(sums.pointee, hot.pointee.ints) else { return nil }
      isChanged = isDifferent
    } else if plan.pointee.sumCount > 1 {
      guard let isDifferent = addAll(sums, plan.pointee.sumCount) else { return nil }
      isChanged = isDifferent
    }
    if plan.pointee.to != hot.pointee.situation {
      hot.pointee.shift(to: plan.pointee.to)
      isChanged = true
    }
    if isChanged { hot.pointee.knownOutputs &= ~plan.pointee.forgets }
    return isChanged
  }

  /// Computes all sums before it writes the first one: each reads the old values, and any may
  /// overflow.
  @inline(__always)
  private func addAll(_ sums: UnsafeMutablePointer<Sum>, _ count: Int32) -> Bool? {
    let ints = hot.pointee.ints
    for place in 0..<Int(count) {
      guard let result = Banks.result(of: sums[place], ints) else { return nil }
      sums[place].result = result
    }
    var isChanged = false
    for place in 0..<Int(count) {
      let register = ints + Int(sums[place].register)
      let result = sums[place].result
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
    guard entry.mode != .other else { return try receiveOtherwise(event, values) }
    if values.count | Int(entry.fieldCount) != 0 { try write(values, of: event) }
    banks.budget = Budget(Limits.eventSteps)
    if entry.mode == .sums {
      if let isChanged = add(entry.number) { return Step(isChanged ? .changed : .unchanged) }
      return try receiveOtherwise(event, values)
    }
    if entry.mode == .plan { return try follow(entry.number, event) }
    let exit = banks.run(from: entry.number)
    guard case .finished(let row) = exit else { return try choose(exit, event) }
    if row < 0 { return denied(event) }
    let facts = hot.pointee.rowFacts[Int(row)]
    guard facts.isFused else { return try choose(exit, event) }
    guard banks.commit() else { return Step(.unchanged) }
    hot.pointee.knownOutputs &= ~facts.forgets
    return Step(.changed)
  }

  /// Performs a cached transition: it only runs the blocks.
  @inline(__always)
  private func follow(_ number: Int32, _ event: Int) throws(MachineError) -> Step {
    let hot = hot
    let plan = hot.pointee.plans[Int(number)]
    let blocks = situations.pointee.blocks.base + Int(plan.first)
    if blocks.pointee >= 0 {
      let exit = banks.run(from: blocks.pointee, then: blocks + 1)
      guard case .finished = exit else { return try goOn(exit, plan) }
    }
    let isMoved = plan.to != hot.pointee.situation
    // Call `commit` even if the configuration changed: it also resets what the next step compares
    // with.
    guard banks.commit() || isMoved else { return Step(.unchanged) }
    hot.pointee.knownOutputs &= ~plan.forgets
    hot.pointee.shift(to: plan.to)
    return Step(.changed)
  }

  /// Continues a cached transition after an effect or an error.
  @inline(never)
  private func goOn(_ exit: Exit, _ plan: Situations.Plan) throws(MachineError) -> Step {
    do throws(MachineError) {
      _ = try goOn(exit)
      return try arrive(plan)
    } catch {
      rollBack()
      throw error
    }
  }

  /// Continues after a chain stopped at an effect, an error, a row with a target, or its end.
  @inline(never)
  private func choose(_ exit: Exit, _ event: Int) throws(MachineError) -> Step {
    do throws(MachineError) {
      let row = Int(try goOn(exit))
      return try act(row, event)
    } catch {
      rollBack()
      throw error
    }
  }

  /// Handles machines that are observed or have ended, events that are not cached yet, and several
  /// chains.
  @inline(never)
  private func receiveOtherwise(
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
  func bring(_ values: [Value], of event: Int) throws(MachineError) {
    try write(values, of: event)
  }

  private func write(_ values: [Value], of event: Int) throws(MachineError) {
    let facts = tables.eventFacts[event]
    guard values.count == facts.fieldCount else {
      throw MachineError(.payload, at: "/\(tables.events[event].name)")
    }
    for place in 0..<facts.fieldCount
    where !write(values[place], to: tables.eventSlots[facts.firstField + place])
      && !write(values[place], toField: place, of: event)
    {
      let table = tables.events[event]
      throw MachineError(.payload, at: "/\(table.name)/\(table.fieldNames[place])")
    }
  }

  /// Writes a value of one of the simplest types. Returns `false` for any other.
  @inline(__always)
  private func write(_ value: Value, to slot: Slot) -> Bool {
    let index = Int(slot.index)
    switch (slot.kind, value) {
    case (.string, .string(let text)): banks.strings[index] = text
    case (.double, .double(let number)): banks.doubles[index] = number
    case (.int, .int(let number)): banks.ints[index] = number
    case (.bool, .bool(let truth)): banks.ints[index] = truth ? 1 : 0
    default: return false
    }
    return true
  }

  private func write(_ value: Value, toField place: Int, of event: Int) -> Bool {
    let slot = tables.events[event].fields[place]
    let type = tables.source.events[event].fields[place].type
    return TypeFit(declarations: tables.source.declarations).admits(value, type)
      && banks.set(slot.register, to: value)
  }
}
