/// A ui output that may be absent.
enum OptionalUI: Check {
  static let rule = Rule(
    "output/ui-optional", .warning,
    reason: """
      A view shows something all the time: an output of kind `ui` that may be null makes every \
      view decide what nothing looks like.
      """,
    fix: "Give a value for every state, or permit it with `allow` where nothing has a meaning.",
    says: "ui outputs are usually not optional: `title: string?`",
    bad: #"""
      { "state": "Header", "format": 1,
        "inputs": { "title": "string?" },
        "outputs": { "title": { "kind": "ui", "type": "⟦string?⟧", "value": "title" } } }
      """#,
    good: #"""
      { "state": "Header", "format": 1,
        "inputs": { "title": "string?" },
        "outputs": { "title": { "kind": "ui", "type": "string",
                                "value": "title != null ? title : ''" } } }
      """#)

  static func usually(_ name: String, _ type: String, at place: Diagnostic.Place) -> Diagnostic {
    finding("ui outputs are usually not optional: `\(name): \(type)`", at: place)
  }
}
