import CEL

/// Rows whose guards can only hold where an earlier row's does.
extension UnreachableRow {
  static func impliedRows(of whole: Whole) -> [Diagnostic] {
    let rows = whole.checked.rows
    var blockers = Blockers(count: whole.definition.reducer?.count ?? 0)
    var guarded = GuardedRows(eventCount: whole.checked.events.count)
    for row in rows {
      let before = guarded.rows(before: row)
      let isKnown = row.isKnown
      let own = isKnown ? GuardedRow.of(row) : nil
      let isCompared = isKnown && !before.isEmpty
      blockers.add(isCompared ? blocker(of: own, among: before) : nil, of: row.index)
      if let own { guarded.add(own) }
    }
    return (whole.definition.reducer ?? []).indices.compactMap { index in
      guard let earlier = blockers[index],
        !whole.isBroken(Pointer.root["reducer"][index])
      else { return nil }
      return neverFirst(
        index, after: earlier,
        hasGuard: rows.contains {
          $0.index == index && $0.condition != nil
        })
    }
  }

  /// The earlier row that takes all that this one would.
  private static func blocker(
    of row: GuardedRow?, among takers: [GuardedRow]
  ) -> Int? {
    let claim = row?.claim
    let taker = takers.first { claim?.implies($0.claim) ?? false }
    // Two that are each other's opposite leave nothing to those after them.
    let second = takers.count > 1 ? secondOfOpposites(among: takers) : nil
    guard let taker else { return second?.index }
    return second.map { $0.number < taker.number ? $0 : taker }?.index ?? taker.index
  }

  /// The first that is true wherever one before it is false.
  private static func secondOfOpposites(among rows: [GuardedRow]) -> GuardedRow? {
    // Of opposites one is a negation: hundreds of comparisons without any are not looked through.
    guard rows.contains(where: \.isNegation) else { return nil }
    var before: Set<String> = []
    for row in rows {
      guard let key = row.claim.key else { continue }
      if before.contains(CellKeys.opposite(of: key)) { return row }
      before.insert(key)
    }
    return nil
  }

  private static func neverFirst(
    _ index: Int, after earlier: Int, hasGuard: Bool
  ) -> Diagnostic {
    let row = Pointer.root["reducer"][index]
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

/// A row with a guard, as far as others are compared with it.
///
/// An object, because its claim is made once, when it is first asked for: few rows are compared.
private final class GuardedRow {
  let index: Int
  let state: StateIndex
  let trigger: CheckedRow.Trigger
  /// How many such rows stand before it.
  var number = 0
  private let row: CheckedRow
  private let condition: TypedSyntax

  /// The row, if it has a guard.
  static func of(_ row: CheckedRow) -> GuardedRow? {
    row.condition.map { GuardedRow(row, $0.syntax) }
  }

  private init(_ row: CheckedRow, _ condition: TypedSyntax) {
    self.row = row
    self.condition = condition
    index = row.index
    state = row.state
    trigger = row.trigger
  }

  /// What its guard says.
  lazy var claim = GuardImplication(condition, lets: row.meanings)
  /// Whether that is the opposite of something.
  lazy var isNegation = claim.key.map(CellKeys.isNegation) ?? false
}

/// The rows with guards so far, found by what triggers them: tables have hundreds of rows.
private struct GuardedRows {
  private var count = 0
  /// Those that run at an event, by its index; those that any event, a timer or none makes run.
  private var ofEvents: [[GuardedRow]]
  private var others: [GuardedRow] = []

  init(eventCount: Int) { ofEvents = Array(repeating: [], count: eventCount) }

  mutating func add(_ guarded: GuardedRow) {
    guarded.number = count
    count += 1
    guard case .events(let events) = guarded.trigger else {
      others.append(guarded)
      return
    }
    for event in events where ofEvents.indices.contains(event) {
      // An event that is named twice counts once.
      if ofEvents[event].last !== guarded { ofEvents[event].append(guarded) }
    }
  }

  /// Those that all that makes a row run would make run, in order.
  func rows(before row: CheckedRow) -> [GuardedRow] {
    if count == 0 { return [] }
    func covers(_ other: GuardedRow) -> Bool {
      other.state == row.state && row.trigger.isCovered(by: other.trigger)
    }
    var found = others.isEmpty ? [] : others.filter(covers)
    if case .events(let events) = row.trigger, let first = events.first,
      ofEvents.indices.contains(first), !ofEvents[first].isEmpty
    {
      let ofEvent = ofEvents[first].filter(covers)
      found = found.isEmpty ? ofEvent : (found + ofEvent).sorted { $0.number < $1.number }
    }
    return found
  }
}

extension Expression {
  /// Whether the types of all its parts are known: what a mistake left open says nothing.
  fileprivate var isKnown: Bool {
    // By location: an iterator would count the references that each node holds.
    !syntax.nodes.indices.contains { syntax.nodes[$0].type.isBroken }
  }
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
