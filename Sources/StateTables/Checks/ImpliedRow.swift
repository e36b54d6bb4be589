import CEL

/// Rows whose guards can only hold where an earlier row's does.
extension UnreachableRow {
  static func impliedRows(of whole: Whole) -> [Diagnostic] {
    let rows = whole.checked.rows
    var blockers: [Int: [Int?]] = [:]
    for (index, row) in rows.enumerated() {
      let before = rows[..<index].filter { $0.state == row.state && $0.condition != nil }
      blockers[row.place, default: []].append(
        before.isEmpty ? nil : blocker(of: row, among: before))
    }
    return (whole.definition.reducer ?? []).indices.compactMap { place in
      guard let found = blockers[place], !found.contains(where: { $0 == nil || $0 == place }),
        let earlier = found.compactMap(\.self).max(),
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
  private static func blocker(of row: CheckedRow, among earlier: [CheckedRow]) -> Int? {
    let takers = earlier.filter { row.trigger.isCovered(by: $0.trigger) }
    for (index, other) in takers.enumerated() {
      guard let around = other.condition else { continue }
      let implication = Implication(
        lets: row.meanings.merging(other.meanings) { first, _ in first })
      if let own = row.condition, implication.holds(from: own.syntax, to: around.syntax) {
        return other.place
      }
      for third in takers[..<index] {
        guard let guarding = third.condition else { continue }
        if Implication(lets: third.meanings.merging(other.meanings) { first, _ in first })
          .areOpposite(guarding.syntax, around.syntax)
        {
          return other.place
        }
      }
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

extension CheckedRow {
  /// What its `let` names stand for.
  fileprivate var meanings: [VariableIndex: TypedSyntax] {
    Dictionary(lets.map { ($0.variable, $0.value.syntax) }) { first, _ in first }
  }
}

extension CheckedRow.Trigger {
  /// Whether all that makes a row with this run makes one with the other run.
  fileprivate func isCovered(by other: CheckedRow.Trigger) -> Bool {
    switch (self, other) {
    case (.events(let own), .events(let others)): Set(own).isSubset(of: others)
    case (.events, .any), (.any, .any): true
    case (.timer(let own), .timer(let others)): own == others
    case (.eventless, .eventless): true
    case (.any, _), (.events, _), (.timer, _), (.eventless, _): false
    }
  }
}
