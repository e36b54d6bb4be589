package import CEL
package import Graphs
import StateExploration
import StateInterpreter
package import StateLinking
import StateModel

/// A picture that is drawn once and marked for any moment.
///
/// The marks of a moment are those that the picture would be drawn with: the graph is built again,
/// which needs no layout, and its marks are found by the ids of the drawn parts.
package struct LivePicture: Sendable {
  /// A part of a picture that a moment marks.
  package struct Mark: Hashable, Sendable {
    package enum Kind: String, Sendable {
      /// An active state without an active child.
      case active
      /// An active state around another one.
      case within
      case exit, enter
      /// A row of the step, or a transition that it took.
      case taken
      /// A value or an output that the step changed.
      case changed
    }

    /// The id of the part.
    package let id: String
    package let kind: Kind
    /// The text of a state's badge; empty for other parts.
    package var text = ""
    /// The link inside the part that is meant; `nil` for the whole part.
    package var link: String?
  }

  /// The kind of picture.
  package let kind: Graph.Kind
  /// The graph without marks, to draw it.
  package let graph: Graph
  /// The ids of its parts, once it is drawn.
  package var ids = PartIDs()
  private let definition: CheckedDefinition
  private let options: PictureOptions
  private let derived: DerivedStates?

  /// The pictures of a definition that can be marked, in the order of `Graph.Kind`.
  ///
  /// - Parameters:
  ///   - definition: The definition; it has passed its checks.
  ///   - inputs: Input values for deriving; a definition with other inputs is not run.
  ///   - options: How much to show.
  /// - Returns: The pictures; none for a definition with nothing to show.
  package static func all(
    of definition: CheckedDefinition, inputs: [String: Value] = [:], options: PictureOptions
  ) -> [LivePicture] {
    let hasStates = definition.definition.root.children?.isEmpty == false
    let canRun = definition.inputs.allSatisfy { $0.defaultValue != nil || inputs[$0.name] != nil }
    let derived =
      hasStates || definition.events.isEmpty || !canRun
      ? nil : try? DerivedStates.explore(definition, inputs: inputs)
    return Graph.Kind.allCases.compactMap { kind in
      let derived = kind == .derived ? derived : nil
      let graph = graph(kind, definition, derived, options)
      return graph.map {
        LivePicture(
          kind: kind, graph: $0, definition: definition, options: options, derived: derived)
      }
    }
  }

  private static func graph(
    _ kind: Graph.Kind, _ definition: CheckedDefinition, _ derived: DerivedStates?,
    _ options: PictureOptions
  ) -> Graph? {
    switch kind {
    case .states: statePicture(of: definition.definition, options: options)
    case .derived:
      derived.flatMap { derivedPicture(of: definition.definition, $0, options: options) }
    case .flow: flowPicture(of: definition.definition, options: options)
    }
  }

  /// The parts that a moment marks, in the order of the picture; none until it is drawn.
  package func marks(of moment: Moment) -> [Mark] {
    guard ids != PartIDs() else { return [] }
    var options = options
    moment.mark(&options)
    guard let graph = LivePicture.graph(kind, definition, derived, options) else { return [] }
    switch graph.content {
    case .chart(let chart): return marks(chart, moment)
    case .flow(let flow): return marks(flow, moment)
    }
  }

  private func marks(_ chart: Chart, _ moment: Moment) -> [Mark] {
    var found: [Mark] = []
    for (node, id) in zip(chart.nodes, ids.nodes) {
      if let mark = node.mark {
        found.append(Mark(id: id, kind: mark.kind, text: mark.text))
      } else if kind == .states, moment.active.contains(node.name) {
        found.append(Mark(id: id, kind: .within))
      }
      for row in node.rows {
        if case .reaction(let label) = row.content, label.isTaken, let link = row.link {
          found.append(Mark(id: id, kind: .taken, link: link))
        }
      }
    }
    for (transition, labels) in zip(chart.transitions, ids.labels) {
      for (label, id) in zip(transition.labels, labels) where label.isTaken {
        found.append(Mark(id: id, kind: .taken))
      }
    }
    return found
  }

  private func marks(_ flow: Flow, _ moment: Moment) -> [Mark] {
    let changes = Set(moment.changes.map(\.name))
    let links = Set(moment.taken.rows.keys.compactMap { options.link("/reducer/\($0)") })
    var found: [Mark] = []
    var marked: Set<Int> = []
    for (index, (card, id)) in zip(flow.cards, ids.cards).enumerated() {
      let kind: Mark.Kind?
      switch card.form {
      case .event: kind = moment.events.contains(card.key) ? .taken : nil
      case .value:
        let isState = card.link != nil && card.link == options.link("/states")
        let isChanged = isState ? !moment.moves.isEmpty : changes.contains(card.name)
        kind = isChanged ? .changed : nil
      case .output: kind = moment.changedOutputs.contains(card.name) ? .changed : nil
      }
      if let kind {
        found.append(Mark(id: id, kind: kind))
        marked.insert(index)
      }
      for link in card.rows.compactMap(\.link) where links.contains(link) {
        found.append(Mark(id: id, kind: .taken, link: link))
        marked.insert(index)
      }
    }
    for (edge, id) in zip(flow.edges, ids.edges)
    where marked.contains(edge.source) && marked.contains(edge.target) {
      found.append(Mark(id: id, kind: .taken))
    }
    return found
  }
}

extension Chart.Mark {
  fileprivate var kind: LivePicture.Mark.Kind {
    switch self {
    case .active: .active
    case .exit: .exit
    case .enter, .both: .enter
    }
  }
}
