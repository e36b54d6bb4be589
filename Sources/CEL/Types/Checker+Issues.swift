/// Complaints about types: facts come in, words are here.
extension Checker {
  /// Adds an issue; what it is about gets a type that causes no second one.
  mutating func complain(
    _ id: String, _ message: String, at range: Range<Int32>, label: String? = nil,
    help: String? = nil, fix: String? = nil, type: ValueType = .unknown
  ) -> Typed {
    let place = source < 0 || isKey ? nil : Int(range.lowerBound)..<Int(range.upperBound)
    issues.append(
      Issue(
        id: id, message: message, label: label, help: help, fix: fix, pointer: pointer,
        isKey: isKey, range: place))
    if id != "type/null", id != "type/case" { assumed.isUncertain = true }
    return emit(.constant(.null), type, at: range)
  }

  /// Whether a part of it comes from what is wrong.
  func isTainted(_ type: ValueType) -> Bool {
    let type = resolved(type)
    if case .declared(let id, _) = type, case .broken = declarations[id].shape { return true }
    return type == .unknown || type.parts.contains(where: isTainted)
  }

  func isTainted(_ node: TypedSyntax.Node) -> Bool { isTainted(node.type) }

  mutating func complainOfLargeType(at range: Range<Int32>) {
    if issues.contains(where: { $0.id == "expr/limit" }) { return }
    let place = source < 0 ? nil : Int(range.lowerBound)..<Int(range.upperBound)
    let limit = Limits.typeParts
    issues.append(
      Issue(
        id: "expr/limit", message: "the type of this has more than \(limit) parts",
        pointer: pointer, range: place))
  }

  func text(_ type: ValueType) -> String {
    inference.resolved(type, unbound: .dyn).text(in: declarations)
  }

  func text(at index: Syntax.Index) -> String { syntax.text(of: syntax.range(index)) }

  private func text(at range: Range<Int32>) -> String? {
    source < 0 ? nil : syntax.text(of: range)
  }

  /// The name of a type with what kind of thing it is, for complaints about its fields.
  func noun(_ type: ValueType) -> String {
    if case .caseData(let unionCase, _) = type {
      return "the case `\(declarations.name(of: unionCase))`"
    }
    return "`\(text(type))`"
  }

  /// `phone: string and code: string`.
  func list(_ fields: [Declarations.Field]) -> String {
    fields.isEmpty ? "nothing" : joined(fields.map { "`\($0.name): \(text($0.type))`" })
  }

  /// `string, int and bool`.
  func list(_ types: [ValueType]) -> String {
    types.isEmpty ? "no operands" : joined(types.map(text))
  }

  func names(_ names: [String]) -> String { joined(names.map { "`\($0)`" }) }

  private func joined(_ texts: [String]) -> String {
    guard let last = texts.last, texts.count > 1 else { return texts.joined() }
    return texts.dropLast().joined(separator: ", ") + " and " + last
  }

  /// Small numbers in words.
  func count(_ number: Int) -> String {
    let words = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    return words.indices.contains(number) ? words[number] : String(number)
  }

  mutating func complainOfMismatch(
    _ typed: Typed, _ found: ValueType, _ wanted: ValueType, at range: Range<Int32>,
    as part: Part
  ) -> Typed {
    if isTainted(found) || isTainted(wanted) { return poison(at: range) }
    if isCell, case .nullable(let wrapped) = found {
      var trial = inference
      if trial.assign(wrapped, to: wanted) { return complainOfNull(typed, at: range) }
    }
    let (id, message) = mismatchWords(part, found: text(found), wanted: wanted)
    if case .optional(let inner) = found {
      var trial = inference
      if trial.assign(inner, to: wanted) {
        return complain(
          id, message, at: range, help: "say what it is without a value: `.orValue(…)`")
      }
    }
    let remedy = remedy(typed, found, wanted, at: range)
    return complain(id, message, at: range, help: remedy.help, fix: remedy.fix)
  }

  /// The way from one type to another: a literal written otherwise, or a conversion.
  private func remedy(
    _ typed: Typed, _ found: ValueType, _ wanted: ValueType, at range: Range<Int32>
  ) -> (help: String?, fix: String?) {
    guard let source = text(at: range) else { return (nil, nil) }
    if case .constant(.int) = nodes[Int(typed.node)].kind, source.utf8.allSatisfy(Token.isDigit) {
      switch wanted.withoutNull {
      case .double: return ("write `\(source).0`", "\(source).0")
      case .uint: return ("write `\(source)u`", "\(source)u")
      default: break
      }
    }
    if let value = enumerationValue(typed, of: wanted) {
      return ("did you mean `\(value)`?", value)
    }
    guard let name = conversion(from: found, to: wanted.withoutNull) else { return (nil, nil) }
    return ("did you mean `\(name)(\(source))`?", nil)
  }

  /// The function that makes one type of another without a choice to be made.
  func conversion(from found: ValueType, to wanted: ValueType) -> String? {
    switch (found, wanted) {
    case (.int, .string), (.uint, .string), (.double, .string), (.bool, .string),
      (.timestamp, .string), (.duration, .string):
      return "string"
    case (.int, .double), (.uint, .double): return "double"
    case (.int, .uint), (.double, .uint): return "uint"
    case (.uint, .int), (.double, .int): return "int"
    case (.string, .bytes): return "bytes"
    case (.string, .timestamp): return "timestamp"
    case (.string, .duration): return "duration"
    case (.declared(let id, _), .string):
      if case .enumeration = declarations[id].shape { return "string" }
      return nil
    default: return nil
    }
  }

  /// A `T?` where a T is needed.
  mutating func complainOfNull(_ operand: Typed, at index: Syntax.Index) -> Typed {
    let place = syntax.chainOperand(of: index) ?? operandOfHas(index) ?? index
    return complainOfNull(operand, at: syntax.range(place))
  }

  private func operandOfHas(_ index: Syntax.Index) -> Syntax.Index? {
    if case .has(let operand, _) = syntax[index] { return operand }
    return nil
  }

  mutating func complainOfNull(_ operand: Typed, at range: Range<Int32>) -> Typed {
    guard let source = text(at: range) else {
      return complain("type/null", "this may be null here", at: range)
    }
    if assumed.isUncertain { return poison(at: range) }
    if let path = path(operand) {
      assumed = assumed.assuming(path, isNull: false)
      return complain(
        "type/null", "`\(source)` may be null here; test `\(source) != null` first", at: range)
    }
    return complain(
      "type/null", "`\(source)` may be null; give it a name and test that first", at: range)
  }

  mutating func complainOfNeverNull(
    _ operand: Typed, _ type: ValueType, at index: Syntax.Index
  ) -> Typed {
    guard case .binary(_, let left, let right) = syntax[index] else {
      return poison(at: syntax.range(index))
    }
    let isLeft: Bool
    if case .literal(.null) = syntax[left] { isLeft = false } else { isLeft = true }
    let source = text(at: isLeft ? left : right)
    return complain(
      "type/null", "`\(source)` is \(text(type)) and never null", at: syntax.range(index),
      type: .bool)
  }

  mutating func complainOfUnprovenCase(
    _ operand: Typed, _ number: Int32, of count: Int, at index: Syntax.Index
  ) -> Typed {
    let source = text(at: index)
    var help: String?
    if let path = path(operand) {
      assumed = assumed.assuming(path, number, of: count, holds: true)
    } else {
      help = "give `\(syntax.chainOperand(of: index).map(text(at:)) ?? source)` a name first"
    }
    return complain(
      "type/case", "`\(source)` is read without `has(\(source))`", at: syntax.range(index),
      help: help)
  }

  mutating func complainOfMissing(
    _ missing: [Declarations.Field], _ type: ValueType, at range: Range<Int32>
  ) {
    let name: String
    switch type {
    case .caseData(let unionCase, _): name = declarations.name(of: unionCase)
    case .declared(let id, _): name = declarations.name(of: id)
    default: name = text(type)
    }
    _ = complain("type/incomplete", "`\(name)` also needs \(list(missing))", at: range)
  }

  mutating func complainOfBranches(
    _ first: Typed, _ second: Typed, at range: Range<Int32>
  ) -> Typed {
    let (a, b) = (resolved(first.type), resolved(second.type))
    if isTainted(a) || isTainted(b) { return poison(at: range) }
    let remedy = remedy(second, b, a, at: range)
    return complain(
      "type/mismatch", "one branch is \(text(a)), the other \(text(b))", at: range,
      help: remedy.help, fix: remedy.fix)
  }

  mutating func complainOfFieldless(_ type: ValueType, _ name: Syntax.Name) -> Typed {
    if isTainted(type) { return poison(at: name.range) }
    var help: String?
    if Overloads.member[name.text] != nil {
      help = "`\(name.text)` is called: `.\(name.text)(…)`"
    } else if let other = Checker.otherLanguages[name.text] {
      help = "did you mean `\(other)`?"
    }
    return complain(
      "type/overload", "\(text(type)) has no field `\(name.text)`", at: name.range, help: help)
  }

  mutating func complainOfOpenType(_ node: TypedSyntax.Node) {
    let place =
      node.origin.source < 0
      ? nil : Int(node.origin.range.lowerBound)..<Int(node.origin.range.upperBound)
    let pointer =
      sources.indices.contains(Int(node.origin.source))
      ? sources[Int(node.origin.source)].pointer : ""
    issues.append(
      Issue(
        id: "type/mismatch", message: "nothing here says what this holds: \(openText(node.type))",
        pointer: pointer, range: place))
  }

  private func openText(_ type: ValueType) -> String {
    inference.resolved(type, unbound: .named("_")).text(in: declarations)
  }
}
