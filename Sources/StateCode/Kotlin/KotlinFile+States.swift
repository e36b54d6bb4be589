import CEL
import StateLinking
import StateModel

/// The types of slots and the actions of states.
extension KotlinFile {
  var leafTypes: [Layout] {
    Array((model.chart?.stored ?? []).map(leafType).joined(separator: [.blank]))
  }

  private func leafType(_ slot: GenerationChart.Slot) -> [Layout] {
    guard let chart = model.chart else { return [] }
    let type = names.inner(slot.typeName)
    var inside: [Layout] = []
    for state in slot.leaves {
      let fields = model.definition.states[state].fields
      inside += types.caseClass(
        model.stateIdentifier(state), fields.map { ($0.name, $0.type) },
        of: names.sealed(type), "", isOwned: false)
      inside.append(.blank)
    }
    for state in model.queriedStates where chart.slots[chart.slot(of: state)].owner == slot.owner {
      let tests = chart.leaves(in: state, of: slot).map {
        "this is \(model.stateIdentifier($0).asClass)"
      }
      inside.append(
        .text("val is\(model.definition.states[state].name.capitalized): Boolean"))
      inside.append(
        .nested(.text("get() = \(tests.isEmpty ? "false" : tests.joined(separator: " || "))")))
      inside.append(.blank)
    }
    while case .text("")? = inside.last { inside.removeLast() }
    return KotlinText.comment(model.slotDocumentation(of: slot))
      + [.text("private sealed interface \(type) {")] + Layout.indented(inside) + ["}"]
  }

  /// The functions that run the entry and exit actions of states.
  func actionFunctions(_ chart: GenerationChart) -> [Layout] {
    Array(
      chart.stateActions.map { actionFunction($0.statement, $0.body, of: $0.state) }.joined(
        separator: [.blank]))
  }

  private func actionFunction(_ statement: Statement, _ body: [Statement], of state: Int)
    -> [Layout]
  {
    var inside = expressions
    inside.receiver = "state."
    var lines = lines(body, inside, returnsResult: false)
    if readsCarried(body) {
      let leaf = "\(slotTypeName(of: state)).\(model.stateIdentifier(state).asClass)"
      lines.insert(.text("val place = state.\(rootMember) as \(leaf)"), at: 0)
    }
    return block(.text("private fun \(model.actionName(statement))()"), lines)
  }

  /// The name of the member that stores the leaf of the whole definition.
  var rootMember: String { model.chart?.slots[0].name ?? "place" }

  /// The name of the generated type of the slot that a state belongs to.
  func slotTypeName(of state: Int) -> String {
    guard let chart = model.chart else { return names.inner("Place") }
    return names.inner(chart.slots[chart.slot(of: state)].typeName)
  }
}
