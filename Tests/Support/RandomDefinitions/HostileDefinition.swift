/// The text of a random valid definition whose names collide with Swift, Kotlin, their libraries or
/// generated code. The same seed gives the same text.
package struct HostileDefinition {
  /// Another definition that this one may create.
  package struct Neighbor {
    package let name: String
    /// The inputs that can be given without its types.
    fileprivate let inputs: [(name: String, type: HostileType)]
    /// Whether every other input has a default.
    fileprivate let isUsable: Bool
  }

  package private(set) var name: String
  package private(set) var text = ""
  package private(set) var neighbor: Neighbor

  var dice: Dice
  var cells: HostileCells
  /// What every cell can read.
  var scope: [HostileCells.Variable] = []
  var properties: [HostileCells.Variable] = []
  var events: [(name: String, fields: [HostileDeclaration.Field], isOwn: Bool)] = []
  var commands: [(name: String, fields: [HostileDeclaration.Field])] = []
  var tree: HostileTree?
  private var members: [String] = []

  package init(seed: UInt64, besides other: Neighbor? = nil) {
    dice = Dice(seed)
    let stem = dice.pick(HostileNames.types)
    name = dice.isHit(4) ? stem : "\(stem)\(seed)"
    neighbor = Neighbor(name: name, inputs: [], isUsable: false)
    var names = HostileNames(seed: seed &+ 1)
    for taken in [
      "event", "math", "strings", "lists", "sets", "regex", "base64", "optional", "cel", "isIn",
    ] {
      names.insert(taken, in: "values")
    }
    for scope in ["states", "types"] { names.insert(name, in: scope) }
    var types = HostileTypes(names: names, dice: Dice(seed &+ 2))
    for _ in 0..<dice.below(5) { types.declare() }
    // A cell may name a type and one of its values, so no value has the name of a type.
    for type in types.declared { types.names.insert(type.name, in: "values") }
    cells = HostileCells(types: types, seed: seed &+ 3)
    make(other)
  }

  private mutating func make(_ other: Neighbor?) {
    members.append("\"state\": \"\(name)\"")
    members.append("\"format\": 1")
    let creates = other.map { $0.isUsable && dice.isHit(70) } ?? false
    if let other, creates { members.append("\"uses\": [\"\(other.name).state.json\"]") }
    addInputs()
    addFunctions()
    addProperties()
    addComputed()
    addEvents()
    if dice.isHit(65) {
      let tree = HostileTree(&self)
      self.tree = tree
      members.append(tree.section)
    }
    var rows = HostileRows(self)
    let lines = rows.make()
    self = rows.definition
    members.append("\"reducer\": [\n    \(lines.joined(separator: ",\n    "))]")
    addOutputs(creates ? other : nil)
    // Declared last, because cells declare more names but no more types.
    if !cells.types.declared.isEmpty {
      members.append("\"types\": \(cells.types.section)")
    }
    text = "{ " + members.joined(separator: ",\n  ") + " }\n"
  }

  mutating func value() -> String { cells.types.names.next(in: "values") }

  mutating func type() -> HostileType { cells.types.type(before: cells.types.declared.count) }

  mutating func fields(_ count: Int) -> [HostileDeclaration.Field] {
    var known: Set<String> = []
    return (0..<count).compactMap { _ in
      let name = dice.pick(HostileNames.members)
      guard known.insert(name.filter { $0 != "_" }.lowercased()).inserted else { return nil }
      return .init(name: name, type: type())
    }
  }

  private mutating func addInputs() {
    var lines: [String] = []
    var given: [(name: String, type: HostileType)] = []
    var isUsable = true
    for _ in 0..<dice.below(4) {
      let (name, type) = (value(), type())
      let isPlain = [.bool, .int, .string, .optional(.int)].contains(type)
      if isPlain { given.append((name, type)) }
      if dice.isHit(65) {
        let initial = cells.types.literal(type)
        let mark = dice.isHit(15) ? ", \"private\": true" : ""
        lines.append(
          """
          "\(name)": { "type": "\(cells.types.text(type))", "default": "\(initial)"\(mark) }
          """)
      } else {
        lines.append("\"\(name)\": \"\(cells.types.text(type))\"")
        isUsable = isUsable && isPlain
      }
      scope.append(.init(text: HostileNames.inCell(name), type: type))
    }
    neighbor = Neighbor(name: name, inputs: given, isUsable: isUsable)
    if !lines.isEmpty { members.append("\"inputs\": { \(lines.joined(separator: ", ")) }") }
  }

  private mutating func addFunctions() {
    var lines: [String] = []
    for _ in 0..<dice.below(3) {
      let name = value()
      let parameters = (0..<dice.below(3)).map { _ in (value(), type()) }
      let result = type()
      let inner = parameters.map {
        HostileCells.Variable(text: HostileNames.inCell($0.0), type: $0.1)
      }
      let takes = parameters.map { "\"\($0.0)\": \"\(cells.types.text($0.1))\"" }
      lines.append(
        """
        "\(name)": { "takes": { \(takes.joined(separator: ", ")) }, \
        "gives": "\(cells.types.text(result))", "value": "\(cells.cell(result, inner))" }
        """)
      cells.functions.append(
        .init(name: name, parameters: parameters.map(\.1), result: result))
    }
    if !lines.isEmpty { members.append("\"functions\": { \(lines.joined(separator: ",\n    ")) }") }
  }

  private mutating func addProperties() {
    var lines: [String] = []
    for _ in 0..<(1 + dice.below(5)) {
      let (name, type) = (value(), type())
      lines.append(
        """
        "\(name)": { "type": "\(cells.types.text(type))", "initial": "\(cells.cell(type, scope))"\
        \(dice.isHit(10) ? ", \"stored\": false" : "") }
        """)
      properties.append(.init(text: HostileNames.inCell(name), type: type))
    }
    scope += properties
    members.append("\"properties\": { \(lines.joined(separator: ",\n    ")) }")
  }

  private mutating func addComputed() {
    var lines: [String] = []
    for _ in 0..<dice.below(3) {
      let (name, type) = (value(), type())
      lines.append(
        """
        "\(name)": { "type": "\(cells.types.text(type))", "value": "\(cells.cell(type, scope))" }
        """)
      scope.append(.init(text: HostileNames.inCell(name), type: type))
    }
    if !lines.isEmpty { members.append("\"computed\": { \(lines.joined(separator: ",\n    ")) }") }
  }

  private mutating func addEvents() {
    for name in ["timerFired", "startTimer", "cancelTimer"] {
      cells.types.names.insert(name, in: "events")
      cells.types.names.insert(name, in: "commands")
    }
    events = (0..<(1 + dice.below(6))).map { _ in
      (cells.types.names.next(in: "events"), fields(dice.below(4)), dice.isHit(15))
    }
    commands = (0..<dice.below(4)).map { _ in
      (cells.types.names.next(in: "commands"), fields(dice.below(3)))
    }
    let lines = events.map { event in
      """
      "\(event.name)": { "from": "\(event.isOwn ? "self" : "user")", \
      "carries": \(cells.types.carried(event.fields)) }
      """
    }
    members.append("\"events\": { \(lines.joined(separator: ",\n    ")) }")
    if !commands.isEmpty {
      let lines = commands.map { "\"\($0.name)\": { \"carries\": \(cells.types.text($0.fields)) }" }
      members.append("\"commands\": { \(lines.joined(separator: ",\n    ")) }")
    }
  }

  private mutating func addOutputs(_ other: Neighbor?) {
    var lines: [String] = []
    for _ in 0..<(1 + dice.below(5)) {
      let shown = dice.isHit(40) ? dice.pick(properties) : nil
      if let shown, !shown.text.hasPrefix("`"), cells.types.names.insert(shown.text, in: "outputs")
      {
        lines.append(output(shown.text, shown.type, "\"value\": \"\(shown.text)\""))
        continue
      }
      let (name, type) = (cells.types.names.next(in: "outputs"), type())
      var rows: [String] = []
      if let state = tree?.names.first, dice.isHit(50) {
        let inner = scope + (tree?.carried[state] ?? [])
        rows.append("{ \"in\": \"\(state)\", \"value\": \"\(cells.cell(type, inner))\" }")
      }
      if dice.isHit(40) {
        let proof = cells.proof(scope)
        rows.append(
          """
          { "if": "\(proof?.text ?? cells.cell(.bool, scope))", \
          "value": "\(cells.cell(type, proof?.scope ?? scope))" }
          """)
      }
      if rows.isEmpty || !type.isOptional {
        rows.append("{ \"value\": \"\(cells.cell(type, scope))\" }")
      }
      lines.append(output(name, type, "\"rows\": [\(rows.joined(separator: ", "))]"))
    }
    if let other {
      let given = other.inputs.map { "\"\($0.name)\": \"\(cells.cell($0.type, scope))\"" }
      let name = cells.types.names.next(in: "outputs")
      lines.append(
        """
        "\(name)": { "kind": "navigation", "type": "\(other.name)?", "rows": [
          { "if": "\(cells.cell(.bool, scope))", "value": { \(given.joined(separator: ", ")) } }] }
        """)
    }
    members.append("\"outputs\": { \(lines.joined(separator: ",\n    ")) }")
  }

  private func output(_ name: String, _ type: HostileType, _ value: String) -> String {
    "\"\(name)\": { \"kind\": \"\(type.isOptional ? "data" : "ui")\", "
      + "\"type\": \"\(cells.types.text(type))\", \(value) }"
  }
}
