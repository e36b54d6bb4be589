import CEL
import StateModel

/// States with their entry and exit actions.
extension SCXMLImport {
  mutating func state(_ index: Int) -> Definition.State {
    let element = elements[index]
    var state = Definition.State(name: tree[index].name)
    for child in element.children { refuseUnknown(child, in: element) }
    if index == 0 { state.enter = startActions() }
    state.enter += actions(element, "onentry", timersOf: index)
    state.exit = actions(element, "onexit", timersOf: index)
    switch tree[index].kind {
    case .history:
      state.history = element["type"] == "deep" ? .deep : .shallow
      state.historyDefault = historyDefault(element)
      return state
    case .final:
      state.isFinal = true
      complete(&state, index)
      return state
    case .parallel: state.isParallel = true
    case .atomic, .compound: break
    }
    let hasRest = element.children.contains { $0[own: "rest"] == "true" }
    guard !tree[index].children.isEmpty else { return state }
    state.children = tree[index].children.map { self.state($0) }
    if state.isParallel { return state }
    state.initial = hasRest && rests(index) ? .rest : targets(tree[index].initial)
    return state
  }

  private mutating func refuseUnknown(_ child: MarkupText, in element: MarkupText) {
    guard child.namespace == MarkupText.scxml else {
      if !child.isTables {
        remarks.drop(
          "`<\(child.name)>` of another namespace is left out", at: sourceLocation(child))
      }
      return
    }
    switch child.name {
    case "state", "parallel", "final", "history", "transition", "onentry", "onexit", "initial",
      "datamodel", "donedata":
      return
    case "invoke":
      remarks.refuse(
        "`<invoke>` has no counterpart: a definition starts no other", at: sourceLocation(child))
    case "script":
      remarks.refuse(
        "`<script>` is a program; write what it sets as `<assign>`", at: sourceLocation(child))
    default:
      remarks.refuse(
        "`<\(child.name)>` is not read in `<\(element.name)>`", at: sourceLocation(child))
    }
  }

  private mutating func historyDefault(_ element: MarkupText) -> Targets? {
    guard let transition = element.children.first(where: { $0.isNamed("transition") }) else {
      remarks.refuse("this history has no default `<transition>`", at: sourceLocation(element))
      return nil
    }
    if !transition.children.isEmpty {
      remarks.refuse(
        "actions of a history's default have no counterpart", at: sourceLocation(transition))
    }
    let ids = SCXMLImport.words(transition["target"])
    let indices = ids.compactMap { tree.index(ofID: $0) }
    if indices.count < ids.count || ids.isEmpty {
      remarks.refuse("the default names an unknown state", at: sourceLocation(transition))
    }
    return targets(indices)
  }

  /// A final state carries the values of `<donedata>`, so that `done.x` carries them too.
  private mutating func complete(_ state: inout Definition.State, _ index: Int) {
    let fields = tree[index].parent.map { doneFields($0) } ?? []
    guard !fields.isEmpty, tree[index].parent != 0 else { return }
    state.carries = fields.map { .init(name: $0, type: "dyn", defaultValue: .null) }
    guard let data = elements[index].children.first(where: { $0.isNamed("donedata") }) else {
      return
    }
    var members: [Cell.Member] = []
    for child in data.children where child.isNamed("param") {
      guard let name = child["name"], let value = value(child, nil) else { continue }
      members.append(.init(key: ChartNames.field(name), value: value))
    }
    if let content = data.children.first(where: { $0.isNamed("content") }) {
      if let value = self.content(content, nil) { members.append(.init(key: "data", value: value)) }
    }
    var action = Definition.Action()
    action.assignments = .one(members)
    if !members.isEmpty { state.enter.append(action) }
  }

  /// The fields in the `<donedata>` of a state's final children.
  func doneFields(_ index: Int) -> [String] {
    var fields: [String] = []
    for child in tree[index].children where tree[child].kind == .final {
      for data in elements[child].children where data.isNamed("donedata") {
        for part in data.children {
          let name = part.isNamed("content") ? "data" : ChartNames.field(part["name"] ?? "")
          if !fields.contains(name) { fields.append(name) }
        }
      }
    }
    return fields
  }

  private mutating func actions(
    _ element: MarkupText, _ name: String, timersOf index: Int
  ) -> [Definition.Action] {
    var steps: [ConversionStep] = []
    for block in element.children where block.isNamed(name) {
      let rest = block.children.filter { timers.timer(of: $0, in: index) == nil }
      steps += self.steps(rest, nil)
    }
    return folding.entries(steps)
  }

  /// Data whose cells read other data, in document order.
  private mutating func startActions() -> [Definition.Action] {
    folding.entries(startSteps.map { .assign(path: $0.name, $0.cell) })
  }
}
