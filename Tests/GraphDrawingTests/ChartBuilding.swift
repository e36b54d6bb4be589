import Graphs

/// A state with its children, for writing charts as trees.
struct Tree {
  var name: String
  var form: Chart.Form = .atomic
  var initial: [String] = []
  var line: Int?
  var rows: [Row] = []
  var mark: Chart.Mark?
  var children: [Tree] = []

  init(
    _ name: String, _ form: Chart.Form = .atomic, initial: String? = nil, line: Int? = nil,
    rows: [Row] = [], mark: Chart.Mark? = nil, _ children: [Tree] = []
  ) {
    self.name = name
    self.form = form
    self.initial = initial.map { [$0] } ?? []
    self.line = line
    self.rows = rows
    self.mark = mark
    self.children = children
  }
}

/// A transition between named states.
struct Link {
  var source: String
  var targets: [String]
  var labels: [Label]
  var reenters = false

  init(_ source: String, _ target: String, _ labels: Label..., reenters: Bool = false) {
    self.source = source
    self.targets = [target]
    self.labels = labels
    self.reenters = reenters
  }

  init(_ source: String, all targets: [String], _ labels: Label...) {
    self.source = source
    self.targets = targets
    self.labels = labels
  }
}

/// Builds a chart from a tree and transitions between names; names are unique.
func chart(
  _ root: Tree, _ transitions: [Link], file: String = "", direction: Chart.Direction = .down
) -> Chart {
  var nodes: [Chart.Node] = []
  var indices: [String: Int] = [:]
  var starts: [(Int, [String])] = []
  func add(_ tree: Tree, _ parent: Int?) {
    let index = nodes.count
    indices[tree.name] = index
    let path = parent.flatMap { $0 == 0 ? nil : nodes[$0].path + "." + tree.name } ?? tree.name
    nodes.append(
      Chart.Node(
        tree.name, path: path, form: tree.form, parent: parent, rows: tree.rows,
        link: tree.line.map { "\(file)#L\($0)" }, mark: tree.mark))
    starts.append((index, tree.initial))
    for child in tree.children { add(child, index) }
  }
  add(root, nil)
  for (index, names) in starts { nodes[index].initial = names.compactMap { indices[$0] } }
  let resolved = transitions.compactMap { named -> Chart.Transition? in
    guard let source = indices[named.source] else { return nil }
    return Chart.Transition(
      from: source, to: named.targets.compactMap { indices[$0] }, named.labels,
      entering: named.reenters ? .reenter : .plain)
  }
  return Chart(direction: direction, nodes: nodes, transitions: resolved)
}

/// A state graph of a chart.
func states(
  _ tag: String, _ summary: String, _ root: Tree, _ transitions: [Link],
  direction: Chart.Direction = .down, kind: Graph.Kind = .states
) -> Graph {
  Graph(
    name: root.name, kind: kind, tag: tag, summary: summary,
    content: .chart(
      chart(root, transitions, file: "../Definitions/\(root.name).state.json", direction: direction)
    ))
}

/// The same graph in a chart that runs to the right.
func turned(_ graph: Graph) -> Graph {
  guard case .chart(var chart) = graph.content else { return graph }
  chart.direction = .right
  var result = graph
  result.content = .chart(chart)
  return result
}

func value(_ name: String, _ type: String, _ initial: String? = nil) -> Row {
  Row(.value(name: name, type: type, initial: initial))
}

func output(_ kind: OutputKind, _ name: String, _ cell: String? = nil) -> Row {
  Row(.output(kind, name: name, cell: cell))
}

func lifecycle(_ name: String, _ actions: Action...) -> Row {
  Row(.entryOrExit(Label(name, actions: actions)))
}

func command(_ name: String, _ cells: String = "") -> Action { .command(name: name, cells: cells) }

func set(_ name: String, _ cell: String) -> Action { .set(name: name, cell: cell) }

extension Graph {
  /// The chart of a sample that has one.
  var chart: Chart {
    get throws {
      struct IsFlow: Error {}
      guard case .chart(let chart) = content else { throw IsFlow() }
      return chart
    }
  }
}
