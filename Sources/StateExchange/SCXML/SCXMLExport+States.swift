import CEL
import StateModel

/// States as elements.
extension SCXMLExport {
  mutating func state(_ index: Int, asRoot isRoot: Bool = false) -> MarkupText {
    let state = states[index]
    let kind = tree[index].kind
    if kind == .history { return history(index) }
    let name = kind == .parallel ? "parallel" : kind == .final ? "final" : "state"
    var element = MarkupText(name).with(["id": tree[index].id])
    if isRoot { element[own: "root"] = "true" }
    let pointer = "\(isRoot ? "" : "/states of `\(state.name)`")"
    initial(of: index, &element)
    if let data = carriedData(index, pointer) { element.children.append(data) }
    var enter = defaults(index)
    for (offset, action) in state.enter.enumerated() {
      enter += entry(action, index, "\(pointer)/enter/\(offset)")
    }
    for timer in timers[index] { enter.append(start(timer)) }
    if !enter.isEmpty { element.children.append(MarkupText("onentry").with([:], enter)) }
    var exit = timers[index].map { MarkupText("cancel").with(["sendid": $0.id]) }
    for (offset, action) in state.exit.enumerated() where !isRoot {
      exit += entry(action, index, "\(pointer)/exit/\(offset)")
    }
    if !exit.isEmpty { element.children.append(MarkupText("onexit").with([:], exit)) }
    element.children += transitions(index)
    if kind == .final, let data = doneData(index) { element.children.append(data) }
    if case .rest? = state.initial, kind == .compound {
      var rest = MarkupText("state").with(["id": "\(tree[index].id).rest"])
      rest[own: "rest"] = "true"
      element.children.append(rest)
    }
    for child in tree[index].children { element.children.append(self.state(child)) }
    return element
  }

  private mutating func initial(of index: Int, _ element: inout MarkupText) {
    guard tree[index].kind == .compound, let initial = states[index].initial else { return }
    if case .rest = initial {
      element["initial"] = "\(tree[index].id).rest"
      remarks.change(
        "in SCXML a composite state has an active child: `\(tree[index].id)` gets the child"
          + " `\(tree[index].id).rest`", at: .init(""))
      return
    }
    element["initial"] = initial.all.map(\.name).joined(separator: " ")
    if initial.all.contains(where: { !($0.data ?? []).isEmpty }) {
      remarks.refuse(
        "what `initial` of `\(tree[index].id)` passes to its state is not written", at: .init(""))
    }
  }

  private func history(_ index: Int) -> MarkupText {
    let state = states[index]
    var element = MarkupText("history").with(["id": state.name])
    element["type"] = state.history?.rawValue
    let names = (state.historyDefault?.all ?? []).map(\.name).joined(separator: " ")
    element.children = [MarkupText("transition").with(["target": names])]
    return element
  }

  private mutating func carriedData(_ index: Int, _ pointer: String) -> MarkupText? {
    let fields = states[index].carries
    guard !fields.isEmpty else { return nil }
    let data = fields.map { field in
      var data = MarkupText("data").with(["id": carriedNames[index]?[field.name] ?? field.name])
      data["expr"] = "null"
      let isOptional = field.type.hasSuffix("?") || field.type == "dyn" || field.type == "null"
      data[own: "type"] = isOptional ? field.type : field.type + "?"
      return data
    }
    remarks.change(
      "SCXML's data exist as long as the chart: what `\(tree[index].id)` carries stays when it is"
        + " left", at: .init(pointer))
    return MarkupText("datamodel").with([:], data)
  }

  /// Fields without a given value get their default on entry.
  private mutating func defaults(_ index: Int) -> [MarkupText] {
    if given.contains(states[index].name) { return [] }
    return states[index].carries.compactMap { field in
      guard let cell = field.defaultValue else { return nil }
      return MarkupText("assign").with([
        "location": carriedNames[index]?[field.name] ?? field.name,
        "expr": text(cell, index, as: field.type, at: ""),
      ])
    }
  }

  private func doneData(_ index: Int) -> MarkupText? {
    let fields = states[index].carries
    guard !fields.isEmpty else { return nil }
    return MarkupText("donedata").with(
      [:],
      fields.map {
        MarkupText("param").with([
          "name": $0.name, "expr": carriedNames[index]?[$0.name] ?? $0.name,
        ])
      })
  }

  /// The send that starts a timer.
  mutating func start(_ timer: SCXMLTimer) -> MarkupText {
    var send = MarkupText("send").with(["event": timer.event, "id": timer.id])
    if case .number(let digits) = timer.delay, !digits.contains("e"), !digits.contains("E") {
      send["delay"] = digits + "s"
    } else {
      send["delayexpr"] = text(timer.delay, timer.state, as: "duration", at: "")
    }
    return send
  }
}
