import CEL
import StateModel

/// Converts a neutral chart to a definition.
struct ChartAdapter {
  let root: NeutralState
  let names: NeutralNames
  var definition = Definition(name: "Chart")
  /// The helper properties, in order.
  var helpers: [String] = []
  /// Whether events carry their name.
  let carriesName: Bool
  /// Whether cells without an event read the data of the last event.
  let remembersEvent: Bool
  /// The states whose completion carries data.
  let doneWithData: Set<String>

  static let dataHelper = "eventData"
  static let nameHelper = "eventName"

  init(_ vector: JSON) {
    let chart = vector["chart"] ?? .null
    root = NeutralState(chart, isRoot: true)
    names = NeutralNames(root, script: vector["script"] ?? .null)
    carriesName = Self.reads("_event.name", in: chart)
    remembersEvent = root.all.contains { state in
      let outside = ["onentry", "onexit", "donedata"].contains {
        state.json[$0].map { CellRewriter.readsEvent($0) } ?? false
      }
      return outside
        || (state.json["transitions"]?.elements ?? []).contains {
          $0["events"] == nil && CellRewriter.readsEvent($0)
        }
    }
    doneWithData = Set(
      root.all.filter { parent in parent.children.contains { $0.json["donedata"] != nil } }
        .map(\.id))
    build()
  }

  private static func reads(_ word: String, in json: JSON) -> Bool {
    switch json {
    case .string(let text): text.contains(word)
    case .array(let values): values.contains { reads(word, in: $0) }
    case .object(let members):
      json["do"]?.string != "log" && members.contains { reads(word, in: $0.value) }
    default: false
    }
  }

  /// Rewrites cells outside rows with events.
  var quiet: CellRewriter {
    CellRewriter(names: names, data: Self.dataHelper, name: Self.nameHelper)
  }

  private mutating func build() {
    declareData()
    var fields = [Definition.Field(name: "data", type: "dyn")]
    if carriesName { fields.append(Definition.Field(name: "name", type: "string")) }
    definition.events = names.events.map { Definition.Event(name: names.event($0), fields: fields) }
    definition.commands = [
      Definition.Command(
        name: "send",
        fields: ["event", "delay", "data", "id"].map { Definition.Field(name: $0, type: "dyn") }),
      Definition.Command(name: "cancel", fields: [Definition.Field(name: "id", type: "dyn")]),
    ]
    var rows: [Definition.Row] = []
    var tree = self.state(root)
    for state in root.all {
      for transition in state.json["transitions"]?.elements ?? [] {
        rows += self.rows(transition, of: state)
      }
    }
    tree.name = definition.name
    tree.enter = startActions() + tree.enter
    definition.root = tree
    definition.reducer = rows
    for helper in helpers { addProperty(helper, .null) }
    if remembersEvent {
      addProperty(Self.dataHelper, .null)
      addProperty(Self.nameHelper, .null)
    }
  }

  private mutating func addProperty(_ name: String, _ initial: Cell) {
    definition.properties.append(
      Definition.Property(name: name, type: "dyn", initial: initial))
  }

  mutating func helper() -> String {
    helpers.append("x\(helpers.count)")
    return helpers[helpers.count - 1]
  }

  private mutating func declareData() {
    var cells: [String: JSON] = [:]
    for state in root.all {
      for item in state.json["datamodel"]?.elements ?? [] {
        if let id = item["id"]?.string, let value = item["value"] { cells[id] = value }
      }
    }
    for (variable, name) in names.variables.sorted(by: { $0.value < $1.value }) {
      let value = cells[variable] ?? .null
      addProperty(name, isPlain(value) ? quiet.cell(value) : .null)
    }
  }

  /// Whether a cell reads no variable.
  private func isPlain(_ value: JSON) -> Bool {
    guard let text = value.string else { return true }
    return !text.contains("In(") && !text.contains("_event")
      && !names.variables.keys.contains { text.contains($0) }
  }

  /// The actions before the first state is entered.
  private mutating func startActions() -> [Definition.Action] {
    var actions: [Definition.Action] = []
    for state in root.all {
      for item in state.json["datamodel"]?.elements ?? [] {
        guard let id = item["id"]?.string, let name = names.variables[id],
          let value = item["value"], !isPlain(value)
        else { continue }
        var action = Definition.Action()
        action.assignments = .one([Cell.Member(key: name, value: quiet.cell(value))])
        actions.append(action)
      }
      if state === root { actions += entries(root.json["script"]?.elements ?? []) }
    }
    return actions
  }

  private mutating func state(_ neutral: NeutralState) -> Definition.State {
    var state = Definition.State(name: names.states[neutral.id] ?? definition.name)
    state.enter = entries(neutral.actions("onentry"))
    state.exit = entries(neutral.actions("onexit"))
    switch neutral.kind {
    case "history":
      state.history = neutral.json["history"]?.string == "deep" ? .deep : .shallow
      state.historyDefault = targets(neutral.json["default"]?.strings ?? [])
    case "parallel": state.isParallel = true
    case "final":
      state.isFinal = true
      if let parent = neutral.parent, doneWithData.contains(parent.id) {
        state.carries = [
          Definition.Field(name: carriedData(neutral), type: "dyn", defaultValue: .null)
        ]
        if let given = neutral.json["donedata"] {
          var action = Definition.Action()
          action.assignments = .one([
            Cell.Member(key: carriedData(neutral), value: data(of: given, quiet))
          ])
          state.enter.append(action)
        }
      }
    default: break
    }
    guard !neutral.children.isEmpty else { return state }
    state.children = neutral.children.map { self.state($0) }
    if neutral.isParallel { return state }
    let initial = neutral.json["initial"]?.strings ?? []
    let first = neutral.children.first { !$0.isHistory }.map { [$0.id] } ?? []
    state.initial = targets(initial.isEmpty ? first : initial)
    return state
  }

  /// The name of the field that completion events carry.
  private func carriedData(_ neutral: NeutralState) -> String { "data" }

  func targets(_ ids: [String]) -> Targets {
    let sendings = ids.compactMap { names.states[$0] }.map { Sending(name: $0) }
    return sendings.count == 1 ? .one(sendings[0]) : .list(sendings)
  }

  /// The data of a send or a completion.
  func data(of json: JSON, _ cells: CellRewriter) -> Cell {
    if let content = json["content"] { return content.literal }
    if let content = json["contentExpr"] { return cells.cell(content) }
    var members: [Cell.Member] = []
    for name in json["namelist"]?.strings ?? [] {
      members.append(.init(key: name, value: cells.cell(.string(name))))
    }
    for item in json["params"]?.elements ?? [] {
      guard let name = item["name"]?.string else { continue }
      let value = item["value"] ?? item["location"] ?? .null
      members.append(.init(key: name, value: cells.cell(value)))
    }
    return members.isEmpty ? .null : .object(members)
  }
}
