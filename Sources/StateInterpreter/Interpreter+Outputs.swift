import CEL
import StateLinking
import StateModel

/// Reads outputs and invariants.
extension Interpreter {
  /// Finds an output's value and returns its slot, which is never a `choice`.
  func slot(of output: Int) throws(MachineError) -> Slot {
    if let slot = try acceleratedSlot(of: output) { return slot }
    return try search(output)
  }

  /// Evaluates the rows of an output one after another. The first one whose state is active and
  /// whose guard is true gives the value.
  func search(_ output: Int) throws(MachineError) -> Slot {
    let active = active
    for (number, row) in tables.outputs[output].rows.enumerated() {
      guard row.states.contains(where: { active.contains($0) }) else { continue }
      var slot = row.slot
      if row.entry >= 0 {
        let index = try read(row.entry)
        if index < 0 { continue }
        slot = slot.at(UInt16(truncatingIfNeeded: index))
      }
      coverage?.noteOutput(output, row: number)
      return slot.kind == .choice ? chosen(slot) : slot
    }
    return Slot(.nothing)
  }

  /// Resolves a slot of the kind `choice`.
  func chosen(_ slot: Slot) -> Slot {
    let choice = tables.choices[Int(slot.extra)]
    return registers.ints[Int(slot.index)] != 0 ? choice.ifTrue : choice.ifFalse
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
  func read(_ block: Int32) throws(MachineError) -> Int32 {
    registers.budget = Budget(Limits.eventSteps)
    return try run(block)
  }
}
