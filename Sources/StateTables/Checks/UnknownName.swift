import CEL

/// A name that nothing bears, wherever a name stands outside of expressions (inside, CEL says so).
enum UnknownName: Check {
  static let rule = Rule("name/unknown", .error)

  /// Nothing of the `kind` that is needed here bears the name.
  ///
  /// - Parameters:
  ///   - name: What is written.
  ///   - kind: What is needed.
  ///   - location: The name's index.
  ///   - known: The names that are legal here, in declared order.
  ///   - declared: Where the nearest of them is declared.
  /// - Returns: The diagnostic, with a fix if one name is clearly the nearest.
  static func nothing(
    named name: String, _ kind: NameKind, at location: Diagnostic.Location, among known: [String],
    declared: (String) -> Diagnostic.Location?
  ) -> Diagnostic {
    offering(
      finding("no \(kind.word) is named `\(name)`", at: location), for: name, among: known,
      declared: declared)
  }

  /// `owner` has no field of this name.
  static func noField(
    named name: String, of owner: String, at location: Diagnostic.Location, among known: [String],
    declared: (String) -> Diagnostic.Location?
  ) -> Diagnostic {
    offering(
      finding(
        known.isEmpty ? "`\(owner)` carries nothing" : "`\(owner)` carries no `\(name)`",
        at: location),
      for: name, among: known, declared: declared)
  }

  /// The words of both.
  fileprivate static let carriesNo = "` carries no"

  /// The name is declared, but as something else: ``flipped` is an event; `set` needs a property`.
  static func wrongKind(
    _ name: String, is other: Declared, needed: String, at location: Diagnostic.Location
  ) -> Diagnostic {
    finding(
      "`\(name)` is \(other.kind.wordWithArticle); \(needed)", at: location,
      notes: [.mention("`\(name)` is declared", at: other.location)])
  }

  /// A type by the name that another language gives it.
  static func foreignType(
    _ name: String, at location: Diagnostic.Location, _ words: String, text: String?
  ) -> Diagnostic {
    finding(
      "no type is named `\(name)`", at: location, label: words,
      fix: text.map {
        Diagnostic.Fix(title: "write `\($0)`", location: location, replacement: $0, isSafe: true)
      })
  }

  private static func offering(
    _ diagnostic: Diagnostic, for name: String, among known: [String],
    declared: (String) -> Diagnostic.Location?
  ) -> Diagnostic {
    var diagnostic = diagnostic
    let suggestion = Suggestion(for: name, among: known)
    diagnostic.label = suggestion.text
    guard let nearest = suggestion.clearest else { return diagnostic }
    if let location = declared(nearest) {
      diagnostic.notes = [.mention("`\(nearest)` is declared", at: location)]
    }
    diagnostic.fix = Diagnostic.Fix(
      title: "write `\(nearest)`", location: diagnostic.location, replacement: nearest, isSafe: true
    )
    return diagnostic
  }
}

extension Diagnostic {
  /// Whether it is about a field that an event, command or state does not carry.
  var isAboutField: Bool { rule == UnknownName.rule.id && message.contains(UnknownName.carriesNo) }
}
