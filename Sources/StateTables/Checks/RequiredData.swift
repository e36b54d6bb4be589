/// A data output that is always there.
enum RequiredData: Check {
  static let rule = Rule("output/data-required", .warning)

  static func usually(_ name: String, _ type: String, at location: Diagnostic.Location)
    -> Diagnostic
  {
    finding("data outputs usually are optional: `\(name): \(type)`", at: location)
  }
}
