/// A declaration that gives up checking.
enum DynamicType: Check {
  static let rule = Rule("type/dyn", .warning)

  static func unchecked(_ name: String, at location: Diagnostic.Location) -> Diagnostic {
    finding("`\(name)` is dyn: nothing about it is checked", at: location)
  }
}
