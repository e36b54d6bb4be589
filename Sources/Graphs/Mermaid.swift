extension Graph {
  /// The graph as a Mermaid `stateDiagram-v2`, for pages that draw these; nil for a flow.
  ///
  /// Compartments, outputs, links and marks are lost, and a first line says so.
  package var mermaid: String? {
    guard case .chart(let chart) = content, let tree = ChartTree(chart) else { return nil }
    var text = MermaidText(tree: tree)
    text.write(self)
    return text.text
  }
}

private struct MermaidText {
  let tree: ChartTree
  private(set) var text = ""

  init(tree: ChartTree) { self.tree = tree }

  private mutating func line(_ depth: Int, _ words: String) {
    text += String(repeating: "  ", count: depth) + words + "\n"
  }

  mutating func write(_ graph: Graph) {
    text += "%% \(MermaidText.plain(graph.title)): without values, actions on entry and exit,"
    text += " outputs and links\n"
    line(0, "stateDiagram-v2")
    if tree.chart.direction == .right { line(1, "direction LR") }
    inside(0, depth: 1)
    for transition in tree.chart.transitions {
      for target in transition.targets {
        for label in transition.labels {
          line(
            1,
            "\(name(transition.source)) --> \(name(target)): \(MermaidText.plain(label.text))")
        }
      }
    }
  }

  /// Mermaid has no transition from the outside of everything: the root is a state of its own.
  private mutating func inside(_ index: Int, depth: Int) {
    let node = tree.chart.nodes[index]
    let isShown =
      index > 0 || tree.chart.transitions.contains { $0.source == 0 || $0.targets.contains(0) }
    if isShown {
      line(depth, "state \"\(MermaidText.plain(node.name))\" as \(name(index)) {")
    }
    let inner = isShown ? depth + 1 : depth
    for target in node.initial { line(inner, "[*] --> \(name(target))") }
    for (place, child) in tree.children[index].enumerated() {
      if node.form == .parallel, place > 0 { line(inner, "--") }
      if tree.isFrame(child) { inside(child, depth: inner) } else { leaf(child, inner) }
    }
    if isShown { line(depth, "}") }
  }

  private mutating func leaf(_ index: Int, _ depth: Int) {
    let node = tree.chart.nodes[index]
    let sign =
      switch node.form {
      case .history: "H: "
      case .deepHistory: "H*: "
      case .final: "end: "
      case .machine, .composite, .parallel, .atomic: ""
      }
    line(depth, "state \"\(sign)\(MermaidText.plain(node.name))\" as \(name(index))")
    for target in node.initial { line(depth, "\(name(index)) --> \(name(target))") }
  }

  private func name(_ index: Int) -> String { "s\(index)" }

  /// Text without what Mermaid would read as its own.
  private static func plain(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "'"
      case ":", ";", "#", "<", ">", "{", "}", "%", "\\": result += "#\(scalar.value);"
      case _ where scalar.value < 0x20: result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
