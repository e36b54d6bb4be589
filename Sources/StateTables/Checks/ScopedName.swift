/// A name that is declared, but means nothing where it is written.
enum ScopedName: Check {
  static let rule = Rule(
    "name/scope", .error,
    reason: """
      What a state carries lives as long as the state is active, an event as long as its row runs; \
      outputs are for those outside. A cell may name what is surely there.
      """,
    fix: "Move the row or cell to where the name lives, or keep the value in a property.",
    says: "`language` is carried by `saving`; this output is of the root",
    bad: #"""
      { "state": "Language", "format": 1,
        "events": { "tappedSave": { "carries": { "language": "string" } }, "saved": {} },
        "initial": "idle",
        "states": [{ "state": "idle" },
                   { "state": "saving", "carries": { "language": "string" } }],
        "reducer": [{ "in": "idle", "on": "tappedSave",
                      "goTo": { "saving": { "language": "event.language" } } },
                    { "on": "saved", "goTo": "idle" }],
        "outputs": { "title": { "kind": "ui", "type": "string", "value": "⟦language⟧" } } }
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
        "outputs": { "title": { "kind": "ui", "type": "string", "rows": [
          { "in": "saving", "value": "language" }, { "value": "'Languages'" }] } } }
      """#)

  static func carried(_ name: String, by state: String, _ position: String) -> String {
    "`\(name)` is carried by `\(state)`; \(position)"
  }

  static func hidden(_ name: String, _ kind: NameKind, _ position: String) -> String {
    "`\(name)` is \(kind.wordWithArticle); \(position)"
  }

  static func event(_ name: String) -> String {
    "`\(name)` is an event: it happens and has no value"
  }

  static func command(_ name: String) -> String {
    "`\(name)` is a command: it is emitted and has no value"
  }

  static func output(_ name: String) -> String {
    "`\(name)` is an output: cells cannot read it"
  }

  static let outputHelp = "a `computed` value can be shared"

  static func notCommon(_ field: String, of event: String, missing other: String) -> String {
    "`event.\(field)` is carried by `\(event)`, not alike by `\(other)`, which this row takes too"
  }

  static func eventItself(known: [String]) -> String {
    known.isEmpty
      ? "the events of this row carry nothing"
      : "`event` is no value of its own; it has "
        + known.map { "`event.\($0)`" }.joined(separator: ", ")
  }

  static func noEvent(_ position: CellPosition, rowKey: String?) -> String {
    switch position {
    case .row:
      rowKey.map { "there is no `event` in a row with `\($0)`" }
        ?? "there is no `event` in an eventless row"
    case .entering: "there is no `event` in `enter` and `exit`"
    case .output: "there is no `event` in an output"
    case .computed: "there is no `event` in a computed value"
    case .invariant: "there is no `event` in an invariant"
    case .initial: "there is no `event` in `initial`"
    case .defaultValue, .carriedDefault: "there is no `event` in a `default`"
    case .function: "there is no `event` in a function"
    }
  }
}
