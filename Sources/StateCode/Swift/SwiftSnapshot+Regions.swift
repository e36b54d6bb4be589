import CEL
import StateLinking
import StateModel

/// Restores the leaves of regions.
extension SwiftSnapshot {
  func regions(_ chart: GenerationChart) -> [Layout] {
    let states = model.definition.states
    var body: [Layout] = []
    for slot in chart.stored where slot.owner > 0 {
      let parallel = states[slot.owner].parent ?? 0
      if chart.tests(for: parallel).isEmpty { continue }
      body.append(
        .text("next.\(slot.name) = .\(SwiftNames.escaped(model.stateIdentifier(slot.first)))"))
    }
    body.append("for name in reader.places {")
    var cases: [Layout] = ["switch name {"]
    for slot in chart.slots {
      for leaf in slot.leaves where states[leaf].kind != .parallel {
        let slotValues = chart.slotValues(at: leaf, of: slot, states).map { slot, state in
          Layout.text("next.\(slot.name) = .\(SwiftNames.escaped(model.stateIdentifier(state)))")
        }
        if slotValues.isEmpty { continue }
        cases.append(.text("case \"\(states[leaf].name)\":"))
        cases += Layout.indented(slotValues)
      }
    }
    body += Layout.indented(cases + ["default: break", "}"]) + ["}"]
    return body + [
      "guard next.wirePlaces.map({ Array($0.utf8) }) == reader.places.map({ Array($0.utf8) }) else {",
      .nested(
        .text("throw SnapshotReader.problem(\"these states cannot be active together\", [\"in\"])")),
      "}", .text("try reader.check([\"carried\"], [])"),
      .text("try reader.check([\"history\"], [])"),
    ]
  }
}
