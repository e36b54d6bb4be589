import CEL
import StateLinking
import StateModel

/// General charts: the active states are a configuration, and the runtime contains the algorithm.
///
/// Each event and each timer has one function, which finds the row that a state has for it. The row
/// is a value with its targets and its actions, because all rows of a step are selected before the
/// first one runs.
extension SwiftFile {
  var generalStored: [Layout] {
    guard let chart = model.general else { return [] }
    let type = "\(options.runtimeModule)Configuration<\(names.inner("State"))>"
    let first = chart.staticStart.map { states -> [Layout] in
      let names = Layout.separated(states.map { .text(model.stateCase($0)) })
      return [
        Layout.group(
          .sequence([
            "[",
            .nested(
              .sequence([.softLine, .filled(names), states.count > 1 ? .ifBroken(",") : ""])),
            .softLine, "]",
          ]))
      ]
    }
    var lines: [Layout] = [
      .sequence([.text("private var configuration = \(type)("), .sequence(first ?? []), ")"])
    ]
    if !model.statesWithData.isEmpty {
      lines.append(.text("private var carried = \(names.inner("Carried"))()"))
    }
    if model.hasMemories {
      lines.append(
        .text("private var memories: [\(names.inner("State")): \(names.inner("Carried"))] = [:]"))
    }
    return lines
  }

  /// The expression for the step of an event.
  var generalReduction: [Layout] {
    [
      .text(
        "try \(step)(self).handling(\(model.sendsOwnMessages ? ".event(event)" : "event"))")
    ]
  }

  /// The public members for timers and for the end.
  var fireFunction: [Layout] {
    guard model.general != nil else { return [] }
    let end: [Layout] = [.text("\(visibility)var hasEnded: Bool { configuration.hasEnded }")]
    let timers: [Layout] = [
      .text("\(visibility)var timers: [RunningTimer] { configuration.timers }")
    ]
    let fire: [Layout] = [
      .text("\(visibility)func fire(timer id: String)\(Self.throwing) -> Next<Self> {"),
      .nested(.text("try \(step)(self).firing(timer: id)")), "}",
    ]
    return Layout.members(
      (model.canEnd ? [end] : []) + (model.hasTimers ? [timers, fire] : []))
  }

  var step: String { names.inner("Step") }

  /// The rows and actions of a chart, its states, and what they carry.
  var generalParts: [Layout] {
    guard model.general != nil else { return [] }
    let sections =
      [steps, stateNames] + (model.hasTimers ? [timerNames] : [])
      + (model.statesWithData.isEmpty ? [] : [cargo])
    return Array(sections.joined(separator: [.blank]))
  }

  var stateNames: [Layout] {
    let states = model.definition.states.indices
    let type = names.inner("State")
    let cases = states.map { Layout.text(SwiftNames.escaped(model.stateIdentifier($0))) }
    var inside: [Layout] = [
      .group(.sequence(["case ", .nested(.filled(Layout.separated(cases)))])), .blank,
      .text("static let tree = StateTree(Self.allCases)"), .blank,
      .text("var node: StateNode<\(type)> {"),
    ]
    let body = states.map { Layout.text("case \(model.stateCase($0)): \(node($0))") }
    inside += Layout.indented(["switch self {"] + body + ["}"]) + ["}"]
    return SwiftText.comment("The states in document order; `top` contains all others.")
      + [.text("fileprivate enum \(type): Int, StateName {")] + Layout.indented(inside) + ["}"]
  }

  /// The timers with their ids and their states.
  private var timerNames: [Layout] {
    guard let timers = model.general?.timers else { return [] }
    let labels = timers.map { SwiftNames.escaped($0.label) }
    let cases = zip(labels, timers).map { label, timer in
      Layout.text("case \(label) = \"\(timer.id)\"")
    }
    let owners = model.definition.timers.map(\.state)
    let groups = Layout.grouped(
      timers.indices.map { ([$0], [.text(model.stateCase(owners[$0]))]) })
    let head = Layout.text("var owner: \(names.inner("State"))")
    var body: [Layout]
    switch groups.count {
    case 1: body = oneLine(head, groups[0].body[0])
    case 2 where timers.count == 2:
      let test = Layout.text("self == .\(labels[0]) ? ")
      body = oneLine(head, .sequence([test, groups[0].body[0], " : ", groups[1].body[0]]))
    default:
      let cases = groups.map { group -> Layout in
        let names = Layout.separated(group.states.map { .text(".\(labels[$0])") })
        return .joined(.group(.sequence(["case ", .nested(.filled(names)), ":"])), group.body[0])
      }
      body = [.sequence([head, " {"])] + Layout.indented(["switch self {"] + cases + ["}"]) + ["}"]
    }
    return SwiftText.comment(
      "The timers; the raw value is the id, and `owner` the state that starts it.")
      + [.text("fileprivate enum \(names.inner("Timer")): String, TimerName {")]
      + Layout.indented(
        cases + [.blank] + body) + ["}"]
  }

  private func node(_ state: Int) -> String {
    let node = model.definition.states[state]
    let kind =
      switch node.kind {
      case .leaf: "leaf"
      case .composite: "composite"
      case .parallel: "parallel"
      case .final: "final"
      case .history(.shallow): "shallowHistory"
      case .history(.deep): "deepHistory"
      }
    var arguments = [
      ".\(kind)", "in: \(node.parent.map { model.parentCase($0) } ?? "nil")",
    ]
    if !node.initial.isEmpty {
      arguments.append("initial: \(model.stateCases(node.initial.map(\.state)))")
    }
    if !node.fields.isEmpty { arguments.append("carries: true") }
    return ".init(\(arguments.joined(separator: ", ")))"
  }
}

extension GenerationModel {
  /// A state as an implicit member: `.cart`.
  func stateCase(_ state: Int) -> String { ".\(SwiftNames.escaped(stateIdentifier(state)))" }

  /// A state where the type is optional, which has the case `none` too.
  func parentCase(_ state: Int) -> String {
    let name = stateCase(state)
    return name == ".none" || name == ".some" ? ".some(\(name))" : name
  }

  /// A list of states.
  func stateCases(_ states: [Int]) -> String {
    "[\(states.map { stateCase($0) }.joined(separator: ", "))]"
  }
}
