import CEL
import StateLinking
import StateModel

/// Restores the leaves of regions.
extension KotlinSnapshot {
  func regions(_ chart: GenerationChart) -> [Layout] {
    let states = model.definition.states
    func leafValue(_ state: Int, _ slot: GenerationChart.Slot) -> String {
      "\(file.names.inner(slot.typeName)).\(model.stateIdentifier(state).asClass)"
    }
    var cases: [Layout] = []
    for slot in chart.slots {
      for leaf in slot.leaves where states[leaf].kind != .parallel {
        let slotValues = chart.slotValues(at: leaf, of: slot, states).map { slot, state in
          Layout.text("\(slot.name) = \(leafValue(state, slot))")
        }
        if slotValues.isEmpty { continue }
        cases.append(.text("\"\(states[leaf].name)\" -> {"))
        cases += Layout.indented(slotValues) + ["}"]
      }
    }
    let declared = chart.stored.map { slot in
      Layout.text(
        "var \(slot.name): \(file.names.inner(slot.typeName)) = \(leafValue(slot.first, slot))")
    }
    return declared + [
      "for (name in reader.places) {",
      .nested(
        .sequence([
          "when (name) {", .nested(.sequence(Layout.stacked(cases))), .newLine, "}",
        ])), "}", check("carried", []), check("history", []),
    ]
  }
}
