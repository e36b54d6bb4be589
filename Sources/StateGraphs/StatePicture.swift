import CEL
package import Graphs
package import StateTables

/// How much of a definition a picture shows.
package struct PictureOptions: Sendable {
  /// What labels and compartments say.
  package enum Detail: String, Sendable, CaseIterable {
    /// States and triggers.
    case names
    /// Guards too.
    case guards
    /// Actions, values and outputs too.
    case full
  }

  package var detail: Detail = .full
  package var direction: Chart.Direction = .down
  /// The other direction may be taken where the picture then fits a page better.
  package var mayTurn = false
  package var showsOutputs = true
  /// States deeper than this are not drawn; nil: all are.
  package var depth: Int?
  /// The one state that is drawn, with what it contains; nil: all are.
  package var only: String?
  /// Marks on states by name.
  package var marks: [String: Chart.Mark] = [:]
  /// The property values of the configuration to mark, as `DerivedStates` has them; nil: none.
  package var activeValues: [String]?
  /// The way of the last step of a run; nil: none is marked.
  package var way: Way?
  /// What no case of a spec reaches; nil: coverage is not painted.
  package var unreached: Unreached?
  /// A reference to a part of the file by its JSON pointer, such as `Coin.state.json#L14`; nil: no link.
  package var link: @Sendable (String) -> String? = { _ in nil }

  package init() {}
}

/// A definition seen as a state graph: the table as it stands.
///
/// - Parameters:
///   - definition: What is drawn; states that it names but does not have are left out.
///   - options: How much is shown.
/// - Returns: The graph; nil where the definition has no states, or not the one asked for.
package func statePicture(
  of definition: Definition, options: PictureOptions = PictureOptions()
) -> Graph? {
  guard definition.root.children?.isEmpty == false else { return nil }
  guard let picture = StatePicture(definition, options) else { return nil }
  return Graph(
    name: definition.name, kind: .states, tag: picture.tag, summary: definition.about ?? "",
    content: .chart(picture.chart.merged()))
}

struct StatePicture {
  private let definition: Definition
  private let options: PictureOptions
  private let tree: StateTree
  private let outputs: OutputTexts
  /// The places of each state's rows.
  private let rowPlaces: [[Int]]
  /// The node of the tree that is the first of the picture.
  private let top: Int
  /// The picture's node that shows a state, or what hides it; nil outside of the picture.
  private var shown: [Int?]
  private(set) var chart: Chart

  /// Nil where there is no state of the name asked for.
  init?(_ definition: Definition, _ options: PictureOptions) {
    self.definition = definition
    self.options = options
    tree = StateTree(definition)
    outputs = OutputTexts(definition, tree)
    rowPlaces = StatePicture.rowPlaces(definition, tree)
    let indices = tree.indices
    guard let top = options.only.map({ indices[$0] }) ?? 0 else { return nil }
    self.top = top
    shown = Array(repeating: nil, count: tree.nodes.count)
    chart = Chart(
      direction: options.direction, mayTurn: options.mayTurn, nodes: [], transitions: [])
    add(top, parent: nil, depth: 0)
    for index in tree.nodes.indices { setInitial(index) }
    for place in (definition.reducer ?? []).indices { addTransitions(place) }
    addRows()
  }

  var tag: String {
    let isFlat = tree.nodes.allSatisfy {
      $0.parent == nil || ($0.parent == 0 && $0.state.children == nil)
    }
    return isFlat && !tree.nodes[0].state.isParallel ? "state machine" : "statechart"
  }

  private mutating func add(_ index: Int, parent: Int?, depth: Int) {
    let node = tree.nodes[index]
    let place = chart.nodes.count
    shown[index] = place
    let isClosed = !node.children.isEmpty && options.depth.map { depth >= $0 } ?? false
    chart.nodes.append(
      Chart.Node(
        node.state.name, path: node.path, form: isClosed ? .atomic : form(index), parent: parent,
        link: options.link(node.pointer.text), mark: options.marks[node.state.name]))
    if let unreached = options.unreached {
      chart.nodes[place].isUnreached = unreached.states.contains(node.state.name)
    }
    for child in node.children {
      if isClosed { hide(child, in: place) } else { add(child, parent: place, depth: depth + 1) }
    }
  }

  private mutating func hide(_ index: Int, in place: Int) {
    shown[index] = place
    if let mark = options.marks[tree.nodes[index].state.name], chart.nodes[place].mark == nil {
      chart.nodes[place].mark = mark
    }
    for child in tree.nodes[index].children { hide(child, in: place) }
  }

  private func form(_ index: Int) -> Chart.Form {
    let state = tree.nodes[index].state
    switch state.history {
    case .shallow: return .history
    case .deep: return .deepHistory
    case nil: break
    }
    if state.isFinal { return .final }
    if state.isParallel, !tree.nodes[index].children.isEmpty { return .parallel }
    if index == 0 { return .machine }
    return tree.nodes[index].children.isEmpty ? .atomic : .composite
  }

  private mutating func setInitial(_ index: Int) {
    guard let place = shown[index], chart.nodes[place].name == tree.nodes[index].state.name,
      chart.nodes[place].form != .atomic
    else { return }
    let state = tree.nodes[index].state
    let targets = (state.history == nil ? state.initial : state.historyDefault)?.all ?? []
    for target in targets {
      guard let node = tree.indices[target.name].flatMap({ shown[$0] }), node != place else {
        continue
      }
      if !chart.nodes[place].initial.contains(node) { chart.nodes[place].initial.append(node) }
    }
  }

  // Rows that go somewhere.
  private mutating func addTransitions(_ place: Int) {
    guard let row = definition.reducer?[place], let targets = row.targets?.all, !targets.isEmpty
    else { return }
    let names = row.states.all.isEmpty ? [definition.name] : row.states.all
    for name in names {
      guard let source = tree.indices[name] else { continue }
      let ends = targets.compactMap { tree.indices[$0.name] }
      guard !isRow(row, source, ends) else { continue }
      let nodes = ends.compactMap { shown[$0] }
      guard let from = shown[source], nodes.count == ends.count, !nodes.isEmpty else { continue }
      // A way between states that one box hides happens inside of it, unless it leaves the box.
      let isOwn = chart.nodes[from].path == tree.nodes[source].path
      let leaves = isOwn && (row.reentry == .external || (row.reentry == .yes && ends == [source]))
      if chart.nodes[from].form == .atomic, nodes.allSatisfy({ $0 == from }), !leaves { continue }
      var unique: [Int] = []
      for node in nodes where !unique.contains(node) { unique.append(node) }
      chart.transitions.append(
        Chart.Transition(
          from: from, to: unique, [label(row, place, of: name)],
          entering: row.reentry.shown))
    }
  }

  /// Whether a row leaves and enters nothing: it is drawn in its state's compartment.
  private func isRow(_ row: Definition.Row, _ source: Int, _ targets: [Int]) -> Bool {
    row.targets == nil
      || (targets == [source] && row.reentry == .no && tree.nodes[source].children.isEmpty)
  }

  private func label(_ row: Definition.Row, _ place: Int, of state: String) -> Label {
    let trigger = row.trigger.shown
    var actions = shownActions(row.assignments, row.emits, row.raises)
    // What is given to a state that stays active is all that such a row does to it.
    if let targets = row.targets?.all, targets.map(\.name) == [state], row.reentry == .no {
      let data = targets.flatMap { $0.data ?? [] }
      actions = data.map { .set(name: $0.key, cell: $0.value.shown) } + actions
    }
    let isOtherwise = isOtherwise(row, place, of: state)
    let condition = row.condition?.shown
    let isNamesOnly = options.detail == .names
    let isAlways = trigger.isEmpty && (isNamesOnly || (condition == nil && !isOtherwise))
    var label = Label(
      isAlways ? "always" : trigger, if: isNamesOnly ? nil : condition,
      isOtherwise: isOtherwise && !isNamesOnly,
      actions: options.detail == .full ? actions : [], isDelayed: row.trigger.isDelay,
      link: options.link("/reducer/\(place)"))
    label.isUnreached = options.unreached?.contains(row: place, of: state) ?? false
    label.isTaken = options.way?.rows[place]?.contains(state) ?? false
    label.isNeverFalse =
      label.condition != nil && options.unreached?.guards.contains(place) == true
    return label
  }

  /// A row without `if` after guarded rows of the same state and trigger.
  private func isOtherwise(_ row: Definition.Row, _ place: Int, of state: String) -> Bool {
    guard row.condition == nil, let rows = definition.reducer, let index = tree.indices[state]
    else { return false }
    return rowPlaces[index].contains {
      $0 < place && rows[$0].condition != nil && rows[$0].trigger.precedes(row.trigger)
    }
  }

  private static func rowPlaces(_ definition: Definition, _ tree: StateTree) -> [[Int]] {
    var result: [[Int]] = Array(repeating: [], count: tree.nodes.count)
    for (place, row) in (definition.reducer ?? []).enumerated() {
      let names = row.states.all.isEmpty ? [definition.name] : row.states.all
      for name in names {
        guard let index = tree.indices[name], result[index].last != place else { continue }
        result[index].append(place)
      }
    }
    return result
  }
}

// Compartments and title bars.
extension StatePicture {
  private mutating func addRows() {
    for index in tree.nodes.indices {
      guard let place = shown[index], chart.nodes[place].path == tree.nodes[index].path else {
        continue
      }
      chart.nodes[place].rows = rows(index)
      if chart.nodes[place].form == .atomic, !tree.nodes[index].children.isEmpty {
        let count = shown.filter { $0 == place }.count - 1
        chart.nodes[place].rows.append(
          Row(.note(count == 1 ? "1 state inside" : "\(count) states inside")))
      }
    }
  }

  private func rows(_ index: Int) -> [Row] {
    let node = tree.nodes[index]
    var result: [Row] = []
    if options.detail == .full {
      result += index == 0 ? values : carried(node)
      let missed = options.unreached
      result += actions(
        node.state.enter, "enter", node.pointer["enter"],
        isUnreached: missed?.states.contains(node.state.name) ?? false)
      result += actions(
        node.state.exit, "exit", node.pointer["exit"],
        isUnreached: missed?.exits.contains(node.state.name) ?? false)
    }
    for place in rowPlaces[index] {
      guard let row = definition.reducer?[place] else { continue }
      let targets = (row.targets?.all ?? []).compactMap { tree.indices[$0.name] }
      guard isRow(row, index, targets) else { continue }
      let label = label(row, place, of: node.state.name)
      result.append(Row(.reaction(label), link: label.link))
    }
    guard options.detail == .full, options.showsOutputs else { return result }
    for (place, output) in definition.outputs.enumerated() {
      guard case .some(let cell) = outputs.cell(place, at: index) else { continue }
      result.append(
        Row(
          .output(output.kind.shown, name: output.name, cell: cell),
          link: options.link(Pointer.root["outputs"][output.name].text)))
    }
    return result
  }

  private var values: [Row] {
    definition.inputs.map {
      Row(
        .value(name: $0.name, type: $0.type, initial: $0.defaultValue?.shown),
        link: options.link(Pointer.root["inputs"][$0.name].text))
    }
      + definition.properties.map {
        Row(
          .value(name: $0.name, type: $0.type, initial: $0.initial.shown),
          link: options.link(Pointer.root["properties"][$0.name].text))
      }
  }

  private func carried(_ node: StateTree.Node) -> [Row] {
    node.state.carries.map {
      Row(
        .value(name: $0.name, type: $0.type, initial: $0.defaultValue?.shown),
        link: options.link(node.pointer["carries"][$0.name].text))
    }
  }

  private func actions(
    _ actions: [Definition.Action], _ moment: String, _ pointer: Pointer, isUnreached: Bool
  ) -> [Row] {
    actions.enumerated().map { place, action in
      let link = options.link(pointer[place].text)
      var label = Label(
        moment, if: action.condition?.shown,
        actions: shownActions(action.assignments, action.emits, action.raises), link: link)
      label.isUnreached = isUnreached
      return Row(.moment(label), link: link)
    }
  }
}

extension Definition.Row.Reentry {
  fileprivate var shown: Chart.Entering {
    switch self {
    case .no: .plain
    case .yes: .reenter
    case .external: .external
    }
  }
}

extension Definition.Output.Kind {
  /// The kind as pictures have it.
  var shown: OutputKind {
    switch self {
    case .ui: .ui
    case .data: .data
    case .navigation: .navigation
    }
  }
}
