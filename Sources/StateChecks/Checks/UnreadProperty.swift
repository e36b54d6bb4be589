import StateLinking
import StateModel

/// Reports properties that nothing depends on.
enum UnreadProperty: DefinitionCheck {
  static let rule = RuleID.propertyUnread

  static func findings(in context: DefinitionContext) -> [Diagnostic] {
    let noticed = context.flow.noticed
    return context.checked.properties.filter { !noticed.contains($0.variable) }.map { property in
      Diagnostic(
        .declaration(.unreadProperty(property.name)),
        at: Diagnostic.Location(Pointer.root["properties"][property.name], isKey: true))
    }
  }
}

/// Reports properties that never change.
enum UnwrittenProperty: DefinitionCheck {
  static let rule = RuleID.propertyUnwritten

  static func findings(in context: DefinitionContext) -> [Diagnostic] {
    let flow = context.flow
    return context.checked.properties.filter { property in
      !flow.written.contains(property.variable) && flow.noticed.contains(property.variable)
    }.map { property in
      Diagnostic(
        .declaration(.unwrittenProperty(property.name)),
        at: Diagnostic.Location(Pointer.root["properties"][property.name], isKey: true))
    }
  }
}
