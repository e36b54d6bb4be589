extension TypedSyntax {
  /// Whether each node can end in an error, by its place; what a computed value or a function that
  /// it reads can do is not looked at.
  package func mayFail(_ declarations: Declarations) -> [Bool] {
    SyntaxFacts(self, declarations).nodes.map(\.canFail)
  }

  /// Whether a call of such operands can end in an error of its own.
  package static func mayFail(
    _ function: Function, of types: [ValueType], _ declarations: Declarations
  ) -> Bool {
    switch Calls.risk(function, types, declarations) {
    case .fails: true
    case .none, .charges: false
    }
  }
}
