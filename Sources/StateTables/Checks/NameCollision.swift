/// Two names that generated Swift or Kotlin could not tell apart.
enum NameCollision: Check {
  static let rule = Rule("name/collision", .error)

  static func oneName(
    _ first: String, at firstPlace: Diagnostic.Location, _ second: String,
    at location: Diagnostic.Location
  ) -> Diagnostic {
    finding(
      "`\(first)` and `\(second)` become one name in generated code", at: location, label: "second",
      notes: [Diagnostic.Note("first", at: firstPlace)])
  }

  static func getter(
    function: String, at location: Diagnostic.Location, name: String,
    at namePlace: Diagnostic.Location
  ) -> Diagnostic {
    finding(
      "the function `\(function)` and `\(name)` become one method in generated Kotlin",
      at: location,
      label: "second", notes: [Diagnostic.Note("first", at: namePlace)])
  }
}
