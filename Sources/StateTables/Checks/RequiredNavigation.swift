/// A navigation output that is always there.
enum RequiredNavigation: Check {
  static let rule = Rule("output/navigation-required", .error)

  static func always(_ name: String, _ type: String, at location: Diagnostic.Location) -> Diagnostic
  {
    finding("navigation outputs are always optional: `\(name): \(type)`", at: location)
  }
}
