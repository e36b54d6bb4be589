import CEL
package import StateModel

/// Translates a definition to SCXML with its cells as CEL text (`datamodel="cel"`), which
/// `SCXMLImport` can read.
///
/// Attributes and elements of a separate namespace hold what SCXML cannot express; other processors
/// ignore them. A remark reports where such processors behave differently.
package struct SCXMLExport {
  let definition: Definition
  let texts: CellText
  /// The expressions of computed values, which SCXML does not have.
  private let computed: Substitution
  private let functions: Set<String>
  var remarks = Remarks()
  var tree = ForeignTree()
  var states: [Definition.State] = []
  /// The index of each state by its name.
  private(set) var indices: [String: Int] = [:]
  /// The rows of each state, with their indices in the reducer.
  private(set) var rows: [[PlacedRow]] = []
  /// The states that rows give data.
  private(set) var given: Set<String> = []
  /// Whether the chart needs a state for the root, because SCXML's root has no rows and no actions.
  var hasRootState = false
  /// The global name of each field that a state carries.
  var carriedNames: [Int: [String: String]] = [:]
  /// The names of all data.
  private var dataNames = ChartNames()
  /// The names of data that keep overwritten values.
  private var kept: [String] = []
  /// The timers of each state, one for each distinct cell.
  private(set) var timers: [[SCXMLTimer]] = []

  /// A row of a state.
  struct PlacedRow {
    /// The index in the reducer.
    let index: Int
    let row: Definition.Row
    /// The timer whose end it handles.
    var timer: SCXMLTimer?
  }

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
    indices = Dictionary(tree.nodes.enumerated().map { ($1.name, $0) }) { first, _ in first }
    for (offset, row) in (definition.reducer ?? []).enumerated() {
      for target in row.targets?.all ?? [] where target.data != nil { given.insert(target.name) }
      let names = row.states == .none ? [definition.name] : row.states.all
      for name in names {
        if let index = indices[name] { rows[index].append(PlacedRow(index: offset, row: row)) }
      }
    }
    hasRootState = !rows[0].isEmpty || !definition.root.enter.isEmpty || states.count == 1
    nameCarried()
    for index in states.indices {
      timers.append(addTimers(of: index))
      if !timers[index].isEmpty { tree.nodes[index].isSilent = false }
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
    tree.append(node)
    states.append(state)
    if let parent { tree.nodes[parent].children.append(index) }
    for child in state.children ?? [] { add(child, parent: index) }
  }

  private mutating func nameCarried() {
    dataNames = ChartNames(
      reserving: definition.properties.map(\.name) + definition.inputs.map(\.name)
        + definition.computed.map(\.name) + Array(Scope.reservedNames))
    let carriers = states.flatMap { Set($0.carries.map(\.name)) }
      .reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
    for index in states.indices {
      for field in states[index].carries {
        let name = carriers[field.name] == 1 ? field.name : "\(states[index].name)_\(field.name)"
        carriedNames[index, default: [:]][field.name] = dataNames.add(name)
      }
    }
  }

  /// Gives each row of a timer its timer.
  private mutating func addTimers(of index: Int) -> [SCXMLTimer] {
    let name = states[index].name
    var found: [SCXMLTimer] = []
    var known: [Definition.Row.Trigger: Int] = [:]
    for offset in rows[index].indices {
      let trigger = rows[index][offset].row.trigger
      let delay: Cell
      switch trigger {
      case .after(let cell), .every(let cell): delay = cell
      case .on, .eventless: continue
      }
      let number = known[trigger] ?? found.count
      if known.updateValue(number, forKey: trigger) == nil {
        let id = "\(name).\(number + 1)"
        found.append(
          SCXMLTimer(
            state: index, event: "time.\(id)", id: id, delay: delay,
            isRepeating: trigger == .every(delay)))
      }
      rows[index][offset].timer = found[number]
    }
    return found
  }

  /// Adds a name of data that keeps a value until its row has run.
  mutating func keep() -> String {
    let name = dataNames.fresh("kept")
    kept.append(name)
    return name
  }

  private mutating func root() -> MarkupText {
    noteLosses()
    var root = MarkupText("scxml").with([
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
    if !kept.isEmpty, let dataModel = children.firstIndex(where: { $0.isNamed("datamodel") }) {
      children[dataModel].children += kept.map { keptData($0) }
    } else if !kept.isEmpty {
      children.insert(MarkupText("datamodel").with([:], kept.map { keptData($0) }), at: 0)
    }
    root.children = children
    return root
  }

  private func keptData(_ name: String) -> MarkupText {
    var data = MarkupText("data").with(["id": name, "expr": "null"])
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
        "SCXML has no `computed`: cells that read them contain their expressions",
        at: .init("/computed", isKey: true))
    }
  }

  /// The events, commands and their fields, for importing the chart again.
  private func interface() -> [MarkupText] {
    func fields(_ fields: [Definition.Field]) -> [MarkupText] {
      fields.map {
        MarkupText("field", in: MarkupText.tables).with(["name": $0.name, "type": $0.type])
      }
    }
    let events = definition.events.map { event -> MarkupText in
      var element = MarkupText("event", in: MarkupText.tables).with(
        ["name": event.name], fields(event.fields))
      element["from"] = event.source?.rawValue
      return element
    }
    let commands = definition.commands.map {
      MarkupText("command", in: MarkupText.tables).with(["name": $0.name], fields($0.fields))
    }
    return events + commands
  }

  private mutating func dataModel() -> MarkupText? {
    var children: [MarkupText] = []
    for input in definition.inputs {
      var data = MarkupText("data").with(["id": input.name])
      data[own: "input"] = "true"
      data[own: "type"] = input.type
      if let cell = input.defaultValue {
        data["expr"] = text(cell, 0, as: input.type, at: "/inputs/\(input.name)/default")
      }
      children.append(data)
    }
    for property in definition.properties {
      var data = MarkupText("data").with(["id": property.name])
      data["expr"] = text(
        property.initial, 0, as: property.type, at: "/properties/\(property.name)/initial")
      data[own: "type"] = property.type
      children.append(data)
    }
    return children.isEmpty ? nil : MarkupText("datamodel").with([:], children)
  }

  /// A cell as CEL text with SCXML's names; "null" and a refusal if it cannot be expressed.
  mutating func text(
    _ cell: Cell, _ state: Int, as type: String? = nil, at pointer: String
  ) -> String {
    guard let text = texts.text(cell, as: type), MarkupText.canHold(text) else {
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
      throw Renaming.Problem(message: "SCXML has no user-defined functions such as `\(name.text)`")
    default: return nil
    }
  }

  /// The global name of a field that the state or its ancestor carries; `nil` if the name does not
  /// change.
  func carried(_ name: String, _ state: Int) -> String? {
    for index in [state] + tree.ancestors(state) {
      if let own = carriedNames[index]?[name] { return own == name ? nil : own }
    }
    return nil
  }
}
