/// A screen that would be shown again and again.
package enum StickyOutput: Check {
  package static let rule = Rule("output/sticky", .warning)

  /// - Parameters:
  ///   - name: The output.
  ///   - location: What it shows.
  ///   - setter: The event that sets it.
  ///   - trace: The events after which it is still set.
  ///   - property: What to clear; `nil` where states decide.
  /// - Returns: The finding.
  package static func stays(
    _ name: String, at location: Diagnostic.Location, setBy setter: String, trace: String,
    property: String?
  ) -> Diagnostic {
    finding(
      "`\(name)` stays set after the screen was shown, so it would be shown again", at: location,
      label: "set by \(setter), cleared by no row",
      notes: [.init("shortest trace: \(trace): `\(name)` is still set")],
      help: property.map {
        "add { \"on\": \"\(shown(name))\", \"set\": { \"\($0)\": null } }, or make it a command"
      } ?? "let an event that tells that the screen was shown end it, or make it a command")
  }

  /// `stopShown` of `showStop`.
  private static func shown(_ name: String) -> String {
    let rest = name.drop { !$0.isUppercase }
    guard let first = rest.first else { return name + "Shown" }
    return first.lowercased() + rest.dropFirst() + "Shown"
  }
}
