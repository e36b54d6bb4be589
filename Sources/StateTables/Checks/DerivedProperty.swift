import CEL

/// A property that another one says already.
enum DerivedProperty: WholeCheck {
  static let rule = Rule("property/derived", .note)

  static let reliesOn: Set<Findings.Aspect> = [.flow, .reads, .writes, .events, .states, .rows]

  static func findings(in whole: Whole) -> [Diagnostic] {
    let properties = whole.checked.properties
    if properties.count < 2 { return [] }
    var found: [Diagnostic] = []
    for (index, property) in properties.enumerated() {
      let mine = whole.writes[property.variable]
      if mine.isEmpty { continue }
      for earlier in properties.prefix(index) {
        let others = whole.writes[earlier.variable]
        guard others.count == mine.count, others[0].site == mine[0].site,
          zip(others, mine).allSatisfy({ $0.site == $1.site }), earlier.type == property.type,
          let relation = relation(earlier.initial, property.initial, whole.checked),
          zip(others, mine).allSatisfy({
            self.relation($0.value, $1.value, whole.checked) == relation
          })
        else { continue }
        found.append(follows(property.name, from: earlier.name, relation))
        break
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
      at: Diagnostic.Location(Pointer.root["properties"][name].text, isKey: true))
  }
}

extension TypedSyntax {
  /// The text, where the cell is one text.
  fileprivate var wholeText: String? {
    sources.count == 1 && sources[0].pointer.isEmpty ? sources[0].text : nil
  }
}
