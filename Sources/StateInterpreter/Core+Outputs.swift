import CEL
import StateTables

/// What can be read from outside.
extension Core {
  /// Where the value of an output is, computed or known since the last change; `nil` for null.
  func output(_ place: Int) throws(MachineError) -> Slot? {
    let first = tables.firstOutputRows[place]
    let row: Int
    if place < 64, hot.pointee.knownOutputs & (1 << UInt64(place)) != 0, !hot.pointee.isWatched {
      row = Int(knownRows[place])
    } else {
      row = try compute(place, first)
    }
    let position = first + row
    return position < tables.firstOutputRows[place + 1]
      ? tables.outputRowFacts[position].slot : nil
  }

  private func compute(_ place: Int, _ first: Int) throws(MachineError) -> Int {
    var row = likelyRow(of: place)
    if row == Situations.guardedRow {
      row = try search(place)
    } else if first + Int(row) < tables.firstOutputRows[place + 1] {
      let entry = tables.outputRowFacts[first + Int(row)].entry
      if entry >= 0 { _ = try read(entry) }
    }
    know(place, row: Int(row))
    return Int(row)
  }

  /// The row that the configuration alone decides on.
  private func likelyRow(of place: Int) -> Int32 {
    if hot.pointee.situation < 0, !settleSituation() { return Situations.guardedRow }
    let situation = hot.pointee.situation
    let known =
      situations.pointee.outputRows[Int(situation) * situations.pointee.outputCount + place]
    if known != Situations.unknownRow { return known }
    let rows = tables.outputs[place].rows
    let active = active
    let first = rows.firstIndex { row in row.states.contains { active.contains($0) } }
    var number = Int32(truncatingIfNeeded: first ?? rows.count)
    if let first, rows[first].facts.isGuarded { number = Situations.guardedRow }
    situations.pointee.learn(number, output: place, in: situation)
    return number
  }

  /// Looks the number of the configuration up; `false` where it has none.
  func settleSituation() -> Bool {
    let number = situations.pointee.number(of: active, tables)
    hot.pointee.situation = number
    return number >= 0
  }

  /// The place of the first row that matches, its value computed; the count of rows for none.
  private func search(_ place: Int) throws(MachineError) -> Int32 {
    let rows = tables.outputs[place].rows
    let active = active
    for (number, row) in rows.enumerated() {
      guard row.states.contains(where: { active.contains($0) }) else { continue }
      if row.facts.entry < 0 { return Int32(truncatingIfNeeded: number) }
      if try read(row.facts.entry) { return Int32(truncatingIfNeeded: number) }
    }
    return Int32(truncatingIfNeeded: rows.count)
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
