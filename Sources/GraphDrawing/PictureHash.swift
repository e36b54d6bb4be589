package import Graphs

/// The hash of the content to draw, before any layout; empty if the options have no hash function.
///
/// Equal hashes mean equal texts, ids, links, options and style: only the layout can differ.
package func pictureHash(of graph: Graph, options: DrawingOptions) -> String {
  guard let hash = options.hash else { return "" }
  var ignored: [String] = []
  var input = HashInput()
  input.write(graph.withSafeLinks(&ignored), options)
  return hash(input.bytes)
}

/// The fields of a graph as bytes, each with its length, so that no two graphs give the same bytes.
private struct HashInput {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ text: String) {
    bytes += "\(text.utf8.count):".utf8
    bytes += text.utf8
  }

  mutating func write(_ number: Int) { bytes += "\(number);".utf8 }

  mutating func write(_ flag: Bool) { write(flag ? 1 : 0) }

  mutating func write(_ text: String?) {
    write(text != nil)
    write(text ?? "")
  }

  mutating func write(_ graph: Graph, _ options: DrawingOptions) {
    write(Style.version)
    write(options.theme.rawValue)
    write(options.isQuick)
    for text in [graph.name, graph.kind.rawValue, graph.tag, graph.summary] { write(text) }
    switch graph.content {
    case .chart(let chart): write(chart)
    case .flow(let flow): write(flow)
    }
  }

  private mutating func write(_ chart: Chart) {
    write(chart.direction.rawValue)
    write(chart.mayTurn)
    write(chart.nodes.count)
    for node in chart.nodes {
      for text in [node.name, node.path, node.form.rawValue] { write(text) }
      write(node.parent ?? -1)
      write(node.initial)
      write(node.link)
      write(node.mark?.text)
      write(node.isUnreached)
      write(node.rows.count)
      for row in node.rows { write(row) }
    }
    write(chart.transitions.count)
    for transition in chart.transitions {
      write(transition.source)
      write(transition.targets)
      write(transition.entering.rawValue)
      write(transition.labels.count)
      for label in transition.labels { write(label) }
    }
  }

  private mutating func write(_ numbers: [Int]) {
    write(numbers.count)
    for number in numbers { write(number) }
  }

  private mutating func write(_ label: Label) {
    write(label.trigger)
    write(label.condition)
    write(label.isOtherwise)
    write(label.isDelayed)
    write(label.isUnreached)
    // Writes nothing in the usual case, so that the hashes of older pictures stay valid.
    if label.isNeverFalse { write("never false") }
    if label.isTaken { write("taken") }
    if let traffic = label.traffic { write(traffic.text) }
    write(label.link)
    write(label.actions.count)
    for action in label.actions { write(action.text) }
  }

  private mutating func write(_ row: Row) {
    write(row.link)
    switch row.content {
    case .value, .note, .output: write(row.text)
    case .entryOrExit(let label):
      write(0)
      write(label)
    case .reaction(let label):
      write(1)
      write(label)
    }
  }

  private mutating func write(_ flow: Flow) {
    write(flow.groups.count)
    for group in flow.groups {
      write(group.title)
      write(group.column.rawValue)
    }
    write(flow.cards.count)
    for card in flow.cards {
      for text in [card.name, card.key, card.form.word] { write(text) }
      write(card.group)
      write(card.link)
      write(card.rows.count)
      for row in card.rows {
        write(row.link)
        write(row.isUnreached)
        write(row.entries.count)
        for entry in row.entries { write(Flow.word(entry)) }
      }
    }
    write(flow.edges.count)
    for edge in flow.edges {
      write(edge.source)
      write(edge.target)
      write(edge.kind.styleClass)
    }
  }
}

extension Graph {
  /// The graph without links that leave the repository and do not use https.
  func withSafeLinks(_ notes: inout [String]) -> Graph {
    var refused: [String] = []
    func safe(_ link: String?) -> String? {
      guard let link else { return nil }
      if let safe = Markup.safeLink(link) { return safe }
      if !refused.contains(link) { refused.append(link) }
      return nil
    }
    var result = self
    switch content {
    case .chart(var chart):
      for index in chart.nodes.indices {
        chart.nodes[index].link = safe(chart.nodes[index].link)
        for row in chart.nodes[index].rows.indices {
          chart.nodes[index].rows[row].link = safe(chart.nodes[index].rows[row].link)
        }
      }
      for index in chart.transitions.indices {
        for label in chart.transitions[index].labels.indices {
          let link = chart.transitions[index].labels[label].link
          chart.transitions[index].labels[label].link = safe(link)
        }
      }
      result.content = .chart(chart)
    case .flow(var flow):
      for index in flow.cards.indices {
        flow.cards[index].link = safe(flow.cards[index].link)
        for row in flow.cards[index].rows.indices {
          flow.cards[index].rows[row].link = safe(flow.cards[index].rows[row].link)
        }
      }
      result.content = .flow(flow)
    }
    notes += refused.map { "the link `\(Markup.escaped($0))` is left out: not relative, not https" }
    return result
  }
}
