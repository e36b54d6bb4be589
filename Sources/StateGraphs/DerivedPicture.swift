package import Graphs
package import StateExploration
package import StateModel

/// Builds a state graph of a definition's reachable configurations.
///
/// - Parameters:
///   - definition: The definition that was run.
///   - states: The configurations; the outputs of each node are in the definition's order.
///   - options: Direction, links, detail.
/// - Returns: The graph; nil for fewer than two configurations or more than `DerivedStates.limit`.
package func derivedPicture(
  of definition: Definition, _ states: DerivedStates, options: PictureOptions = PictureOptions()
) -> Graph? {
  guard (2...DerivedStates.limit).contains(states.nodes.count) else { return nil }
  let names = derivedNames(definition, states)
  let values = definition.properties.map {
    Row(
      .value(name: $0.name, type: $0.type, initial: $0.initial.shown),
      link: options.link(Pointer.root["properties"][$0.name].text))
  }
  var nodes = [
    Chart.Node(
      definition.name, form: .machine, parent: nil, rows: values, initial: [1],
      link: options.link(""))
  ]
  for (node, name) in zip(states.nodes, names) {
    let outputs = zip(definition.outputs, node.outputs).compactMap { output, value -> Row? in
      guard options.showsOutputs, let value, value != "false" else { return nil }
      return Row(
        .output(output.kind.shown, name: output.name, cell: output.type == "void?" ? nil : value),
        link: options.link(Pointer.root["outputs"][output.name].text))
    }
    let isActive = options.activeValues == node.properties.map(\.value)
    nodes.append(
      Chart.Node(name, parent: 0, rows: outputs, mark: isActive ? .active : nil))
  }
  var transitions: [Chart.Transition] = []
  for step in states.steps
  where states.nodes.indices.contains(step.source) && states.nodes.indices.contains(step.target) {
    var label = Label(
      step.event + step.values,
      actions: step.commands.map { .command(name: $0.name, cells: $0.cells) },
      link: options.link(pointer(of: step.event, definition)))
    let rowIndices = rows(of: step.event, definition).map(\.offset)
    if let unreached = options.unreached, !rowIndices.isEmpty {
      label.isUnreached = rowIndices.allSatisfy(unreached.rows.contains)
    }
    label.isTaken = isTaken(step, states, options)
    if step.source == step.target {
      nodes[step.source + 1].rows.append(Row(.reaction(label), link: label.link))
    } else {
      transitions.append(
        Chart.Transition(from: step.source + 1, to: [step.target + 1], [label]))
    }
  }
  let chart = Chart(
    direction: options.direction, mayTurn: options.mayTurn, nodes: nodes, transitions: transitions)
  return Graph(
    name: definition.name, kind: .derived, tag: "explored from the reducer",
    summary: definition.about ?? "", content: .chart(chart.merged()))
}

/// Whether the last step of a run led from one configuration to the other by this event.
private func isTaken(
  _ step: DerivedStates.Step, _ states: DerivedStates, _ options: PictureOptions
) -> Bool {
  guard let taken = options.takenStep, taken.event == step.event else { return false }
  func values(_ node: Int) -> [String] { states.nodes[node].properties.map(\.value) }
  return taken.valuesBefore == values(step.source) && options.activeValues == values(step.target)
}

/// The pointer of the only row for an event; the event's declaration if there are several rows.
private func pointer(of event: String, _ definition: Definition) -> String {
  let rows = rows(of: event, definition)
  return rows.count == 1
    ? "/reducer/\(rows[0].offset)" : Pointer.root["events"][event].text
}

private func rows(
  of event: String, _ definition: Definition
) -> [(offset: Int, element: Definition.Row)] {
  (definition.reducer ?? []).enumerated().filter { _, row in
    if case .on(let names) = row.trigger {
      names.all.contains { $0 == event || $0 == "*" }
    } else {
      false
    }
  }
}

/// A name for each configuration: the first `ui` output that differs in all of them, else the
/// properties.
private func derivedNames(_ definition: Definition, _ states: DerivedStates) -> [String] {
  for (offset, output) in definition.outputs.enumerated() where output.kind == .ui {
    let values = states.nodes.compactMap { node in
      node.outputs.indices.contains(offset) ? node.outputs[offset] : nil
    }
    let enums = definition.types.compactMap { type -> String? in
      if case .enumeration = type.shape { type.key } else { nil }
    }
    guard output.type == "string" || enums.contains(output.type),
      Set(values).count == states.nodes.count
    else { continue }
    return values.map(plain)
  }
  return states.nodes.map { node in
    node.properties.map { "\($0.name) = \($0.value)" }.joined(separator: ", ")
  }
}

/// `'Heads'` as Heads, `Side.heads` as heads.
private func plain(_ value: String) -> String {
  if value.count >= 2, value.first == "'", value.last == "'" {
    return String(value.dropFirst().dropLast())
  }
  return value.split(separator: ".").last.map(String.init) ?? value
}
