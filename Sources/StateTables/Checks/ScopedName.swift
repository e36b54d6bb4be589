/// A name that is declared, but means nothing where it is written.
enum ScopedName: Check {
  static let rule = Rule("name/scope", .error)

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
