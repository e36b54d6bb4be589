import CEL
package import StateLinking
import StateModel

/// A summary as text for people.
package struct SummaryText {
  private let definition: CheckedDefinition
  private let counts: CountTree

  /// Takes the counts of a definition.
  package init(_ definition: CheckedDefinition, _ counts: CountTree) {
    self.definition = definition
    self.counts = counts
  }

  /// The text: what happened, what was denied or failed, and what nobody reached.
  package var text: String {
    var lines = [
      "\(definition.definition.name): \(counted("session")), \(counted("event"))"
    ]
    lines += shares("results", of: counts["results"])
    lines += listed("denied", counts["denied"]) { row in guardText(row) }
    lines += unhandled
    lines += errors
    lines += listed("timers fired", counts["timers"].withoutZeros) { _ in "" }
    lines += listed("ended in", counts["final"]) { _ in "" }
    lines += times
    lines += never
    lines += listed("lines not run as written", counts["faults"].withoutZeros) { _ in "" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// `1 session`, or `3 sessions`.
  private func counted(_ noun: String) -> String {
    let count = counts[noun + "s"].count
    return "\(count) \(noun)" + (count == 1 ? "" : "s")
  }

  private func shares(_ title: String, of tree: CountTree) -> [String] {
    let total = tree.total
    guard total > 0 else { return [] }
    let order = ["changed", "unchanged", "denied", "unhandled"].filter { tree[$0].count > 0 }
    return ["", "\(title)"]
      + order.map { "  \(column(tree[$0].count))  \(percent(tree[$0].count, of: total))  \($0)" }
  }

  /// The counts of a tree of leaves, the largest first.
  private func listed(
    _ title: String, _ tree: CountTree, _ note: (String) -> String
  ) -> [String] {
    guard tree.total > 0 else { return [] }
    let names = tree.names.enumerated().sorted { left, right in
      (tree[right.element].count, left.offset) < (tree[left.element].count, right.offset)
    }.map(\.element)
    let lines = names.prefix(Self.mostLines).map { name in
      "  \(column(tree[name].count))  \(name)" + note(name)
    }
    let rest = names.count - lines.count
    return ["", title] + lines + (rest > 0 ? ["  and \(rest) more"] : [])
  }

  private var unhandled: [String] {
    var flat = CountTree()
    for event in counts["unhandled"].names {
      let states = counts["unhandled"][event]
      for state in states.names {
        flat.add(states[state].count, at: state.isEmpty ? event : "\(event) in \(state)")
      }
    }
    return listed("unhandled", flat) { _ in "" }
  }

  private var errors: [String] {
    var flat = CountTree()
    for id in counts["errors"].names {
      for pointer in counts["errors"][id].names {
        flat.add(counts["errors"][id][pointer].count, at: "\(id) at \(pointer)")
      }
    }
    return listed("errors", flat) { _ in "" }
  }

  private var times: [String] {
    var flat = CountTree()
    for state in counts["states"].names {
      let milliseconds = counts["states"][state]["milliseconds"].count
      if milliseconds >= 1_000 { flat.add(milliseconds / 1_000, at: state) }
    }
    return listed("seconds in", flat) { _ in "" }
  }

  /// What no session reached, in declared order.
  private var never: [String] {
    let rows = counts["rows"].names.filter { counts["rows"][$0]["ran"].count == 0 }
    let states = counts["states"].names.filter { counts["states"][$0]["entered"].count == 0 }
    let outputs = counts["outputs"].names.filter { counts["outputs"][$0].count == 0 }
    let lines =
      rows.map { "row \($0)\(guardText($0))" } + states.map { "state \($0)" }
      + outputs.map { "output \($0)" }
    guard !lines.isEmpty, counts["sessions"].count > 0 else { return [] }
    let rest = lines.count - Self.mostLines
    return ["", "never reached"] + lines.prefix(Self.mostLines).map { "  \($0)" }
      + (rest > 0 ? ["  and \(rest) more"] : [])
  }

  /// The trigger and the guard of a row of the reducer.
  private func guardText(_ pointer: String) -> String {
    guard let index = Int(pointer.dropFirst("/reducer/".count)),
      let rows = definition.definition.reducer, rows.indices.contains(index)
    else { return "" }
    let row = rows[index]
    return "  \(row.summary)"
  }

  private func column(_ number: Int) -> String {
    let text = String(number)
    return String(repeating: " ", count: max(0, 10 - text.count)) + text
  }

  private func percent(_ number: Int, of total: Int) -> String {
    let share = (Double(number) * 1_000 / Double(total)).rounded()
    let text = "\(Int(share) / 10).\(Int(share) % 10) %"
    return String(repeating: " ", count: max(0, 7 - text.count)) + text
  }

  private static let mostLines = 20
}

extension CountTree {
  /// The parts that are not 0.
  fileprivate var withoutZeros: CountTree {
    var tree = CountTree()
    for (name, part) in parts where part.total > 0 { tree[name] = part }
    return tree
  }
}

extension Definition.Row {
  /// What makes the row run, and its guard: `on codeEntered in enteringCode if size(event.text) == 4`.
  fileprivate var summary: String {
    var words: [String] = []
    switch trigger {
    case .on(let names): words.append("on " + names.all.joined(separator: ", "))
    case .after(let cell): words.append("after \(cell.words)")
    case .every(let cell): words.append("every \(cell.words)")
    case .eventless: break
    }
    if !states.all.isEmpty { words.append("in " + states.all.joined(separator: ", ")) }
    if let condition { words.append("if \(condition.words)") }
    return words.joined(separator: " ")
  }
}

extension Cell {
  /// The text of an expression or a number; other cells are not guards.
  fileprivate var words: String {
    switch self {
    case .expression(let text), .number(let text): text
    case .bool(let flag): flag ? "true" : "false"
    case .null, .list, .object: "…"
    }
  }
}
