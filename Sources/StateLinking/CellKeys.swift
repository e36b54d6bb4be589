package import CEL
import StateModel

/// Makes keys for parts of cells: equal keys mean the same value.
///
/// In a key, a letter and an index name a part: `v3` is a variable, `f1` a field, `c1` a case, `n7` a
/// function of the language and `d2` a declared function. `a > 0` may have the key `n7(v3,0)`.
package struct CellKeys {
  /// The values of `let` names, which replace the names in keys.
  package var lets: [VariableIndex: TypedSyntax]

  package init(lets: [VariableIndex: TypedSyntax] = [:]) { self.lets = lets }

  /// How deep operands may nest; an expression that is nested deeper has no key.
  package static let deepest = 40
  /// The longest key. A chain of `let` names, each used twice by the next, would double the key
  /// with every name.
  private static let longest = 4_096

  /// The key of a node; `nil` for kinds of nodes that are not compared.
  package func key(_ index: TypedSyntax.Index, in syntax: TypedSyntax) -> String? {
    key(index, syntax, 0)
  }

  /// The key of the negation.
  package static func opposite(of key: String) -> String {
    isNegation(key)
      ? String(decoding: key.utf8.dropFirst(negation.utf8.count).dropLast(), as: UTF8.self)
      : "\(negation)\(key))"
  }

  /// Whether a key is that of a negation.
  package static func isNegation(_ key: String) -> Bool { key.utf8.starts(with: negation.utf8) }

  private static let negation = "not("

  private func key(_ index: TypedSyntax.Index, _ syntax: TypedSyntax, _ depth: Int) -> String? {
    guard depth < CellKeys.deepest, let kind = syntax.kind(index) else { return nil }
    func all(_ operands: [TypedSyntax.Index]) -> String? {
      var text = ""
      for (index, operand) in operands.enumerated() {
        guard let key = key(operand, syntax, depth + 1) else { return nil }
        text += index == 0 ? key : ",\(key)"
        guard text.utf8.count <= CellKeys.longest else { return nil }
      }
      return text
    }
    func over(_ name: String, _ operands: TypedSyntax.Index...) -> String? {
      all(operands).map { "\(name)(\($0))" }
    }
    switch kind {
    case .constant(let value): return CellKeys.text(value)
    case .variable(.declared(let variable)):
      if let meant = lets[variable] { return key(meant.root, meant, depth + 1) }
      return "v\(variable)"
    case .field(let operand, let field): return over("f\(field)", operand)
    case .caseData(let operand, let index): return over("c\(index)", operand)
    case .isCase(let operand, let index): return over("is\(index)", operand)
    case .isNotNull(let operand): return over("there", operand)
    case .isIn(let state): return "in \(state)"
    case .widen(let operand): return key(operand, syntax, depth + 1)
    case .and(let left, let right): return over("and", left, right)
    case .or(let left, let right): return over("or", left, right)
    case .index(let left, let right): return over("at", left, right)
    case .call(.notEqual, let operands):
      return all(operands).map { "not(\(CellKeys.name(.equal))(\($0)))" }
    case .call(.not, let operands): return all(operands).map { "not(\($0))" }
    case .call(let function, let operands):
      return all(operands).map { "\(CellKeys.name(function))(\($0))" }
    case .callDeclared(let function, let operands):
      return all(operands).map { "d\(function)(\($0))" }
    default: return nil
    }
  }

  private static func name(_ function: Function) -> String { "n\(function.rawValue)" }

  private static func text(_ value: Value) -> String? {
    switch value {
    case .null: "null"
    case .bool(let truth): "\(truth)"
    case .int(let number): "\(number)"
    case .uint(let number): "\(number)u"
    // As scalars: texts in different normal forms are different values, but equal strings in Swift.
    case .string(let text): "'\(text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined())'"
    case .enumeration(let type, let index): "e\(type.index).\(index)"
    case .duration(let span): "d\(span.nanoseconds)"
    default: nil
    }
  }
}
