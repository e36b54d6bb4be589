/// A ui output that may be absent.
enum OptionalUI: Check {
  static let rule = Rule("output/ui-optional", .warning)

  static func usually(_ name: String, _ type: String, at location: Diagnostic.Location)
    -> Diagnostic
  {
    finding("ui outputs are usually not optional: `\(name): \(type)`", at: location)
  }
}
