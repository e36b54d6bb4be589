import CEL
import StateLinking
import StateModel

/// General charts: the active states are a configuration, and the prelude contains the algorithm.
extension KotlinFile {
  var stateType: String { names.inner("State") }
  var chartType: String { names.inner("Chart") }

  func stateName(_ state: Int) -> String {
    "\(stateType).\(model.stateIdentifier(state).asClass)"
  }

  /// The stored members besides inputs and properties, with their initial values.
  var generalMembers: [(name: String, type: String, value: Layout)] {
    guard let chart = model.general else { return [] }
    let first = chart.staticStart == nil ? "none" : "initial"
    var members: [(name: String, type: String, value: Layout)] = [
      ("configuration", "Configuration<\(stateType)>", .text("\(chartType).\(first)"))
    ]
    if model.hasHistories {
      let recorded = "\(names.collection("List"))<\(stateType)>"
      members.append(
        ("histories", "\(names.collection("Map"))<\(stateType), \(recorded)>", "emptyMap()"))
    }
    if !model.statesWithData.isEmpty {
      members.append(("carried", names.inner("Carried"), .text("\(names.inner("Carried"))()")))
    }
    if model.hasMemories {
      let type = "\(names.collection("Map"))<\(stateType), \(names.inner("Carried"))>"
      members.append(("memories", type, "emptyMap()"))
    }
    if model.hasTimers {
      members.append(("timers", "\(names.collection("List"))<RunningTimer>", "emptyList()"))
    }
    return members
  }

  /// The types of the states and the carried data.
  var generalTypes: [Layout] {
    guard model.general != nil else { return [] }
    return Array(
      ([stateNames] + [cargo].filter { !$0.isEmpty }).joined(separator: [.blank]))
  }

  private var stateNames: [Layout] {
    let states = model.definition.states.indices
    func entry(_ state: Int) -> String {
      let name = model.stateIdentifier(state).asClass
      return options.hasWire ? "\(name)(\"\(model.definition.states[state].name)\")" : name
    }
    var inside = states.map { Layout.text("\(entry($0)),") }
    inside[inside.count - 1] = .text("\(entry(inside.count - 1));")
    inside += [.blank] + KotlinText.comment("Its kind, its parent and its initial states.")
    inside.append(.text("val node: StateNode<\(stateType)>"))
    let cases = states.map { state -> Layout in
      .sequence([.text("\(model.stateIdentifier(state).asClass) -> "), node(state)])
    }
    inside.append(
      .nested(
        .sequence([
          "get() = when (this) {", .nested(.sequence(Layout.stacked(cases))), .newLine,
          "}",
        ])))
    let entries = states.map { model.stateIdentifier($0).asClass }
    let text = KotlinNames.builtIn("String", besides: entries)
    let names = options.hasWire ? "(val wireName: \(text))" : ""
    return [.text("private enum class \(stateType)\(names) {")] + Layout.indented(inside) + [
      "}", .blank,
      .text(
        "private object \(chartType) : StateTree<\(stateType)>(\(stateType).entries, { it.node })"),
    ]
  }

  private func node(_ state: Int) -> Layout {
    let node = model.definition.states[state]
    let kind =
      switch node.kind {
      case .leaf: "Leaf"
      case .composite: "Composite"
      case .parallel: "Parallel"
      case .final: "Final"
      case .history(.shallow): "ShallowHistory"
      case .history(.deep): "DeepHistory"
      }
    var arguments = [
      "StateKind.\(kind)", node.parent.map { model.stateIdentifier($0).asClass } ?? "null",
    ]
    if !node.initial.isEmpty {
      let list = node.initial.map { model.stateIdentifier($0.state).asClass }
      arguments.append("listOf(\(list.joined(separator: ", ")))")
    }
    if !node.fields.isEmpty { arguments.append("carries = true") }
    return KotlinText.call("StateNode", arguments.map { .text($0) })
  }

  private var cargo: [Layout] {
    guard !model.statesWithData.isEmpty else { return [] }
    let type = names.inner("Carried")
    let members = model.statesWithData.map { state in
      Layout.text(
        "val \(KotlinNames.escaped(model.stateIdentifier(state))): \(names.inner(model.cargoName(state)))? = null,"
      )
    }
    var lines = KotlinText.comment("What states carry; there while they are active.")
    lines.append(.text("private data class \(type)("))
    lines += Layout.indented(members)
    var inside: [Layout] = []
    if model.hasMemories {
      let kept = model.statesWithData.map { state -> (label: String, value: Layout) in
        let name = model.stateIdentifier(state)
        return (
          name, .text("\(KotlinNames.escaped(name)).takeIf { \(stateName(state)) in states }")
        )
      }
      inside =
        KotlinText.comment("Only what some states carry.") + [
          .text("fun only(states: List<\(stateType)>): \(type) ="),
          .nested(expressions.labelled(type, kept)),
        ]
    }
    if options.hasWire {
      inside += (inside.isEmpty ? [] : [.blank]) + KotlinSnapshot(file: self).cargoWriter
    }
    lines += inside.isEmpty ? [")"] : [") {"] + Layout.indented(inside) + ["}"]
    for state in model.statesWithData {
      lines += [
        .blank,
        KotlinText.function(
          "private data class \(names.inner(model.cargoName(state)))",
          model.definition.states[state].fields.map {
            .text("val \(KotlinNames.escaped($0.name)): \(names.text($0.type))")
          }, suffix: ""),
      ]
    }
    return lines
  }

  /// The timer type of a state.
  var timer: [Layout] {
    guard let chart = model.general, model.hasTimers else { return [] }
    let inside = chart.timers.map { timer in
      Layout.text("\(timer.label.asClass)(\"\(timer.id)\", isRepeating = \(timer.isRepeating)),")
    }
    return [
      .text("private enum class \(names.inner("Timer"))("),
      .nested("override val id: String,"), .nested("override val isRepeating: Boolean,"),
      ") : TimerName {",
    ] + Layout.indented(inside) + ["}"]
  }

  /// The public function that fires a timer.
  var fireFunction: [Layout] {
    guard model.hasTimers else {
      return [
        .text("\(visibility)override fun fire(timer: \(names.builtIn("String"))): \(nextType) ="),
        .nested("Next(state = this, result = StepResult.Unhandled)"),
      ]
    }
    let body: [Layout] =
      [.text("val step = \(names.inner("Step"))(this)"), "val outcome = step.ring(timer)"]
      + settling + [.text("return \(next("outcome"))")]
    return [
      .text("\(visibility)override fun fire(timer: \(names.builtIn("String"))): \(nextType) {")
    ]
      + Layout.indented(body) + ["}"]
  }

  /// The expression that creates `Next` from a finished step.
  func next(_ outcome: String?) -> String {
    var arguments = ["step.state"]
    if model.hasCommands { arguments.append("step.commands") }
    if model.hasTimers {
      arguments.append(model.hasCommands ? "step.timers" : "timers = step.timers")
    }
    let reported = outcome.map(result) ?? "StepResult.Changed"
    arguments.append(model.hasCommands && model.hasTimers ? reported : "result = \(reported)")
    return "Next(\(arguments.joined(separator: ", ")))"
  }
}
