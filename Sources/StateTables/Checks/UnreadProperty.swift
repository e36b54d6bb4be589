/// A property that nothing depends on.
enum UnreadProperty: WholeCheck {
  static let rule = Rule("property/unread", .warning)

  static let reliesOn: Set<Findings.Aspect> = [.flow, .reads, .events, .commands, .states, .rows]

  static func findings(in whole: Whole) -> [Diagnostic] {
    let noticed = whole.flow.noticed
    let found = whole.checked.properties.compactMap { property in
      noticed.contains(property.variable) ? nil : nothing(dependsOn: property.name)
    }
    // Without any outputs that is one thing to say, not one of each property.
    return whole.definition.outputs.isEmpty ? Diagnostic.together(found) : found
  }

  private static func nothing(dependsOn name: String) -> Diagnostic {
    finding(
      "no output, guard or command depends on `\(name)`",
      at: Diagnostic.Location(Pointer.root["properties"][name].text, isKey: true))
  }
}
