import StateLinking
import StateModel

/// Reports rows that never run, because earlier rows take everything.
enum UnreachableRow: DefinitionCheck {
  static let rule = RuleID.rowUnreachable

  static func findings(in context: DefinitionContext) -> [Diagnostic] {
    rows(of: context) + outputRows(of: context) + implied(in: context)
  }

  /// The triggers that rows without a guard have taken in one state.
  private struct Taken {
    var events: [Int: Int] = [:]
    var timers: [Int: Int] = [:]
    var eventless: Int?

    /// The last earlier row that takes everything this row would.
    func row(before row: CheckedRow, in checked: CheckedDefinition) -> Int? {
      switch row.trigger {
      case .events(let indices): all(indices)
      case .any: all(Array(checked.events.indices))
      case .timer(let timer): timers[timer]
      case .eventless: eventless
      }
    }

    private func all(_ indices: [Int]) -> Int? {
      var last: Int?
      for index in indices {
        guard let row = events[index] else { return nil }
        last = max(last ?? row, row)
      }
      return last
    }

    mutating func take(_ row: CheckedRow, in checked: CheckedDefinition) {
      switch row.trigger {
      case .events(let indices):
        for index in indices where events[index] == nil {
          events[index] = row.index
        }
      case .any:
        for index in checked.events.indices where events[index] == nil {
          events[index] = row.index
        }
      case .timer(let timer): if timers[timer] == nil { timers[timer] = row.index }
      case .eventless: if eventless == nil { eventless = row.index }
      }
    }
  }

  /// The 0-based indices of the rows that never run because of earlier ones.
  static func indices(in context: DefinitionContext) -> Set<Int> {
    Set(blockedRows(of: context).map(\.row)).union(impliedRows(of: context).map(\.row))
  }

  /// The rows whose triggers earlier rows without a guard take, each with the last of these.
  private static func blockedRows(of context: DefinitionContext) -> [(row: Int, earlier: Int)] {
    var taken = Array(repeating: Taken(), count: context.tree.nodes.count)
    var blockers = Blockers(count: context.definition.reducer?.count ?? 0)
    for row in context.checked.rows {
      blockers.add(taken[row.state].row(before: row, in: context.checked), of: row.index)
      if row.condition == nil { taken[row.state].take(row, in: context.checked) }
    }
    return blockers.blocked
  }

  private static func rows(of context: DefinitionContext) -> [Diagnostic] {
    let reducer = context.definition.reducer ?? []
    var found = OnePerBlocker()
    for (index, blocker) in blockedRows(of: context) {
      found.add(
        neverRuns(reducer, at: index, after: blocker), behind: blocker,
        hasGuard: reducer[index].condition != nil)
    }
    return found.diagnostics
  }

  /// The row that blocks each row of the reducer; a row counts once for each state of its `in`.
  struct Blockers {
    private enum Found {
      case nothing
      /// The last blocker found in its states so far.
      case row(Int)
      /// It runs in one state, or blocks itself.
      case none
    }

    private var found: [Found]

    init(count: Int) { found = Array(repeating: .nothing, count: count) }

    mutating func add(_ blocker: Int?, of index: Int) {
      guard found.indices.contains(index) else { return }
      switch (found[index], blocker) {
      case (.none, _): break
      case (_, nil), (_, index): found[index] = .none
      case (.nothing, let blocker?): found[index] = .row(blocker)
      case (.row(let other), let blocker?): found[index] = .row(max(other, blocker))
      }
    }

    /// The rows that are blocked in all their states, in order, each with the last of its blockers.
    var blocked: [(row: Int, earlier: Int)] {
      found.indices.compactMap { index in
        if case .row(let blocker) = found[index] { (index, blocker) } else { nil }
      }
    }
  }

  /// Groups rows that one earlier row blocks: they have one cause.
  private struct OnePerBlocker {
    private(set) var diagnostics: [Diagnostic] = []
    private var indices: [Int: Int] = [:]

    mutating func add(_ diagnostic: Diagnostic, behind blocker: Int, hasGuard: Bool) {
      guard let first = indices[blocker] else {
        indices[blocker] = diagnostics.count
        diagnostics.append(diagnostic)
        return
      }
      diagnostics[first].add(
        Diagnostic.Note(.alsoUnreachable(hasGuard: hasGuard), at: diagnostic.location))
    }
  }

  private static func outputRows(of context: DefinitionContext) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for output in context.definition.outputs {
      guard case .rows(let rows) = output.content else { continue }
      var inOutput = OnePerBlocker()
      var taken: [StateIndex: Int] = [:]
      for (index, row) in rows.enumerated() {
        let names = row.states == .none ? [context.definition.name] : row.states.all
        let states = names.compactMap { context.tree.byName[$0] }
        let blockers = states.map { state in
          context.tree.pathToRoot(from: state).compactMap { taken[$0] }.min()
        }
        if !blockers.isEmpty, !blockers.contains(nil),
          let blocker = blockers.compactMap(\.self).max()
        {
          inOutput.add(
            neverGives(row, of: output.name, at: index, after: blocker), behind: blocker,
            hasGuard: row.condition != nil)
        }
        if row.condition == nil {
          for state in states where taken[state] == nil { taken[state] = index }
        }
      }
      found += inOutput.diagnostics
    }
    return found
  }

  private static func neverRuns(
    _ rows: [Definition.Row], at index: Int, after earlier: Int
  ) -> Diagnostic {
    let row = rows[index]
    let hasGuard = row.condition != nil
    let key = hasGuard ? "if" : row.triggerKey
    let isRepeated = row == rows[earlier]
    let winner = Pointer.root["reducer"][earlier]
    return Diagnostic(
      .row(
        isRepeated
          ? .repeated(earlier: winner)
          : .unreachable(row.triggerFact, hasGuard: hasGuard, earlier: winner)),
      at: location(of: key, in: Pointer.root["reducer"][index]),
      notes: [
        Diagnostic.Note(
          .hasNoGuard(row: winner), at: location(of: rows[earlier].triggerKey, in: winner))
      ])
  }

  private static func location(of key: String?, in row: Pointer) -> Diagnostic.Location {
    key.map { Diagnostic.Location(row[$0], isMember: true) } ?? Diagnostic.Location(row)
  }

  private static func neverGives(
    _ row: Definition.OutputRow, of output: String, at index: Int, after earlier: Int
  ) -> Diagnostic {
    let rows = Pointer.root["outputs"][output]["rows"]
    let hasGuard = row.condition != nil
    return Diagnostic(
      .row(.outputRowUnreachable(hasGuard: hasGuard, earlier: rows[earlier])),
      at: hasGuard
        ? Diagnostic.Location(rows[index]["if"], isMember: true) : Diagnostic.Location(rows[index]),
      notes: [
        Diagnostic.Note(.hasNoGuard(row: rows[earlier]), at: Diagnostic.Location(rows[earlier]))
      ])
  }
}

extension Definition.Row {
  fileprivate var triggerFact: Problem.Row.Trigger {
    switch trigger {
    case .on(let names) where names.isAny: .anyEvent
    case .on(let names): .events(names.all)
    case .after, .every: .timer
    case .eventless: .eventless
    }
  }
}
