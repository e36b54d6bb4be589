import CEL
package import StateLinking
import StateModel

/// Finds rows whose guards hold only where the guard of an earlier row holds.
extension UnreachableRow {
  /// The rows that never run because of guards before them, each with the last of their rows.
  static func impliedRows(of context: DefinitionContext) -> [(row: Int, earlier: Int)] {
    let rows = context.checked.rows
    var blockers = Blockers(count: context.definition.reducer?.count ?? 0)
    var guarded = GuardedRows(eventCount: context.checked.events.count)
    for row in rows {
      let before = guarded.rows(before: row)
      let isKnown = row.isKnown
      let own = isKnown ? GuardedRow.of(row) : nil
      let isCompared = isKnown && !before.isEmpty
      blockers.add(isCompared ? blocker(of: own, among: before) : nil, of: row.index)
      if let own { guarded.add(own) }
    }
    return blockers.blocked
  }

  /// Reports the rows that never run because of guards before them.
  static func implied(in context: DefinitionContext) -> [Diagnostic] {
    let reducer = context.definition.reducer ?? []
    let withGuard = Set(context.checked.rows.lazy.filter { $0.condition != nil }.map(\.index))
    return impliedRows(of: context).map { index, earlier in
      let hasGuard = withGuard.contains(index)
      return neverFirst(
        index, after: earlier, hasGuard: hasGuard, isRepeated: reducer[index] == reducer[earlier])
    }
  }

  /// The earlier row that runs whenever this one could.
  private static func blocker(
    of row: GuardedRow?, among takers: [GuardedRow]
  ) -> Int? {
    let implication = row?.implication
    WorkCount.add(takers.count)
    let taker = takers.first { implication?.implies($0.implication) ?? false }
    // Two opposite guards leave nothing to the rows after them.
    let second = takers.count > 1 ? secondOfOpposites(among: takers) : nil
    guard let taker else { return second?.index }
    return second.map { $0.number < taker.number ? $0 : taker }?.index ?? taker.index
  }

  /// The first row whose guard is true wherever an earlier guard is false.
  private static func secondOfOpposites(among rows: [GuardedRow]) -> GuardedRow? {
    // One of two opposites is a negation; without any, hundreds of rows need no search.
    guard rows.contains(where: \.isNegation) else { return nil }
    var before: Set<String> = []
    for row in rows {
      guard let key = row.implication.key else { continue }
      if before.contains(CellKeys.opposite(of: key)) { return row }
      before.insert(key)
    }
    return nil
  }

  private static func neverFirst(
    _ index: Int, after earlier: Int, hasGuard: Bool, isRepeated: Bool
  ) -> Diagnostic {
    let reducer = Pointer.root["reducer"]
    let row = reducer[index]
    let winner = reducer[earlier]
    return Diagnostic(
      .row(
        isRepeated
          ? .repeated(earlier: winner) : .implied(hasGuard: hasGuard, earlier: winner)),
      at: hasGuard ? .init(row["if"], isMember: true) : .init(row),
      notes: [.init(.comesFirst(row: winner), at: .init(winner["if"], isMember: true))])
  }
}

/// A row with a guard, prepared for comparison with others.
///
/// A class, because its implication is computed once, on first use: few rows are compared.
private final class GuardedRow {
  /// The index of the row in the reducer.
  let index: Int
  let state: StateIndex
  let trigger: CheckedRow.Trigger
  /// The number of rows with guards before it.
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

  /// Its guard, prepared for comparison.
  lazy var implication = GuardImplication(condition, lets: row.meanings)
  /// Whether the guard is a negation.
  lazy var isNegation = implication.key.map(CellKeys.isNegation) ?? false
}

/// The rows with guards so far, indexed by trigger: tables have hundreds of rows.
private struct GuardedRows {
  /// A row is compared with so many earlier rows of its trigger: comparing each row with each would
  /// take quadratic time.
  private static let mostCompared = 400

  private var count = 0
  /// The rows of each event, by its index; and the rows of any event, a timer, or none.
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
      // An event that a row names twice counts once.
      if ofEvents[event].last !== guarded { ofEvents[event].append(guarded) }
    }
  }

  /// The earlier rows that every trigger of a row also triggers, in order.
  func rows(before row: CheckedRow) -> [GuardedRow] {
    if count == 0 { return [] }
    func covers(_ other: GuardedRow) -> Bool {
      other.state == row.state && row.trigger.isCovered(by: other.trigger)
    }
    let most = GuardedRows.mostCompared
    var found = others.isEmpty ? [] : others.prefix(most).filter(covers)
    if case .events(let events) = row.trigger, let first = events.first,
      ofEvents.indices.contains(first), !ofEvents[first].isEmpty
    {
      let ofEvent = ofEvents[first].prefix(most).filter(covers)
      found = found.isEmpty ? ofEvent : (found + ofEvent).sorted { $0.number < $1.number }
    }
    return found
  }
}

extension Expression {
  /// Whether the types of all its parts are known.
  fileprivate var isKnown: Bool {
    // By index: an iterator would retain each node.
    !syntax.nodes.indices.contains { syntax.nodes[$0].type.isBroken }
  }
}

extension CheckedRow {
  /// Whether the types in its guard are known.
  fileprivate var isKnown: Bool { condition?.isKnown ?? true }

  /// The expressions of its `let` names.
  fileprivate var meanings: [VariableIndex: TypedSyntax] {
    if lets.isEmpty { return [:] }
    return Dictionary(lets.map { ($0.variable, $0.value.syntax) }) { first, _ in first }
  }
}

extension CheckedRow.Trigger {
  /// Whether every event or timer of this trigger also triggers the other.
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
