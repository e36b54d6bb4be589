/// A navigation output that is always there.
enum RequiredNavigation: Check {
  static let rule = Rule("output/navigation-required", .error)

  static func always(_ name: String, _ type: String, at place: Diagnostic.Place) -> Diagnostic {
    finding("navigation outputs are always optional: `\(name): \(type)`", at: place)
  }
}
