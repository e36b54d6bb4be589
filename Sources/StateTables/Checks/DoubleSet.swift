/// Two writes to one place in one `set`.
enum DoubleSet: Check {
  static let rule = Rule("row/double-set", .error)

  static func overlap(
    _ first: String, at firstPlace: Diagnostic.Place, _ second: String,
    at place: Diagnostic.Place
  ) -> Diagnostic {
    finding(
      "one `set` writes `\(first)` and `\(second)`", at: place, label: "second",
      notes: [Diagnostic.Note("first", at: firstPlace)],
      help: "a list of objects is taken one after the other: \"set\": [{ … }, { … }]")
  }
}
