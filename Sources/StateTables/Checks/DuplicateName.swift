/// One name, one meaning.
enum DuplicateName: Check {
  static let rule = Rule("name/duplicate", .error)

  static func clash(_ name: String, _ second: Declared, with first: Declared) -> Diagnostic {
    finding(
      message(name, second.kind, first.kind), at: second.location, label: "second",
      notes: [Diagnostic.Note("first", at: first.location)])
  }

  private static func message(_ name: String, _ second: NameKind, _ first: NameKind) -> String {
    switch (first, second) {
    case (_, .let): "the `let` `\(name)` hides \(hidden(first))"
    case (.builtInType, _): "`\(name)` is a built-in type"
    case (.carried(let outer), .carried(let inner)) where outer != inner:
      "`\(name)` is carried by `\(outer)` and again by `\(inner)` inside it"
    case _ where first == second: "two \(plural(first)) are named `\(name)`"
    case (.carried, _), (_, .carried):
      "`\(name)` is \(first.wordWithArticle) and \(second.wordWithArticle)"
    default: "`\(name)` is both \(first.wordWithArticle) and \(second.wordWithArticle)"
    }
  }

  private static func hidden(_ kind: NameKind) -> String {
    if case .carried(let state) = kind { return "what `\(state)` carries" }
    return kind.wordWithArticle
  }

  private static func plural(_ kind: NameKind) -> String {
    switch kind {
    case .property: "properties"
    case .let: "`let` names"
    default: kind.word + "s"
    }
  }

  static func taken(_ name: String, at location: Diagnostic.Location) -> Diagnostic {
    finding(
      "`\(name)` is taken", at: location,
      help: "choose another name; this one has a meaning already")
  }

  /// Two used files, or a used file and this one, declare the same name.
  static func declaredInFiles(
    _ name: String, _ kind: NameKind, _ first: String?, _ second: String,
    at location: Diagnostic.Location
  ) -> Diagnostic {
    let firstPlace = first.map { "in `\($0)`" } ?? "here"
    return finding(
      "the \(kind.word) `\(name)` is declared \(firstPlace) and in `\(second)`", at: location)
  }
}
