import CEL
import StateLinking
import StateModel

/// Reports properties that always equal another one, or its opposite.
enum DerivedProperty: DefinitionCheck {
  static let rule = RuleID.propertyDerived

  static func findings(in context: DefinitionContext) -> [Diagnostic] {
    let properties = context.checked.properties
    if properties.count < 2 { return [] }
    var found: [Diagnostic] = []
    for (index, property) in properties.enumerated() {
      let mine = context.writes[property.variable]
      if mine.isEmpty { continue }
      for earlier in properties.prefix(index) {
        let others = context.writes[earlier.variable]
        guard others.count == mine.count, others[0].site == mine[0].site,
          zip(others, mine).allSatisfy({ $0.site == $1.site }), earlier.type == property.type,
          let relation = relation(earlier.initial, property.initial, context.checked),
          zip(others, mine).allSatisfy({
            self.relation($0.value, $1.value, context.checked) == relation
          })
        else { continue }
        found.append(
          Diagnostic(
            .declaration(
              .derivedProperty(
                property.name, from: earlier.name, isOpposite: relation == .opposite)),
            at: Diagnostic.Location(Pointer.root["properties"][property.name], isKey: true)))
        break
      }
    }
    return found
  }

  private enum Relation { case same, opposite }

  /// The relation of the second value to the first; `nil` where that is not known.
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
}

extension TypedSyntax {
  /// The text of a cell that is one text.
  fileprivate var wholeText: String? {
    sources.count == 1 && sources[0].pointer.isEmpty ? sources[0].text : nil
  }
}
