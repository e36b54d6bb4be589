/// States that lead to each other without any event.
package enum EventlessLoop: WholeCheck {
  package static let rule = Rule("state/eventless-loop", .error)

  static let reliesOn: Set<Findings.Aspect> = [.states, .rows, .events]

  static func findings(in whole: Whole) -> [Diagnostic] {
    var reported: Set<Set<Int>> = []
    var found: [Diagnostic] = []
    for circle in LoopSearch(whole: whole).circles() {
      guard reported.insert(Set(circle.map { whole.checked.rows[$0.row].index })).inserted else {
        continue
      }
      found.append(neverRests(circle, in: whole))
    }
    return found
  }

  private static func neverRests(_ circle: [LoopSearch.Move], in whole: Whole) -> Diagnostic {
    let first = circle.indices.min { left, right in
      whole.checked.rows[circle[left].row].index < whole.checked.rows[circle[right].row].index
    }
    let moves = Array(circle[(first ?? 0)...] + circle[..<(first ?? 0)])
    let labels = moves.map { move in
      (
        location(of: move, in: whole),
        "\(whole.tree.name(move.from)) -> \(whole.tree.name(move.to))"
      )
    }
    return neverRests(
      labels, isOneState: Set(moves.flatMap { [$0.from, $0.to] }).count == 1,
      event: whole.definition.events.first { $0.source != .own }?.name,
      leaving: moves.first.map { whole.tree.name($0.from) } ?? "")
  }

  /// - Parameters:
  ///   - labels: The rows of the circle, with what each does.
  ///   - isOneState: Whether it is one row, again and again.
  ///   - remarks: What else there is to know.
  ///   - event: One that could end it.
  ///   - state: What it would leave.
  /// - Returns: The finding.
  package static func neverRests(
    _ labels: [(Diagnostic.Location, String)], isOneState: Bool, remarks: [Diagnostic.Note] = [],
    event: String?, leaving state: String
  ) -> Diagnostic {
    let example = event.map { " (for example `\($0)`)" } ?? ""
    let message =
      isOneState
      ? "this row runs again and again without any event, so the step never comes to rest"
      : "these states lead to each other without any event, so the step never comes to rest"
    return finding(
      message, at: labels.first?.0 ?? Diagnostic.Location(""), label: labels.first?.1,
      notes: labels.dropFirst().map { Diagnostic.Note($0.1, at: $0.0) } + remarks,
      help: "let an event\(example) leave `\(state)`")
  }

  private static func location(of move: LoopSearch.Move, in whole: Whole) -> Diagnostic.Location {
    let row = whole.checked.rows[move.row]
    let pointer = Pointer.root["reducer"][row.index]
    if row.targets != nil { return Diagnostic.Location(pointer["goTo"].text, isMember: true) }
    if !row.raises.isEmpty { return Diagnostic.Location(pointer["raise"].text, isMember: true) }
    return Diagnostic.Location(pointer.text)
  }
}
