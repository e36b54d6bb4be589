/// The canonical text of an expression: one spelling, one spacing, no needless parentheses.
/// Reading it again gives the same syntax.
package struct Printer {
  /// The items that are still to be written, the next one last. A stack, because chains may be as long
  /// as a text.
  private enum Work {
    case text(String)
    /// A node, in parentheses if its precedence is below the number.
    case node(Syntax.Index, Int)
  }

  private let syntax: Syntax
  private var work: [Work]
  private var result = ""

  /// The canonical text of `syntax`.
  package static func text(of syntax: Syntax) -> String {
    text(of: syntax.root, in: syntax)
  }

  /// The canonical text of a part of `syntax`.
  package static func text(of index: Syntax.Index, in syntax: Syntax) -> String {
    var printer = Printer(syntax: syntax, work: [.node(index, 0)])
    while let item = printer.work.popLast() {
      switch item {
      case .text(let text): printer.result += text
      case .node(let index, let strength): printer.write(index, atLeast: strength)
      }
    }
    return printer.result
  }

  private static let unaryStrength = 6
  private static let memberStrength = 7

  private mutating func push(_ items: [Work]) { work.append(contentsOf: items.reversed()) }

  private mutating func write(_ index: Syntax.Index, atLeast strength: Int) {
    let kind = syntax[index]
    if Printer.strength(of: kind) < strength {
      return push([.text("("), .node(index, 0), .text(")")])
    }
    switch kind {
    case .literal(let literal): result += Printer.text(of: literal)
    case .name(let name, let isAbsolute): result += Printer.name(name, isAbsolute)
    case .select(let operand, let name, let isOptional):
      push([
        .node(operand, Printer.memberStrength),
        .text((isOptional ? ".?" : ".") + Printer.field(name)),
      ])
    case .index(let operand, let index, let isOptional):
      push([
        .node(operand, Printer.memberStrength), .text(isOptional ? "[?" : "["), .node(index, 0),
        .text("]"),
      ])
    case .call(let name, let isAbsolute, let arguments):
      push([.text(Printer.name(name, isAbsolute) + "(")] + list(arguments) + [.text(")")])
    case .method(let operand, let name, let arguments):
      push(
        [.node(operand, Printer.memberStrength), .text(".\(Printer.field(name))(")]
          + list(arguments) + [.text(")")])
    case .has(let operand, let name):
      push([
        .text("has("), .node(operand, Printer.memberStrength),
        .text(".\(Printer.field(name)))"),
      ])
    case .macro(let expansion): push(parts(of: expansion))
    case .unary(let operation, let count, let operand):
      result += String(repeating: operation.rawValue, count: Int(count))
      push([.node(operand, operandStrength(operation, operand))])
    case .binary(let operation, let left, let right):
      let own = operation.precedence
      push([.node(left, own), .text(" \(operation.rawValue) "), .node(right, own + 1)])
    case .conditional(let condition, let positive, let negative):
      push([
        .node(condition, 1), .text(" ? "), .node(positive, 1), .text(" : "), .node(negative, 0),
      ])
    case .list(let elements): push(parts(of: elements))
    case .map(let entries): push(parts(of: entries))
    case .message(let name, let isAbsolute, let fields):
      push(parts(of: fields, name: (isAbsolute ? "." : "") + name.text))
    }
  }

  /// A number after `-` would become one with it.
  private func operandStrength(_ operation: Syntax.Unary, _ operand: Syntax.Index) -> Int {
    if operation == .not { return Printer.memberStrength }
    var innermost = operand
    while let next = syntax.chainOperand(of: innermost),
      Printer.strength(of: syntax[innermost]) > Printer.unaryStrength
    {
      innermost = next
    }
    switch syntax[innermost] {
    case .literal(.int), .literal(.double):
      return Printer.memberStrength + 2
    default: return Printer.memberStrength
    }
  }

  private static func strength(of kind: Syntax.Kind) -> Int {
    switch kind {
    case .conditional: 0
    case .binary(let operation, _, _): operation.precedence
    case .unary: unaryStrength
    case .literal(.int(let value)) where value < 0: unaryStrength
    case .literal(.double(let value)) where value.sign == .minus: unaryStrength
    case .literal(.int), .literal(.double): memberStrength
    case .literal, .name, .select, .index, .call, .method, .has, .macro, .list, .map, .message:
      memberStrength + 1
    }
  }

  private func separated(_ items: [[Work]]) -> [Work] {
    var result: [Work] = []
    for (position, item) in items.enumerated() {
      if position > 0 { result.append(.text(", ")) }
      result += item
    }
    return result
  }

  private func list(_ nodes: [Syntax.Index]) -> [Work] {
    separated(nodes.map { [.node($0, 0)] })
  }

  private func parts(of elements: [Syntax.Element]) -> [Work] {
    let items = elements.map { [Work.text($0.isOptional ? "?" : ""), .node($0.value, 0)] }
    return [.text("[")] + separated(items) + [.text("]")]
  }

  private func parts(of entries: [Syntax.Entry]) -> [Work] {
    let items = entries.map {
      [Work.text($0.isOptional ? "?" : ""), .node($0.key, 0), .text(": "), .node($0.value, 0)]
    }
    return [.text("{")] + separated(items) + [.text("}")]
  }

  private func parts(of fields: [Syntax.Field], name: String) -> [Work] {
    let items = fields.map {
      [Work.text(($0.isOptional ? "?" : "") + Printer.field($0.name) + ": "), .node($0.value, 0)]
    }
    return [.text(name + "{")] + separated(items) + [.text("}")]
  }

  private func parts(of expansion: Syntax.Expansion) -> [Work] {
    let names = expansion.variables.map { [Work.text(Printer.name($0, false))] }
    let inner = separated(names + expansion.arguments.map { [.node($0, 0)] })
    guard let target = expansion.target else {
      return [.text("cel.bind(")] + inner + [.text(")")]
    }
    return [.node(target, Printer.memberStrength), .text(".\(expansion.name.text)(")] + inner
      + [.text(")")]
  }
}

extension Printer {
  private static func field(_ name: Syntax.Name) -> String {
    Token.isFieldName(name.text) ? name.text : "`\(name.text)`"
  }

  private static func name(_ name: Syntax.Name, _ isAbsolute: Bool) -> String {
    let isPlain = Token.isFieldName(name.text) && !Token.isReserved(name.text)
    return (isAbsolute ? "." : "") + (isPlain ? name.text : "`\(name.text)`")
  }

  private static func text(of literal: Syntax.Literal) -> String {
    switch literal {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .uint(let value): String(value) + "u"
    case .double(let value): "\(value)"
    case .string(let value): quoted(value)
    case .bytes(let value): quoted(value)
    }
  }

  /// Text in single quotes, raw where that saves doubled backslashes.
  package static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let isRaw =
      scalars.contains("\\") && !scalars.contains { $0 == "'" || needsEscape($0) }
    if isRaw { return "r'\(text)'" }
    var result = "'"
    for scalar in scalars { append(scalar, to: &result) }
    return result + "'"
  }

  private static func quoted(_ bytes: [UInt8]) -> String {
    var result = "b'"
    for byte in bytes {
      if byte < 0x80 {
        append(Unicode.Scalar(byte), to: &result)
      } else {
        result += "\\x" + String(byte, radix: 16)
      }
    }
    return result + "'"
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
    switch scalar {
    case "'": result += "\\'"
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    default:
      guard needsEscape(scalar) else { return result.unicodeScalars.append(scalar) }
      let digits = String(scalar.value, radix: 16)
      let width = scalar.value < 0x80 ? 2 : 4
      let zeros = String(repeating: "0", count: max(0, width - digits.count))
      result += (width == 2 ? "\\x" : "\\u") + zeros + digits
    }
  }

  /// What would be invisible or would change how the text around it looks.
  private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF: true
    default: false
    }
  }
}
