import CEL
import StateModel

/// Context, and the actions of entries, exits and transitions.
extension XStateImport {
  mutating func readContext(_ context: JSON?) {
    for (key, json, pointer) in members(context, at: Pointer.root["context"]) {
      let name = properties.add(key)
      if name != key {
        remarks.rename("`\(key)` of the context is called `\(name)`", at: .init(pointer.text))
      }
      propertyIndices[key] = propertyIndices[key] ?? definition.properties.count
      definition.properties.append(
        .init(name: name, type: json.literalType, initial: json.literal))
    }
  }

  mutating func state(_ index: Int) -> Definition.State {
    let node = nodes[index]
    var state = Definition.State(name: tree[index].name)
    state.about = node["description"]?.string
    switch tree[index].kind {
    case .history:
      state.history = node["history"]?.string == "deep" ? .deep : .shallow
      state.historyDefault = historyDefault(index)
      return state
    case .final: state.isFinal = true
    case .parallel: state.isParallel = true
    case .atomic, .compound: break
    }
    var folding = StepFolding(names: ChartNames())
    state.enter = folding.entries(steps(node["entry"], at: node.pointer["entry"]))
    state.exit = folding.entries(steps(node["exit"], at: node.pointer["exit"]))
    guard !tree[index].children.isEmpty else { return state }
    state.children = tree[index].children.map { self.state($0) }
    if !state.isParallel { state.initial = targets(tree[index].initial) }
    return state
  }

  private mutating func historyDefault(_ index: Int) -> Targets? {
    let node = nodes[index]
    if let text = node["target"]?.string {
      if let target = resolve(text, from: index) { return targets([target]) }
      remarks.refuse("no state is found at `\(text)`", at: .init(node.pointer["target"].text))
      return nil
    }
    let parent = tree[index].parent ?? 0
    if tree[parent].kind == .parallel { return targets(tree.regions(parent)) }
    return targets(tree[parent].initial)
  }

  func targets(_ indices: [Int]) -> Targets {
    let sendings = indices.map { Sending(name: tree[$0].name) }
    return sendings.count == 1 ? .one(sendings[0]) : .list(sendings)
  }

  /// One value or an array of values, with their pointers.
  func elements(_ json: JSON?, at pointer: Pointer) -> [(json: JSON, pointer: Pointer)] {
    guard let json else { return [] }
    guard case .array(let elements) = json else { return [(json, pointer)] }
    return elements.enumerated().map { ($1, pointer[$0]) }
  }

  mutating func steps(_ json: JSON?, at pointer: Pointer) -> [ConversionStep] {
    elements(json, at: pointer).flatMap { step($0.json, at: $0.pointer) }
  }

  private mutating func step(_ json: JSON, at pointer: Pointer) -> [ConversionStep] {
    let location = Diagnostic.Location(pointer.text)
    guard let type = json.string ?? json["type"]?.string else {
      remarks.refuse("an action is a name or an object with `type`", at: location)
      return []
    }
    switch type {
    case "xstate.assign": return assign(json, at: pointer)
    case "xstate.raise": return raise(json["event"], at: pointer)
    case "xstate.log":
      remarks.drop("`log` is left out", at: location)
      return []
    case _ where type.hasPrefix("xstate."):
      remarks.refuse("the action `\(type)` has no counterpart", at: location)
      return []
    default:
      if XStateImport.isCode(type) {
        remarks.refuse("an action written as code is not read", at: location)
        return []
      }
      return [.emit(command(type, json, at: pointer))]
    }
  }

  /// Whether a text is the source of a function.
  private static func isCode(_ text: String) -> Bool {
    text.contains("=>") || text.contains("(") || text.hasPrefix("function")
  }

  /// Converts a named action to a command: the JSON does not define what it does, so the host does
  /// it.
  private mutating func command(_ type: String, _ json: JSON, at pointer: Pointer) -> Sending {
    let isNew = commandNames[type] == nil
    let name = commandNames.add(type)
    var data: [JSON.Member] = []
    if case .object(let members)? = json["params"] {
      data = members
    } else if case .object(let members) = json, json["params"] == nil {
      data = members.filter { $0.key != "type" && $0.key != "exec" }
    }
    if isNew {
      let renamed = name == type ? "" : ", called `\(name)`"
      remarks.change(
        "the action `\(type)` is a command of the host\(renamed)", at: .init(pointer.text),
        help: "if it assigns to the context, write that as `set`")
      commands.add(name)
    }
    var members: [Cell.Member] = []
    for member in data {
      let field = ChartNames.field(member.key)
      members.append(.init(key: field, value: member.value.literal))
      declare(field, member.value.literalType, of: name, isFirst: isNew)
    }
    let given = Set(members.map(\.key))
    commands.changeFields(of: name) { fields in
      for index in fields.indices where !given.contains(fields[index].name) {
        fields[index].type = XStateImport.optional(fields[index].type)
      }
    }
    return Sending(name: name, data: members.isEmpty ? nil : members)
  }

  /// Declares a field of a command. A field with two types becomes `dyn`; one that is sometimes
  /// omitted becomes nullable.
  private mutating func declare(
    _ field: String, _ type: String, of command: String, isFirst: Bool
  ) {
    commands.changeFields(of: command) { fields in
      if let known = fields.firstIndex(where: { $0.name == field }) {
        let isSame = fields[known].type == type || fields[known].type == type + "?"
        if !isSame { fields[known].type = "dyn" }
      } else {
        fields.append(.init(name: field, type: isFirst ? type : XStateImport.optional(type)))
      }
    }
  }

  private static func optional(_ type: String) -> String {
    type == "dyn" || type.hasSuffix("?") ? type : type + "?"
  }

  private mutating func assign(_ json: JSON, at pointer: Pointer) -> [ConversionStep] {
    guard case .object(let members)? = json["assignment"] ?? json["params"] else {
      remarks.refuse(
        "JSON does not define what this `assign` sets", at: .init(pointer.text),
        help: "write it as `set` with a cell in CEL")
      return []
    }
    var steps: [ConversionStep] = []
    for member in members {
      let location = Diagnostic.Location(pointer["assignment"][member.key].text)
      guard let index = propertyIndices[member.key] else {
        remarks.refuse("the context has no `\(member.key)`", at: location)
        continue
      }
      switch member.value {
      case .bool, .number, .null: break
      case .string, .array, .object:
        remarks.refuse(
          "JSON does not show whether this is text or code", at: location,
          help: "write it as `set` with a cell in CEL")
        continue
      }
      if definition.properties[index].type != member.value.literalType {
        definition.properties[index].type = "dyn"
      }
      steps.append(.assign(path: definition.properties[index].name, member.value.literal))
    }
    return steps
  }

  private mutating func raise(_ event: JSON?, at pointer: Pointer) -> [ConversionStep] {
    guard let name = event?.string ?? event?["type"]?.string, let own = events[name] else {
      remarks.refuse("this `raise` names no event", at: .init(pointer.text))
      return []
    }
    if case .object(let members)? = event, members.count > 1 {
      remarks.refuse("what a raised event carries is not read", at: .init(pointer.text))
    }
    return [.raise(Sending(name: own))]
  }
}
