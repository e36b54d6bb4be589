import CEL
import StateLinking
import StateModel

/// Reads outputs and invariants.
extension Interpreter {
  /// Computes the outputs that each step computes, at its end. Their failure is the failure of the
  /// step.
  func computeOutputs() throws(MachineError) {
    if tables.eagerOutputs.isEmpty { return }
    forgetOutputs()
    for output in tables.eagerOutputs { _ = try slot(of: output) }
  }

  /// The slot of an output's value for a reader.
  ///
  /// The step has computed all outputs that can fail, so reading cannot fail.
  func readableSlot(of output: Int) -> Slot {
    begin()
    guard let slot = try? slot(of: output) else { return Slot(.nothing) }
    // Nothing is accelerated while coverage is measured, so the rows have just been searched.
    if isMeasuring { coverage?.noteOutput(output, row: searchedRows[output]) }
    return slot
  }

  /// Finds an output's value and returns its slot, which is never a `choice`.
  func slot(of output: Int) throws(MachineError) -> Slot {
    if let slot = try acceleratedSlot(of: output) { return slot }
    return try search(output)
  }

  /// Evaluates the rows of an output one after another. The first one whose state is active and
  /// whose guard is true gives the value.
  func search(_ output: Int) throws(MachineError) -> Slot {
    if isMeasuring { searchedRows[output] = -1 }
    let row = try searchedRow(of: output)
    if isMeasuring, let row { searchedRows[output] = row.number }
    guard let row else { return Slot(.nothing) }
    return row.slot.kind == .choice ? chosen(row.slot) : row.slot
  }

  /// The row that gives an output's value, and the slot that it gives.
  private func searchedRow(of output: Int) throws(MachineError) -> (number: Int, slot: Slot)? {
    let active = active
    let rows = tables.outputs[output].rows
    for number in rows.indices {
      guard rows[number].states.contains(where: { active.contains($0) }) else { continue }
      var slot = rows[number].slot
      if rows[number].entry >= 0 {
        let index = try run(rows[number].entry)
        if index < 0 { continue }
        slot = slot.at(UInt16(truncatingIfNeeded: index))
      }
      return (number, slot)
    }
    return nil
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
    registers.renewBudget()
    return try run(block)
  }
}
