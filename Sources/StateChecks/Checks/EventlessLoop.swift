package import StateLinking
package import StateModel

/// Reports states that lead to each other without any event.
package enum EventlessLoop: DefinitionCheck {
  static let rule = RuleID.stateEventlessLoop

  static func findings(in context: DefinitionContext) -> [Diagnostic] {
    var reported: Set<Set<Int>> = []
    var found: [Diagnostic] = []
    for circle in LoopSearch(context).circles() {
      guard reported.insert(Set(circle.map { context.checked.rows[$0.row].index })).inserted else {
        continue
      }
      found.append(neverRests(circle, in: context))
    }
    return found
  }

  private static func neverRests(_ circle: [LoopSearch.Move], in context: DefinitionContext)
    -> Diagnostic
  {
    let first = circle.indices.min { left, right in
      context.checked.rows[circle[left].row].index < context.checked.rows[circle[right].row].index
    }
    let moves = Array(circle[(first ?? 0)...] + circle[..<(first ?? 0)])
    return neverRests(
      moves.map { move in
        (
          location(of: move, in: context), context.tree.name(move.from),
          [context.tree.name(move.to)]
        )
      },
      isOneState: Set(moves.flatMap { [$0.from, $0.to] }).count == 1,
      event: event(endingLoopOf: moves.map { context.checked.rows[$0.row] }, context.checked))
  }

  /// The first event from outside that triggers none of the rows.
  package static func event(endingLoopOf rows: [CheckedRow], _ checked: CheckedDefinition)
    -> String?
  {
    // The root cannot be left.
    if rows.contains(where: { $0.state == 0 }) { return nil }
    var causes: Set<Int> = []
    for row in rows {
      if case .events(let events) = row.trigger { causes.formUnion(events) }
    }
    return checked.events.indices.first { index in
      let event = checked.events[index]
      return !event.isOwn && event.doneState == nil && !causes.contains(index)
    }.map { checked.events[$0].name }
  }

  /// A step that never comes to rest.
  ///
  /// - Parameters:
  ///   - transitions: The rows of the loop, and the states that each leads from and to. A row
  ///     without targets runs in the same state again.
  ///   - isOneState: Whether all rows of the loop run in one state.
  ///   - remarks: Further notes.
  ///   - event: An event that could end it.
  /// - Returns: The finding.
  package static func neverRests(
    _ transitions: [(location: Diagnostic.Location, from: String, to: [String])], isOneState: Bool,
    remarks: [Diagnostic.Note] = [], event: String?
  ) -> Diagnostic {
    let first = transitions.first ?? (Diagnostic.Location(Pointer.root), "", [])
    return Diagnostic(
      .state(
        .eventlessLoop(isOneState: isOneState, from: first.from, to: first.to, event: event)),
      at: first.location,
      notes: transitions.dropFirst().map { transition in
        Diagnostic.Note(
          .transition(from: transition.from, to: transition.to), at: transition.location)
      } + remarks)
  }

  private static func location(of move: LoopSearch.Move, in context: DefinitionContext)
    -> Diagnostic.Location
  {
    let row = context.checked.rows[move.row]
    let pointer = Pointer.root["reducer"][row.index]
    if row.targets != nil { return Diagnostic.Location(pointer["goTo"], isMember: true) }
    if !row.raises.isEmpty { return Diagnostic.Location(pointer["raise"], isMember: true) }
    return Diagnostic.Location(pointer)
  }
}
