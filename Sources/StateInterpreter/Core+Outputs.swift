import CEL
import StateTables

/// Reads outputs and invariants.
extension Core {
  /// The slot of an output's value, if it can be read without changing anything.
  @inline(__always)
  func ready(_ output: Int) -> Slot? {
    let slot = hot.pointee.slots[output]
    switch slot.kind {
    case .choice: return hot.pointee.chosen(slot)
    case .computed, .searched, .unknown: return isKnown(output) ? knownSlots[output] : nil
    case .bool, .int, .uint, .duration, .enumeration, .double, .string, .value, .nothing:
      return slot
    }
  }

  @inline(__always)
  private func isKnown(_ output: Int) -> Bool {
    output < 64 && hot.pointee.knownOutputs & (1 << UInt64(output)) != 0
      && !hot.pointee.isWatched
  }

  /// Computes an output's value and returns its slot.
  @inline(__always)
  func compute(_ output: Int) throws(MachineError) -> Slot {
    let slot = hot.pointee.slots[output]
    guard slot.kind == .computed else { return try computeUncached(output) }
    let index = try read(slot.extra)
    return remember(output, hot.pointee.outputSlots[output].at(UInt16(truncatingIfNeeded: index)))
  }

  /// Handles outputs without a cached slot, and unusual machines: one that is observed or has ended
  /// caches nothing.
  @inline(never)
  private func computeUncached(_ output: Int) throws(MachineError) -> Slot {
    if hot.pointee.isWatched || hot.pointee.hasEnded
      || hot.pointee.configurationNumber < 0 && !lookUpConfiguration()
    {
      return try search(output)
    }
    var slot = hot.pointee.slots[output]
    if slot.kind == .unknown {
      slot = configurationSlot(of: output)
      cache.pointee.store(slot, output: output, in: hot.pointee.configurationNumber)
    }
    switch slot.kind {
    case .computed: return try compute(output)
    case .searched: return try search(output)
    case .bool, .int, .uint, .duration, .enumeration, .double, .string, .value, .nothing, .choice,
      .unknown:
      return ready(output) ?? slot
    }
  }

  @inline(__always)
  private func remember(_ output: Int, _ slot: Slot) -> Slot {
    knownSlots[output] = slot
    if output < 64 { hot.pointee.knownOutputs |= 1 << UInt64(output) }
    return slot
  }

  /// The slot of an output as far as the configuration alone determines it.
  private func configurationSlot(of output: Int) -> Slot {
    let active = active
    guard
      let row = tables.outputs[output].rows.first(where: { row in
        row.states.contains { active.contains($0) }
      })
    else { return Slot(.nothing) }
    if row.isGuarded { return Slot(.searched) }
    return row.entry < 0 ? row.slot : Slot(.computed, extra: row.entry)
  }

  /// Looks up the number of the configuration. Returns `false` if the cache is full.
  func lookUpConfiguration() -> Bool {
    let number = cache.pointee.number(of: active, tables)
    setConfiguration(number)
    return number >= 0
  }

  /// Evaluates the rows of an output one after another.
  private func search(_ output: Int) throws(MachineError) -> Slot {
    let rows = tables.outputs[output].rows
    let active = active
    for (number, row) in rows.enumerated() {
      guard row.states.contains(where: { active.contains($0) }) else { continue }
      var slot = row.slot
      if row.entry >= 0 {
        let index = try read(row.entry)
        if index < 0 { continue }
        slot = slot.at(UInt16(truncatingIfNeeded: index))
      }
      coverage?.noteOutput(output, row: number)
      return slot.kind == .choice ? hot.pointee.chosen(slot) : remember(output, slot)
    }
    return remember(output, Slot(.nothing))
  }

  /// Whether one invariant holds, by its index.
  func holds(_ invariant: Int) throws(MachineError) -> Bool {
    try read(tables.invariants[invariant]) == 1
  }

  func brokenInvariants() throws(MachineError) -> [String] {
    var broken: [String] = []
    for (invariant, block) in zip(tables.source.invariants, tables.invariants) {
      if try read(block) != 1 { broken.append(invariant.name) }
    }
    return broken
  }

  /// Runs a block that changes nothing.
  @inline(__always)
  private func read(_ block: Int32) throws(MachineError) -> Int32 {
    registers.budget = Budget(Limits.eventSteps)
    return try run(block)
  }
}
