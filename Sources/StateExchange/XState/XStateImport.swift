import CEL
package import StateModel

/// Translates a machine of XState or Stately, in the JSON form of version 4 or 5, to a definition.
///
/// JSON contains no functions: guards are refused, and named actions become commands of the host.
package struct XStateImport {
  /// A state with its key.
  struct Node {
    var key: String
    var json: [JSON.Member]
    var pointer: Pointer

    subscript(key: String) -> JSON? { json.first { $0.key == key }?.value }
  }

  var remarks = Remarks()
  var tree = ForeignTree()
  var nodes: [Node] = []
  /// The index of the machine's node: 1 if the definition needs a root around it.
  var machine = 0
  var isVersion4 = false
  var events = ChartNames()
  var eventNames: [String] = []
  /// The events that the keys with `*` match.
  var matches = SCXMLEvents()
  /// The children of each node by their keys.
  private var childrenByKey: [Int: [String: Int]] = [:]
  var commandNames = ChartNames()
  var commands = ChartCommands()
  var properties = ChartNames(reserving: Scope.reservedNames)
  /// The index in the definition of each property by its key in the context.
  var propertyIndices: [String: Int] = [:]
  var definition: Definition

  /// Reads a machine. `name` is used if the machine has no id, or if the caller gave it explicitly.
  package static func read(_ json: JSON, name: String, isGiven: Bool = false) -> Imported {
    guard case .object(let members) = json else {
      var remarks = Remarks()
      remarks.refuse("a machine is an object", at: .init(""))
      return Imported(
        definition: Definition(name: ChartNames.identifier(name)), remarks: remarks)
    }
    var this = XStateImport(members, name: name, isGiven: isGiven)
    this.build(members)
    return Imported(definition: this.definition, remarks: this.remarks)
  }

  private init(_ members: [JSON.Member], name: String, isGiven: Bool) {
    let id = isGiven ? nil : members.first { $0.key == "id" }?.value.string
    definition = Definition(name: ChartNames.identifier(id ?? name))
  }

  private mutating func build(_ members: [JSON.Member]) {
    isVersion4 = XStateImport.isVersion4(.object(members))
    let id = Node(key: "", json: members, pointer: .root)["id"]?.string ?? "(machine)"
    if id != definition.name, id != "(machine)" {
      remarks.rename("the machine `\(id)` is called `\(definition.name)`", at: .init("/id"))
    }
    var names = ChartNames(reserving: [definition.name])
    let machineNode = Node(key: id, json: members, pointer: .root)
    if machineNode["type"]?.string == "parallel" {
      machine = 1
      tree.append(
        .init(id: "", name: definition.name, kind: .compound, parent: nil, initial: [1]))
      nodes.append(Node(key: "", json: [], pointer: .root))
      remarks.change(
        "a definition's root is not parallel: the machine is the state `regions` in it",
        at: .init("/type"))
      add(machineNode, id: id, name: names.add("regions"), parent: 0, &names)
    } else {
      add(machineNode, id: id, name: definition.name, parent: nil, &names)
    }
    for index in tree.nodes.indices { tree.nodes[index].initial = initial(of: index) }
    readContext(machineNode["context"])
    collectEvents()
    var rows: [Definition.Row] = []
    definition.root = state(0)
    definition.root.name = definition.name
    for index in nodes.indices { rows += self.rows(of: index) }
    definition.reducer = rows
    definition.commands = commands.all
    definition.events = eventNames.map { .init(name: events[$0] ?? $0) }
    if !eventNames.isEmpty {
      remarks.change("the machine does not declare what its events carry", at: .init(""))
    }
  }

  /// Version 4 uses `cond`, `internal` and `in`; version 5 uses `guard` and `reenter`.
  private static func isVersion4(_ json: JSON) -> Bool {
    switch json {
    case .object(let members):
      members.contains { member in
        ["cond", "internal", "predictableActionArguments"].contains(member.key)
          || member.key != "context" && isVersion4(member.value)
      }
    case .array(let elements): elements.contains { isVersion4($0) }
    case .null, .bool, .number, .string: false
    }
  }

  private static let keys: Set<String> = [
    "id", "key", "initial", "context", "states", "on", "always", "entry", "exit", "after", "type",
    "history", "target", "onDone", "invoke", "description", "tags", "meta", "output", "data",
    "order", "version", "predictableActionArguments", "preserveActionOrder", "types", "schemas",
    "tsTypes", "schema", "strict", "delimiter", "$schema",
  ]
  /// Keys without an effect on the machine's behaviour.
  private static let silentKeys: Set<String> = [
    "tags", "meta", "output", "data", "order", "version", "types", "schemas", "tsTypes", "schema",
    "$schema", "predictableActionArguments", "key",
  ]

  private mutating func add(
    _ node: Node, id: String, name: String, parent: Int?, _ names: inout ChartNames
  ) {
    let index = tree.nodes.count
    checkKeys(node)
    let children = members(node["states"], at: node.pointer["states"])
    var new = ForeignTree.Node(
      id: node["id"]?.string ?? id, name: name, kind: kind(node, children.isEmpty), parent: parent)
    new.isSilent =
      !["entry", "exit", "after"].contains { node[$0] != nil }
      && !children.contains { $0.json["type"]?.string == "history" }
    tree.append(new)
    nodes.append(node)
    if let parent {
      tree.nodes[parent].children.append(index)
      childrenByKey[parent, default: [:]][node.key] = index
    }
    for (key, json, pointer) in children {
      guard tree.nodes.count < ForeignTree.limit else {
        return remarks.refuse(
          "more than \(ForeignTree.limit) states, the limit", at: .init(pointer.text))
      }
      guard case .object(let members) = json else {
        remarks.refuse("a state is an object", at: .init(pointer.text))
        continue
      }
      let path = "\(id).\(key)"
      let name = names.add(path, as: key)
      if name != key {
        remarks.rename("the state `\(path)` is called `\(name)`", at: .init(pointer.text))
      }
      add(
        Node(key: key, json: members, pointer: pointer), id: path, name: name, parent: index,
        &names)
    }
  }

  private mutating func checkKeys(_ node: Node) {
    for member in node.json {
      let location = Diagnostic.Location(node.pointer[member.key].text, isKey: true)
      if !XStateImport.keys.contains(member.key) {
        remarks.refuse("unknown key `\(member.key)`", at: location)
      } else if member.key == "invoke" {
        remarks.refuse("`invoke` has no counterpart: a definition starts no other", at: location)
      } else if member.key == "delimiter" || member.key == "strict" {
        remarks.refuse("`\(member.key)` is not read", at: location)
      } else if XStateImport.silentKeys.contains(member.key) {
        remarks.drop("`\(member.key)` is left out", at: location)
      }
    }
  }

  private mutating func kind(_ node: Node, _ isLeaf: Bool) -> ForeignTree.Kind {
    switch node["type"]?.string {
    case "parallel": return .parallel
    case "final": return .final
    case "history": return .history
    case "atomic", "compound", nil: break
    case let other?:
      remarks.refuse("`\(other)` is not a type of state", at: .init(node.pointer["type"].text))
    }
    return isLeaf ? .atomic : .compound
  }

  /// The members of an object with their locations; a refusal if the value is not an object.
  mutating func members(
    _ json: JSON?, at pointer: Pointer
  ) -> [(key: String, json: JSON, pointer: Pointer)] {
    guard let json else { return [] }
    guard case .object(let members) = json else {
      remarks.refuse("expected an object", at: .init(pointer.text))
      return []
    }
    return members.map { ($0.key, $0.value, pointer[$0.key]) }
  }

  private mutating func initial(of index: Int) -> [Int] {
    guard tree[index].kind == .compound, index >= machine else { return tree[index].initial }
    let node = nodes[index]
    let pointer = node.pointer["initial"]
    var target = node["initial"]
    if case .object(let members)? = target {
      if members.contains(where: { $0.key == "actions" }) {
        remarks.refuse(
          "actions of `initial` have no counterpart: nothing runs between a state's `enter` and its"
            + " children", at: .init(pointer.text))
      }
      target = target?["target"]
    }
    if case .array(let elements)? = target, elements.count == 1 { target = elements[0] }
    guard let text = target?.string else {
      remarks.refuse(
        "`\(tree[index].id)` has no `initial`", at: .init(node.pointer.text))
      return tree.regions(index).first.map { [$0] } ?? []
    }
    let child = text.hasPrefix("#") || text.hasPrefix(".") ? text : "." + text
    guard let found = resolve(child, from: index) else {
      remarks.refuse("no state is found at `\(text)`", at: .init(pointer.text))
      return []
    }
    return [found]
  }

  /// Resolves `#id`, `#id.path`, `.child.path` and `sibling.path`.
  func resolve(_ text: String, from source: Int) -> Int? {
    if text.hasPrefix("#") {
      let id = String(text.dropFirst())
      if let exact = tree.index(ofID: id) { return exact }
      guard let dot = id.firstIndex(of: "."), let start = tree.index(ofID: String(id[..<dot]))
      else { return nil }
      return descend(id[id.index(after: dot)...], from: start)
    }
    if text.hasPrefix(".") { return descend(text.dropFirst(), from: source) }
    guard source != machine, let parent = tree[source].parent else { return nil }
    return descend(Substring(text), from: parent)
  }

  private func descend(_ path: Substring, from start: Int) -> Int? {
    // Keys can contain dots, so the longest matching key wins.
    if path.isEmpty { return nil }
    guard let children = childrenByKey[start] else { return nil }
    if let child = children[String(path)] { return child }
    let longest = children.keys.lazy.map(\.utf8.count).max() ?? 0
    var rest = path.utf8.prefix(longest + 1)
    while let dot = rest.lastIndex(of: UInt8(ascii: ".")) {
      WorkCount.add(rest.count)
      if let child = children[String(path[..<dot])] {
        return descend(path[path.utf8.index(after: dot)...], from: child)
      }
      rest = rest[..<dot]
    }
    return nil
  }
}

extension JSON {
  var string: String? { if case .string(let text) = self { text } else { nil } }

  subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The value as a cell: strings are text, not expressions.
  var literal: Cell {
    switch self {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .number(let digits): .number(digits)
    case .string(let text): .expression(Printer.quoted(text))
    case .array(let elements): .list(elements.map(\.literal))
    case .object(let members):
      .object(members.map { .init(key: $0.key, value: $0.value.literal) })
    }
  }

  /// The type of the literal.
  var literalType: String {
    switch self {
    case .bool: "bool"
    case .number(let digits):
      digits.utf8.allSatisfy { $0 == 0x2D || ($0 >= 0x30 && $0 <= 0x39) } ? "int" : "double"
    case .string: "string"
    case .null, .array, .object: "dyn"
    }
  }
}
