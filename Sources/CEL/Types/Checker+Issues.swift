/// Issues about types.
extension Checker {
  /// Adds an issue; the result has a type that causes no second one.
  mutating func report(
    _ problem: ExpressionProblem, at range: Range<Int32>, fix: String? = nil,
    type: ValueType = .unknown
  ) -> Typed {
    let written = source < 0 || position.isKey ? nil : Int(range.lowerBound)..<Int(range.upperBound)
    issues.append(
      Issue(problem, fix: fix, pointer: position.pointer, isKey: position.isKey, range: written))
    switch problem {
    case .type(.mayBeNull), .type(.neverNull), .type(.alwaysPresent), .type(.unprovenCase): break
    default: reported.facts.isUncertain = true
    }
    return emit(.constant(.null), type, at: range)
  }

  /// Whether a part of the type is unknown because of an error.
  func isTainted(_ type: ValueType) -> Bool {
    let type = resolved(type)
    switch type {
    case .unknown: return true
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .null, .void, .dyn:
      return false
    case .declared(let id, _):
      if case .broken = declarations[id].shape { return true }
    default: break
    }
    return type.parts.contains { isTainted($0) }
  }

  func isTainted(_ node: TypedSyntax.Node) -> Bool { isTainted(node.type) }

  mutating func reportLargeType(at range: Range<Int32>) {
    if issues.contains(where: { $0.problem.rule == .limit }) { return }
    let written = source < 0 ? nil : Int(range.lowerBound)..<Int(range.upperBound)
    issues.append(
      Issue(
        .limit(.typeParts(limit: Limits.typeParts)), pointer: position.pointer, range: written))
  }

  func text(_ type: ValueType) -> String {
    inference.resolved(type, unbound: .dyn).text(in: declarations)
  }

  func text(at index: Syntax.Index) -> String { syntax.text(of: syntax.range(index)) }

  private func text(at range: Range<Int32>) -> String? {
    source < 0 ? nil : syntax.text(of: range)
  }

  /// The kind of name that a field of a type is.
  func fieldKind(of type: ValueType) -> ExpressionProblem.NameKind {
    if case .caseData(let unionCase, _) = type {
      return .fieldOfCase(declarations.name(of: unionCase))
    }
    return .fieldOf(text(type))
  }

  func typedNames(_ fields: [Declarations.Field]) -> [ExpressionProblem.TypedName] {
    fields.map { ExpressionProblem.TypedName(name: $0.name, type: text($0.type)) }
  }

  mutating func reportMismatch(
    _ typed: Typed, _ found: ValueType, _ wanted: ValueType, at range: Range<Int32>,
    as part: Part
  ) -> Typed {
    if isTainted(found) || isTainted(wanted) { return poison(at: range) }
    if isCell, case .nullable(let wrapped) = found {
      var trial = inference
      if trial.assign(wrapped, to: wanted) { return reportNull(typed, at: range) }
    }
    var remedy = self.remedy(typed, found, wanted, at: range)
    if case .optional(let inner) = found {
      var trial = inference
      if trial.assign(inner, to: wanted) { remedy = (.orValue, nil) }
    }
    return report(
      mismatch(part, found: text(found), wanted: wanted, remedy.remedy), at: range,
      fix: remedy.fix)
  }

  /// How a value becomes one of the wanted type: another literal, or a conversion.
  private func remedy(
    _ typed: Typed, _ found: ValueType, _ wanted: ValueType, at range: Range<Int32>
  ) -> (remedy: ExpressionProblem.Remedy?, fix: String?) {
    if wanted.withoutNull == .bool, case .constant(.int(let value)) = nodes[Int(typed.node)].kind,
      value == 0 || value == 1
    {
      return (.literal(value == 1 ? "true" : "false"), nil)
    }
    switch (nodes[Int(typed.node)].kind, wanted.withoutNull) {
    case (.list(let elements), .map) where elements.isEmpty:
      return (.literal(source < 0 ? "\"{}\"" : "{}"), nil)
    case (.map(let entries), .list) where entries.isEmpty: return (.literal("[]"), nil)
    default: break
    }
    guard let source = text(at: range) else { return (nil, nil) }
    if case .constant(.int) = nodes[Int(typed.node)].kind, source.utf8.allSatisfy(Token.isDigit) {
      switch wanted.withoutNull {
      case .double: return (.literal("\(source).0"), "\(source).0")
      case .uint: return (.literal("\(source)u"), "\(source)u")
      case .duration: return (.literal("duration('\(source)s')"), "duration('\(source)s')")
      default: break
      }
    }
    if let value = enumerationValue(typed, of: wanted) {
      return (.replacement(value), value)
    }
    if isCell, wanted == .bool, path(typed) != nil, let test = truth(of: source, found) {
      return (.replacement(test), nil)
    }
    guard let name = conversion(from: found, to: wanted.withoutNull) else { return (nil, nil) }
    return (.replacement("\(name)(\(source))"), nil)
  }

  /// What other languages mean by a value that is a condition.
  func truth(of source: String, _ type: ValueType, isNegated: Bool = false) -> String? {
    let operation = isNegated ? "==" : "!="
    return switch type {
    case .nullable: "\(source) \(operation) null"
    case .int: "\(source) \(operation) 0"
    case .string: "\(source) \(operation) ''"
    case .optional: "\(isNegated ? "!" : "")\(source).hasValue()"
    case .list, .map: "size(\(source)) \(isNegated ? "==" : ">") 0"
    default: nil
    }
  }

  /// The function that converts one type to another, if there is only one.
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
  mutating func reportNull(_ operand: Typed, at index: Syntax.Index) -> Typed {
    let node = syntax.chainOperand(of: index) ?? operandOfHas(index) ?? index
    return reportNull(operand, at: syntax.range(node))
  }

  private func operandOfHas(_ index: Syntax.Index) -> Syntax.Index? {
    if case .has(let operand, _) = syntax[index] { return operand }
    return nil
  }

  mutating func reportNull(_ operand: Typed, at range: Range<Int32>) -> Typed {
    guard let source = text(at: range) else {
      return report(.type(.mayBeNull(nil, isTestable: false)), at: range)
    }
    if reported.facts.isUncertain { return poison(at: range) }
    if let path = path(operand) {
      reported.facts = reported.facts.assuming(path, isNull: false)
      return report(.type(.mayBeNull(source, isTestable: true)), at: range)
    }
    return report(.type(.mayBeNull(source, isTestable: false)), at: range)
  }

  mutating func reportNeverNull(
    _ operand: Typed, _ type: ValueType, at index: Syntax.Index
  ) -> Typed {
    guard case .binary(_, let left, let right) = syntax[index] else {
      return poison(at: syntax.range(index))
    }
    let isLeft: Bool
    if case .literal(.null) = syntax[left] { isLeft = false } else { isLeft = true }
    let source = text(at: isLeft ? left : right)
    var isEqual = false
    if case .binary(.equal, _, _) = syntax[index] { isEqual = true }
    let found = optionalMatches(source, type, isEqual: isEqual, in: syntax.range(index))
    if let typed = report(found, at: syntax.range(index), type: .bool) { return typed }
    return report(
      .type(.neverNull(source, type: text(type))), at: syntax.range(index), type: .bool)
  }

  mutating func reportUnprovenCase(
    _ operand: Typed, _ number: Int32, at index: Syntax.Index
  ) -> Typed {
    let source = text(at: index)
    var unnamed: String?
    if let path = path(operand) {
      reported.facts = reported.facts.assuming(path, number, holds: true)
    } else {
      unnamed = syntax.chainOperand(of: index).map(text(at:)) ?? source
    }
    return report(.type(.unprovenCase(source, unnamed: unnamed)), at: syntax.range(index))
  }

  mutating func reportMissing(
    _ missing: [Declarations.Field], _ type: ValueType, at range: Range<Int32>
  ) {
    let name: String
    switch type {
    case .caseData(let unionCase, _): name = declarations.name(of: unionCase)
    case .declared(let id, _): name = declarations.name(of: id)
    default: name = text(type)
    }
    _ = report(
      .type(.missingFields(of: name, typedNames(missing), example: nil)), at: range)
  }

  mutating func reportBranches(
    _ first: Typed, _ second: Typed, at range: Range<Int32>
  ) -> Typed {
    let (a, b) = (resolved(first.type), resolved(second.type))
    if isTainted(a) || isTainted(b) { return poison(at: range) }
    let remedy = remedy(second, b, a, at: range)
    return report(
      .type(.branches(text(a), text(b), remedy: remedy.remedy)), at: range, fix: remedy.fix)
  }

  mutating func reportFieldless(_ type: ValueType, _ name: Syntax.Name) -> Typed {
    if isTainted(type) { return poison(at: name.range) }
    let isMethod = Overloads.member[name.text] != nil
    let problem = ExpressionProblem.type(
      .noField(name.text, type: text(type), isMethod: isMethod))
    return report(propertyMatches(name, of: type), at: name.range, otherwise: problem)
      ?? report(problem, at: name.range)
  }

  mutating func reportOpenType(_ node: TypedSyntax.Node) {
    let range =
      node.origin.source < 0
      ? nil : Int(node.origin.range.lowerBound)..<Int(node.origin.range.upperBound)
    let pointer =
      sources.indices.contains(Int(node.origin.source))
      ? sources[Int(node.origin.source)].pointer : ""
    issues.append(
      Issue(
        .type(.undetermined(openText(node.type))), pointer: pointer, range: range))
  }

  private func openText(_ type: ValueType) -> String {
    inference.resolved(type, unbound: .named("_")).text(in: declarations)
  }
}
