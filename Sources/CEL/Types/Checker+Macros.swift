extension Checker {
  /// A macro called on something: a loop, or a look into an optional.
  mutating func checkMacro(
    _ operand: Typed, at index: Syntax.Index, _ expected: Expected
  ) -> Typed {
    guard case .macro(let expansion) = syntax[index] else { return operand }
    switch expansion.macro {
    case .optMap, .optFlatMap: return checkOptionalMap(expansion, operand, at: index)
    case .bind: return operand
    case .all, .exists, .existsOne, .map, .filter, .transformList, .transformMap,
      .transformMapEntry, .sortBy:
      return checkLoop(expansion, operand, at: index, expected)
    }
  }

  private mutating func checkLoop(
    _ expansion: Syntax.Expansion, _ operand: Typed, at index: Syntax.Index, _ expected: Expected
  ) -> Typed {
    guard let types = loopTypes(expansion, operand, at: index) else {
      return poison(at: syntax.range(index))
    }
    let outer = (locals.active.count, facts)
    let variables = bindLocals(expansion, types)
    var condition: TypedSyntax.Index?
    if expansion.arguments.count == 2 { condition = checkFilter(expansion.arguments[0], of: index) }
    let bodyIndex = expansion.arguments[expansion.arguments.count - 1]
    let body = finishBody(
      expansion, check(bodyIndex, bodyHint(expansion, expected)), bodyIndex, at: index)
    locals.active.removeSubrange(outer.0...)
    facts = outer.1
    return loop(expansion, operand, types.element, variables, condition, body, at: index)
  }

  /// The filter before a body; its facts hold in the body.
  private mutating func checkFilter(
    _ index: Syntax.Index, of macro: Syntax.Index
  ) -> TypedSyntax.Index {
    let test = check(index)
    let condition = condition(test, at: syntax.range(index), as: .test(macro))
    facts = whenTrue(test) ?? facts
    return condition
  }

  private mutating func loop(
    _ expansion: Syntax.Expansion, _ operand: Typed, _ element: ValueType,
    _ variables: (position: Int32?, element: Int32), _ condition: TypedSyntax.Index?,
    _ body: Typed, at index: Syntax.Index
  ) -> Typed {
    let turnCost = expansion.arguments.reduce(0) { $0 + syntax.size($1) }
    let loop = TypedSyntax.Comprehension(
      loop: expansion.loop, range: operand.node, element: variables.element,
      position: variables.position, condition: condition, body: body.node,
      turnCost: max(1, turnCost))
    return emit(
      .loop(loop), resultType(expansion, operand, element, body.type), at: syntax.range(index))
  }

  private mutating func bindLocals(
    _ expansion: Syntax.Expansion, _ types: (position: ValueType?, element: ValueType)
  ) -> (position: Int32?, element: Int32) {
    let position = types.position.map { bindLocal(expansion.variables[0], $0) }
    let element = bindLocal(expansion.variables[expansion.variables.count - 1], types.element)
    return (position, element)
  }

  private mutating func bindLocal(_ name: Syntax.Name, _ type: ValueType) -> Int32 {
    reportShadowing(name)
    let index = locals.newIndex()
    locals.active.append(Local(name: name.text, index: index, type: type))
    return index
  }

  /// The types of the loop's variables; `nil`, and an issue, if nothing can be looped over.
  private mutating func loopTypes(
    _ expansion: Syntax.Expansion, _ operand: Typed, at index: Syntax.Index
  ) -> (position: ValueType?, element: ValueType)? {
    let hasPosition = expansion.variables.count == 2
    if !scope.isChecked { return (hasPosition ? .dyn : nil, .dyn) }
    let type = resolved(operand.type)
    switch type {
    case .list(let element): return (hasPosition ? .int : nil, element)
    case .map(let key, let value): return hasPosition ? (key, value) : (nil, key)
    case .unknown: return (hasPosition ? .unknown : nil, .unknown)
    case .dyn: return (hasPosition ? .dyn : nil, .dyn)
    case .parameter where Inference.isVariable(type):
      _ = inference.assign(.dyn, to: type)
      return (hasPosition ? .dyn : nil, .dyn)
    case .nullable:
      _ = reportNull(operand, at: index)
      return (hasPosition ? .unknown : nil, .unknown)
    default:
      if isTainted(type) { return nil }
      _ = report(
        .type(.notIterable(macro: expansion.name.text, found: text(type))),
        at: expansion.target.map(syntax.range) ?? syntax.range(index))
      return nil
    }
  }

  private func bodyHint(_ expansion: Syntax.Expansion, _ expected: Expected) -> Expected {
    if !scope.isChecked { return .nothing }
    switch expansion.macro {
    case .all, .exists, .existsOne, .filter: return .hint(.bool)
    case .map, .transformList:
      if isCell, let type = expected.type, case .list(let element) = resolved(type).withoutNull {
        return .hint(element)
      }
    case .transformMap:
      if isCell, let type = expected.type, case .map(_, let value) = resolved(type).withoutNull {
        return .hint(value)
      }
    case .transformMapEntry, .sortBy, .bind, .optMap, .optFlatMap: break
    }
    return .nothing
  }

  private mutating func finishBody(
    _ expansion: Syntax.Expansion, _ body: Typed, _ index: Syntax.Index, at macro: Syntax.Index
  ) -> Typed {
    if !scope.isChecked { return body }
    switch expansion.macro {
    case .all, .exists, .existsOne, .filter:
      let node = condition(body, at: syntax.range(index), as: .test(macro))
      return Typed(node: node, type: .bool)
    case .transformMapEntry: return finishEntry(body, index)
    case .sortBy: return finishSortKey(body, index)
    case .map, .transformList, .transformMap, .bind, .optMap, .optFlatMap: return body
    }
  }

  private mutating func finishEntry(_ body: Typed, _ index: Syntax.Index) -> Typed {
    switch resolved(body.type) {
    case .map, .dyn, .unknown: return body
    default:
      if isTainted(body.type) { return body }
      return report(.type(.notEntry(text(body.type))), at: syntax.range(index))
    }
  }

  private mutating func finishSortKey(_ body: Typed, _ index: Syntax.Index) -> Typed {
    let type = resolved(body.type)
    if !isCell || Overloads.ordered.contains(type) || type == .dyn || type == .unknown {
      return body
    }
    if case .nullable = type { return reportNull(body, at: syntax.range(index)) }
    return report(.type(.notOrdered(text(type))), at: syntax.range(index))
  }

  private mutating func resultType(
    _ expansion: Syntax.Expansion, _ operand: Typed, _ element: ValueType, _ body: ValueType
  ) -> ValueType {
    if !scope.isChecked { return .dyn }
    let range = resolved(operand.type)
    switch expansion.macro {
    case .all, .exists, .existsOne: return .bool
    case .map, .transformList: return .list(body)
    case .filter: return .list(element)
    case .sortBy: return .list(element)
    case .transformMap:
      switch range {
      case .map(let key, _): return .map(key, body)
      case .list: return .map(.int, body)
      default: return .map(.dyn, body)
      }
    case .transformMapEntry:
      switch resolved(body) {
      case .map(let key, let value): return .map(key, value)
      case .unknown: return .unknown
      default: return .map(.dyn, .dyn)
      }
    case .bind, .optMap, .optFlatMap: return body
    }
  }

  /// `o.optMap(x, e)` and `o.optFlatMap(x, e)`.
  private mutating func checkOptionalMap(
    _ expansion: Syntax.Expansion, _ operand: Typed, at index: Syntax.Index
  ) -> Typed {
    guard let inner = optionalContent(expansion, operand, at: index) else {
      return poison(at: syntax.range(index))
    }
    let outer = locals.active.count
    let local = bindLocal(expansion.variables[0], inner)
    let body = check(expansion.arguments[0])
    locals.active.removeSubrange(outer...)
    return optionalMap(expansion, operand, local, body, at: index)
  }

  /// The type in an optional; `nil`, and an issue, if it is none.
  private mutating func optionalContent(
    _ expansion: Syntax.Expansion, _ operand: Typed, at index: Syntax.Index
  ) -> ValueType? {
    let type = resolved(operand.type)
    switch type {
    case .optional(let wrapped): return wrapped
    case .dyn: return .dyn
    case .unknown: return .unknown
    case .parameter where Inference.isVariable(type):
      let inner = inference.fresh()
      _ = inference.assign(.optional(inner), to: type)
      return inner
    default:
      if isTainted(type) { return nil }
      _ = report(
        .type(.notOptional(macro: expansion.name.text, found: text(type))),
        at: syntax.range(expansion.target ?? index))
      return nil
    }
  }

  private mutating func optionalMap(
    _ expansion: Syntax.Expansion, _ operand: Typed, _ local: Int32, _ body: Typed,
    at index: Syntax.Index
  ) -> Typed {
    let isFlat = expansion.macro == .optFlatMap
    let bodyType = resolved(body.type)
    if isFlat, scope.isChecked, !isOptional(bodyType) {
      return report(
        .type(.notOptionalBody(text(bodyType))), at: syntax.range(expansion.arguments[0]))
    }
    let result = isFlat ? bodyType : .optional(body.type)
    return emit(
      .optionalMap(operand.node, local: local, body: body.node, isFlat: isFlat), result,
      at: syntax.range(index))
  }

  private func isOptional(_ type: ValueType) -> Bool {
    switch type {
    case .optional, .dyn, .unknown: true
    default: Inference.isVariable(type)
    }
  }

  /// `cel.bind(x, init, e)`.
  mutating func checkBind(_ index: Syntax.Index, _ expected: Expected) -> Typed {
    guard case .macro(let expansion) = syntax[index] else {
      return poison(at: syntax.range(index))
    }
    let value = check(expansion.arguments[0])
    let outer = locals.active.count
    let local = bindLocal(expansion.variables[0], resolved(value.type))
    let body = check(expansion.arguments[1], expected)
    locals.active.removeSubrange(outer...)
    return emit(.bind(local, value.node, body.node), body.type, at: syntax.range(index))
  }

  /// `e[k]` and `e[?k]`.
  mutating func checkIndex(_ operand: Typed, at index: Syntax.Index) -> Typed {
    guard case .index(_, let keyIndex, let isOptional) = syntax[index] else { return operand }
    let key = check(keyIndex, keyHint(operand))
    return self.index(operand, key, keyIndex, isOptional: isOptional, at: index)
  }

  private mutating func index(
    _ operand: Typed, _ key: Typed, _ keyIndex: Syntax.Index, isOptional: Bool,
    at index: Syntax.Index
  ) -> Typed {
    let range = syntax.range(index)
    let inner = content(operand)
    let isLifted = isOptional || inner != resolved(operand.type)
    if !scope.isChecked {
      let kind =
        isOptional
        ? TypedSyntax.Kind.optionalIndex(operand.node, key.node) : .index(operand.node, key.node)
      return emit(kind, .dyn, at: range)
    }
    if isCell, isOptional, case .nullable = inner, !isLiftedOptional(operand) {
      return unlessNull(operand, at: range) { checker, value in
        checker.indexed(value, inner.withoutNull, key, keyIndex, isLifted: true, at: index)
      }
    }
    return indexed(operand, inner, key, keyIndex, isLifted: isLifted, at: index)
  }

  /// The type of the indexed value; for an optional the type inside of it.
  private func content(_ operand: Typed) -> ValueType {
    let type = resolved(operand.type)
    if case .optional(let wrapped) = type { return resolved(wrapped) }
    return type
  }

  private func isLiftedOptional(_ operand: Typed) -> Bool {
    if case .optional = resolved(operand.type) { return true }
    return false
  }

  private func keyHint(_ operand: Typed) -> Expected {
    if isCell, case .map(let key, _) = content(operand).withoutNull { return .hint(key) }
    return .nothing
  }

  private mutating func indexed(
    _ operand: Typed, _ type: ValueType, _ key: Typed, _ keyIndex: Syntax.Index, isLifted: Bool,
    at index: Syntax.Index
  ) -> Typed {
    let range = syntax.range(index)
    let element: ValueType
    switch type {
    case .unknown: return poison(at: range)
    case .dyn: element = .dyn
    case .list(let inner) where inference.assign(key.type, to: .int): element = inner
    case .map(let wanted, let value) where inference.assign(key.type, to: wanted): element = value
    case .parameter where Inference.isVariable(type):
      _ = inference.assign(.dyn, to: type)
      element = .dyn
    case .nullable: return reportNull(operand, at: index)
    default: return reportKey(operand, type, key, keyIndex, at: range)
    }
    let kind =
      isLifted
      ? TypedSyntax.Kind.optionalIndex(operand.node, key.node) : .index(operand.node, key.node)
    return emit(kind, isLifted ? .optional(element) : element, at: range)
  }
}

extension Syntax.Expansion {
  fileprivate var loop: TypedSyntax.Loop {
    switch macro {
    case .all: .all
    case .exists: .exists
    case .existsOne: .existsOne
    case .filter: .filter
    case .transformMap: .mapValues
    case .transformMapEntry: .mapEntries
    case .sortBy: .sortBy
    case .map, .transformList, .bind, .optMap, .optFlatMap: .list
    }
  }
}
