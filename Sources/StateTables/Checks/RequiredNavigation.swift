/// A navigation output that is always there.
enum RequiredNavigation: Check {
  static let rule = Rule(
    "output/navigation-required", .error,
    reason: "Navigation happens when its output appears; one that is always there never appears.",
    fix: "Make the type optional: null while nothing is to be shown.",
    says: "navigation outputs are always optional: `showStop: string`",
    bad: #"""
      { "state": "Nearby", "format": 1,
        "inputs": { "stopId": "string" },
        "outputs": { "showStop": { "kind": "navigation", "type": "⟦string⟧", "value": "stopId" } } }
      """#,
    good: #"""
      { "state": "Nearby", "format": 1,
        "inputs": { "stopId": "string" },
        "outputs": { "showStop": { "kind": "navigation", "type": "string?",
                                   "value": "stopId != '' ? stopId : null" } } }
      """#)

  static func always(_ name: String, _ type: String, at place: Diagnostic.Place) -> Diagnostic {
    finding("navigation outputs are always optional: `\(name): \(type)`", at: place)
  }
}
