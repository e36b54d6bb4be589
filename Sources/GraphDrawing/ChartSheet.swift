import Graphs

/// A chart with measured texts: the size of each box, title bar and pill, before any layout.
struct ChartSheet: Sendable {
  /// The title bar at the top of a frame.
  struct Header: Sendable {
    var name: TextLine
    var tag: TextLine
    var lines: [TextLine]
    var links: [String?]
    var size: Size
  }

  /// The pill of a transition.
  struct Pill: Sendable {
    /// The lines of each label.
    var labels: [[TextLine]]
    var size: Size
    /// Whether all labels are delays.
    var isDelayed: Bool
    /// The signs before each label.
    var signs: [[Sign]]
  }

  /// A sign before a label.
  enum Sign {
    /// The transition waits for time to pass.
    case clock
    /// The transition exits the active states and enters them again; `outside` also exits the
    /// source.
    case again, outside
  }

  /// Lengths in CSS px that drawing and layout share.
  enum Measure {
    static let row = 15.0
    static let bar = 28.0
    static let titleRule = 27.0
    static let padding = 14.0
    static let historyRadius = 12.0
    static let dot = 12.0
    /// The extra length of a dot's node if its line enters a frame.
    static let dotLine = 14.0
    /// The room between a pill and a frame beside it, in addition to the distance of ranks.
    static let pillRoom = 10.0
    /// The number of transitions from a frame into itself from which on their pills are narrow.
    static let manyRows = 6
    static let separator = 5.0
    /// How far a sign before a label moves the middle of its text.
    static let sign = 9.0
    /// The ring of a final state in a box, with the room beside it.
    static let finalSign = 22.0
  }

  let tree: GraphTree
  let headers: [Header]
  /// The size of each node that is not a frame.
  let boxes: [Size]
  let pills: [Pill]

  init(_ tree: GraphTree, tag: String) {
    self.tree = tree
    let nodes = tree.chart.nodes
    headers = nodes.indices.map { ChartSheet.header(tree, $0, tag: tag) }
    // Many rows in one frame would make a very wide picture, so their labels break earlier.
    let local = Dictionary(
      grouping: tree.chart.transitions.filter { transition in
        transition.targets.contains {
          $0 != transition.source && tree.contains(transition.source, $0)
        }
      }, by: \.source)
    let pills = tree.chart.transitions.map { transition in
      ChartSheet.pill(
        transition,
        limit: local[transition.source, default: []].count > Measure.manyRows
          ? LineBreaking.narrowPill : LineBreaking.pill)
    }
    self.pills = pills
    var boxes = nodes.map(ChartSheet.box)
    // Graphviz reserves room for the label of a loop beside its box, but not for a label that is
    // longer than the box in the direction of the ranks.
    for (index, transition) in tree.chart.transitions.enumerated()
    where transition.targets == [transition.source] && !tree.isFrame(transition.source) {
      let (leaf, pill) = (transition.source, pills[index].size)
      switch tree.chart.direction {
      case .down: boxes[leaf].height = max(boxes[leaf].height, pill.height + 6)
      case .right: boxes[leaf].width = max(boxes[leaf].width, pill.width + 12)
      }
    }
    self.boxes = boxes
  }

  var direction: Chart.Direction { tree.chart.direction }
  var isDown: Bool { direction == .down }

  private static func header(_ tree: GraphTree, _ index: Int, tag: String) -> Header {
    let node = tree.chart.nodes[index]
    let style: Span.Style = tree.isRegion(index) ? .region : .name
    let name = [Span(LineBreaking.short(node.name), style)]
    let tagText =
      switch node.form {
      case .machine: tag
      case .parallel: "parallel"
      case .composite, .atomic, .final, .history, .deepHistory: ""
      }
    let tagLine = tagText.isEmpty ? [] : [Span(LineBreaking.short(tagText), .tag)]
    let (lines, links) = rows(node)
    let title = Metrics.width(name) + (tagLine.isEmpty ? 0 : 28 + Metrics.width(tagLine))
    let height = Measure.bar + (lines.isEmpty ? 0 : Double(lines.count) * Measure.row + 8)
    return Header(
      name: name, tag: tagLine, lines: lines, links: links,
      size: Size(width: max(title, Metrics.width(lines)) + 24, height: height))
  }

  /// The lines of a node's rows, each with the link of its row or of the node.
  private static func rows(_ node: Chart.Node) -> ([TextLine], [String?]) {
    var lines: [TextLine] = []
    var links: [String?] = []
    for row in node.rows {
      for line in row.lines {
        lines.append(line)
        links.append(row.link ?? node.link)
      }
    }
    return (lines, links)
  }

  private static func box(_ node: Chart.Node) -> Size {
    let name = LineBreaking.short(node.name)
    switch node.form {
    case .history, .deepHistory:
      return Size(width: 2 * Measure.historyRadius, height: 2 * Measure.historyRadius)
    case .final where !node.rows.isEmpty:
      return leaf(Metrics.width([Span(name, .name)]) + Measure.finalSign, rows(node).0)
    case .final:
      let width = Metrics.width([Span(name, .finalName)]) + 8
      return Size(width: max(24, width), height: 24 + Measure.row)
    case .machine, .composite, .parallel, .atomic:
      let lines = rows(node).0
      return leaf(Metrics.width([Span(name, .name)]), lines)
    }
  }

  /// The size of a box, with a compartment if there are lines.
  private static func leaf(_ title: Double, _ lines: [TextLine]) -> Size {
    let width = max(title, Metrics.width(lines))
    let height =
      lines.isEmpty ? 36 : Measure.titleRule + Double(lines.count) * Measure.row + 9
    return Size(width: max(76, width + 2 * Measure.padding), height: height)
  }

  /// Whether a node is a final state with rows; it is then drawn as a box.
  func isFinalBox(_ node: Int) -> Bool {
    tree.chart.nodes[node].form == .final && !tree.chart.nodes[node].rows.isEmpty
  }

  private static func signs(_ label: Label, _ transition: Chart.Transition) -> [Sign] {
    let entering: [Sign] =
      switch transition.entering {
      case .plain: []
      case .reenter: [.again]
      case .external: [.outside]
      }
    return (label.isDelayed ? [.clock] : []) + entering
  }

  private static func pill(_ transition: Chart.Transition, limit: Int) -> Pill {
    let labels = transition.labels.map { $0.lines(limit: limit) }
    let count = labels.reduce(0) { $0 + $1.count }
    let signs = transition.labels.map { ChartSheet.signs($0, transition) }
    let room = Double(signs.map(\.count).max() ?? 0) * 2 * Measure.sign
    let width = labels.map(Metrics.width).max() ?? 0
    let height =
      Double(max(1, count)) * Measure.row + 8 + Double(max(0, labels.count - 1)) * Measure.separator
    return Pill(
      labels: labels, size: Size(width: width + 22 + room, height: height),
      isDelayed: !transition.labels.isEmpty && transition.labels.allSatisfy(\.isDelayed),
      signs: signs)
  }
}
