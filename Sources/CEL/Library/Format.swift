extension Library {
  /// `text.format(arguments)`.
  package static func format(
    _ template: Value, _ arguments: Value, budget: inout Budget,
    types: [Declarations.DeclaredType]
  ) -> Answer {
    fail(.overload)
  }
}
