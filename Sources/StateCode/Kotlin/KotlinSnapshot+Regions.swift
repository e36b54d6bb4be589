import CEL
import StateTables

/// Restoring where regions rest.
extension KotlinSnapshot {
  func regions(_ chart: Chart) -> [Layout] {
    let states = plan.definition.states
    func place(_ state: Int, _ slot: Chart.Slot) -> String {
      "\(file.names.inner(slot.typeName)).\(plan.placeName(state).capitalized)"
    }
    var cases: [Layout] = []
    for slot in chart.slots {
      for leaf in slot.places where states[leaf].kind != .parallel {
        let rests = chart.rests(at: leaf, of: slot, states).map { slot, state in
          Layout.text("\(slot.name) = \(place(state, slot))")
        }
        if rests.isEmpty { continue }
        cases.append(.text("\"\(states[leaf].name)\" -> {"))
        cases += KotlinText.indented(rests) + ["}"]
      }
    }
    let declared = chart.stored.map { slot in
      Layout.text(
        "var \(slot.name): \(file.names.inner(slot.typeName)) = \(place(slot.first, slot))")
    }
    return declared + [
      "for (name in reader.places) {",
      .nested(
        .sequence([
          "when (name) {", .nested(.sequence(SwiftStatements.stacked(cases))), .newLine, "}",
        ])), "}", check("carried", []), check("history", []),
    ]
  }
}
