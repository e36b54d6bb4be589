extension Parser {
  // { "." ["?"] selector [ "(" args ")" ] | "[" ["?"] expr "]" | "{" fields "}" after a dotted name }
  mutating func selectors(of operand: Syntax.Index, first: Int) throws(Stop) -> Syntax.Index {
    var operand = operand
    while true {
      switch token.kind {
      case .symbol(.dot): operand = try selector(of: operand, first: first)
      case .symbol(.leftBracket): operand = try subscripting(operand, first: first)
      case .symbol(.leftBrace):
        guard let name = takeDottedName(operand, first: first) else { return operand }
        operand = try message(name.name, isAbsolute: name.isAbsolute, first: first)
      default: return operand
      }
    }
  }

  // "." ["?"] selector [ "(" args ")" ]
  private mutating func selector(
    of operand: Syntax.Index, first: Int
  ) throws(Stop) -> Syntax.Index {
    next += 1
    let isOptional = accept(.question)
    let name = try fieldName(.name(after: isOptional ? ".?" : "."))
    let start = range(operand).lowerBound
    guard token.kind == .symbol(.leftParen) else {
      return try add(
        .select(operand, name, isOptional: isOptional), first: first,
        range: start..<name.range.upperBound)
    }
    if isOptional {
      throw report(.optionalCall(name.text), at: name.range)
    }
    let arguments = try arguments()
    let whole = start..<tokens[next - 1].range.upperBound
    if let macro = try expansion(of: name, on: operand, arguments) {
      return try add(macro, first: first, range: whole)
    }
    return try add(.method(operand, name, arguments), first: first, range: whole)
  }

  // "[" ["?"] expr "]"
  private mutating func subscripting(
    _ operand: Syntax.Index, first: Int
  ) throws(Stop) -> Syntax.Index {
    let opening = token
    next += 1
    let isOptional = accept(.question)
    try enter()
    let index = try expression()
    try close(.rightBracket, opening, orElse: ["]"])
    depth -= 1
    return try add(
      .index(operand, index, isOptional: isOptional), first: first,
      range: range(operand).lowerBound..<tokens[next - 1].range.upperBound)
  }

  /// `A.B` before `{` is a type's name, not a value: its nodes are taken back. No part of it
  /// is in backquotes, which are for fields and variables (CEL's grammar, SELECTOR).
  private mutating func takeDottedName(
    _ operand: Syntax.Index, first: Int
  ) -> (name: Syntax.Name, isAbsolute: Bool)? {
    var parts: [String] = []
    var current = operand
    while case .select(let inner, let name, isOptional: false) = nodes[Int(current)].kind {
      guard !name.isQuoted else { return nil }
      parts.append(name.text)
      current = inner
    }
    guard case .name(let name, let isAbsolute) = nodes[Int(current)].kind, !name.isQuoted
    else { return nil }
    // A name in parentheses is a value: its tokens are more than its parts.
    guard tokens[next - 1].kind != .symbol(.rightParen) else { return nil }
    parts.append(name.text)
    let whole = range(operand)
    nodes.removeSubrange(first...)
    let text = parts.reversed().joined(separator: ".")
    return (Syntax.Name(text: text, range: whole), isAbsolute)
  }

  // "{" [ ["?"] selector ":" expr { "," ["?"] selector ":" expr } [","] ] "}"
  private mutating func message(
    _ name: Syntax.Name, isAbsolute: Bool, first: Int
  ) throws(Stop) -> Syntax.Index {
    let opening = token
    next += 1
    try enter()
    var fields: [Syntax.Field] = []
    while token.kind != .symbol(.rightBrace) {
      let isOptional = accept(.question)
      let field = try fieldName(.fieldName)
      try expect(.colon, .fieldValue)
      let value = try expression()
      fields.append(Syntax.Field(name: field, value: value, isOptional: isOptional))
      guard accept(.comma) else { break }
    }
    try close(.rightBrace, opening, orElse: [",", "}"])
    depth -= 1
    return try add(
      .message(name, isAbsolute: isAbsolute, fields), first: first,
      range: name.range.lowerBound..<tokens[next - 1].range.upperBound)
  }

  // args = [ expr { "," expr } ]
  mutating func arguments() throws(Stop) -> [Syntax.Index] {
    let opening = token
    next += 1
    try enter()
    var arguments: [Syntax.Index] = []
    if token.kind != .symbol(.rightParen) {
      repeat { arguments.append(try expression()) } while accept(.comma)
    }
    if isAt(.colon), let last = arguments.last, case .name(let label, _) = nodes[Int(last)].kind {
      throw report(.argumentLabel(label.text), at: label.range)
    }
    try close(.rightParen, opening, orElse: arguments.isEmpty ? [")"] : [",", ")"])
    depth -= 1
    return arguments
  }

  /// The macro that a call is, if it is one. A macro that is not given plain names is left as a
  /// call, which the checker refuses.
  private mutating func expansion(
    of name: Syntax.Name, on operand: Syntax.Index, _ arguments: [Syntax.Index]
  ) throws(Stop) -> Syntax.Kind? {
    if case .name(let target, _) = nodes[Int(operand)].kind, target.text == "cel",
      name.text == "bind", arguments.count == 3
    {
      return try bound(.bind, name, target: nil, variables: 1, arguments)
    }
    guard let found = Macro.member(name.text, argumentCount: arguments.count) else { return nil }
    return try bound(
      found.macro, name, target: operand, variables: found.shape.variables, arguments)
  }

  private mutating func bound(
    _ macro: Macro, _ name: Syntax.Name, target: Syntax.Index?, variables count: Int,
    _ arguments: [Syntax.Index]
  ) throws(Stop) -> Syntax.Kind? {
    var variables: [Syntax.Name] = []
    for argument in arguments.prefix(count) {
      guard case .name(let variable, isAbsolute: false) = nodes[Int(argument)].kind else {
        return nil
      }
      if variables.contains(variable) {
        throw report(.name(.repeatedVariable(variable.text)), at: variable.range)
      }
      variables.append(variable)
    }
    return .macro(
      Syntax.Expansion(
        macro: macro, target: target, variables: variables,
        arguments: Array(arguments.dropFirst(count)), name: name))
  }
}
