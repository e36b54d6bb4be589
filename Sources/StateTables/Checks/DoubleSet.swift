/// Two writes to one place in one `set`.
enum DoubleSet: Check {
  static let rule = Rule(
    "row/double-set", .error,
    reason: """
      All cells of one `set` read the values from before it, and its keys have no order: two that \
      write the same place would leave it open which of them counts.
      """,
    fix: "Write each place once; several steps go into a list: `\"set\": [{ … }, { … }]`.",
    says: "one `set` writes `profile` and `profile.name`",
    bad: #"""
      { "state": "Profile", "format": 1,
        "types": { "Person": { "record": { "name": "string" } } },
        "inputs": { "person": "Person" },
        "properties": { "profile": { "type": "Person", "initial": "person" } },
        "events": { "renamed": { "carries": { "name": "string" } } },
        "reducer": [{ "on": "renamed",
                      "set": { "profile": "person", "⟦profile.name⟧": "event.name" } }],
        "outputs": { "name": { "kind": "ui", "type": "string", "value": "profile.name" } } }
      """#,
    good: #"""
      { "state": "Profile", "format": 1,
        "types": { "Person": { "record": { "name": "string" } } },
        "inputs": { "person": "Person" },
        "properties": { "profile": { "type": "Person", "initial": "person" } },
        "events": { "renamed": { "carries": { "name": "string" } } },
        "reducer": [{ "on": "renamed",
                      "set": [{ "profile": "person" }, { "profile.name": "event.name" }] }],
        "outputs": { "name": { "kind": "ui", "type": "string", "value": "profile.name" } } }
      """#)

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
