import StateLinking
import StateModel

/// Reports rows of two regions that both leave the parallel state around them on one event.
enum ConflictingRows: DefinitionCheck {
  static let rule = RuleID.rowConflict

  /// Compares only rows without a guard: two guards may exclude each other.
  static func findings(in context: DefinitionContext) -> [Diagnostic] {
    let rows = context.checked.rows.filter {
      $0.condition == nil && leavesParallel($0, context.tree)
    }
    var reported: Set<Int> = []
    var diagnostics: [Diagnostic] = []
    for (index, later) in rows.enumerated() where !reported.contains(later.index) {
      for earlier in rows[..<index] where earlier.index != later.index {
        guard let around = parallel(around: earlier, later, in: context.tree),
          let event = sharedEvent(earlier, later, in: context.checked)
        else { continue }
        reported.insert(later.index)
        diagnostics.append(bothLeave(around, earlier, later, event, context.tree))
        break
      }
    }
    return diagnostics
  }

  /// Whether a row leaves a parallel state around its own.
  private static func leavesParallel(_ row: CheckedRow, _ tree: StateTree) -> Bool {
    row.targets != nil
      && tree.pathToRoot(from: row.state).contains { state in
        tree[state].kind == .parallel && state != row.state && leaves(state, by: row, tree)
      }
  }

  /// The parallel state whose regions contain the rows, if both rows leave it.
  private static func parallel(
    around one: CheckedRow, _ other: CheckedRow, in tree: StateTree
  ) -> StateIndex? {
    let around = tree.commonAncestor(one.state, other.state)
    guard tree[around].kind == .parallel, around != one.state, around != other.state,
      [one, other].allSatisfy({ leaves(around, by: $0, tree) })
    else { return nil }
    return around
  }

  private static func leaves(
    _ state: StateIndex, by row: CheckedRow, _ tree: StateTree
  ) -> Bool {
    (row.targets ?? []).contains { target in
      !tree.isAncestor(state, orSelf: target.state) && !tree.isAncestor(target.state, orSelf: state)
    }
  }

  /// The first event that both rows take; a timer belongs to one state alone.
  private static func sharedEvent(
    _ one: CheckedRow, _ other: CheckedRow, in checked: CheckedDefinition
  ) -> String? {
    func events(_ row: CheckedRow) -> [Int]? {
      switch row.trigger {
      case .events(let indices): indices
      case .any: Array(checked.events.indices)
      case .timer, .eventless: nil
      }
    }
    guard let these = events(one), let those = events(other) else { return nil }
    return these.first(where: those.contains).map { checked.events[$0].name }
  }

  private static func bothLeave(
    _ around: StateIndex, _ earlier: CheckedRow, _ later: CheckedRow, _ event: String,
    _ tree: StateTree
  ) -> Diagnostic {
    func region(_ state: StateIndex) -> String {
      tree.name(
        tree.pathToRoot(from: state).last { $0 != around && tree.isAncestor(around, orSelf: $0) }
          ?? state)
    }
    let (first, second) = earlier.state < later.state ? (earlier, later) : (later, earlier)
    return Diagnostic(
      .row(
        .conflict(
          region: region(first.state), other: region(second.state), parallel: tree.name(around),
          event: event)),
      at: .init("\(second.pointer)/goTo"),
      notes: [.init(.rowWins, at: .init("\(first.pointer)/goTo"))])
  }
}
