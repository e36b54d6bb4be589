import CEL
import StateModel

/// A step of a general chart. The runtime has the algorithm.
extension KotlinFile {
  /// The class that a step extends, with its arguments.
  var chartStep: Layout {
    var arguments = [Layout.text(chartType)]
    if model.countsMicrosteps { arguments.append(.text("limit = \(microstepLimit)")) }
    return KotlinText.call(" : ChartStep<\(stateType), \(messageName)>", arguments)
  }

  /// The members of a step: what the runtime reads and replaces in the new state.
  var generalMembersOfStep: [Layout] {
    func member(_ name: String, _ type: String, of stored: String) -> [Layout] {
      [
        .blank, .text("override var \(name): \(type)"), .nested(.text("get() = state.\(stored)")),
        .nested("set(value) {"),
        .nested(.nested(.text("state = state.copy(\(stored) = value)"))), .nested("}"),
      ]
    }
    let arriving = "private var arriving = \(names.inner("Carried"))()"
    return (model.statesWithData.isEmpty ? [] : [.text(arriving)])
      + member("configuration", "Configuration", of: "configuration")
      + (model.hasTimers
        ? member("running", "\(names.collection("List"))<RunningTimer>", of: "timers") : [])
  }

  /// The functions that the runtime calls.
  var generalFunctions: [Layout] {
    guard let chart = model.general else { return [] }
    var sections: [[Layout]] = []
    if model.messages.isEmpty {
      let head = "override fun find(event: Event, target: \(stateType)): Found<\(rowType)>"
      sections.append([.text("\(head) = error(event)")])
    }
    sections += rowFinders
    for (name, actions) in [("enter", chart.enter), ("exit", chart.exit)]
    where actions.contains(where: { !$0.isEmpty }) {
      sections.append(generalActions(name, actions))
    }
    if !model.statesWithData.isEmpty { sections.append(carryFunction) }
    if model.hasMemories {
      sections.append([
        KotlinText.function(
          "override fun record",
          [
            .text("history: \(stateType)"),
            .text("states: \(names.collection("List"))<\(stateType)>"),
          ], suffix: " {"),
        .nested("val kept = state.carried.only(states)"),
        .nested("state = state.copy(memories = state.memories + (history to kept))"), "}",
      ])
    }
    return Array(sections.joined(separator: [.blank]))
  }
}
