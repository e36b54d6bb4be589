import CEL
import StateLinking
import StateModel

/// Reports properties that always equal another one, or its opposite.
enum DerivedProperty: DefinitionCheck {
  static let rule = RuleID.propertyDerived

  static func findings(in context: DefinitionContext) -> [Diagnostic] {
    var firsts: [Content: (name: String, isOpposite: Bool)] = [:]
    return context.checked.properties.compactMap { property in
      guard let (content, isOpposite) = content(of: property, in: context) else { return nil }
      guard let first = firsts[content] else {
        firsts[content] = (property.name, isOpposite)
        return nil
      }
      return Diagnostic(
        .declaration(
          .derivedProperty(
            property.name, from: first.name, isOpposite: isOpposite != first.isOpposite)),
        at: Diagnostic.Location(Pointer.root["properties"][property.name], isKey: true))
    }
  }

  /// What a property holds at all times: two with equal contents are equal or opposite.
  private struct Content: Hashable {
    let type: ValueType
    let sites: [Writes.Site]
    /// The values of `initial` and of the writes; those that are opposites have the same key.
    let keys: [String]
    /// Whether each value is the opposite of its key, or for an opposite first value, is not.
    let turns: [Bool]
  }

  /// - Returns: The content, and whether the first value is the opposite of its key; `nil` where no
  ///   row writes the property, or where values cannot be compared.
  private static func content(
    of property: CheckedProperty, in context: DefinitionContext
  ) -> (Content, isOpposite: Bool)? {
    let writes = context.writes[property.variable]
    guard !writes.isEmpty, let initial = value(property.initial, context.checked) else {
      return nil
    }
    var content = (keys: [initial.key], turns: [false])
    for write in writes {
      guard let value = value(write.value, context.checked) else { return nil }
      content.keys.append(value.key)
      content.turns.append(value.isOpposite != initial.isOpposite)
    }
    return (
      Content(
        type: property.type, sites: writes.map(\.site), keys: content.keys, turns: content.turns),
      initial.isOpposite
    )
  }

  /// The key of a value, or of its opposite; `nil` where that is not known.
  private static func value(
    _ expression: Expression, _ checked: CheckedDefinition
  ) -> (key: String, isOpposite: Bool)? {
    let syntax = expression.syntax
    if let constant = syntax.constant(checked) {
      if case .bool(let truth) = constant { return ("bool", !truth) }
      return (Wire(checked.declarations).json(of: constant, as: syntax.type).text, false)
    }
    if let key = CellKeys().key(syntax.root, in: syntax) {
      return CellKeys.isNegation(key) ? (CellKeys.opposite(of: key), true) : (key, false)
    }
    return syntax.wholeText.map { ($0, false) }
  }
}

extension TypedSyntax {
  /// The text of a cell that is one text.
  fileprivate var wholeText: String? {
    sources.count == 1 && sources[0].pointer.isEmpty ? sources[0].text : nil
  }
}
