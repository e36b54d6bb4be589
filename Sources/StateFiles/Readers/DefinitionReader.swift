import CEL
package import StateModel

/// `Name.state.json` -> `Definition`.
package enum DefinitionReader {
  /// Reads a definition from a file that is named after the state `name`; `nil`: named otherwise.
  package static func read(_ json: JSON, fileName name: String?) -> Reading<Definition> {
    var reader = ShapeReader(rootName: "a definition")
    guard let file = reader.read(json, as: .object(.definition)) else {
      return Reading(nil, reader)
    }
    reader.checkFormat(of: file)
    reader.checkName(of: file, "state", name, suffix: ".state.json")
    var definition = Definition(file)
    definition.allowances = reader.allowances
    // Where the name is misspelt, the rest of the file has the right one.
    if let name, definition.name != name,
      Suggestion(for: definition.name, among: [name]).clearest != nil
    {
      definition.name = name
      definition.root.name = name
    }
    if reader.isWhole, let note = definition.noteOfDraft { reader.complain(note) }
    return Reading(definition, reader)
  }
}

extension Definition {
  fileprivate init(_ file: JSON) {
    self.init(name: file.text("state") ?? "", format: file.count("format") ?? knownFormat)
    about = file.text("about")
    uses = file.texts("uses")
    types = file.members("types").map(TypeDeclaration.init)
    inputs = file.members("inputs").map(Field.init)
    properties = file.members("properties").map(Property.init)
    computed = file.members("computed").map(Computed.init)
    functions = file.members("functions").map(Function.init)
    events = file.members("events").map(Event.init)
    commands = file.members("commands").map(Command.init)
    outputs = file.members("outputs").map(Output.init)
    invariants = file.members("invariants").map {
      Invariant(name: $0.key, condition: Cell($0.value))
    }
    root.initial = file.targets("initial")
    root.children = file["states"].map { $0.elements.map(State.init) }
    root.enter = file.elements("enter").map(Action.init)
    root.exit = file.elements("exit").map(Action.init)
    reducer = file["reducer"].map { $0.elements.map(Row.init) }
    microstepLimit = file["limits"]?.count("microsteps")
  }

  /// A draft lists its interface and cannot run yet.
  fileprivate var noteOfDraft: Diagnostic? {
    let incomplete = outputs.filter { $0.content == .absent }
    let open = incomplete.count
    guard open > 0 || (reducer == nil && !events.isEmpty) else { return nil }
    return Diagnostic(
      .file(.draft(hasReducer: reducer != nil, openOutputs: open)),
      at: reducer == nil ? .init("/state") : location(of: incomplete))
  }
}

extension Definition {
  /// The key of the first of some outputs.
  fileprivate func location(of outputs: [Output]) -> Diagnostic.Location {
    guard let first = outputs.first else { return .init("/state") }
    return .init(Pointer.root["outputs"][first.name].text, isKey: true)
  }
}

extension Definition.Field {
  init(_ member: JSON.Member) {
    let value = member.value
    self.init(
      name: member.key, type: value.plainText ?? value.text("type") ?? "",
      isExpanded: value.plainText == nil,
      defaultValue: value.cell("default"),
      // A text has no members.
      isPrivate: value.plainText == nil && value.flag("private"), about: value.text("about"))
  }
}

extension Definition.TypeDeclaration {
  init(_ member: JSON.Member) {
    let value = member.value
    let shape: Shape
    if let cases = value["union"] {
      shape = .union(
        cases.members.map {
          .init(name: $0.key, fields: $0.value.members.map(Definition.Field.init))
        })
    } else if let names = value["enum"] {
      shape = .enumeration(names.elements.compactMap(\.plainText))
    } else {
      shape = .record(value.members("record").map(Definition.Field.init))
    }
    self.init(key: member.key, shape: shape, about: value.text("about"))
  }
}

extension Definition.Function {
  init(_ member: JSON.Member) {
    let value = member.value
    self.init(
      name: member.key, parameters: value.members("takes").map(Definition.Field.init),
      result: value.text("gives") ?? "", value: value.cell("value") ?? .null,
      about: value.text("about"))
  }
}

extension Definition.Property {
  fileprivate init(_ member: JSON.Member) {
    let value = member.value
    self.init(
      name: member.key, type: value.text("type") ?? "", initial: value.cell("initial") ?? .null,
      isStored: value.flag("stored", otherwise: true), about: value.text("about"))
  }
}

extension Definition.Computed {
  fileprivate init(_ member: JSON.Member) {
    let value = member.value
    self.init(
      name: member.key, type: value.text("type") ?? "", value: value.cell("value") ?? .null,
      about: value.text("about"))
  }
}

extension Definition.Event {
  fileprivate init(_ member: JSON.Member) {
    let value = member.value
    self.init(
      name: member.key, fields: value.members("carries").map(Definition.Field.init),
      source: value.choice("from"), about: value.text("about"))
  }
}

extension Definition.Command {
  fileprivate init(_ member: JSON.Member) {
    let value = member.value
    self.init(
      name: member.key, fields: value.members("carries").map(Definition.Field.init),
      about: value.text("about"))
  }
}

extension Definition.Output {
  fileprivate init(_ member: JSON.Member) {
    let value = member.value
    let content: Content
    if let rows = value["rows"] {
      content = .rows(rows.elements.map(Definition.OutputRow.init))
    } else {
      content = value.cell("value").map(Content.value) ?? .absent
    }
    self.init(
      name: member.key, kind: value.choice("kind") ?? .ui, type: value.text("type") ?? "",
      content: content, about: value.text("about"))
  }
}

extension Definition.OutputRow {
  fileprivate init(_ value: JSON) {
    self.init(
      states: value.names("in"), condition: value.cell("if"), value: value.cell("value"))
  }
}

extension Definition.State {
  /// A node of the tree; recursive, as deep as the scanner let it nest.
  fileprivate init(_ value: JSON) {
    self.init(name: value.text("state") ?? "")
    initial = value.targets("initial")
    children = value["states"].map { $0.elements.map(Definition.State.init) }
    isParallel = value.flag("parallel")
    isFinal = value.flag("final")
    history = value.choice("history")
    historyDefault = value.targets("default")
    carries = value.members("carries").map(Definition.Field.init)
    enter = value.elements("enter").map(Definition.Action.init)
    exit = value.elements("exit").map(Definition.Action.init)
    about = value.text("about")
  }
}

extension Definition.Action {
  fileprivate init(_ value: JSON) {
    self.init()
    condition = value.cell("if")
    assignments = value["set"]?.assignments ?? .none
    emits = value.elements("emit").compactMap(\.sending)
    raises = value.elements("raise").compactMap(\.sending)
    about = value.text("about")
  }
}

extension Definition.Row {
  fileprivate init(_ value: JSON) {
    self.init(trigger: Trigger(value))
    states = value.names("in")
    condition = value.cell("if")
    lets = value["let"]?.cells ?? []
    assignments = value["set"]?.assignments ?? .none
    targets = value.targets("goTo")
    switch value["reenter"] {
    case .bool(true): reentry = .yes
    case .string: reentry = .external
    default: reentry = .no
    }
    emits = value.elements("emit").compactMap(\.sending)
    raises = value.elements("raise").compactMap(\.sending)
    about = value.text("about")
  }
}

extension Definition.Row.Trigger {
  fileprivate init(_ value: JSON) {
    if value["on"] != nil {
      self = .on(value.names("on"))
    } else if let after = value.cell("after") {
      self = .after(after)
    } else {
      self = value.cell("every").map(Self.every) ?? .eventless
    }
  }
}
