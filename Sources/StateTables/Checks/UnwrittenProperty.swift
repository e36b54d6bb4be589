/// A property that never changes.
enum UnwrittenProperty: WholeCheck {
  static let rule = Rule("property/unwritten", .warning)

  static let reliesOn: Set<Findings.Aspect> = [.reads, .writes, .events, .commands, .states, .rows]
  static let leavesOpen: Set<Findings.Aspect> = [.flow]

  static func findings(in whole: Whole) -> [Diagnostic] {
    let flow = whole.flow
    return whole.checked.properties.compactMap { property in
      flow.written.contains(property.variable) || !flow.noticed.contains(property.variable)
        ? nil : neverChanges(property.name)
    }
  }

  private static func neverChanges(_ name: String) -> Diagnostic {
    finding(
      "`\(name)` never changes; make it an input or a computed value",
      at: Diagnostic.Location(Pointer.root["properties"][name].text, isKey: true))
  }
}
