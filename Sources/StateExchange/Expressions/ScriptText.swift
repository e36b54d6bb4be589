import CEL

/// Translates a plain subset of ECMAScript expressions, whose meaning in CEL is certain, to CEL
/// text.
///
/// It supports `In('x')`, `_event.data.x`, names, literals, comparisons, `&&`, `||`, `!`, `?:`,
/// `+`, `-`, `*`, `%`. It refuses `/`, which in CEL divides two ints to an int, and everything that
/// relies on truthiness.
struct ScriptText {
  struct Problem: Error {
    let message: String
  }

  private enum Token: Equatable {
    case name(String), number(String), text(String), sign(String)
  }

  private static let signs = [
    "===", "!==", "==", "!=", "<=", ">=", "&&", "||", "<", ">", "!", "+", "-", "*", "%", "(", ")",
    "[", "]", "{", "}", ",", ".", "?", ":",
  ]
  private static let refusedSigns = [
    ">>>", "**", "=>", "++", "--", "+=", "-=", "*=", "/=", "<<", ">>", "?.", "??", "...", "=", "/",
    "&", "|", "^", "~", ";", "`",
  ]
  private static let words: Set<String> = [
    "typeof", "instanceof", "new", "delete", "void", "function", "this", "var", "let", "const",
    "in", "await", "yield", "return",
  ]

  /// Returns the CEL text.
  static func cel(_ text: String) throws(Problem) -> String {
    let tokens = try tokens(of: text)
    try refuseMixedComparisons(tokens)
    var result: [String] = []
    var brackets: [String] = []
    for (offset, token) in tokens.enumerated() {
      let next = offset + 1 < tokens.count ? tokens[offset + 1] : nil
      switch token {
      case .number(let digits): result.append(digits)
      case .text(let text): result.append(Printer.quoted(text))
      case .name(let name):
        let before = offset > 0 ? tokens[offset - 1] : nil
        let isKey =
          brackets.last == "{" && next == .sign(":")
          && (before == .sign("{") || before == .sign(","))
        if isKey {
          result.append(Printer.quoted(name))
          continue
        }
        result.append(
          try self.name(name, isMember: before == .sign("."), isCall: next == .sign("(")))
      case .sign(let sign):
        switch sign {
        case "===": result.append("==")
        case "!==": result.append("!=")
        default: result.append(sign)
        }
        if ["(", "[", "{"].contains(sign) { brackets.append(sign) }
        if [")", "]", "}"].contains(sign) { _ = brackets.popLast() }
      }
    }
    let cel = joined(result)
    let (syntax, issues) = Parser.parse(cel)
    guard let syntax else {
      throw Problem(message: issues.first?.message ?? "it is not an expression")
    }
    try refuseUncertain(syntax)
    return cel
  }

  private static func name(
    _ name: String, isMember: Bool, isCall: Bool
  ) throws(Problem) -> String {
    if isCall, isMember || name != "In" {
      throw Problem(message: "`\(name)` is called, and only `In` can be")
    }
    if isMember {
      if name == "length" { throw Problem(message: "`length` counts in UTF-16 units") }
      return name
    }
    if words.contains(name) { throw Problem(message: "`\(name)` has no counterpart in CEL") }
    if name == "undefined" { return "null" }
    if ["NaN", "Infinity"].contains(name) {
      throw Problem(message: "`\(name)` has no counterpart in CEL")
    }
    if name.utf8.contains(UInt8(ascii: "$")) {
      throw Problem(message: "`\(name)` is not a valid name in CEL")
    }
    return name
  }

  /// Joins parts with one space around operators, none inside brackets and around dots.
  private static func joined(_ parts: [String]) -> String {
    var result = ""
    var isTight = true
    for (offset, part) in parts.enumerated() {
      let closes = [")", "]", "}", ",", ".", ":"].contains(part)
      let opensCall =
        ["(", "["].contains(part) && offset > 0
        && (parts[offset - 1].utf8.last.map(isNameByte) ?? false)
      if !result.isEmpty, !isTight, !closes, !opensCall { result += " " }
      if part == ":" { result += " " }
      result += part
      let isUnary =
        part == "!"
        || part == "-" && (offset == 0 || operators.contains(parts[offset - 1]))
      isTight = ["(", "[", "{", "."].contains(part) || isUnary
    }
    return result
  }

  private static let operators: Set<String> = [
    "(", "[", "{", ",", "?", ":", "&&", "||", "!", "==", "!=", "<", ">", "<=", ">=", "+", "-", "*",
    "%",
  ]

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]")
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 32)
  }

  /// Refuses `a == b < c`: ECMAScript evaluates `b < c` first, CEL evaluates from the left.
  private static func refuseMixedComparisons(_ tokens: [Token]) throws(Problem) {
    var levels: [Set<Bool>] = [[]]
    for token in tokens {
      guard case .sign(let sign) = token else { continue }
      switch sign {
      case "(", "[", "{": levels.append([])
      case ")", "]", "}": if levels.count > 1 { levels.removeLast() }
      case "&&", "||", "?", ":", ",": levels[levels.count - 1] = []
      case "===", "!==", "==", "!=", "<", ">", "<=", ">=":
        let isNew = levels[levels.count - 1].isEmpty
        guard isNew else { throw Problem(message: "comparisons are chained") }
        levels[levels.count - 1].insert(true)
      default: break
      }
    }
  }

  /// Refuses operands that ECMAScript would convert: numbers and text as booleans, text and numbers
  /// added.
  private static func refuseUncertain(_ syntax: Syntax) throws(Problem) {
    for node in syntax.nodes {
      switch node.kind {
      case .binary(.and, let left, let right), .binary(.or, let left, let right):
        try refuseTruthiness(left, syntax)
        try refuseTruthiness(right, syntax)
      case .unary(.not, _, let operand): try refuseTruthiness(operand, syntax)
      case .conditional(let condition, _, _): try refuseTruthiness(condition, syntax)
      case .binary(let operation, let left, let right):
        let kinds = [literal(left, syntax), literal(right, syntax)].compactMap { $0 }
        if kinds.count == 2, kinds[0] != kinds[1], operation != .equal, operation != .notEqual {
          throw Problem(message: "`\(operation.rawValue)` converts one of its operands")
        }
      default: break
      }
    }
  }

  /// Refuses a condition that is not a comparison, `In`, a name or a combination of these.
  static func refuseTruthiness(_ index: Syntax.Index, _ syntax: Syntax) throws(Problem) {
    switch syntax[index] {
    case .literal(.bool), .name, .select, .index, .call, .has, .conditional, .unary(.not, _, _):
      return
    case .binary(let operation, _, _):
      switch operation {
      case .add, .subtract, .multiply, .divide, .modulo: break
      default: return
      }
    default: break
    }
    throw Problem(message: "it uses `\(syntax.text(of: syntax.range(index)))` as a boolean")
  }

  private static func literal(_ index: Syntax.Index, _ syntax: Syntax) -> String? {
    switch syntax[index] {
    case .literal(.string): "text"
    case .literal(.int), .literal(.double): "number"
    case .literal(.bool): "bool"
    default: nil
    }
  }

  private static func tokens(of text: String) throws(Problem) -> [Token] {
    var tokens: [Token] = []
    var rest = Substring(text)
    while let first = rest.unicodeScalars.first {
      if first.properties.isWhitespace {
        rest = rest.dropFirst()
      } else if first == "'" || first == "\"" {
        tokens.append(.text(try literal(&rest)))
      } else if first == "_" || first == "$" || first.properties.isXIDStart {
        let word = rest.unicodeScalars.prefix {
          $0 == "_" || $0 == "$" || $0.properties.isXIDContinue
        }
        tokens.append(.name(String(word)))
        rest = rest[word.endIndex...]
      } else if ("0"..."9").contains(first) {
        tokens.append(.number(try number(&rest)))
      } else if let sign = refusedSigns.first(where: { rest.hasPrefix($0) }),
        !signs.contains(where: { rest.hasPrefix($0) && $0.count > sign.count })
      {
        throw Problem(message: "`\(sign)` has no certain counterpart in CEL")
      } else if let sign = signs.first(where: { rest.hasPrefix($0) }) {
        tokens.append(.sign(sign))
        rest = rest.dropFirst(sign.count)
      } else {
        throw Problem(message: "`\(first)` has no counterpart in CEL")
      }
    }
    guard tokens.count <= 10_000 else { throw Problem(message: "it is too long") }
    return tokens
  }

  /// Reads a decimal number; other forms, and a leading zero, have another meaning in ECMAScript.
  private static func number(_ rest: inout Substring) throws(Problem) -> String {
    let word = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") }
    rest = rest.dropFirst(word.count)
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    let isPlain =
      parts.count <= 2
      && parts.allSatisfy { part in
        !part.isEmpty && part.allSatisfy { $0.isASCII && $0.isNumber }
      }
    guard isPlain, !(word.hasPrefix("0") && word.count > 1 && !word.hasPrefix("0.")) else {
      throw Problem(message: "`\(word)` is not a plain decimal number")
    }
    return String(word)
  }

  private static func literal(_ rest: inout Substring) throws(Problem) -> String {
    let quote = rest.removeFirst()
    var text = ""
    while let character = rest.popFirst() {
      if character == quote { return text }
      guard character == "\\" else {
        text.append(character)
        continue
      }
      switch rest.popFirst() {
      case "n": text += "\n"
      case "t": text += "\t"
      case "r": text += "\r"
      case "\\": text += "\\"
      case "'": text += "'"
      case "\"": text += "\""
      default: throw Problem(message: "an escape in its text is not translated")
      }
    }
    throw Problem(message: "its text is not closed")
  }
}
