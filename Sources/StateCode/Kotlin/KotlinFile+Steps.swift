import CEL
import StateModel

/// A step of a general chart. The runtime has the algorithm.
extension KotlinFile {
  /// The class that a step extends, with its arguments.
  var chartStep: Layout {
    var arguments: [Layout] = ["before.configuration"]
    if model.hasTimers { arguments.append("running = before.timers") }
    if model.hasHistories { arguments.append("histories = before.histories") }
    if model.countsMicrosteps { arguments.append(.text("limit = \(microstepLimit)")) }
    return KotlinText.call(" : ChartStep<\(stateType), \(messageName)>", arguments)
  }

  /// The members of a step: the new state, and the data of states that it enters.
  var generalMembersOfStep: [Layout] {
    var kept: [(label: String, value: String)] = [("configuration", "configuration")]
    if model.hasTimers { kept.append(("timers", "running")) }
    if model.hasHistories { kept.append(("histories", "histories")) }
    let tests = kept.map { Layout.text("field.\($0.label) !== \($0.value)") }
    let copy = expressions.labelled("field = field.copy", kept.map { ($0, .text($1)) })
    let arriving = "private var arriving = \(names.inner("Carried"))()"
    return (model.statesWithData.isEmpty ? [] : [.text(arriving)])
      + (model.statesWithData.isEmpty && !model.hasCommands ? [] : [.blank])
      + KotlinText.comment("The new state. The runtime changes which states are active.") + [
        .text("var state: \(typeName) = before"), .nested("get() {"),
        .nested(.nested(KotlinText.when(.joined(tests, [" ||", .line]), copy))),
        .nested(.nested("return field")), .nested("}"),
      ]
  }

  /// The functions that the runtime calls.
  var generalFunctions: [Layout] {
    guard let chart = model.general else { return [] }
    var sections: [[Layout]] = []
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
