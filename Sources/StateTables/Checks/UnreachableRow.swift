/// A row that an earlier one leaves nothing to.
enum UnreachableRow: WholeCheck {
  static let rule = Rule("row/unreachable", .warning)

  static let reliesOn: Set<Findings.Aspect> = [.events, .states, .rows]
  static let leavesOpen: Set<Findings.Aspect> = [.flow, .events]

  static func findings(in whole: Whole) -> [Diagnostic] {
    rows(of: whole) + outputRows(of: whole) + impliedRows(of: whole)
  }

  /// What rows without a guard have taken already in one state.
  private struct Taken {
    var events: [Int: Int] = [:]
    var timers: [Int: Int] = [:]
    var eventless: Int?

    /// The earlier row that leaves this one nothing: of several the last.
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

  private static func rows(of whole: Whole) -> [Diagnostic] {
    var taken = Array(repeating: Taken(), count: whole.tree.nodes.count)
    var blockers = Blockers(count: whole.definition.reducer?.count ?? 0)
    for row in whole.checked.rows {
      blockers.add(taken[row.state].row(before: row, in: whole.checked), of: row.index)
      if row.condition == nil { taken[row.state].take(row, in: whole.checked) }
    }
    let reducer = whole.definition.reducer ?? []
    var found = OnePerBlocker()
    for index in reducer.indices {
      guard let blocker = blockers[index], reducer.indices.contains(blocker),
        !whole.isBroken(Pointer.root["reducer"][index])
      else { continue }
      found.add(
        neverRuns(reducer[index], at: index, after: reducer[blocker], at: blocker), behind: blocker)
    }
    return found.diagnostics
  }

  /// What silences each row of the reducer, which is a row of its own in each state of its `in`.
  struct Blockers {
    private enum Found {
      case nothing
      /// The last of those found in its states so far.
      case row(Int)
      /// In one state it runs, or stands in its own way.
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

    /// The row that leaves it nothing in all its states: of several the last.
    subscript(index: Int) -> Int? {
      guard found.indices.contains(index), case .row(let blocker) = found[index] else { return nil }
      return blocker
    }
  }

  /// One row in the wrong index may silence several: that is one mistake.
  private struct OnePerBlocker {
    private(set) var diagnostics: [Diagnostic] = []
    private var indices: [Int: Int] = [:]

    mutating func add(_ diagnostic: Diagnostic, behind blocker: Int) {
      guard let first = indices[blocker] else {
        indices[blocker] = diagnostics.count
        diagnostics.append(diagnostic)
        return
      }
      diagnostics[first].notes.append(
        Diagnostic.Note(diagnostic.label ?? "", at: diagnostic.location))
    }
  }

  private static func outputRows(of whole: Whole) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for output in whole.definition.outputs {
      guard case .rows(let rows) = output.content,
        !whole.isBroken(Pointer.root["outputs"][output.name])
      else { continue }
      var inOutput = OnePerBlocker()
      var taken: [StateIndex: Int] = [:]
      for (index, row) in rows.enumerated() {
        let names = row.states == .none ? [whole.definition.name] : row.states.all
        let states = names.compactMap { whole.tree.byName[$0] }
        let blockers = states.map { state in
          whole.tree.path(to: state).compactMap { taken[$0] }.min()
        }
        if !blockers.isEmpty, !blockers.contains(nil),
          let blocker = blockers.compactMap(\.self).max()
        {
          inOutput.add(
            neverGives(row, of: output.name, at: index, after: blocker), behind: blocker)
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
    _ row: Definition.Row, at index: Int, after earlier: Definition.Row, at earlierPlace: Int
  ) -> Diagnostic {
    let pointer = Pointer.root["reducer"][index]
    let hasGuard = row.condition != nil
    let key = hasGuard ? "if" : row.triggerKey
    let earlierKey = earlier.triggerKey
    return finding(
      "this row never runs: an earlier row already takes every \(row.triggerWords)",
      at: key.map { Diagnostic.Location(pointer[$0].text, isMember: true) }
        ?? Diagnostic.Location(pointer.text),
      label: hasGuard ? "never asked" : "never reached",
      notes: [
        Diagnostic.Note(
          "row \(earlierPlace + 1) has no guard",
          at: earlierKey.map {
            Diagnostic.Location(Pointer.root["reducer"][earlierPlace][$0].text, isMember: true)
          } ?? Diagnostic.Location(Pointer.root["reducer"][earlierPlace].text))
      ],
      help: hasGuard
        ? "move this row above row \(earlierPlace + 1); rows are tried from top to bottom and the first match wins"
        : "remove this row, or give row \(earlierPlace + 1) a guard; rows are tried from top to bottom and the first match wins"
    )
  }

  private static func neverGives(
    _ row: Definition.OutputRow, of output: String, at index: Int, after earlier: Int
  ) -> Diagnostic {
    let rows = Pointer.root["outputs"][output]["rows"]
    return finding(
      "this row never gives a value: row \(earlier + 1) of `\(output)` is asked first and has no guard",
      at: row.condition == nil
        ? Diagnostic.Location(rows[index].text)
        : Diagnostic.Location(rows[index]["if"].text, isMember: true),
      label: row.condition == nil ? "never reached" : "never asked",
      notes: [
        Diagnostic.Note(
          "row \(earlier + 1) has no guard", at: Diagnostic.Location(rows[earlier].text))
      ],
      help:
        "move this row above row \(earlier + 1); rows are tried from top to bottom and the first match wins"
    )
  }
}

extension Definition.Row {
  /// The key of what makes it run; `nil` for an eventless row.
  var triggerKey: String? {
    switch trigger {
    case .on: "on"
    case .after: "after"
    case .every: "every"
    case .eventless: nil
    }
  }

  /// What it takes: `` `tappedRetry` ``, `` `a` and `b` ``, `event`.
  fileprivate var triggerWords: String {
    switch trigger {
    case .on(let names) where names.isAny: "event"
    case .on(let names):
      names.all.map { "`\($0)`" }.joined(separator: names.all.count == 2 ? " and " : ", ")
    case .after, .every: "end of this timer"
    case .eventless: "moment without an event"
    }
  }
}
