/// Two writes to one index in one `set`.
enum DoubleSet: Check {
  static let rule = Rule("row/double-set", .error)

  static func overlap(
    _ first: String, at firstPlace: Diagnostic.Location, _ second: String,
    at location: Diagnostic.Location
  ) -> Diagnostic {
    finding(
      "one `set` writes `\(first)` and `\(second)`", at: location, label: "second",
      notes: [Diagnostic.Note("first", at: firstPlace)],
      help: "a list of objects is taken one after the other: \"set\": [{ … }, { … }]")
  }
}
