/// The states of a hostile definition.
struct HostileTree {
  /// The states that a row may belong to.
  private(set) var names: [String] = []
  /// The states that a row may go to, with the data that it gives them.
  private(set) var targets: [String] = []
  /// What each state and the states around it carry.
  private(set) var carried: [String: [HostileCells.Variable]] = [:]
  /// The fields without a default that a target needs.
  private(set) var needed: [String: [HostileDeclaration.Field]] = [:]
  private var own: [String: [HostileCells.Variable]] = [:]
  /// The keys `initial` and `states`.
  private(set) var section = ""

  init(_ definition: inout HostileDefinition) {
    let children = children(&definition, in: nil, isParallel: false, depth: 0)
    section =
      "\"initial\": \(initial(children[0].name, &definition)),\n  \"states\": [\n    "
      + children.map(\.text).joined(separator: ",\n    ") + "]"
  }

  private mutating func initial(_ name: String, _ definition: inout HostileDefinition) -> String {
    let fields = needed[name] ?? []
    if fields.isEmpty { return "\"\(name)\"" }
    let parts = fields.map { "\"\($0.name)\": \"\(definition.cells.types.literal($0.type))\"" }
    return "{ \"\(name)\": { \(parts.joined(separator: ", ")) } }"
  }

  private mutating func children(
    _ definition: inout HostileDefinition, in parent: String?, isParallel: Bool, depth: Int
  ) -> [(name: String, text: String)] {
    (0..<(2 + definition.dice.below(2))).map { _ in
      state(&definition, in: parent, isParallel: isParallel, depth: depth)
    }
  }

  private mutating func state(
    _ definition: inout HostileDefinition, in parent: String?, isParallel: Bool, depth: Int
  ) -> (name: String, text: String) {
    let name = definition.cells.types.names.next(in: "states")
    var parts = ["\"state\": \"\(name)\""]
    let isLeaf = depth == 2 || definition.dice.isHit(70)
    var inner = parent.flatMap { carried[$0] } ?? []
    if definition.dice.isHit(35) {
      var lines: [String] = []
      for _ in 0..<(1 + definition.dice.below(2)) {
        let (field, type) = (definition.value(), definition.type())
        let text = definition.cells.types.text(type)
        if isParallel || !isLeaf || definition.dice.isHit(50) {
          let value = definition.cells.types.literal(type)
          lines.append("\"\(field)\": { \"type\": \"\(text)\", \"default\": \"\(value)\" }")
        } else {
          lines.append("\"\(field)\": \"\(text)\"")
          needed[name, default: []].append(.init(name: field, type: type))
        }
        inner.append(.init(text: HostileNames.inCell(field), type: type))
        own[name, default: []].append(.init(text: HostileNames.inCell(field), type: type))
      }
      parts.append("\"carries\": { \(lines.joined(separator: ", ")) }")
    }
    carried[name] = inner
    if definition.dice.isHit(25),
      let emit = HostileRows.sending(&definition, definition.scope + inner)
    {
      parts.append("\"\(definition.dice.pick(["enter", "exit"]))\": [\(emit)]")
    }
    names.append(name)
    targets.append(name)
    guard !isLeaf else {
      return (name, "{ \(parts.joined(separator: ", ")) }")
    }
    let hasRegions = definition.dice.isHit(35)
    var children = children(&definition, in: name, isParallel: hasRegions, depth: depth + 1)
    if hasRegions {
      parts.append("\"parallel\": true")
    } else {
      parts.append("\"initial\": \(initial(children[0].name, &definition))")
      if definition.dice.isHit(40) {
        let history = definition.cells.types.names.next(in: "states")
        let kind = definition.dice.pick(["shallow", "deep"])
        let target = initial(children[0].name, &definition)
        children.append(
          (
            history,
            "{ \"state\": \"\(history)\", \"history\": \"\(kind)\", \"default\": \(target) }"
          ))
        targets.append(history)
      } else if definition.dice.isHit(40) {
        let final = definition.cells.types.names.next(in: "states")
        children.append((final, "{ \"state\": \"\(final)\", \"final\": true }"))
        targets.append(final)
      }
    }
    parts.append("\"states\": [\(children.map(\.text).joined(separator: ", "))]")
    return (name, "{ \(parts.joined(separator: ", ")) }")
  }
}

/// The rows of a hostile definition.
struct HostileRows {
  var definition: HostileDefinition

  init(_ definition: HostileDefinition) { self.definition = definition }

  mutating func make() -> [String] {
    definition.cells.states = definition.tree?.names ?? []
    return (0..<(2 + definition.dice.below(8))).map { _ in row() }
  }

  private mutating func row() -> String {
    var parts: [String] = []
    var scope = definition.scope
    let state = definition.tree.flatMap { definition.dice.isHit(70) ? $0 : nil }.map {
      definition.dice.pick($0.names)
    }
    if let state {
      parts.append("\"in\": \"\(state)\"")
      scope += definition.tree?.carried[state] ?? []
    }
    if state != nil, definition.dice.isHit(20) {
      let span = definition.cells.cell(.duration, scope)
      parts.append(
        definition.dice.isHit(60) ? "\"after\": \"\(span)\"" : "\"every\": \"duration('2s')\"")
    } else {
      let event = definition.dice.pick(definition.events)
      parts.append("\"on\": \"\(event.name)\"")
      scope += event.fields.map {
        .init(text: "event.\(HostileNames.inCell($0.name))", type: $0.type)
      }
    }
    if definition.dice.isHit(30) {
      let types: [HostileType] = [.bool, .int, .string, .duration] + scope.map(\.type)
      let (name, type) = (definition.value(), definition.dice.pick(types))
      parts.append("\"let\": { \"\(name)\": \"\(definition.cells.cell(type, scope))\" }")
      scope.append(.init(text: HostileNames.inCell(name), type: type))
    }
    var inner = scope
    if definition.dice.isHit(60) {
      if let proof = definition.cells.proof(scope), definition.dice.isHit(50) {
        inner = proof.scope
        parts.append("\"if\": \"\(proof.text)\"")
      } else {
        parts.append("\"if\": \"\(definition.cells.cell(.bool, scope))\"")
      }
    }
    var changed: Set<String> = []
    let sets = (0..<definition.dice.below(3)).compactMap { _ -> String? in
      let property = definition.dice.pick(definition.properties)
      guard changed.insert(property.text).inserted else { return nil }
      return
        "\"\(property.text.filter { $0 != "`" })\": \"\(definition.cells.cell(property.type, inner))\""
    }
    if !sets.isEmpty { parts.append("\"set\": { \(sets.joined(separator: ", ")) }") }
    if let tree = definition.tree, definition.dice.isHit(50) {
      let target = definition.dice.pick(tree.targets)
      let given = (tree.needed[target] ?? []).map {
        "\"\($0.name)\": \"\(definition.cells.cell($0.type, inner))\""
      }
      parts.append(
        given.isEmpty
          ? "\"goTo\": \"\(target)\""
          : "\"goTo\": { \"\(target)\": { \(given.joined(separator: ", ")) } }")
    }
    if definition.dice.isHit(50), let text = Self.sending(&definition, scope) {
      parts.append(String(text.dropFirst(2).dropLast(2)))
    }
    return "{ \(parts.joined(separator: ", ")) }"
  }

  /// An action that requests a command, or raises an event.
  static func sending(
    _ definition: inout HostileDefinition, _ scope: [HostileCells.Variable]
  ) -> String? {
    let own = definition.events.filter(\.isOwn).map { (name: $0.name, fields: $0.fields) }
    let raises = !own.isEmpty && definition.dice.isHit(40)
    guard raises || !definition.commands.isEmpty else { return nil }
    let message = definition.dice.pick(raises ? own : definition.commands)
    let given = message.fields.map {
      "\"\($0.name)\": \"\(definition.cells.cell($0.type, scope))\""
    }
    let sent =
      given.isEmpty
      ? "\"\(message.name)\"" : "{ \"\(message.name)\": { \(given.joined(separator: ", ")) } }"
    return "{ \"\(raises ? "raise" : "emit")\": [\(sent)] }"
  }
}
