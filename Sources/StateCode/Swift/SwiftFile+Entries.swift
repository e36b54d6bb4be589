import StateTables

/// Places of a region that are entered alike: one function does it for all of them.
extension SwiftFile {
  func entry(
    of slot: Chart.Slot, _ statement: Statement, _ body: [Statement]
  ) -> [Layout] {
    let first = slot.places[0]
    return SwiftText.comment(
      "What is done on the way into any place of `\(plan.definition.states[slot.owner].name)`.")
      + way(statement, body, of: first, place: plan.pointer(of: first, in: slot))
  }

  /// Where each place stands in the definition, for errors on the way in.
  func pointers(of slot: Chart.Slot) -> [Layout] {
    let cases = slot.places.map { place -> Layout in
      let pointer = SwiftExpressions.literal(plan.definition.states[place].pointer)
      return .sequence([casePattern([place], []), .text(" \(pointer)")])
    }
    return ["var pointer: String {"] + SwiftText.indented(["switch self {"] + cases + ["}"]) + ["}"]
  }
}

extension Blueprint {
  /// With the slots marked whose places are entered alike.
  func entered(alike expressions: SwiftExpressions) -> Blueprint {
    guard let chart, chart.hasRegions else { return self }
    var result = self
    for (index, slot) in chart.slots.enumerated() {
      result.chart?.slots[index].isEnteredAlike = isEnteredAlike(slot, chart, expressions)
    }
    return result
  }

  private func isEnteredAlike(
    _ slot: Chart.Slot, _ chart: Chart, _ expressions: SwiftExpressions
  ) -> Bool {
    let states = definition.states
    // While a state with children is entered, the slot rests in one of them already.
    guard slot.isStored, slot.places.allSatisfy({ states[$0].kind != .composite }),
      !states.contains(where: { $0.name.capitalized == slot.name.capitalized }),
      !slot.places.contains(where: { states[$0].name == "pointer" })
    else { return false }
    let bodies = slot.places.map { place -> [Layout] in
      var inside = expressions
      inside.place = pointer(of: place, in: slot)
      var statements = SwiftStatements(plan: self, expressions: inside, tells: false)
      return statements.lines(chart.enter[place])
    }
    return !bodies[0].isEmpty && bodies.allSatisfy { $0 == bodies[0] }
  }

  func pointer(of place: Int, in slot: Chart.Slot) -> (pointer: String, member: String) {
    (definition.states[place].pointer, slot.name)
  }
}

extension Chart {
  /// Whether places of a slot are asked where they stand in the definition.
  func tellsPointers(of slot: Slot) -> Bool {
    guard slot.isEnteredAlike else { return false }
    var fails = false
    for statement in enter[slot.places[0]] { statement.visit { fails = fails || $0.code.fails } }
    return fails
  }
}
