/// A way into a state that does not give the data that the state carries.
enum CarriedData: Check {
  static let rule = Rule(
    "state/carries", .error,
    reason: """
      What a state carries is given by whoever goes there, so that a cell inside can rely on it. A \
      field with a `default` may be left out.
      """,
    fix: """
      Give the data where the row goes: `"goTo": { "b": { "n": 1 } }`, or declare a `default`.
      """,
    says: "`saving` carries `language: string`; this `goTo` does not give it and it has no default",
    bad: #"""
      { "state": "Language", "format": 1,
        "events": { "tappedSave": { "carries": { "language": "string" } }, "saved": {} },
        "initial": "idle",
        "states": [{ "state": "idle" },
                   { "state": "saving", "carries": { "language": "string" } }],
        "reducer": [{ "in": "idle", "on": "tappedSave", "goTo": "⟦saving⟧" },
                    { "on": "saved", "goTo": "idle" }],
        "outputs": { "save": { "kind": "data", "type": "string?", "rows": [
          { "in": "saving", "value": "language" }] } } }
      """#,
    good: #"""
      { "state": "Language", "format": 1,
        "events": { "tappedSave": { "carries": { "language": "string" } }, "saved": {} },
        "initial": "idle",
        "states": [{ "state": "idle" },
                   { "state": "saving", "carries": { "language": "string" } }],
        "reducer": [{ "in": "idle", "on": "tappedSave",
                      "goTo": { "saving": { "language": "event.language" } } },
                    { "on": "saved", "goTo": "idle" }],
        "outputs": { "save": { "kind": "data", "type": "string?", "rows": [
          { "in": "saving", "value": "language" }] } } }
      """#)

  static func missing(
    _ fields: [Definition.Field], of state: String, by key: String, isTarget: Bool,
    at place: Diagnostic.Place
  ) -> Diagnostic {
    let them = fields.count == 1 ? "it and it has" : "them and they have"
    let way = isTarget ? "this `\(key)`" : "this `\(key)` enters it and"
    return finding(
      "`\(state)` carries \(Incomplete.list(fields)); \(way) does not give \(them) no default",
      at: place)
  }
}
