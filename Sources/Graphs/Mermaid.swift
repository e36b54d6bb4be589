extension Graph {
  /// The graph as a Mermaid `stateDiagram-v2`, for pages that draw these; nil for a flow.
  ///
  /// The diagram omits what Mermaid cannot express; its first line lists the omissions.
  package var mermaid: String? {
    guard case .chart(let chart) = content, let tree = GraphTree(chart) else { return nil }
    var text = MermaidText(tree: tree)
    text.write(losses: mermaidLosses)
    return text.text
  }

  /// The parts of the graph that the Mermaid text omits, in plain words.
  package var mermaidLosses: [String] {
    guard case .chart(let chart) = content, let tree = GraphTree(chart) else { return [] }
    var (hasValues, hasOutputs, hasActions) = (false, false, false)
    for (index, node) in chart.nodes.enumerated() {
      for row in node.rows {
        switch row.content {
        case .value: hasValues = true
        case .output: hasOutputs = true
        case .entryOrExit, .reaction, .note: if tree.isFrame(index) { hasActions = true }
        }
      }
    }
    let hasLinks =
      chart.nodes.contains { $0.link != nil || $0.rows.contains { $0.link != nil } }
      || chart.transitions.contains { $0.labels.contains { $0.link != nil } }
    let hasMarks =
      chart.nodes.contains { $0.mark != nil } || chart.transitions.contains(where: \.isTaken)
    let parts = [
      ("values", hasValues), ("outputs", hasOutputs),
      ("what states do that have others inside", hasActions),
      ("marks", hasMarks), ("links", hasLinks),
    ]
    return parts.filter(\.1).map(\.0)
  }
}

private struct MermaidText {
  private let tree: GraphTree
  /// The name of each node in the diagram: its own name if that is free and not a Mermaid keyword.
  private var names: [String] = []
  private(set) var text = ""

  init(tree: GraphTree) {
    self.tree = tree
    var used: Set<String> = []
    let written = Set(tree.chart.nodes.map(\.name))
    for (index, node) in tree.chart.nodes.enumerated() {
      let isWord = MermaidText.words.contains(node.name.lowercased())
      var name = isWord ? node.name + "_" : node.name
      if !MermaidText.isPlain(name) || (isWord && written.contains(name)) || used.contains(name) {
        name = "s\(index)"
        while written.contains(name) || used.contains(name) { name += "_" }
      }
      used.insert(name)
      names.append(name)
    }
  }

  private mutating func line(_ depth: Int, _ words: String) {
    text += String(repeating: "  ", count: depth) + words + "\n"
  }

  mutating func write(losses: [String]) {
    line(0, "stateDiagram-v2")
    if !losses.isEmpty { line(1, "%% left out: \(losses.joined(separator: ", "))") }
    if tree.chart.direction == .right { line(1, "direction LR") }
    // Mermaid has no transitions from outside all states, so the root becomes a state.
    let hasRoot =
      !tree.isFrame(0)
      || tree.chart.transitions.contains { $0.source == 0 || $0.targets.contains(0) }
    if hasRoot {
      line(1, "[*] --> \(names[0])")
      state(0, depth: 1)
    } else {
      inside(0, depth: 1)
    }
    for transition in tree.chart.transitions {
      // The sign of a loop, as in the pill.
      let sign = transition.reenters ? "↻ " : ""
      for target in transition.targets {
        for label in transition.labels {
          let text = sign + MermaidText.escaped(label.text)
          line(1, "\(names[transition.source]) --> \(names[target]): \(text)")
        }
      }
    }
  }

  private mutating func inside(_ index: Int, depth: Int) {
    let node = tree.chart.nodes[index]
    for target in node.initial { line(depth, "[*] --> \(names[target])") }
    for (offset, child) in tree.children[index].enumerated() {
      if node.form == .parallel, offset > 0 { line(depth, "--") }
      state(child, depth: depth)
    }
  }

  private mutating func state(_ index: Int, depth: Int) {
    let node = tree.chart.nodes[index]
    let name = names[index]
    let sign =
      switch node.form {
      case .history: "H "
      case .deepHistory: "H* "
      case .final, .machine, .composite, .parallel, .atomic: ""
      }
    let isOwn = name == node.name && sign.isEmpty
    if !isOwn {
      line(depth, "state \"\(sign)\(MermaidText.escaped(node.name))\" as \(name)")
    }
    if tree.isFrame(index) {
      line(depth, "state \(name) {")
      inside(index, depth: depth + 1)
      return line(depth, "}")
    }
    if isOwn { line(depth, name) }
    for row in node.rows {
      switch row.content {
      case .entryOrExit, .reaction, .note: line(depth, "\(name): \(MermaidText.escaped(row.text))")
      case .value, .output: break
      }
    }
    if node.form == .final { line(depth, "\(name) --> [*]") }
    for target in node.initial { line(depth, "\(name) --> \(names[target])") }
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy {
        switch $0 {
        case 48...57, 65...90, 97...122, 0x5F: true
        default: false
        }
      }
  }

  /// The keywords of Mermaid.
  private static let words: Set<String> = [
    "state", "note", "end", "direction", "class", "classdef", "style", "default", "as", "hide",
    "left", "right", "of", "click", "href", "scale", "width", "acctitle", "accdescr", "fork",
    "join", "choice", "concurrent", "statediagram",
  ]

  /// Text for a label: characters with a meaning in the grammar are written as entities.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in Escaping.shown(text).unicodeScalars {
      switch scalar {
      case "#", ";", ":", "\"", "<", ">", "{", "}", "%", "&", "`", "\\":
        result += "#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
