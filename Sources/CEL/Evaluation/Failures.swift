extension TypedSyntax {
  /// Whether each node can end in an error, by its place; what a computed value or a function that
  /// it reads can do is not looked at.
  package func mayFail(_ declarations: Declarations) -> [Bool] {
    var outline = Outline()
    _ = outline.append(self, declarations)
    return outline.nodes.map { $0.facts.contains(.canFail) }
  }

  /// Whether a call of such operands can end in an error of its own.
  package static func mayFail(
    _ function: Function, of types: [ValueType], _ declarations: Declarations
  ) -> Bool {
    var forms = Calls.Forms()
    for type in types { forms.append(declarations.form(of: type)) }
    return switch Calls.risk(function, forms, isDynamic: types.contains { $0.isDynamic }) {
    case .fails: true
    case .none, .charges: false
    }
  }
}
