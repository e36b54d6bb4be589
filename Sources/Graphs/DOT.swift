extension Graph {
  /// The graph in Graphviz's DOT language: readable names, complete texts, no positions.
  ///
  /// An added or renamed state changes only the lines that name it. So pictures can be compared in
  /// a review and asserted in tests without any layout.
  package var dot: String {
    var text = DOTText()
    switch content {
    case .chart(let chart): text.write(chart, self)
    case .flow(let flow): text.write(flow, self)
    }
    return text.text
  }
}

private struct DOTText {
  private(set) var text = ""
  private var depth = 0

  private typealias Attributes = [(String, String)]

  private mutating func line(_ words: String) {
    text += String(repeating: "  ", count: depth) + words + "\n"
  }

  private mutating func open(_ words: String) {
    line(words + " {")
    depth += 1
  }

  private mutating func close() {
    depth -= 1
    line("}")
  }

  private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in Escaping.shown(text).unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// The lines of a label, each left-aligned; the first is a title.
  private func label(_ lines: [String]) -> String {
    guard lines.count > 1, let title = lines.first else { return quoted(lines.first ?? "") }
    func inner(_ text: String) -> String { String(quoted(text).dropFirst().dropLast()) }
    return "\"" + inner(title) + "\\n" + lines.dropFirst().map { inner($0) + "\\l" }.joined() + "\""
  }

  /// Writes a statement; the caller quotes the values.
  private mutating func statement(_ words: String, _ attributes: Attributes = []) {
    let list = attributes.map { "\($0.0)=\($0.1)" }.joined(separator: " ")
    line(attributes.isEmpty ? words : "\(words) [\(list)]")
  }

  // In a chart, each frame is a cluster, with an invisible point for the edges of the frame.
  mutating func write(_ chart: Chart, _ graph: Graph) {
    open("digraph \(quoted(graph.name))")
    line("graph [rankdir=\(chart.direction.rawValue) compound=true fontname=Arial]")
    line("node [shape=box style=rounded fontname=Arial fontsize=11]")
    line("edge [fontname=Arial fontsize=11]")
    defer { close() }
    guard let tree = GraphTree(chart) else { return }
    let names = DOTText.names(chart)
    node(0, tree, names, graph)
    for (index, node) in chart.nodes.enumerated() {
      for target in node.initial {
        let from = tree.isHistory(index) ? names[index] : "initial of \(names[index])"
        edge(from, names[target], head(tree, target, names))
      }
    }
    for transition in chart.transitions {
      for target in transition.targets {
        for label in transition.labels {
          let tail =
            tree.isFrame(transition.source)
            ? [("ltail", quoted("cluster_" + names[transition.source]))] : []
          edge(
            names[transition.source], names[target],
            [("label", quoted(label.text))] + tail + head(tree, target, names)
              + (transition.reenters ? [("class", transition.entering.rawValue)] : [])
              + (label.isTaken ? [("comment", "taken")] : []))
        }
      }
    }
  }

  private static func names(_ chart: Chart) -> [String] {
    var counts: [String: Int] = [:]
    for node in chart.nodes { counts[node.name, default: 0] += 1 }
    return chart.nodes.map { counts[$0.name] == 1 ? $0.name : $0.path }
  }

  private func head(_ tree: GraphTree, _ target: Int, _ names: [String]) -> Attributes {
    tree.isFrame(target) ? [("lhead", quoted("cluster_" + names[target]))] : []
  }

  private mutating func edge(_ from: String, _ to: String, _ attributes: Attributes) {
    statement("\(quoted(from)) -> \(quoted(to))", attributes)
  }

  private mutating func node(
    _ index: Int, _ tree: GraphTree, _ names: [String], _ graph: Graph
  ) {
    let node = tree.chart.nodes[index]
    var lines = [node.name] + node.rows.map(\.text)
    if node.form == .machine, !graph.tag.isEmpty { lines[0] += " (\(graph.tag))" }
    var extra: Attributes = [("class", node.form.rawValue)]
    if let mark = node.mark { extra.append(("comment", quoted(mark.text))) }
    guard tree.isFrame(index) else {
      switch node.form {
      case .final: extra.append(("shape", "doublecircle"))
      case .history, .deepHistory:
        lines = [node.form == .history ? "H" : "H*"]
        extra.append(("shape", "circle"))
      case .machine, .composite, .parallel, .atomic: break
      }
      return statement(quoted(names[index]), [("label", label(lines))] + extra)
    }
    open("subgraph \(quoted("cluster_" + names[index]))")
    statement("graph", [("label", label(lines)), ("labeljust", "l")] + extra)
    statement(quoted(names[index]), [("shape", "point"), ("style", "invis")])
    if !node.initial.isEmpty {
      statement(quoted("initial of \(names[index])"), [("shape", "point")])
    }
    for child in tree.children[index] { self.node(child, tree, names, graph) }
    close()
  }

  mutating func write(_ flow: Flow, _ graph: Graph) {
    open("digraph \(quoted(graph.name))")
    line("graph [rankdir=LR fontname=Arial]")
    line("node [shape=box style=rounded fontname=Arial fontsize=11]")
    line("edge [fontname=Arial fontsize=11]")
    defer { close() }
    guard flow.isSound else { return }
    func name(_ index: Int) -> String {
      quoted("\(flow.cards[index].form.word) \(flow.cards[index].key)")
    }
    for (index, group) in flow.groups.enumerated() {
      open("subgraph \(quoted("cluster_" + group.title))")
      statement("graph", [("label", quoted(group.title)), ("labeljust", "l")])
      for (number, card) in flow.cards.enumerated() where card.group == index {
        let rows = card.rows.flatMap { $0.entries.map(Flow.word) }
        statement(name(number), [("label", label([card.name] + rows)), ("class", card.form.word)])
      }
      close()
    }
    for edge in flow.edges {
      statement(
        "\(name(edge.source)) -> \(name(edge.target))", [("class", quoted(edge.kind.styleClass))])
    }
  }
}
