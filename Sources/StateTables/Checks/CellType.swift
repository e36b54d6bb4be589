/// A cell of another type than is needed; its words are those of the checker of cells.
enum CellType: Check {
  static let rule = Rule("type/mismatch", .error)

  /// A declaration that nothing agrees with: with another type everything would.
  static func declared(
    _ name: String, _ type: String, usedAs other: String, at location: Diagnostic.Location,
    _ errors: [Diagnostic]
  ) -> Diagnostic {
    finding(
      "`\(name)` is declared as \(type) and used as \(other)", at: location,
      label: "did you mean `\(other)`?",
      notes: errors.prefix(8).map { .mention($0.message, at: $0.location) },
      fix: Diagnostic.Fix(
        title: "write `\(other)`", location: location, replacement: other, isSafe: false))
  }
}
