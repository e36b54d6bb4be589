import CEL
package import Graphs
package import StateModel

/// Builds the flow of a definition: events and rows, the values that they set, the outputs that
/// read these values.
///
/// - Parameters:
///   - definition: The definition to draw.
///   - options: The links, the unreached parts and the traffic matter here.
/// - Returns: The graph; nil if there is nothing to show.
package func flowPicture(
  of definition: Definition, options: PictureOptions = PictureOptions()
) -> Graph? {
  let picture = FlowPicture(definition, options)
  guard !picture.flow.cards.isEmpty else { return nil }
  return Graph(
    name: definition.name, kind: .flow, tag: "data flow", summary: definition.about ?? "",
    content: .flow(picture.flow))
}

private struct FlowPicture {
  private let definition: Definition
  private let options: PictureOptions
  private let reads: GraphReads
  private(set) var flow = Flow(groups: [], cards: [], edges: [])
  private var edges: Set<Flow.Edge> = []
  /// The names of inputs, of inputs and properties, and of computed values.
  private let names: (inputs: Set<String>, stored: Set<String>, computed: Set<String>)
  /// The cards of inputs and properties by name.
  private var values: [String: Int] = [:]
  /// The card of the active state, if the definition has states.
  private var state: Int?
  /// The cells that run with each event, by the event's card.
  private var cells: [[Cell]] = []

  init(_ definition: Definition, _ options: PictureOptions) {
    self.definition = definition
    self.options = options
    reads = GraphReads(definition)
    let inputs = Set(definition.inputs.map(\.name))
    names = (
      inputs, inputs.union(definition.properties.map(\.name)),
      Set(definition.computed.map(\.name))
    )
    addEvents()
    let events = flow.cards.indices
    addValues()
    for event in events {
      addWrites(event)
      addUses(event)
    }
    for kind in Definition.Output.Kind.allCases { addOutputs(kind) }
  }

  private mutating func group(_ title: String, _ column: Flow.Column) -> Int {
    flow.groups.append(Flow.Group(title, column: column))
    return flow.groups.count - 1
  }

  private func link(_ pointer: Pointer) -> String? { options.link(pointer.text) }

  private func link(_ section: String, _ name: String) -> String? {
    link(Pointer.root[section][name])
  }

  // Events: the start, the declared events, and all other triggers of rows.
  private mutating func addEvents() {
    let tree = GraphStateTree(definition)
    var cards: [Flow.Card] = []
    func actions(
      _ list: [Definition.Action], _ name: String, _ pointer: Pointer, isUnreached: Bool
    ) {
      guard !list.isEmpty else { return }
      let rows = list.enumerated().map { offset, action in
        var row = Flow.Row(
          (action.condition.map { [.guarded($0.shown)] } ?? [])
            + shownActions(action.assignments, action.emits, action.raises).map { .action($0) },
          link: link(pointer[offset]))
        row.isUnreached = isUnreached
        return row
      }
      cards.append(
        Flow.Card(name, form: .event, group: 0, rows: rows, link: link(pointer)))
      cells.append(list.flatMap(\.cells))
    }
    for (index, node) in tree.nodes.enumerated() {
      let suffix = index == 0 ? "" : " " + node.state.name
      let (name, missed) = (node.state.name, options.missed)
      actions(
        node.state.enter, "enter" + suffix, node.pointer["enter"],
        isUnreached: missed?.states.contains(name) ?? false)
      actions(
        node.state.exit, "exit" + suffix, node.pointer["exit"],
        isUnreached: missed?.exits.contains(name) ?? false)
    }
    let rowsOf = rowsOfEvents
    let reducer = reducer
    let guarded = reducer.indices.filter { reducer[$0].condition != nil }
    for event in definition.events {
      let fields = event.fields.map(\.name).joined(separator: ", ")
      let offsets = rowsOf[event.name] ?? []
      cards.append(
        Flow.Card(
          event.name + (fields.isEmpty ? "" : "(\(fields))"), key: event.name, form: .event,
          group: 0, rows: rows(at: offsets, guarded), link: link("events", event.name)))
      cells.append(rowCells(at: offsets))
    }
    for (trigger, offsets) in otherTriggers {
      let name = trigger.shown.isEmpty ? "always" : trigger.shown
      cards.append(Flow.Card(name, form: .event, group: 0, rows: rows(at: offsets, guarded)))
      cells.append(rowCells(at: offsets))
    }
    guard !cards.isEmpty else { return }
    _ = group("Events and reducer rows", .events)
    flow.cards = cards
  }

  private var reducer: [Definition.Row] { definition.reducer ?? [] }

  /// The offsets of the rows that name each event, `*` and `done.x` too.
  private var rowsOfEvents: [String: [Int]] {
    var result: [String: [Int]] = [:]
    for (offset, row) in reducer.enumerated() {
      guard case .on(let names) = row.trigger else { continue }
      for name in Set(names.all) { result[name, default: []].append(offset) }
    }
    return result
  }

  /// Delays, `done.x`, `*` and the eventless trigger, each once in the order of the rows, with the
  /// offsets of its rows.
  private var otherTriggers: [(trigger: Definition.Row.Trigger, offsets: [Int])] {
    var result: [(trigger: Definition.Row.Trigger, offsets: [Int])] = []
    /// By the text of a trigger, the positions in `result`: `1` and `"1"` have the same text.
    var known: [String: [Int]] = [:]
    let declared = Set(definition.events.map(\.name))
    for (offset, row) in reducer.enumerated() {
      var triggers = [row.trigger]
      if case .on(let names) = row.trigger {
        triggers = names.all.filter { !declared.contains($0) }.map { .on(.one($0)) }
      }
      for trigger in triggers {
        let positions = known[trigger.shown] ?? []
        if let position = positions.first(where: { result[$0].trigger == trigger }) {
          if result[position].offsets.last != offset { result[position].offsets.append(offset) }
        } else {
          known[trigger.shown, default: []].append(result.count)
          result.append((trigger, [offset]))
        }
      }
    }
    return result
  }

  private func rowCells(at offsets: [Int]) -> [Cell] {
    let rows = reducer
    return offsets.flatMap { rows[$0].cells }
  }

  /// The rows at these offsets; `guarded` are the offsets of all rows with a guard.
  private func rows(at offsets: [Int], _ guarded: [Int]) -> [Flow.Row] {
    let rows = reducer
    return offsets.map { offset in
      let row = rows[offset]
      var entries: [Flow.Entry] = []
      let names = row.states.all
      if !names.isEmpty { entries.append(.state(names.joined(separator: ", "))) }
      if let condition = row.condition {
        entries.append(.guarded(condition.shown))
      } else if guarded.prefix(while: { $0 < offset }).contains(where: {
        rows[$0].states == row.states && rows[$0].trigger.precedes(row.trigger)
      }) {
        entries.append(.otherwise)
      }
      entries += row.lets.map { .local(name: $0.key, cell: $0.value.shown) }
      let actions = shownActions(row.assignments, row.emits, row.raises)
      entries += actions.map { .action($0) }
      if let targets = row.targets {
        entries.append(.goTo(targets.all.map { $0.name + $0.cells }.joined(separator: ", ")))
      } else if actions.isEmpty {
        entries.append(.nothing)
      }
      var result = Flow.Row(entries, link: link(Pointer.root["reducer"][offset]))
      result.isUnreached = options.missed?.rows.contains(offset) ?? false
      if let traffic = options.traffic {
        result.entries.append(.traffic(traffic.counts(ofRow: offset)))
      }
      return result
    }
  }

  private mutating func add(value name: String, _ text: String, _ group: Int, _ link: String?) {
    values[name] = flow.cards.count
    flow.cards.append(
      Flow.Card(name, form: .value, group: group, rows: [Flow.Row([.cell(text)])], link: link))
  }

  // Inputs, properties, the active state, and computed values.
  private mutating func addValues() {
    addStored()
    guard !definition.computed.isEmpty else { return }
    let group = group("Computed values", .values)
    for computed in definition.computed {
      add(
        value: computed.name, "= \(computed.value.shown)", group, link("computed", computed.name))
    }
  }

  private mutating func addStored() {
    let hasStates = definition.root.children?.isEmpty == false
    guard !definition.inputs.isEmpty || !definition.properties.isEmpty || hasStates else { return }
    let group = group("Inputs and properties", .values)
    for input in definition.inputs {
      let initial = input.defaultValue.map { " = \($0.shown)" } ?? ""
      add(value: input.name, input.type + initial, group, link("inputs", input.name))
    }
    for property in definition.properties {
      add(
        value: property.name, "\(property.type) = \(property.initial.shown)", group,
        link("properties", property.name))
    }
    guard hasStates else { return }
    state = flow.cards.count
    let initial = (definition.root.initial?.all ?? []).map(\.name).joined(separator: ", ")
    flow.cards.append(
      Flow.Card(
        "active state", form: .value, group: group,
        rows: initial.isEmpty ? [] : [Flow.Row([.cell("= \(initial)")])],
        link: link(Pointer.root["states"])))
  }

  private mutating func connect(_ source: Int, _ target: Int, _ kind: Flow.Edge.Kind) {
    let edge = Flow.Edge(from: source, to: target, kind: kind)
    if edges.insert(edge).inserted { flow.edges.append(edge) }
  }

  private mutating func addWrites(_ event: Int) {
    for entry in flow.cards[event].rows.flatMap(\.entries) {
      switch entry {
      case .action(.set(let path, _)):
        // `items[0].done` writes a part of `items`.
        let name = String(path.prefix { $0 != "." && $0 != "[" })
        if let value = values[name] ?? state { connect(event, value, .write) }
      case .goTo:
        if let state { connect(event, state, .write) }
      case .action(.command), .action(.raise), .state, .guarded, .otherwise, .local, .nothing,
        .cell, .traffic:
        break
      }
    }
  }

  /// The cards of values, in declared order.
  private func cards(_ names: Set<String>) -> [Int] { names.compactMap { values[$0] }.sorted() }

  /// Adds edges from inputs and computed values to the rows that read them.
  private mutating func addUses(_ event: Int) {
    guard cells.indices.contains(event) else { return }
    let mentioned = GraphReads.mentioned(in: cells[event])
    let read = reads.names(from: mentioned).intersection(names.inputs)
    for value in cards(read.union(mentioned.intersection(names.computed))) {
      connect(value, event, .use)
    }
  }

  private mutating func addOutputs(_ kind: Definition.Output.Kind) {
    let outputs = definition.outputs.filter { $0.kind == kind }
    guard !outputs.isEmpty else { return }
    let title =
      switch kind {
      case .ui: "UI outputs"
      case .data: "Data outputs"
      case .navigation: "Navigation outputs"
      }
    let group = group(title, .outputs)
    for output in outputs {
      let card = flow.cards.count
      flow.cards.append(
        Flow.Card(
          output.name, form: .output(kind.shown), group: group, rows: rows(of: output),
          link: link("outputs", output.name)))
      let mentioned = GraphReads.mentioned(in: output)
      let read = reads.names(from: mentioned)
      let computed = mentioned.intersection(names.computed)
      for value in cards(read.intersection(names.stored).union(computed)) {
        connect(value, card, .read(kind.shown))
      }
      if reads.readsState(output, read), let state { connect(state, card, .read(kind.shown)) }
    }
  }

  private func rows(of output: Definition.Output) -> [Flow.Row] {
    switch output.content {
    case .absent: return []
    case .value(let cell):
      var row = Flow.Row([.cell(cell.shown)])
      row.isUnreached = options.missed?.outputRows[output.name]?.contains(0) ?? false
      return [row]
    case .rows(let rows):
      let pointer = Pointer.root["outputs"][output.name]["rows"]
      return rows.enumerated().map { offset, row in
        let names = row.states.all
        var entries: [Flow.Entry] =
          names.isEmpty ? [] : [.state(names.joined(separator: ", "))]
        if let condition = row.condition {
          entries.append(.guarded(condition.shown))
        } else if rows[..<offset].contains(where: {
          $0.condition != nil && ($0.states == row.states || names.isEmpty)
        }) {
          entries.append(.otherwise)
        }
        if let value = row.value { entries.append(.cell(value.shown)) }
        var result = Flow.Row(entries, link: link(pointer[offset]))
        result.isUnreached =
          options.missed?.outputRows[output.name]?.contains(offset) ?? false
        return result
      }
    }
  }
}
