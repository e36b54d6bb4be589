import CEL
package import StateModel

/// A name that nothing declares, outside of expressions (inside them, CEL reports it).
package enum UnknownName {
  /// No `kind` has the name.
  ///
  /// - Parameters:
  ///   - name: The name as written.
  ///   - kind: The kind that the key needs.
  ///   - location: The location of the name.
  ///   - known: The names that are allowed here, in declared order.
  ///   - fields: Returns the data that goes with a known name.
  ///   - declared: Returns the location where a known name is declared; `nil` to show none.
  /// - Returns: The diagnostic, with a fix if one name is clearly the nearest.
  package static func nothing(
    named name: String, _ kind: NameKind, at location: Diagnostic.Location, among known: [String],
    fields: (String) -> [String] = { _ in [] }, declared: (String) -> Diagnostic.Location?
  ) -> Diagnostic {
    var suggestion = Suggestion(for: name, among: known)
    if let written = WrittenName(name, kind, known: known, fields: fields) {
      suggestion = Suggestion(meaning: written.name)
      if let advice = written.advice {
        let none = Suggestion(for: name, among: [])
        return Diagnostic(.name(.unknown(kind, name, none)), at: location, advice: advice)
      }
    }
    return offering(
      suggestion, Diagnostic(.name(.unknown(kind, name, suggestion)), at: location), declared)
  }

  /// `owner` carries fields, but none of this name.
  package static func noField(
    named name: String, of owner: String, at location: Diagnostic.Location, among known: [String],
    declared: (String) -> Diagnostic.Location?
  ) -> Diagnostic {
    let suggestion = Suggestion(for: name, among: known)
    return offering(
      suggestion, Diagnostic(.name(.unknownField(name, of: owner, suggestion)), at: location),
      declared)
  }

  /// The name is declared, but as another kind than the key needs.
  static func wrongKind(
    _ name: String, is other: Declared, needed: Problem.Name.Needed,
    at location: Diagnostic.Location
  ) -> Diagnostic {
    Diagnostic(
      .name(.wrongKind(name, is: other.kind, needed: needed)), at: location,
      notes: [.mention(.declared(name), at: other.location)])
  }

  /// A type by the name that another language gives it.
  static func foreignType(
    _ name: String, at location: Diagnostic.Location, _ advice: ForeignType.Advice
  ) -> Diagnostic {
    Diagnostic(
      .name(.foreignType(name, advice)), at: location,
      fix: advice.text.map { .write($0, at: location, isSafe: true) })
  }

  private static func offering(
    _ suggestion: Suggestion, _ diagnostic: Diagnostic,
    _ declared: (String) -> Diagnostic.Location?
  ) -> Diagnostic {
    guard let nearest = suggestion.clearest else { return diagnostic }
    var diagnostic = diagnostic
    if let location = declared(nearest) {
      diagnostic.notes = [.mention(.declared(nearest), at: location)]
    }
    diagnostic.fix = .write(nearest, at: diagnostic.location, isSafe: true)
    return diagnostic
  }
}

extension UnknownName {
  /// Names that are used although no section declares any of their kind.
  package static func missingSection(
    _ section: String?, _ names: [String], _ locations: [Diagnostic.Location]
  ) -> Diagnostic? {
    guard let first = locations.first else { return nil }
    var diagnostic = Diagnostic(.name(.missingSection(section, names: names)), at: first)
    for (name, location) in zip(names, locations).dropFirst() {
      diagnostic.add(.mention(.used(name), at: location))
    }
    return diagnostic
  }
}

/// A name that is declared twice.
enum DuplicateName {
  static func clash(_ name: String, _ second: Declared, with first: Declared) -> Diagnostic {
    Diagnostic(
      .name(.clash(name, second.kind, earlier: first.kind)), at: second.location,
      notes: [Diagnostic.Note(.first, at: first.location)])
  }
}
