import CEL

/// Rows whose guards can only hold where an earlier row's does.
extension UnreachableRow {
  static func impliedRows(of whole: Whole) -> [Diagnostic] {
    let rows = whole.checked.rows
    var blockers = Blockers(count: whole.definition.reducer?.count ?? 0)
    var guarded = GuardedRows()
    for row in rows {
      let before = guarded.rows(before: row)
      blockers.add(
        before.isEmpty || !row.isKnown ? nil : blocker(of: row, among: before, &guarded),
        of: row.place)
      if row.isKnown { guarded.add(row) }
    }
    return (whole.definition.reducer ?? []).indices.compactMap { place in
      guard let earlier = blockers[place],
        !whole.isBroken(Pointer.root["reducer"][place])
      else { return nil }
      return neverFirst(
        place, after: earlier,
        hasGuard: rows.contains {
          $0.place == place && $0.condition != nil
        })
    }
  }

  /// The earlier row that takes all that this one would.
  private static func blocker(
    of row: CheckedRow, among takers: [GuardedRow], _ guarded: inout GuardedRows
  ) -> Int? {
    let meanings = row.meanings
    var before: Set<String> = []
    for other in takers {
      let implication = Implication(lets: meanings.merging(other.meanings) { first, _ in first })
      if let own = row.condition, implication.holds(from: own.syntax, to: other.condition) {
        return other.place
      }
      guard takers.count > 1, let key = guarded.key(of: other) else { continue }
      if before.contains(CellKeys.opposite(of: key)) { return other.place }
      before.insert(key)
    }
    return nil
  }

  private static func neverFirst(
    _ place: Int, after earlier: Int, hasGuard: Bool
  ) -> Diagnostic {
    let row = Pointer.root["reducer"][place]
    return finding(
      hasGuard
        ? "this row never runs: whenever its guard holds, that of an earlier row does too"
        : "this row never runs: one of the guards before it always holds",
      at: hasGuard ? .init(row["if"].text, isMember: true) : .init(row.text),
      label: "never the first to match",
      notes: [
        .init(
          "row \(earlier + 1) is asked first",
          at: .init(Pointer.root["reducer"][earlier]["if"].text, isMember: true))
      ],
      help: hasGuard
        ? "move this row above row \(earlier + 1); rows are tried from top to bottom and the first match wins"
        : nil)
  }
}

/// An earlier row with a guard, as far as others are compared with it.
private struct GuardedRow {
  /// How many such rows stand before it.
  let number: Int
  let place: Int
  let condition: TypedSyntax
  let trigger: CheckedRow.Trigger
  let meanings: [VariableIndex: TypedSyntax]

  init?(_ row: CheckedRow, number: Int) {
    guard let condition = row.condition?.syntax else { return nil }
    self.number = number
    place = row.place
    self.condition = condition
    trigger = row.trigger
    meanings = row.meanings
  }
}

/// The rows with guards so far, found by what triggers them: tables have hundreds of rows.
private struct GuardedRows {
  private enum Key: Hashable {
    case event(StateIndex, Int)
    case other(StateIndex)
  }

  private var rows: [GuardedRow] = []
  private var places: [Key: [Int]] = [:]
  /// What guards mean, where that was asked.
  private var keys: [Int: String?] = [:]

  mutating func add(_ row: CheckedRow) {
    guard let guarded = GuardedRow(row, number: rows.count) else { return }
    if case .events(let events) = row.trigger {
      // Most rows have one event.
      for event in events.count > 1 ? Array(Set(events)) : events {
        places[.event(row.state, event), default: []].append(rows.count)
      }
    } else {
      places[.other(row.state), default: []].append(rows.count)
    }
    rows.append(guarded)
  }

  /// What the guard of a row means; `nil` where that is not compared.
  mutating func key(of row: GuardedRow) -> String? {
    if let key = keys[row.number] { return key }
    let key = CellKeys(lets: row.meanings).key(row.condition.root, in: row.condition)
    keys[row.number] = .some(key)
    return key
  }

  /// Those that all that makes a row run would make run, in order.
  func rows(before row: CheckedRow) -> [GuardedRow] {
    var found = places[.other(row.state)] ?? []
    if case .events(let events) = row.trigger, let first = events.first {
      found = (found + (places[.event(row.state, first)] ?? [])).sorted()
    }
    return found.compactMap { row.trigger.isCovered(by: rows[$0].trigger) ? rows[$0] : nil }
  }
}

extension Expression {
  /// Whether the types of all its parts are known: what a mistake left open says nothing.
  fileprivate var isKnown: Bool { !syntax.nodes.contains { $0.type.isBroken } }
}

extension CheckedRow {
  /// Whether there is nothing about its guard that a mistake left open.
  fileprivate var isKnown: Bool { condition?.isKnown ?? true }

  /// What its `let` names stand for.
  fileprivate var meanings: [VariableIndex: TypedSyntax] {
    if lets.isEmpty { return [:] }
    return Dictionary(lets.map { ($0.variable, $0.value.syntax) }) { first, _ in first }
  }
}

extension CheckedRow.Trigger {
  /// Whether all that makes a row with this run makes one with the other run.
  package func isCovered(by other: CheckedRow.Trigger) -> Bool {
    switch (self, other) {
    case (.events(let own), .events(let others)): own.allSatisfy(others.contains)
    case (.events, .any), (.any, .any): true
    case (.timer(let own), .timer(let others)): own == others
    case (.eventless, .eventless): true
    case (.any, _), (.events, _), (.timer, _), (.eventless, _): false
    }
  }
}
