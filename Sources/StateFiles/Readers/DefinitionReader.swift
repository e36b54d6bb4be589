import CEL
package import StateTables

/// What was read of a file: as much of it as the format allows, and what is wrong with its shape.
package struct Reading<Content: Sendable>: Sendable {
  /// What the file says; `nil` if hardly anything of it could be read.
  package var content: Content?
  /// Complaints about the shape.
  package var diagnostics: [Diagnostic]
  /// Whether nothing is missing and everything has the right type: only then its meaning is checked.
  package var isWhole: Bool
  /// Misspelt keys that were read as another: where they stand, and as what.
  package var aliases: [(pointer: String, key: String)]
}

/// The version of the format that this reader knows.
package let knownFormat = 1

/// `Name.state.json` -> `Definition`.
package struct DefinitionReader {
  private var reader = ShapeReader()

  /// Reads a definition from a file that is named after the state `name`; `nil`: named otherwise.
  package static func read(_ json: JSON, fileName name: String?) -> Reading<Definition> {
    var this = DefinitionReader()
    let definition = this.definition(json, fileName: name)
    return Reading(
      content: definition, diagnostics: this.reader.diagnostics, isWhole: this.reader.isWhole,
      aliases: this.reader.aliases)
  }

  private mutating func definition(_ json: JSON, fileName: String?) -> Definition? {
    let part = Part(json: json, pointer: .root, name: "a definition")
    guard let members = reader.members(part, Keys.definition, hasKey: false) else { return nil }
    let name = reader.text(members["state"]) ?? ""
    var definition = Definition(name: name, format: reader.format(members["format"]))
    if let fileName, let part = members["state"], name != "", fileName != name {
      reader.complain(
        "file/name", "this is `\(fileName).state.json` but says `\"state\": \"\(name)\"`",
        at: .init(part.pointer.text))
    }
    definition.about = reader.text(members["about"])
    definition.uses = reader.elements(members["uses"]).compactMap { reader.text($0) }
    definition.types = reader.types(members["types"])
    definition.inputs = reader.fields(members["inputs"], mayHaveDefaults: true)
    definition.properties = reader.entries(members["properties"]).compactMap { property($0) }
    definition.computed = reader.entries(members["computed"]).compactMap { computed($0) }
    definition.functions = reader.functions(members["functions"])
    definition.events = reader.entries(members["events"]).compactMap { event($0) }
    definition.commands = reader.entries(members["commands"]).compactMap { command($0) }
    definition.outputs = reader.entries(members["outputs"]).compactMap { output($0) }
    definition.invariants = reader.cells(members["invariants"]).map {
      .init(name: $0.key, condition: $0.value)
    }
    definition.root.initial = reader.targets(members["initial"], mayRest: true)
    definition.root.children = members["states"].map { states($0) }
    definition.root.enter = actions(members["enter"])
    definition.root.exit = actions(members["exit"])
    definition.reducer = members["reducer"].map { part in
      reader.elements(part).compactMap { row($0) }
    }
    if let limits = members["limits"], let inside = reader.members(limits, Keys.limits) {
      definition.microstepLimit = reader.count(inside["microsteps"])
    }
    definition.allowances = reader.allowances
    noteDraft(definition)
    return definition
  }

  /// A draft lists its interface and cannot run yet.
  private mutating func noteDraft(_ definition: Definition) {
    let open = definition.outputs.filter { $0.content == .absent }.count
    guard open > 0 || (definition.reducer == nil && !definition.events.isEmpty) else { return }
    var missing: [String] = []
    if definition.reducer == nil { missing.append("no `reducer`") }
    if open > 0 { missing.append("\(open) output\(open == 1 ? "" : "s") without `value`") }
    reader.complain(
      "shape/draft", "a draft: \(missing.joined(separator: ", ")); it cannot run",
      at: .init("/state"))
  }

  private mutating func property(_ part: Part) -> Definition.Property? {
    guard let members = reader.members(part, Keys.property) else { return nil }
    return .init(
      name: part.key, type: reader.text(members["type"]) ?? "",
      initial: reader.cell(members["initial"]) ?? .null,
      isStored: reader.flag(members["stored"], otherwise: true),
      about: reader.text(members["about"]))
  }

  private mutating func computed(_ part: Part) -> Definition.Computed? {
    guard let members = reader.members(part, Keys.computed) else { return nil }
    return .init(
      name: part.key, type: reader.text(members["type"]) ?? "",
      value: reader.cell(members["value"]) ?? .null, about: reader.text(members["about"]))
  }

  private mutating func event(_ part: Part) -> Definition.Event? {
    guard let members = reader.members(part, Keys.event) else { return nil }
    return .init(
      name: part.key, fields: reader.fields(members["carries"]),
      source: reader.choice(members["from"], of: Definition.Event.Source.self),
      about: reader.text(members["about"]))
  }

  private mutating func command(_ part: Part) -> Definition.Command? {
    guard let members = reader.members(part, Keys.command) else { return nil }
    return .init(
      name: part.key, fields: reader.fields(members["carries"]),
      about: reader.text(members["about"]))
  }

  private mutating func output(_ part: Part) -> Definition.Output? {
    guard let members = reader.members(part, Keys.output) else { return nil }
    var content = Definition.Output.Content.absent
    if let value = reader.cell(members["value"]) { content = .value(value) }
    if let rows = members["rows"] {
      if members["value"] != nil {
        reader.complain(
          "shape/conflict", "an output has `value` or `rows`, not both",
          at: .init(rows.pointer.text, isKey: true))
      }
      content = .rows(reader.elements(rows).compactMap { outputRow($0) })
    }
    return .init(
      name: part.key, kind: reader.choice(members["kind"], of: Definition.Output.Kind.self) ?? .ui,
      type: reader.text(members["type"]) ?? "", content: content,
      about: reader.text(members["about"]))
  }

  private mutating func outputRow(_ part: Part) -> Definition.OutputRow? {
    guard let members = reader.members(part, Keys.outputRow, hasKey: false) else { return nil }
    _ = reader.text(members["about"])
    return .init(
      states: reader.names(members["in"]), condition: reader.cell(members["if"]),
      value: reader.cell(members["value"]))
  }

  private mutating func states(_ part: Part) -> [Definition.State] {
    reader.elements(part).compactMap { state($0) }
  }

  /// A node of the tree; recursive, as deep as the scanner let it nest.
  private mutating func state(_ part: Part) -> Definition.State? {
    guard let members = reader.members(part, Keys.state, hasKey: false) else { return nil }
    var state = Definition.State(name: reader.text(members["state"]) ?? "")
    state.initial = reader.targets(members["initial"], mayRest: true)
    state.children = members["states"].map { states($0) }
    state.isParallel = reader.flag(members["parallel"])
    state.isFinal = reader.flag(members["final"])
    state.history = reader.choice(members["history"], of: Definition.State.History.self)
    state.historyDefault = reader.targets(members["default"])
    state.carries = reader.fields(members["carries"], mayHaveDefaults: true)
    state.enter = actions(members["enter"])
    state.exit = actions(members["exit"])
    state.about = reader.text(members["about"])
    return state
  }

  private mutating func actions(_ part: Part?) -> [Definition.Action] {
    reader.elements(part).compactMap { action($0) }
  }

  private mutating func action(_ part: Part) -> Definition.Action? {
    var part = part
    if case .object(let given) = part.json, given.contains(where: { $0.key == "goTo" }) {
      reader.complain(
        "shape/conflict", "no `goTo` in `enter` and `exit`; use an eventless row or `raise`",
        at: .init(part.pointer["goTo"].text, isKey: true))
      part.json = .object(given.filter { $0.key != "goTo" })
    }
    guard let members = reader.members(part, Keys.action, hasKey: false) else { return nil }
    var action = Definition.Action()
    action.condition = reader.cell(members["if"])
    action.assignments = reader.assignments(members["set"])
    action.emits = reader.sendings(members["emit"])
    action.raises = reader.sendings(members["raise"])
    action.about = reader.text(members["about"])
    return action
  }

  private mutating func row(_ part: Part) -> Definition.Row? {
    guard let members = reader.members(part, Keys.row, hasKey: false) else { return nil }
    var row = Definition.Row(trigger: trigger(members))
    row.states = reader.names(members["in"])
    row.condition = reader.cell(members["if"])
    row.lets = reader.cells(members["let"])
    row.assignments = reader.assignments(members["set"])
    row.targets = reader.targets(members["goTo"])
    row.reentry = reentry(members["reenter"])
    row.emits = reader.sendings(members["emit"])
    row.raises = reader.sendings(members["raise"])
    row.about = reader.text(members["about"])
    return row
  }

  private mutating func trigger(_ members: Members) -> Definition.Row.Trigger {
    let given = ["on", "after", "every"].compactMap { members[$0] }
    if given.count > 1 {
      reader.complain(
        "shape/conflict", "a row has one of `on`, `after`, `every`",
        at: .init(given[1].pointer.text, isKey: true))
    }
    if let on = members["on"] { return .on(reader.names(on)) }
    if let after = reader.cell(members["after"]) { return .after(after) }
    return reader.cell(members["every"]).map(Definition.Row.Trigger.every) ?? .eventless
  }

  private mutating func reentry(_ part: Part?) -> Definition.Row.Reentry {
    switch part?.json {
    case nil, .bool(false): return .no
    case .bool(true): return .yes
    case .string("external"): return .external
    default:
      if let part { reader.complainOfType(part, "`true`, `false` or `\"external\"`") }
      return .no
    }
  }
}

extension Part {
  /// The key under which it stands.
  var key: String { pointer.steps.last ?? "" }
}
