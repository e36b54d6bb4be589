/// An output row that gives nothing.
enum OutputValue {
  static func missing(_ name: String, _ type: String, at location: Diagnostic.Location)
    -> Diagnostic
  {
    Diagnostic(
      rule: "shape/missing-key", severity: .error,
      message: "this row of `\(name)` has no `value`; only rows of `void?` need none", at: location)
  }
}
