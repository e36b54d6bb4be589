import CEL
package import Graphs
package import StateModel

/// Options for how much of a definition a picture shows.
package struct PictureOptions: Sendable {
  /// The amount of text in labels and compartments.
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
  /// Whether the other direction may be used if the picture then fits a page better.
  package var mayTurn = false
  package var showsOutputs = true
  /// States deeper than this are not drawn; nil draws all.
  package var depth: Int?
  /// The only state to draw, with its content; nil draws all.
  package var only: String?
  /// The marks on states, by name.
  package var marks: [String: Chart.Mark] = [:]
  /// The property values of the configuration to mark, as in `DerivedStates`; nil for none.
  package var activeValues: [String]?
  /// The last step of a run, whose transitions are marked; nil for none.
  package var takenStep: TakenStep?
  /// The parts that no case of a spec reaches; nil if coverage is not shown.
  package var unreached: Unreached?
  /// What recorded sessions did; nil if no traffic is shown.
  package var traffic: Traffic?
  /// Returns a reference to a part of the file by its JSON pointer, such as `Coin.state.json#L14`;
  /// nil for no link.
  package var link: @Sendable (String) -> String? = { _ in nil }

  package init() {}

  /// The parts that nothing reaches: no recorded session, or else no case of a spec.
  var missed: Unreached? { traffic?.unreached ?? unreached }
}

/// Builds a state graph that shows a definition as written.
///
/// - Parameters:
///   - definition: The definition to draw; references to unknown states are omitted.
///   - options: How much to show.
/// - Returns: The graph; nil if the definition has no states, or not the requested one.
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
  private let tree: GraphStateTree
  private let outputs: OutputTexts
  /// The indices of each state's rows in the reducer.
  private let rowIndices: [[Int]]
  /// The node of the tree that is the root of the picture.
  private let top: Int
  /// The picture's node that shows or hides a state; nil for a state outside of the picture.
  private var shown: [Int?]
  private(set) var chart: Chart

  /// Returns nil if there is no state with the requested name.
  init?(_ definition: Definition, _ options: PictureOptions) {
    self.definition = definition
    self.options = options
    tree = GraphStateTree(definition)
    outputs = OutputTexts(definition, tree)
    rowIndices = StatePicture.rowIndices(definition, tree)
    let indices = tree.indices
    guard let top = options.only.map({ indices[$0] }) ?? 0 else { return nil }
    self.top = top
    shown = Array(repeating: nil, count: tree.nodes.count)
    chart = Chart(
      direction: options.direction, mayTurn: options.mayTurn, nodes: [], transitions: [])
    add(top, parent: nil, depth: 0)
    for index in tree.nodes.indices { setInitial(index) }
    for rowIndex in (definition.reducer ?? []).indices { addTransitions(rowIndex) }
    addRows()
    if let traffic = options.traffic {
      chart.evidence = .sessions
      chart.nodes[0].rows += traffic.legend.map { Row(.note($0)) }
    }
  }

  var tag: String {
    let isFlat = tree.nodes.allSatisfy {
      $0.parent == nil || ($0.parent == 0 && $0.state.children == nil)
    }
    return isFlat && !tree.nodes[0].state.isParallel ? "state machine" : "statechart"
  }

  private mutating func add(_ index: Int, parent: Int?, depth: Int) {
    let node = tree.nodes[index]
    let shownIndex = chart.nodes.count
    shown[index] = shownIndex
    let isClosed = !node.children.isEmpty && options.depth.map { depth >= $0 } ?? false
    chart.nodes.append(
      Chart.Node(
        node.state.name, path: node.path, form: isClosed ? .atomic : form(index), parent: parent,
        link: options.link(node.pointer.text), mark: options.marks[node.state.name]))
    if let unreached = options.missed {
      chart.nodes[shownIndex].isUnreached = unreached.states.contains(node.state.name)
    }
    for child in node.children {
      if isClosed {
        hide(child, in: shownIndex)
      } else {
        add(child, parent: shownIndex, depth: depth + 1)
      }
    }
  }

  private mutating func hide(_ index: Int, in shownIndex: Int) {
    shown[index] = shownIndex
    if let mark = options.marks[tree.nodes[index].state.name], chart.nodes[shownIndex].mark == nil {
      chart.nodes[shownIndex].mark = mark
    }
    for child in tree.nodes[index].children { hide(child, in: shownIndex) }
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
    guard let shownIndex = shown[index],
      chart.nodes[shownIndex].name == tree.nodes[index].state.name,
      chart.nodes[shownIndex].form != .atomic
    else { return }
    let state = tree.nodes[index].state
    let targets = (state.history == nil ? state.initial : state.historyDefault)?.all ?? []
    for target in targets {
      guard let node = tree.indices[target.name].flatMap({ shown[$0] }), node != shownIndex else {
        continue
      }
      if !chart.nodes[shownIndex].initial.contains(node) {
        chart.nodes[shownIndex].initial.append(node)
      }
    }
  }

  // Rows with a target.
  private mutating func addTransitions(_ rowIndex: Int) {
    guard let row = definition.reducer?[rowIndex], let targets = row.targets?.all, !targets.isEmpty
    else { return }
    let names = row.states.all.isEmpty ? [definition.name] : row.states.all
    for name in names {
      guard let source = tree.indices[name] else { continue }
      let ends = targets.compactMap { tree.indices[$0.name] }
      guard !isRow(row, source, ends) else { continue }
      let nodes = ends.compactMap { shown[$0] }
      guard let from = shown[source], nodes.count == ends.count, !nodes.isEmpty else { continue }
      // If one box hides both ends of a transition, it is omitted, unless it leaves the box.
      let isOwn = chart.nodes[from].path == tree.nodes[source].path
      let leaves = isOwn && (row.reentry == .external || (row.reentry == .yes && ends == [source]))
      if chart.nodes[from].form == .atomic, nodes.allSatisfy({ $0 == from }), !leaves { continue }
      var unique: [Int] = []
      for node in nodes where !unique.contains(node) { unique.append(node) }
      chart.transitions.append(
        Chart.Transition(
          from: from, to: unique, [label(row, rowIndex, of: name)],
          entering: row.reentry.shown))
    }
  }

  /// Whether a row exits and enters nothing, so that it is drawn in its state's compartment.
  private func isRow(_ row: Definition.Row, _ source: Int, _ targets: [Int]) -> Bool {
    row.targets == nil
      || (targets == [source] && row.reentry == .no && tree.nodes[source].children.isEmpty)
  }

  private func label(_ row: Definition.Row, _ rowIndex: Int, of state: String) -> Label {
    let trigger = row.trigger.shown
    var actions = shownActions(row.assignments, row.emits, row.raises)
    // If the target is the state itself and it stays active, the row only assigns the target's
    // data.
    if let targets = row.targets?.all, targets.map(\.name) == [state], row.reentry == .no {
      let data = targets.flatMap { $0.data ?? [] }
      actions = data.map { .set(name: $0.key, cell: $0.value.shown) } + actions
    }
    let isOtherwise = isOtherwise(row, rowIndex, of: state)
    let condition = row.condition?.shown
    let isNamesOnly = options.detail == .names
    let isAlways = trigger.isEmpty && (isNamesOnly || (condition == nil && !isOtherwise))
    var label = Label(
      isAlways ? "always" : trigger, if: isNamesOnly ? nil : condition,
      isOtherwise: isOtherwise && !isNamesOnly,
      actions: options.detail == .full ? actions : [], isDelayed: row.trigger.isDelay,
      link: options.link("/reducer/\(rowIndex)"))
    label.isUnreached = options.missed?.contains(row: rowIndex, of: state) ?? false
    label.traffic = options.traffic?.counts(
      ofRow: rowIndex, of: state, isShared: row.states.all.count > 1)
    label.isTaken = options.takenStep?.rows[rowIndex]?.contains(state) ?? false
    label.isNeverFalse =
      label.condition != nil && options.missed?.guards.contains(rowIndex) == true
    return label
  }

  /// Whether a row without `if` follows guarded rows of the same state and trigger.
  private func isOtherwise(_ row: Definition.Row, _ rowIndex: Int, of state: String) -> Bool {
    guard row.condition == nil, let rows = definition.reducer, let index = tree.indices[state]
    else { return false }
    return rowIndices[index].contains {
      $0 < rowIndex && rows[$0].condition != nil && rows[$0].trigger.precedes(row.trigger)
    }
  }

  private static func rowIndices(_ definition: Definition, _ tree: GraphStateTree) -> [[Int]] {
    var result: [[Int]] = Array(repeating: [], count: tree.nodes.count)
    for (rowIndex, row) in (definition.reducer ?? []).enumerated() {
      let names = row.states.all.isEmpty ? [definition.name] : row.states.all
      for name in names {
        guard let index = tree.indices[name], result[index].last != rowIndex else { continue }
        result[index].append(rowIndex)
      }
    }
    return result
  }
}

// Compartments and title bars.
extension StatePicture {
  private mutating func addRows() {
    for index in tree.nodes.indices {
      guard let shownIndex = shown[index], chart.nodes[shownIndex].path == tree.nodes[index].path
      else {
        continue
      }
      chart.nodes[shownIndex].rows = rows(index)
      if chart.nodes[shownIndex].form == .atomic, !tree.nodes[index].children.isEmpty {
        let count = shown.filter { $0 == shownIndex }.count - 1
        chart.nodes[shownIndex].rows.append(
          Row(.note(count == 1 ? "1 state inside" : "\(count) states inside")))
      }
    }
  }

  private func rows(_ index: Int) -> [Row] {
    let node = tree.nodes[index]
    var result: [Row] = []
    if options.detail == .full {
      result += index == 0 ? values : carried(node)
      let missed = options.missed
      result += actions(
        node.state.enter, "enter", node.pointer["enter"],
        isUnreached: missed?.states.contains(node.state.name) ?? false)
      result += actions(
        node.state.exit, "exit", node.pointer["exit"],
        isUnreached: missed?.exits.contains(node.state.name) ?? false)
    }
    for rowIndex in rowIndices[index] {
      guard let row = definition.reducer?[rowIndex] else { continue }
      let targets = (row.targets?.all ?? []).compactMap { tree.indices[$0.name] }
      guard isRow(row, index, targets) else { continue }
      let label = label(row, rowIndex, of: node.state.name)
      result.append(Row(.reaction(label), link: label.link))
    }
    result += (options.traffic?.notes(of: node.state.name) ?? []).map { Row(.note($0)) }
    guard options.detail == .full, options.showsOutputs else { return result }
    for (offset, output) in definition.outputs.enumerated() {
      guard case .some(let cell) = outputs.cell(offset, at: index) else { continue }
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

  private func carried(_ node: GraphStateTree.Node) -> [Row] {
    node.state.carries.map {
      Row(
        .value(name: $0.name, type: $0.type, initial: $0.defaultValue?.shown),
        link: options.link(node.pointer["carries"][$0.name].text))
    }
  }

  private func actions(
    _ actions: [Definition.Action], _ moment: String, _ pointer: Pointer, isUnreached: Bool
  ) -> [Row] {
    actions.enumerated().map { offset, action in
      let link = options.link(pointer[offset].text)
      var label = Label(
        moment, if: action.condition?.shown,
        actions: shownActions(action.assignments, action.emits, action.raises), link: link)
      label.isUnreached = isUnreached
      return Row(.entryOrExit(label), link: link)
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
  /// The kind as used by pictures.
  var shown: OutputKind {
    switch self {
    case .ui: .ui
    case .data: .data
    case .navigation: .navigation
    }
  }
}
