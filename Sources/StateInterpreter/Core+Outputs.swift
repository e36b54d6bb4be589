import CEL
import StateTables

/// What can be read from outside.
extension Core {
  /// Computes an output, or gives what was computed since the last change.
  func output(_ place: Int) throws(MachineError) -> Value {
    let table = tables.outputs[place]
    var number = Int(remembered[place])
    if number < 0 {
      number = try match(table)
      coverage?.noteOutput(place, row: number)
      remembered[place] = Int32(truncatingIfNeeded: number)
    }
    guard number < table.rows.count else { return .null }
    let slot = table.rows[number].slot
    return banks.value(of: slot)
  }

  /// The place of the first row that matches, its value computed; the count of rows for none.
  private func match(_ table: OutputTable) throws(MachineError) -> Int {
    for (number, row) in table.rows.enumerated() {
      guard row.states.contains(where: { active.contains($0) }) else { continue }
      if row.entry < 0 { return number }
      if try read(row.entry) { return number }
    }
    return table.rows.count
  }

  func brokenInvariants() throws(MachineError) -> [String] {
    var broken: [String] = []
    for (invariant, block) in zip(tables.source.invariants, tables.invariants) {
      if try !read(block) { broken.append(invariant.name) }
    }
    return broken
  }

  /// Runs a block that changes nothing.
  private func read(_ block: Int32) throws(MachineError) -> Bool {
    banks.begin()
    banks.budget = Budget(Limits.eventSteps)
    defer { _ = banks.commit() }
    return try run(block) == 1
  }
}
