import CEL
package import StateTables

/// A definition as SCXML, its cells as CEL text (`datamodel="cel"`), which `SCXMLImport` reads back.
///
/// What SCXML has no word for stands in attributes and elements of a namespace of our own, which
/// other processors pass over; what they would do differently is said.
package struct SCXMLExport {
  let definition: Definition
  let texts: CellText
  /// What computed values stand for: SCXML has no such names.
  private let computed: Substitution
  private let functions: Set<String>
  var remarks = Remarks()
  var tree = ForeignTree()
  var states: [Definition.State] = []
  /// The rows of each state, with their places in the reducer.
  var rows: [[(place: Int, row: Definition.Row)]] = []
  /// Whether the chart needs a state for the root: SCXML's root has no rows and no actions.
  var hasRootState = false
  /// What a field that a state carries is called among all data.
  var carriedNames: [Int: [String: String]] = [:]
  /// Data that keep what is written over.
  var kept: [String] = []
  var timers: [Int: [SCXMLTimer]] = [:]

  /// Writes a definition.
  package static func write(_ definition: Definition) -> Exported {
    var this = SCXMLExport(definition)
    let root = this.root()
    return Exported(
      text: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + root.write(), remarks: this.remarks)
  }

  private init(_ definition: Definition) {
    self.definition = definition
    let texts = CellText(definition)
    self.texts = texts
    computed = Substitution(
      definition.computed.map { ($0.name, texts.text($0.value, as: $0.type)) })
    functions = Set(definition.functions.map(\.name))
    add(definition.root, parent: nil)
    rows = Array(repeating: [], count: states.count)
    for (place, row) in (definition.reducer ?? []).enumerated() {
      let names = row.states == .none ? [definition.name] : row.states.all
      for name in names {
        if let index = tree.nodes.firstIndex(where: { $0.name == name }) {
          rows[index].append((place, row))
        }
      }
    }
    hasRootState = !rows[0].isEmpty || !definition.root.enter.isEmpty || states.count == 1
    nameCarried()
    for index in states.indices { timers[index] = timersOf(index) }
    for index in states.indices where !(timers[index] ?? []).isEmpty {
      tree.nodes[index].isSilent = false
    }
  }

  private mutating func add(_ state: Definition.State, parent: Int?) {
    let index = states.count
    var kind = ForeignTree.Kind.atomic
    if state.children?.isEmpty == false { kind = .compound }
    if state.isParallel { kind = .parallel }
    if state.isFinal { kind = .final }
    if state.history != nil { kind = .history }
    let name = parent == nil ? definition.name : state.name
    var node = ForeignTree.Node(id: name, name: name, kind: kind, parent: parent)
    node.isSilent = state.enter.isEmpty && state.exit.isEmpty
    tree.nodes.append(node)
    states.append(state)
    if let parent { tree.nodes[parent].children.append(index) }
    for child in state.children ?? [] { add(child, parent: index) }
  }

  private mutating func nameCarried() {
    var taken = NameTable(
      reserving: definition.properties.map(\.name) + definition.inputs.map(\.name)
        + definition.computed.map(\.name) + Array(Scope.reservedNames))
    for index in states.indices {
      for field in states[index].carries {
        let count = states.count { $0.carries.contains { $0.name == field.name } }
        let name = count == 1 ? field.name : "\(states[index].name)_\(field.name)"
        carriedNames[index, default: [:]][field.name] = taken.add(name)
      }
    }
  }

  private mutating func root() -> Markup {
    noteLosses()
    var root = Markup("scxml").with([
      "version": "1.0", "datamodel": "cel", "name": definition.name,
    ])
    var children = interface()
    if let model = dataModel() { children.append(model) }
    if hasRootState {
      root["initial"] = definition.name
      var state = self.state(0, asRoot: true)
      let finals = state.children.filter { $0.isNamed("final") }
      state.children.removeAll { $0.isNamed("final") }
      if let initial = state["initial"], finals.contains(where: { $0["id"] == initial }) {
        state["initial"] = nil
        root["initial"] = initial
      }
      children += [state] + finals
    } else {
      let state = self.state(0, asRoot: true)
      root["initial"] = state["initial"]
      children += state.children
    }
    if !kept.isEmpty, let place = children.firstIndex(where: { $0.isNamed("datamodel") }) {
      children[place].children += kept.map { keptData($0) }
    } else if !kept.isEmpty {
      children.insert(Markup("datamodel").with([:], kept.map { keptData($0) }), at: 0)
    }
    root.children = children
    return root
  }

  private func keptData(_ name: String) -> Markup {
    var data = Markup("data").with(["id": name, "expr": "null"])
    data[own: "type"] = "dyn"
    return data
  }

  private mutating func noteLosses() {
    let lost: [(String, Bool)] = [
      ("uses", definition.uses.isEmpty), ("types", definition.types.isEmpty),
      ("functions", definition.functions.isEmpty),
      ("outputs", definition.outputs.isEmpty), ("invariants", definition.invariants.isEmpty),
      ("limits", definition.microstepLimit == nil),
    ]
    for (section, isEmpty) in lost where !isEmpty {
      remarks.drop(
        "SCXML has no `\(section)`: they are left out", at: .init("/\(section)", isKey: true))
    }
    if !definition.computed.isEmpty {
      remarks.change(
        "SCXML has no `computed`: cells that read them hold what they stand for",
        at: .init("/computed", isKey: true))
    }
  }

  /// Events, commands and their fields, for those who read the chart back.
  private func interface() -> [Markup] {
    func fields(_ fields: [Definition.Field]) -> [Markup] {
      fields.map { Markup("field", in: Markup.tables).with(["name": $0.name, "type": $0.type]) }
    }
    let events = definition.events.map { event -> Markup in
      var element = Markup("event", in: Markup.tables).with(
        ["name": event.name], fields(event.fields))
      element["from"] = event.source?.rawValue
      return element
    }
    let commands = definition.commands.map {
      Markup("command", in: Markup.tables).with(["name": $0.name], fields($0.fields))
    }
    return events + commands
  }

  private mutating func dataModel() -> Markup? {
    var children: [Markup] = []
    for input in definition.inputs {
      var data = Markup("data").with(["id": input.name])
      data[own: "input"] = "true"
      data[own: "type"] = input.type
      if let cell = input.defaultValue {
        data["expr"] = text(cell, 0, as: input.type, at: "/inputs/\(input.name)/default")
      }
      children.append(data)
    }
    for property in definition.properties {
      var data = Markup("data").with(["id": property.name])
      data["expr"] = text(
        property.initial, 0, as: property.type, at: "/properties/\(property.name)/initial")
      data[own: "type"] = property.type
      children.append(data)
    }
    return children.isEmpty ? nil : Markup("datamodel").with([:], children)
  }

  /// A cell as CEL text in SCXML's names; "null" and a refusal where it has none.
  mutating func text(
    _ cell: Cell, _ state: Int, as type: String? = nil, at pointer: String
  ) -> String {
    guard let text = texts.text(cell, as: type), Markup.canHold(text) else {
      remarks.refuse("this cell has no text in CEL that XML can hold", at: .init(pointer))
      return "null"
    }
    do throws(Renaming.Problem) {
      let whole = try computed.applied(to: text)
      return try Renaming.rename(whole) { (index, syntax) throws(Renaming.Problem) -> String? in
        try replacement(index, syntax, state)
      }
    } catch {
      remarks.refuse("this cell has no counterpart: \(error.message)", at: .init(pointer))
      return "null"
    }
  }

  private func replacement(
    _ index: Syntax.Index, _ syntax: Syntax, _ state: Int
  ) throws(Renaming.Problem) -> String? {
    switch syntax[index] {
    case .name(let name, _):
      return name.text == "event" ? "_event.data" : carried(name.text, state)
    case .call(let name, _, let arguments) where name.text == "isIn":
      let texts = arguments.map { syntax.text(of: syntax.range($0)) }
      return "In(\(texts.joined(separator: ", ")))"
    case .call(let name, _, _) where functions.contains(name.text):
      throw Renaming.Problem(message: "SCXML has no functions of one's own, as `\(name.text)`")
    default: return nil
    }
  }

  /// What a field that the state or one above it carries is called; `nil` where nothing changes.
  func carried(_ name: String, _ state: Int) -> String? {
    for index in [state] + tree.ancestors(state) {
      if let own = carriedNames[index]?[name] { return own == name ? nil : own }
    }
    return nil
  }
}
