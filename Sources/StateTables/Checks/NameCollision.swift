/// Two names that generated Swift or Kotlin could not tell apart.
enum NameCollision: Check {
  static let rule = Rule("name/collision", .error)

  static func oneName(
    _ first: String, at firstPlace: Diagnostic.Place, _ second: String, at place: Diagnostic.Place
  ) -> Diagnostic {
    finding(
      "`\(first)` and `\(second)` become one name in generated code", at: place, label: "second",
      notes: [Diagnostic.Note("first", at: firstPlace)])
  }

  static func getter(
    function: String, at place: Diagnostic.Place, name: String, at namePlace: Diagnostic.Place
  ) -> Diagnostic {
    finding(
      "the function `\(function)` and `\(name)` become one method in generated Kotlin", at: place,
      label: "second", notes: [Diagnostic.Note("first", at: namePlace)])
  }
}
