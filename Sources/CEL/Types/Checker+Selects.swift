extension Checker {
  mutating func checkSelection(_ operand: Typed, at index: Syntax.Index) -> Typed {
    guard case .select(_, let name, let isOptional) = syntax[index] else { return operand }
    return isOptional
      ? checkOptionalSelect(operand, name, at: index) : checkSelect(operand, name, at: index)
  }

  /// `e.f`.
  private mutating func checkSelect(_ operand: Typed, _ name: Syntax.Name, at index: Syntax.Index)
    -> Typed
  {
    let range = syntax.range(index)
    let type = resolved(operand.type)
    switch type {
    case .unknown: return poison(at: range)
    case .dyn: return emit(.select(operand.node, name.text), .dyn, at: range)
    case .map(let key, let value):
      reportField(name, ofKeys: key)
      return emit(.select(operand.node, name.text), value, at: range)
    case .optional: return checkOptionalSelect(operand, name, at: index)
    case .nullable: return reportNull(operand, at: index)
    case .named where !isCell: return emit(.select(operand.node, name.text), .dyn, at: range)
    case .parameter where Inference.isVariable(type):
      _ = inference.assign(.dyn, to: type)
      return emit(.select(operand.node, name.text), .dyn, at: range)
    case .declared(let id, _):
      if case .union(let cases) = declarations[id].shape {
        return checkCaseData(operand, type, cases, name, at: index)
      }
      if declarations[id].shape == .broken { return poison(at: range) }
      return checkField(operand, type, name, at: range)
    case .caseData: return checkField(operand, type, name, at: range)
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .null, .void, .list,
      .type, .parameter, .named:
      return reportFieldless(type, name)
    }
  }

  /// Reports a field of a map whose keys are no texts.
  private mutating func reportField(_ name: Syntax.Name, ofKeys type: ValueType) {
    let key = resolved(type)
    guard isCell, [.int, .uint, .bool].contains(key) else { return }
    let problem = ExpressionProblem.type(
      .index(isList: false, wanted: text(key), found: text(.string)))
    let idioms = propertyMatches(name, of: .map(key, .dyn))
    if report(idioms, at: name.range, otherwise: problem) == nil {
      _ = report(problem, at: name.range)
    }
  }

  /// The index and type of a field; reports an unknown field.
  private mutating func field(
    _ name: Syntax.Name, of type: ValueType
  ) -> (position: Int32, field: Declarations.Field)? {
    guard let fields = declarations.fields(of: type) else {
      _ = reportFieldless(type, name)
      return nil
    }
    guard let position = fields.firstIndex(where: { $0.name == name.text }) else {
      _ = reportUnknownMember(
        name, .fieldOf(text(type)), among: scope.candidates(fields.map(\.name)))
      return nil
    }
    return (Int32(position), fields[position])
  }

  private mutating func checkField(
    _ operand: Typed, _ type: ValueType, _ name: Syntax.Name, at range: Range<Int32>
  ) -> Typed {
    guard let found = field(name, of: type) else { return poison(at: range) }
    let path = path(operand)?.appending(.field(found.position))
    let typed = emit(
      .field(operand.node, found.position), narrowed(found.field.type, path), at: range)
    notes.change(typed.node) { $0 = Note(declared: found.field.type, path: path) }
    return typed
  }

  /// `u.case`, where it is known to be that case.
  private mutating func checkCaseData(
    _ operand: Typed, _ type: ValueType, _ cases: [Declarations.Case], _ name: Syntax.Name,
    at index: Syntax.Index
  ) -> Typed {
    guard case .declared(let id, let arguments) = type,
      let position = cases.firstIndex(where: { $0.name == name.text })
    else {
      let idioms = caseMatches(name, cases, type, at: index)
      return report(idioms, at: name.range)
        ?? reportUnknownMember(name, .caseOf(text(type)), among: cases.map(\.name))
    }
    let number = Int32(position)
    let isKnown =
      cases.count == 1
      || path(operand).map { isProven($0, number, of: cases.count) } ?? reported.facts.isUncertain
    if !isKnown {
      return reportUnprovenCase(operand, number, at: index)
    }
    let typed = emit(
      .caseData(operand.node, number),
      .caseData(UnionCase(type: id, index: number), arguments), at: syntax.range(index))
    let inside = path(operand)?.appending(.caseData(number))
    notes.change(typed.node) { $0 = Note(path: inside) }
    return typed
  }

  private func isProven(_ path: Path, _ number: Int32, of count: Int) -> Bool {
    facts.provesCase(path, number, of: count) || reported.facts.provesCase(path, number, of: count)
  }

  /// `has(e.f)`.
  mutating func checkHas(_ index: Syntax.Index) -> Typed {
    guard case .has(let operandIndex, let name) = syntax[index] else {
      return poison(at: syntax.range(index))
    }
    return checkHas(check(operandIndex), operandIndex, name, at: index)
  }

  private mutating func checkHas(
    _ operand: Typed, _ operandIndex: Syntax.Index, _ name: Syntax.Name, at index: Syntax.Index
  ) -> Typed {
    let range = syntax.range(index)
    let type = resolved(operand.type)
    switch type {
    case .unknown: return emit(.constant(.bool(true)), .bool, at: range)
    case .dyn: return emit(.hasKey(operand.node, name.text), .bool, at: range)
    case .map(let key, _):
      reportField(name, ofKeys: key)
      return emit(.hasKey(operand.node, name.text), .bool, at: range)
    case .optional, .named:
      if case .named = type, isCell { break }
      return emit(.hasKey(operand.node, name.text), .bool, at: range)
    case .parameter where Inference.isVariable(type):
      _ = inference.assign(.dyn, to: type)
      return emit(.hasKey(operand.node, name.text), .bool, at: range)
    case .nullable:
      _ = reportNull(operand, at: operandIndex)
      return emit(.constant(.bool(true)), .bool, at: range)
    case .declared(let id, _):
      if case .union(let cases) = declarations[id].shape {
        return checkHasCase(operand, type, cases, name, at: range)
      }
      if declarations[id].shape == .broken { return poison(at: range) }
      return checkHasField(operand, type, name, at: range)
    case .caseData: return checkHasField(operand, type, name, at: range)
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .null, .void, .list,
      .type, .parameter:
      break
    }
    _ = reportFieldless(type, name)
    return emit(.constant(.bool(true)), .bool, at: range)
  }

  private mutating func checkHasCase(
    _ operand: Typed, _ type: ValueType, _ cases: [Declarations.Case], _ name: Syntax.Name,
    at range: Range<Int32>
  ) -> Typed {
    guard let position = cases.firstIndex(where: { $0.name == name.text }) else {
      return reportUnknownMember(name, .caseOf(text(type)), among: cases.map(\.name))
    }
    let typed = emit(.isCase(operand.node, Int32(position)), .bool, at: range)
    if let path = path(operand) {
      note(
        typed, whenTrue: facts.assuming(path, Int32(position), holds: true),
        whenFalse: facts.assuming(path, Int32(position), holds: false))
    }
    return typed
  }

  private mutating func checkHasField(
    _ operand: Typed, _ type: ValueType, _ name: Syntax.Name, at range: Range<Int32>
  ) -> Typed {
    guard let found = field(name, of: type) else {
      return emit(.constant(.bool(true)), .bool, at: range)
    }
    if case .unknown = found.field.type { return emit(.constant(.bool(true)), .bool, at: range) }
    guard found.field.type.orNull == found.field.type else {
      return report(
        .type(.alwaysPresent(name.text, type: text(found.field.type))), at: range)
    }
    let path = path(operand)?.appending(.field(found.position))
    let field = emit(.field(operand.node, found.position), found.field.type, at: range)
    let typed = emit(.isNotNull(field.node), .bool, at: range)
    if let path {
      note(
        typed, whenTrue: facts.assuming(path, isNull: false),
        whenFalse: facts.assuming(path, isNull: true))
    }
    return typed
  }

  /// `e.?f`, and `e.f` of an optional: an optional again.
  mutating func checkOptionalSelect(
    _ operand: Typed, _ name: Syntax.Name, at index: Syntax.Index
  ) -> Typed {
    let range = syntax.range(index)
    let type = resolved(operand.type)
    var inner = type
    if case .optional(let wrapped) = type { inner = resolved(wrapped) }
    let isOptional = inner != type
    if isCell, inner.withoutNull != inner {
      return checkOptionalSelectOfNullable(operand, inner, isOptional, name, at: index)
    }
    switch inner {
    case .unknown: return poison(at: range)
    case .dyn, .named:
      return emit(.optionalSelect(operand.node, name.text), .optional(.dyn), at: range)
    case .map(let key, let value):
      reportField(name, ofKeys: key)
      return emit(.optionalSelect(operand.node, name.text), .optional(value), at: range)
    case .parameter where Inference.isVariable(inner):
      _ = inference.assign(.dyn, to: inner)
      return emit(.optionalSelect(operand.node, name.text), .optional(.dyn), at: range)
    default:
      if isOptional, declarations.fields(of: inner) != nil {
        return mapOptional(operand, inner, at: range) { checker, value in
          checker.optionalField(value, inner, name, at: range)
        }
      }
      return optionalField(operand, inner, name, at: range)
    }
  }

  private mutating func optionalField(
    _ operand: Typed, _ type: ValueType, _ name: Syntax.Name, at range: Range<Int32>
  ) -> Typed {
    if case .declared(let id, _) = type, declarations[id].shape == .broken {
      return poison(at: range)
    }
    guard let found = field(name, of: type.withoutNull) else { return poison(at: range) }
    return emit(
      .optionalField(operand.node, found.position), .optional(found.field.type.withoutNull),
      at: range)
  }

  /// `m.?f` where m may be null, and optionals of such.
  private mutating func checkOptionalSelectOfNullable(
    _ operand: Typed, _ inner: ValueType, _ isOptional: Bool, _ name: Syntax.Name,
    at index: Syntax.Index
  ) -> Typed {
    let range = syntax.range(index)
    if isOptional {
      return mapOptional(operand, inner, at: range) { checker, value in
        checker.checkOptionalSelect(value, name, at: index)
      }
    }
    if declarations.fields(of: inner.withoutNull) != nil {
      return optionalField(operand, inner, name, at: range)
    }
    return unlessNull(operand, at: range) { checker, value in
      checker.checkOptionalSelect(value, name, at: index)
    }
  }

  /// `optFlatMap` over an optional operand: none stays none.
  private mutating func mapOptional(
    _ operand: Typed, _ inner: ValueType, at range: Range<Int32>,
    _ body: (inout Checker, Typed) -> Typed
  ) -> Typed {
    let local = locals.newIndex()
    let value = read(.local(local), .local(local), inner, at: range)
    let result = body(&self, value)
    if isPoisoned(result) { return result }
    return emit(
      .optionalMap(operand.node, local: local, body: result.node, isFlat: true), result.type,
      at: range)
  }

  /// None if the operand is null, else what `body` makes of it.
  mutating func unlessNull(
    _ operand: Typed, at range: Range<Int32>, _ body: (inout Checker, Typed) -> Typed
  ) -> Typed {
    let local = locals.newIndex()
    let tested = emit(.variable(.local(local)), operand.type, at: range)
    let test = emit(.isNotNull(tested.node), .bool, at: range)
    let value = emit(.variable(.local(local)), resolved(operand.type).withoutNull, at: range)
    let result = body(&self, value)
    if isPoisoned(result) { return result }
    let none = emit(.call(.optionalNone, []), result.type, at: range)
    let choice = emit(
      .conditional(test.node, result.node, none.node), result.type, at: range)
    return emit(.bind(local, operand.node, choice.node), result.type, at: range)
  }
}
