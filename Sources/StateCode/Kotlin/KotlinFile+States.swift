import CEL
import StateTables

/// Places, and the way from one to another.
extension KotlinFile {
  var place: [Layout] {
    Array((plan.chart?.stored ?? []).map(place).joined(separator: [.blank]))
  }

  private func place(_ slot: Chart.Slot) -> [Layout] {
    guard let chart = plan.chart else { return [] }
    let type = names.inner(slot.typeName)
    var inside: [Layout] = []
    for state in slot.places {
      let fields = plan.definition.states[state].fields
      inside.append(
        types.caseClass(
          plan.placeName(state), fields.map { ($0.name, $0.type) }, of: type, ""))
      inside.append(.blank)
    }
    for state in plan.askedStates where chart.slots[chart.slot(of: state)].owner == slot.owner {
      let tests = chart.places(in: state, of: slot).map {
        "this is \(plan.placeName($0).capitalized)"
      }
      inside.append(
        .text("val is\(plan.definition.states[state].name.capitalized): Boolean"))
      inside.append(
        .nested(.text("get() = \(tests.isEmpty ? "false" : tests.joined(separator: " || "))")))
      inside.append(.blank)
    }
    while case .text("")? = inside.last { inside.removeLast() }
    return KotlinText.comment(plan.aboutPlaces(of: slot))
      + [.text("private sealed interface \(type) {")] + KotlinText.indented(inside) + ["}"]
  }

  /// What states do on the way in and out.
  func traversal(_ chart: Chart) -> [Layout] {
    Array(chart.ways.map { way($0.statement, $0.body, of: $0.state) }.joined(separator: [.blank]))
  }

  private func way(_ statement: Statement, _ body: [Statement], of state: Int) -> [Layout] {
    var inside = expressions
    inside.receiver = "state."
    var lines = block("private fun \(plan.wayName(statement))()", body, inside, tells: false)
    if readsCarried(body) {
      let place = "\(placeType(of: state)).\(plan.placeName(state).capitalized)"
      lines.insert(.nested(.text("val place = state.\(rootPlace) as \(place)")), at: 1)
    }
    return lines
  }

  /// The member that tells where the whole machine rests.
  var rootPlace: String { plan.chart?.slots[0].name ?? "place" }

  /// The type of the places among which a state is.
  func placeType(of state: Int) -> String {
    guard let chart = plan.chart else { return names.inner("Place") }
    return names.inner(chart.slots[chart.slot(of: state)].typeName)
  }
}
