extension Graph {
  /// The graph as Markdown tables: transitions and the contents of states, or events and outputs.
  package var markdown: String {
    var text = "# \(Markdown.plain(title))\n"
    if !summary.isEmpty { text += "\n\(Markdown.plain(summary))\n" }
    switch content {
    case .chart(let chart): text += Markdown.tables(chart)
    case .flow(let flow): text += Markdown.tables(flow)
    }
    return text
  }
}

/// Escapes texts so that nothing in them is read as Markdown.
package enum Markdown {
  fileprivate static func tables(_ chart: Chart) -> String {
    func named(_ index: Int) -> String {
      chart.nodes.indices.contains(index) ? chart.nodes[index].name : ""
    }
    let hasTraffic = chart.transitions.contains { $0.labels.contains { $0.traffic != nil } }
    let states = chart.nodes.flatMap { node in
      node.rows.enumerated().map { [name(node.name, node.link, $0), cell($1.text, $1.link)] }
    }
    let starts = chart.nodes.filter { !$0.initial.isEmpty }.map { node in
      [
        cell(node.name, node.link), "", "", cell(node.initial.map(named).joined(separator: ", ")),
        "",
      ] + (hasTraffic ? [""] : [])
    }
    let transitions = chart.transitions.flatMap { transition in
      transition.labels.map { label in
        [
          cell(named(transition.source)), cell(label.trigger, label.link),
          cell(label.guardText ?? ""), cell(transition.targets.map(named).joined(separator: ", ")),
          cell(label.actionText),
        ] + (hasTraffic ? [cell(label.traffic?.text ?? "")] : [])
      }
    }
    let head = ["from", "event", "if", "to", "does"] + (hasTraffic ? ["taken"] : [])
    return table("Transitions", head, starts + transitions)
      + table("States", ["state", "has"], states)
  }

  fileprivate static func tables(_ flow: Flow) -> String {
    func rows(_ forms: (Flow.Form) -> Bool) -> [[String]] {
      flow.cards.filter { forms($0.form) }.flatMap { card -> [[String]] in
        let rows = card.rows.enumerated().map { offset, row in
          [
            name(card.name, card.link, offset),
            cell(row.entries.map(Flow.word).joined(separator: "; "), row.link),
          ]
        }
        return rows.isEmpty ? [[cell(card.name, card.link), ""]] : rows
      }
    }
    return table("Events", ["event", "does"], rows { $0 == .event })
      + table("Values", ["value", "is"], rows { $0 == .value })
      + table(
        "Outputs", ["output", "is"],
        rows { if case .output = $0 { true } else { false } })
  }

  private static func table(_ title: String, _ head: [String], _ rows: [[String]]) -> String {
    guard !rows.isEmpty else { return "" }
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
    return "\n## \(title)\n\n" + line(head) + line(head.map { _ in "---" })
      + rows.map(line).joined()
  }

  /// The name that several rows share; only the first row shows it.
  private static func name(_ name: String, _ link: String?, _ offset: Int) -> String {
    offset == 0 ? cell(name, link) : ""
  }

  /// A text in a table cell, as code so that nothing in it is read as Markdown.
  private static func cell(_ text: String, _ link: String? = nil) -> String {
    guard !text.isEmpty else { return "" }
    let code = code(text)
    return link.map { "[\(code)](<\($0)>)" } ?? code
  }

  /// Text as code, also in a table.
  package static func code(_ text: String) -> String {
    text.unicodeScalars.contains("`") || text.isEmpty ? plain(text) : "`\(escapedBar(text))`"
  }

  private static func escapedBar(_ text: String) -> String {
    var result = ""
    for scalar in Escaping.shown(text).unicodeScalars {
      switch scalar {
      case "|": result += "\\|"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Text outside of code.
  package static func plain(_ text: String) -> String {
    var result = ""
    for scalar in Escaping.shown(text).unicodeScalars {
      switch scalar {
      case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "#", "&": result += "\\" + String(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
