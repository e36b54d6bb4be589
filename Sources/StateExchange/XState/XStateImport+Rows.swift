import CEL
import StateModel

/// Transitions as rows.
extension XStateImport {
  /// Collects the names under `on`, and those that actions raise.
  mutating func collectEvents() {
    for node in nodes {
      for (key, _, _) in members(node["on"], at: node.pointer["on"]) {
        let isOwn =
          key.isEmpty || key.hasSuffix("*") || key.hasPrefix("done.") || key.hasPrefix("error.")
          || key.hasPrefix("xstate.")
        if !isOwn { add(event: key, at: node.pointer["on"][key]) }
      }
    }
    for node in nodes {
      collectRaised(.object(node.json.filter { $0.key != "states" }), node.pointer)
    }
    let descriptors = nodes.flatMap { node in
      members(node["on"], at: node.pointer["on"]).map(\.key).filter { $0.hasSuffix(".*") }
    }
    if descriptors.isEmpty { return }
    for name in eventNames { matches.add(name) }
    matches.match(descriptors)
  }

  private mutating func add(event name: String, at pointer: Pointer) {
    guard events[name] == nil else { return }
    let own = events.add(name)
    eventNames.append(name)
    if own != name {
      remarks.rename("the event `\(name)` is called `\(own)`", at: .init(pointer.text, isKey: true))
    }
  }

  private mutating func collectRaised(_ json: JSON, _ pointer: Pointer) {
    switch json {
    case .object(let members):
      if json["type"]?.string == "xstate.raise", let event = json["event"],
        let name = event.string ?? event["type"]?.string
      {
        add(event: name, at: pointer)
      }
      for member in members { collectRaised(member.value, pointer[member.key]) }
    case .array(let elements):
      for (offset, element) in elements.enumerated() { collectRaised(element, pointer[offset]) }
    case .null, .bool, .number, .string: break
    }
  }

  mutating func rows(of index: Int) -> [Definition.Row] {
    let node = nodes[index]
    guard tree[index].kind != .history else { return [] }
    var result: [Definition.Row] = []
    // Exact names come first, then the longest prefix, and `*` last.
    let on = members(node["on"], at: node.pointer["on"]).sorted {
      XStateImport.precedence($0.key) > XStateImport.precedence($1.key)
    }
    result.reserveCapacity(on.count)
    for (key, json, pointer) in on {
      guard let trigger = trigger(key, index, at: pointer) else { continue }
      result += rows(json, index, trigger, at: pointer)
    }
    for (key, json, pointer) in members(node["after"], at: node.pointer["after"]) {
      guard let number = Int(key), number >= 0 else {
        remarks.refuse(
          "JSON does not define the delay `\(key)`", at: .init(pointer.text, isKey: true))
        continue
      }
      let seconds = SCXMLImport.seconds(ofMilliseconds: number)
      result += rows(json, index, .after(.number(seconds)), at: pointer)
    }
    let always = node.pointer["always"]
    if let json = node["always"] { result += rows(json, index, .eventless, at: always) }
    if let json = node["onDone"] {
      result += rows(
        json, index, .on(.one("done.\(tree[index].name)")), at: node.pointer["onDone"])
    }
    return result
  }

  /// The order of the keys of `on`: the greatest comes first.
  private static func precedence(_ key: String) -> Int {
    if key == "*" { return 0 }
    return key.hasSuffix("*") ? key.utf8.count : Int.max
  }

  private mutating func trigger(
    _ key: String, _ index: Int, at pointer: Pointer
  ) -> Definition.Row.Trigger? {
    if key.isEmpty { return .eventless }
    if key == "*" { return .on(.one("*")) }
    for prefix in ["xstate.done.state.", "done.state."] where key.hasPrefix(prefix) {
      let id = String(key.dropFirst(prefix.utf8.count))
      if let done = tree.index(ofID: id) { return .on(.one("done.\(tree[done].name)")) }
    }
    if let own = events[key] { return .on(.one(own)) }
    if key.hasSuffix(".*") {
      let matching = matches.matching([key]).compactMap { events[$0] }
      if !matching.isEmpty { return .on(.list(matching)) }
    }
    remarks.refuse("the event `\(key)` has no counterpart", at: .init(pointer.text, isKey: true))
    return nil
  }

  private static let transitionKeys: Set<String> = [
    "target", "guard", "cond", "actions", "reenter", "internal", "in", "description", "meta",
  ]

  private mutating func rows(
    _ json: JSON, _ index: Int, _ trigger: Definition.Row.Trigger, at pointer: Pointer
  ) -> [Definition.Row] {
    elements(json, at: pointer).compactMap { row($0.json, index, trigger, at: $0.pointer) }
  }

  private mutating func row(
    _ json: JSON, _ index: Int, _ trigger: Definition.Row.Trigger, at pointer: Pointer
  ) -> Definition.Row? {
    var row = Definition.Row(trigger: trigger)
    if index != 0 { row.states = .one(tree[index].name) }
    if json.string != nil {
      return move(&row, json, json, index, at: pointer) ? row : nil
    }
    guard case .object(let members) = json else {
      remarks.refuse("a transition is a target or an object", at: .init(pointer.text))
      return nil
    }
    for member in members where !XStateImport.transitionKeys.contains(member.key) {
      remarks.refuse(
        "unknown key `\(member.key)`", at: .init(pointer[member.key].text, isKey: true))
    }
    for key in ["guard", "cond"] {
      guard let guarding = json[key] else { continue }
      let name = guarding.string ?? guarding["type"]?.string ?? ""
      remarks.refuse(
        "JSON does not define what the guard `\(name)` tests", at: .init(pointer[key].text),
        help: "write it as `if` with a cell in CEL")
      return nil
    }
    if let inside = json["in"] {
      guard let text = inside.string,
        let state = resolve(text.hasPrefix("#") ? text : "." + text, from: machine)
      else {
        remarks.refuse("no state is found there", at: .init(pointer["in"].text))
        return nil
      }
      row.condition = .expression("isIn(\(Printer.quoted(tree[state].name)))")
    }
    row.about = json["description"]?.string
    var folding = StepFolding(names: ChartNames())
    let steps = steps(json["actions"], at: pointer["actions"])
    if let actions = try? folding.rows(steps, canBranch: true).first {
      row.assignments = actions.sets.assignments
      row.emits = actions.emits
      row.raises = actions.raises
    }
    guard let target = json["target"], target != .null else { return row }
    return move(&row, target, json, index, at: pointer["target"]) ? row : nil
  }

  /// Sets the targets of the row; returns `false` with a refusal if a row cannot express the
  /// transition.
  private mutating func move(
    _ row: inout Definition.Row, _ target: JSON, _ json: JSON, _ index: Int, at pointer: Pointer
  ) -> Bool {
    var indices: [Int] = []
    var texts: [String] = []
    for (element, pointer) in elements(target, at: pointer) {
      guard let text = element.string, let found = resolve(text, from: index) else {
        let hint = index == machine ? "; a child of the machine is written `.child`" : ""
        remarks.refuse(
          "no state is found at `\(element.string ?? "")`\(hint)", at: .init(pointer.text))
        return false
      }
      indices.append(found)
      texts.append(text)
    }
    guard !indices.isEmpty else { return true }
    let manner = manner(json, texts)
    noteVersion(indices, index, texts, json, at: pointer)
    switch tree.move(from: index, to: indices, manner) {
    case .row(let targets, let reentry):
      row.targets = self.targets(targets)
      row.reentry = reentry
      return true
    case .refused(let reason):
      remarks.refuse("this transition has no counterpart: \(reason)", at: .init(pointer.text))
      return false
    }
  }

  private func manner(_ json: JSON, _ texts: [String]) -> ForeignTree.Manner {
    if isVersion4 {
      if case .bool(let flag)? = json["internal"] { return flag ? .anyInternal : .anyExternal }
      return texts.allSatisfy { $0.hasPrefix(".") } ? .anyInternal : .anyExternal
    }
    return json["reenter"] == .bool(true) ? .anyExternal : .anyInternal
  }

  /// Reports that a target inside the source, given by name, differs between the two versions.
  private mutating func noteVersion(
    _ targets: [Int], _ source: Int, _ texts: [String], _ json: JSON, at pointer: Pointer
  ) {
    let isInside = targets.contains { $0 == source || tree.isBelow($0, source) }
    let isPlain = json["reenter"] == nil && json["internal"] == nil
    guard isInside, isPlain, texts.contains(where: { !$0.hasPrefix(".") }) else { return }
    remarks.change(
      isVersion4
        ? "as in version 4 of XState this leaves the state and enters it again"
        : "as in version 5 of XState this does not leave the state itself", at: .init(pointer.text))
  }
}
