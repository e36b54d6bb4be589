import CEL

/// A property that another one says already.
enum DerivedProperty: WholeCheck {
  static let rule = Rule(
    "property/derived", .note,
    reason: """
      Two properties that are always written together, the one from the other, can come to \
      disagree; a computed value cannot.
      """,
    fix: "Make it a computed value.",
    says: "`isTails` is always `!isHeads`; make it a computed value",
    bad: #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true },
                        "⟦isTails⟧": { "type": "bool", "initial": false } },
        "events": { "flippedToHeads": {}, "flippedToTails": {} },
        "reducer": [{ "on": "flippedToHeads", "set": { "isHeads": true, "isTails": false } },
                    { "on": "flippedToTails", "set": { "isHeads": false, "isTails": true } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" },
                     "isTails": { "kind": "ui", "type": "bool", "value": "isTails" } } }
      """#,
    good: #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flippedToHeads": {}, "flippedToTails": {} },
        "reducer": [{ "on": "flippedToHeads", "set": { "isHeads": true } },
                    { "on": "flippedToTails", "set": { "isHeads": false } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" },
                     "isTails": { "kind": "ui", "type": "bool", "value": "!isHeads" } } }
      """#)

  static let reliesOn: Set<Findings.Aspect> = [.flow, .reads, .writes, .events, .states, .rows]

  static func findings(in whole: Whole) -> [Diagnostic] {
    let properties = whole.checked.properties
    if properties.count < 2 { return [] }
    let writes = Writes(whole.checked)
    var found: [Diagnostic] = []
    for (place, property) in properties.enumerated() {
      guard let mine = writes.whole[property.variable], !mine.isEmpty else { continue }
      for earlier in properties.prefix(place) where earlier.type == property.type {
        guard let others = writes.whole[earlier.variable], others.count == mine.count,
          mine.keys.allSatisfy({ others[$0] != nil })
        else { continue }
        let pairs = mine.compactMap { site, value in others[site].map { ($0, value) } }
        let all = pairs + [(earlier.initial, property.initial)]
        let relations = Set(all.map { relation($0, $1, whole.checked) })
        if relations.count == 1, let relation = relations.first, let relation {
          found.append(follows(property.name, from: earlier.name, relation))
          break
        }
      }
    }
    return found
  }

  private enum Relation { case same, opposite }

  /// How the second value follows from the first; `nil` where that cannot be told.
  private static func relation(
    _ first: Expression, _ second: Expression, _ checked: CheckedDefinition
  ) -> Relation? {
    if let one = first.syntax.constant(checked), let other = second.syntax.constant(checked) {
      if one.isIdentical(to: other) { return .same }
      if case .bool = one, case .bool = other { return .opposite }
      return nil
    }
    guard let one = first.syntax.wholeText, let other = second.syntax.wholeText else { return nil }
    if one == other { return .same }
    return other == "!\(one)" || one == "!\(other)" || other == "!(\(one))" ? .opposite : nil
  }

  private static func follows(
    _ name: String, from other: String, _ relation: Relation
  ) -> Diagnostic {
    let what = relation == .same ? "`\(other)`" : "`!\(other)`"
    return finding(
      "`\(name)` is always \(what); make it a computed value",
      at: Diagnostic.Place(Pointer.root["properties"][name].text, isKey: true))
  }
}

/// Every place that writes a variable as a whole; variables that are written in parts have none.
struct Writes {
  /// The object of `set`, by the row or action that it stands in and its place there.
  struct Site: Hashable {
    /// The place of the row, or of the action after all rows.
    let owner: Int
    let place: Int
  }

  private(set) var whole: [VariableIndex: [Site: Expression]] = [:]
  private var partly: Set<VariableIndex> = []

  init(_ checked: CheckedDefinition) {
    for (owner, row) in checked.rows.enumerated() { take(row.assignments, owner) }
    for (place, action) in checked.actions.enumerated() {
      take(action.assignments, checked.rows.count + place)
    }
    for variable in partly { whole[variable] = nil }
  }

  private mutating func take(_ assignments: [[CheckedAssignment]], _ owner: Int) {
    for (place, object) in assignments.enumerated() {
      for assignment in object {
        if assignment.path.isEmpty {
          whole[assignment.variable, default: [:]][Site(owner: owner, place: place)] =
            assignment.value
        } else {
          partly.insert(assignment.variable)
        }
      }
    }
  }
}

extension TypedSyntax {
  /// The text, where the cell is one text.
  fileprivate var wholeText: String? {
    sources.count == 1 && sources[0].pointer.isEmpty ? sources[0].text : nil
  }
}
