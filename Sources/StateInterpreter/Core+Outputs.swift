import CEL
import StateTables

/// What can be read from outside.
extension Core {
  /// Where the value of an output is, computed or known since the last change; `nil` for null.
  func output(_ place: Int) throws(MachineError) -> Slot? {
    let table = tables.outputs[place]
    let number = try row(of: place, table)
    guard number < table.rows.count else { return nil }
    return table.rows[number].slot
  }

  private func row(of place: Int, _ table: OutputTable) throws(MachineError) -> Int {
    let bit: UInt64 = place < 64 ? 1 << UInt64(place) : 0
    if knownOutputs & bit != 0, !isWatched { return Int(knownRows[place]) }
    let likely = likelyRow(of: place, table)
    if likely == Situations.guardedRow {
      let number = try search(table)
      note(place, number, bit)
      return number
    }
    let number = Int(likely)
    if number < table.rows.count, table.rows[number].entry >= 0 {
      _ = try read(table.rows[number].entry)
    }
    note(place, number, bit)
    return number
  }

  private func note(_ place: Int, _ number: Int, _ bit: UInt64) {
    if isWatched { coverage?.noteOutput(place, row: number) }
    knownRows[place] = Int32(truncatingIfNeeded: number)
    knownOutputs |= bit
  }

  /// The row that the configuration alone decides on.
  private func likelyRow(of place: Int, _ table: OutputTable) -> Int32 {
    if situation < 0 { situation = situations.number(of: active, tables) }
    guard situation >= 0 else { return Situations.guardedRow }
    let cell = Int(situation) * situations.outputCount + place
    let known = situations.outputRows[cell]
    if known != Situations.unknownRow { return known }
    let first = table.rows.firstIndex { row in row.states.contains { active.contains($0) } }
    var number = Int32(truncatingIfNeeded: first ?? table.rows.count)
    if let first, table.rows[first].isGuarded { number = Situations.guardedRow }
    situations.outputRows[cell] = number
    return number
  }

  /// The place of the first row that matches, its value computed; the count of rows for none.
  private func search(_ table: OutputTable) throws(MachineError) -> Int {
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
    banks.budget = Budget(Limits.eventSteps)
    return try run(block) == 1
  }
}
