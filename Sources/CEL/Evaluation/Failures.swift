extension TypedSyntax {
  /// Whether each node can end in an error, by its place; what a computed value or a function that
  /// it reads can do is not looked at.
  package func mayFail(_ declarations: Declarations) -> [Bool] {
    SyntaxFacts(self, declarations).nodes.map(\.canFail)
  }
}
