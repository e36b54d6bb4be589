/// Two names that generated Swift or Kotlin could not tell apart.
enum NameCollision: Check {
  static let rule = Rule(
    "name/collision", .error,
    reason: """
      Generated Kotlin starts the names of classes and enum entries with a capital, and the files \
      of classes may lie on disks that ignore case. One definition must suit both languages.
      """,
    fix: "Rename one of the two so that they differ by more than capitals and underscores.",
    says: "`loadedURL` and `loadedUrl` become one name in generated code",
    bad: #"""
      { "state": "Page", "format": 1,
        "events": { "loadedURL": {}, "⟦loadedUrl⟧": {} },
        "reducer": [{ "on": ["loadedURL", "loadedUrl"] }] }
      """#,
    good: #"""
      { "state": "Page", "format": 1,
        "events": { "loadedURL": {}, "loadedImage": {} },
        "reducer": [{ "on": ["loadedURL", "loadedImage"] }] }
      """#)

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
