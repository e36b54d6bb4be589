import StateLinking
import StateModel

/// Regions whose leaves have the same entry actions: one function enters all of them.
extension SwiftFile {
  func entry(
    of slot: GenerationChart.Slot, _ statement: Statement, _ body: [Statement]
  ) -> [Layout] {
    let first = slot.leaves[0]
    return SwiftText.comment(
      "What is done on the way into any place of `\(model.definition.states[slot.owner].name)`.")
      + actionFunction(
        statement, body, of: first, dynamicPointer: model.pointer(of: first, in: slot))
  }

  /// The member that returns the JSON pointer of each leaf, for errors of entry actions.
  func pointers(of slot: GenerationChart.Slot) -> [Layout] {
    let cases = slot.leaves.map { leaf -> Layout in
      let pointer = SwiftExpressions.literal(model.definition.states[leaf].pointer)
      return .sequence([casePattern([leaf], []), .text(" \(pointer)")])
    }
    return ["var pointer: String {"] + Layout.indented(["switch self {"] + cases + ["}"]) + ["}"]
  }
}

extension GenerationModel {
  /// The model with `hasSharedEntry` set for the slots whose leaves share one entry function.
  func markingSharedEntries(with expressions: SwiftExpressions) -> GenerationModel {
    guard let chart, chart.hasRegions else { return self }
    var result = self
    for (index, slot) in chart.slots.enumerated() {
      result.chart?.slots[index].hasSharedEntry = hasSharedEntry(slot, chart, expressions)
    }
    return result
  }

  private func hasSharedEntry(
    _ slot: GenerationChart.Slot, _ chart: GenerationChart, _ expressions: SwiftExpressions
  ) -> Bool {
    let states = definition.states
    // While a state with children is entered, the slot already holds one of its descendants.
    guard slot.isStored, slot.leaves.allSatisfy({ states[$0].kind != .composite }),
      !states.contains(where: { $0.name.capitalized == slot.name.capitalized }),
      !slot.leaves.contains(where: { states[$0].name == "pointer" })
    else { return false }
    let bodies = slot.leaves.map { leaf -> [Layout] in
      var inside = expressions
      inside.dynamicPointer = pointer(of: leaf, in: slot)
      var statements = SwiftStatements(model: self, expressions: inside, returnsResult: false)
      return statements.lines(chart.enter[leaf])
    }
    return !bodies[0].isEmpty && bodies.allSatisfy { $0 == bodies[0] }
  }

  func pointer(of leaf: Int, in slot: GenerationChart.Slot) -> (pointer: String, member: String) {
    (definition.states[leaf].pointer, slot.name)
  }
}

extension GenerationChart {
  /// Whether the leaves of a slot must return their JSON pointers.
  func needsPointers(of slot: Slot) -> Bool {
    guard slot.hasSharedEntry else { return false }
    var fails = false
    for statement in enter[slot.leaves[0]] { statement.visit { fails = fails || $0.code.fails } }
    return fails
  }
}
