/// The text of an expression as an editor shows it: tokens even where it has errors, and its tree.
package enum ExpressionText {
  /// A token and its UTF-8 offsets in the text.
  package struct Piece: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case name, keyword, number, text
      /// An operator or bracket, as it is written.
      case symbol(String)
      /// Characters that are not a token.
      case other
    }

    package let kind: Kind
    package let range: Range<Int>
  }

  /// The tokens of a text, in order. Blanks and comments are between them.
  package static func pieces(of text: String) -> [Piece] {
    Lexer.tokens(of: Array(text.utf8)).tokens.compactMap { token in
      let kind: Piece.Kind
      switch token.kind {
      case .end: return nil
      case .identifier, .quoted: kind = .name
      case .int, .uint, .double: kind = .number
      case .string, .bytes: kind = .text
      case .symbol(let symbol): kind = .symbol(symbol.rawValue)
      case .keyword: kind = .keyword
      case .other: kind = .other
      }
      return Piece(kind: kind, range: Int(token.range.lowerBound)..<Int(token.range.upperBound))
    }
  }

  /// The tree of a text; `nil` if its grammar is broken.
  package static func syntax(of text: String) -> Syntax? { Parser.parsed(text).syntax }
}

extension Syntax {
  /// The children of a node, in the order in which they are written.
  package func children(of index: Index) -> [Index] {
    switch self[index] {
    case .literal, .name: []
    case .select(let operand, _, _), .has(let operand, _), .unary(_, _, let operand): [operand]
    case .index(let left, let right, _), .binary(_, let left, let right): [left, right]
    case .call(_, _, let arguments): arguments
    case .method(let operand, _, let arguments): [operand] + arguments
    case .macro(let expansion): [expansion.target].compactMap(\.self) + expansion.arguments
    case .conditional(let condition, let first, let second): [condition, first, second]
    case .list(let elements): elements.map(\.value)
    case .map(let entries): entries.flatMap { [$0.key, $0.value] }
    case .message(_, _, let fields): fields.map(\.value)
    }
  }
}

/// A function or macro of the language, with the forms in which it can be called.
package struct LanguageFunction: Sendable {
  /// The types of the arguments, without the receiver of a method, and the type of the value.
  package struct Form: Sendable {
    package let receiver: ValueType?
    package let parameters: [ValueType]
    package let result: ValueType
  }

  /// The name as it is called: `size`, `math.greatest`.
  package let name: String
  /// Whether it is called on a value: `a.f(b)`.
  package let isMember: Bool
  /// The forms, in the order in which they are tried; empty for a macro.
  package let forms: [Form]
  /// How a macro is called: `map(x, value)`; `nil` for a function.
  package let usage: String?

  /// All of them, in the order of their names; methods after functions of the same name.
  package static let all: [LanguageFunction] = {
    let functions = Overloads.global.map { name, function in
      LanguageFunction(name, function, isMember: false)
    }
    let methods = Overloads.member.map { name, function in
      LanguageFunction(name, function, isMember: true)
    }
    let macros = Macro.usage.filter { $0.key != "exists_one" }.map { name, usage in
      LanguageFunction(name: name, isMember: true, forms: [], usage: usage)
    }
    let others = [
      LanguageFunction(name: "has", isMember: false, forms: [], usage: "has(value.field)"),
      LanguageFunction(
        name: "cel.bind", isMember: false, forms: [], usage: "cel.bind(x, value, expression)"),
      LanguageFunction(name: "isIn", isMember: false, forms: [], usage: "isIn('state')"),
    ]
    return (functions + methods + macros + others).sorted {
      $0.name == $1.name
        ? !$0.isMember && $1.isMember : $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }
  }()

  private init(name: String, isMember: Bool, forms: [Form], usage: String?) {
    self.name = name
    self.isMember = isMember
    self.forms = forms
    self.usage = usage
  }

  private init(_ name: String, _ function: Function, isMember: Bool) {
    self.name = name
    self.isMember = isMember
    usage = nil
    forms = Overloads[function].filter { $0.isMember == isMember }.map { signature in
      Form(
        receiver: isMember ? signature.parameters.first : nil,
        parameters: Array(signature.parameters.dropFirst(isMember ? 1 : 0)),
        result: signature.result)
    }
  }

  /// Whether it can be called on a value of a type. Macros look at the elements of lists and maps,
  /// or into optionals.
  package func accepts(_ type: ValueType) -> Bool {
    if case .dyn = type { return true }
    if type.isUnknown { return true }
    if usage != nil {
      switch type {
      case .list: return !["optMap", "optFlatMap"].contains(name)
      case .map: return !["optMap", "optFlatMap", "sortBy"].contains(name)
      case .optional: return ["optMap", "optFlatMap"].contains(name)
      default: return false
      }
    }
    return forms.contains { form in
      switch (form.receiver, type) {
      case (.parameter, _): true
      case (.list(let wanted), .list(let element)):
        if case .parameter = wanted { true } else { wanted == element || element.isUnknown }
      case (.map, .map), (.optional, .optional): true
      default: form.receiver == type
      }
    }
  }
}
