/// Findings about names, and the notes of findings that have something in common.
enum NewFindings {
  /// The note for a further location of a finding.
  static func further(
    _ diagnostic: Diagnostic, about subject: Findings.Subject
  ) -> Diagnostic.Note {
    if case .name(_, let name) = subject {
      return .mention("`\(name)` \(Diagnostic.again)", at: diagnostic.location)
    }
    return .mention(diagnostic.message, at: diagnostic.location)
  }

  /// A name of a value that nothing has; it keeps the location and the notes of another finding.
  static func unknownValue(_ name: String, as other: Diagnostic) -> Diagnostic {
    UnknownName.finding("nothing here is named `\(name)`", at: other.location, notes: other.notes)
  }

  /// Many names that are used without being declared; `section` is one that is missing.
  static func missingSection(
    _ section: String?, _ names: [String], _ locations: [Diagnostic.Location]
  ) -> Diagnostic? {
    guard let first = locations.first else { return nil }
    let shown = names.prefix(2).map { "`\($0)`" }
    let others = names.count - shown.count
    let words =
      others == 0
      ? shown.joined(separator: " and ")
      : shown.joined(separator: ", ") + " and \(others) other\(others == 1 ? "" : "s")"
    return UnknownName.finding(
      section.map { "no `\($0)` are declared, but \(words) are used as \($0)" }
        ?? "\(words) are used but not declared", at: first,
      notes: zip(names, locations).dropFirst().map { name, location in
        .mention("`\(name)` is used", at: location)
      })
  }

  /// The note on a declaration that nothing uses, where an unknown name is close to it.
  static func closeDeclaration(
    _ name: String, to unknown: String, uses: Int, at location: Diagnostic.Location
  ) -> Diagnostic.Note {
    .mention(
      uses == 1
        ? "`\(name)` is declared but never used; `\(unknown)` is close to it"
        : "`\(name)` is declared but never used; \(uses) unknown names are close to it",
      at: location)
  }

  /// How several names are written where one text joins them.
  static func listHelp(_ names: [String]) -> String {
    "several names are a list: [\(names.map { "\"\($0)\"" }.joined(separator: ", "))]"
  }

  /// How the end of a state is named.
  static func doneHelp(_ names: [String]) -> String? {
    if names.isEmpty { return "`done.x` follows the end of a state `x` with a final child" }
    return "the end of a state is named " + names.map { "`\($0)`" }.joined(separator: " or ")
  }

  /// How a case is written as a value.
  static func caseHelp(_ name: String) -> String {
    "the case is written { \"\(name)\": {} }"
  }

  /// How an enum value is written as a value.
  static func enumHelp(_ type: String, _ name: String) -> String {
    "the value is written \"\(type).\(name)\""
  }

  /// The timers of a definition.
  static func timerHelp(_ ids: [String]) -> String {
    "the timers are " + ids.prefix(8).map { "`\($0)`" }.joined(separator: ", ")
  }

  /// The ids that a step can fail with.
  static func errorHelp(_ ids: [String]) -> String {
    "`error` is the id of an error: " + ids.map { "`\($0)`" }.joined(separator: ", ")
  }

  /// A key of a case that was written inside `then`.
  static func besideThen(_ key: String, at location: Diagnostic.Location) -> Diagnostic {
    UnknownName.finding(
      "no output is named `\(key)`", at: location,
      help: "`\(key)` is written beside `then`, not inside it")
  }

  /// A private value that a spec expects.
  static func notAnOutput(
    _ name: String, _ kind: NameKind, at location: Diagnostic.Location, among outputs: [String]
  ) -> Diagnostic {
    UnknownName.finding(
      "`\(name)` is \(kind.wordWithArticle); `then` expects outputs", at: location,
      help: outputs.isEmpty
        ? nil : "the outputs are " + outputs.prefix(8).map { "`\($0)`" }.joined(separator: ", "))
  }
}
