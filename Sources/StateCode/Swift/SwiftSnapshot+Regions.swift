import CEL
import StateTables

/// Restoring where regions rest.
extension SwiftSnapshot {
  func regions(_ chart: Chart) -> [Layout] {
    let states = plan.definition.states
    var body: [Layout] = []
    for slot in chart.stored where slot.owner > 0 {
      let parallel = states[slot.owner].parent ?? 0
      if chart.tests(for: parallel).isEmpty { continue }
      body.append(
        .text("next.\(slot.name) = .\(SwiftNames.escaped(plan.placeName(slot.first)))"))
    }
    body.append("for name in reader.places {")
    var cases: [Layout] = ["switch name {"]
    for slot in chart.slots {
      for place in slot.places where states[place].kind != .parallel {
        let rests = chart.rests(at: place, of: slot, states).map { slot, state in
          Layout.text("next.\(slot.name) = .\(SwiftNames.escaped(plan.placeName(state)))")
        }
        if rests.isEmpty { continue }
        cases.append(.text("case \"\(states[place].name)\":"))
        cases += SwiftText.indented(rests)
      }
    }
    body += SwiftText.indented(cases + ["default: break", "}"]) + ["}"]
    return body + [
      "guard next.wirePlaces.map({ Array($0.utf8) }) == reader.places.map({ Array($0.utf8) }) else {",
      .nested(
        .text("throw SnapshotReader.problem(\"these states cannot be active together\", [\"in\"])")),
      "}", .text("try reader.check([\"carried\"], [])"),
      .text("try reader.check([\"history\"], [])"),
    ]
  }
}
