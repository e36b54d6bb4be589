extension Checker {
  /// A macro called on something: a loop, or a look into an optional.
  mutating func checkMacro(
    _ expansion: Syntax.Expansion, on operand: Typed, at index: Syntax.Index, _ expected: Expected
  ) -> Typed {
    switch expansion.macro {
    case .optMap, .optFlatMap: return checkOptionalMap(expansion, operand, at: index)
    case .bind: return operand
    case .all, .exists, .existsOne, .map, .filter, .transformList, .transformMap,
      .transformMapEntry, .sortBy:
      break
    }
    guard let variables = loopTypes(expansion, operand, at: index) else {
      return poison(at: syntax.range(index))
    }
    let outer = (locals.count, facts)
    var position: Int32?
    if let type = variables.position {
      position = bindLocal(expansion.variables[0], type)
    }
    let element = bindLocal(expansion.variables[expansion.variables.count - 1], variables.element)
    var condition: TypedSyntax.Index?
    if expansion.arguments.count == 2 {
      let test = check(expansion.arguments[0])
      condition = self.condition(test, at: syntax.range(expansion.arguments[0]))
      facts = test.whenTrue ?? facts
    }
    let bodyIndex = expansion.arguments[expansion.arguments.count - 1]
    let body = checkBody(expansion, bodyIndex, expected)
    locals.removeSubrange(outer.0...)
    facts = outer.1
    let turnCost = expansion.arguments.reduce(0) { $0 + syntax.size($1) }
    let loop = TypedSyntax.Comprehension(
      loop: expansion.loop, range: operand.node, element: element, position: position,
      condition: condition, body: body.node, turnCost: max(1, turnCost))
    return emit(
      .loop(loop), resultType(expansion, operand, variables.element, body.type),
      at: syntax.range(index))
  }

  private mutating func bindLocal(_ name: Syntax.Name, _ type: ValueType) -> Int32 {
    complainOfShadowing(name)
    let index = localCount
    localCount += 1
    locals.append(Local(name: name.text, index: index, type: type))
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
      _ = complainOfNull(operand, at: index)
      return (hasPosition ? .unknown : nil, .unknown)
    default:
      _ = complain(
        "type/overload", "`\(expansion.name.text)` goes over a list or map, this is \(text(type))",
        at: expansion.target.map(syntax.range) ?? syntax.range(index))
      return nil
    }
  }

  private mutating func checkBody(
    _ expansion: Syntax.Expansion, _ index: Syntax.Index, _ expected: Expected
  ) -> Typed {
    let range = syntax.range(index)
    switch expansion.macro {
    case .all, .exists, .existsOne, .filter:
      var body = check(index, scope.isChecked ? .hint(.bool) : .nothing)
      body.node = condition(body, at: range)
      return body
    case .map, .transformList:
      if isCell, let type = expected.type, case .list(let element) = resolved(type).withoutNull {
        return check(index, .hint(element))
      }
      return check(index)
    case .transformMap:
      if isCell, let type = expected.type, case .map(_, let value) = resolved(type).withoutNull {
        return check(index, .hint(value))
      }
      return check(index)
    case .transformMapEntry: return checkEntryBody(index)
    case .sortBy: return checkSortKey(index)
    case .bind, .optMap, .optFlatMap: return check(index)
    }
  }

  private mutating func checkEntryBody(_ index: Syntax.Index) -> Typed {
    let body = check(index)
    switch resolved(body.type) {
    case .map, .dyn, .unknown: return body
    default:
      return scope.isChecked
        ? complain(
          "type/mismatch", "an entry is a map, as in `{k: v}`, this is \(text(body.type))",
          at: syntax.range(index))
        : body
    }
  }

  private mutating func checkSortKey(_ index: Syntax.Index) -> Typed {
    let body = check(index)
    let type = resolved(body.type)
    if !isCell || Overloads.ordered.contains(type) || type == .dyn || type == .unknown {
      return body
    }
    if case .nullable = type { return complainOfNull(body, at: index) }
    return complain(
      "type/overload", "\(text(type)) has no order to sort by", at: syntax.range(index))
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
    let range = syntax.range(index)
    let isFlat = expansion.macro == .optFlatMap
    let inner: ValueType
    let type = resolved(operand.type)
    switch type {
    case .optional(let wrapped): inner = wrapped
    case .dyn: inner = .dyn
    case .unknown: inner = .unknown
    case .parameter where Inference.isVariable(type):
      inner = inference.fresh()
      _ = inference.assign(.optional(inner), to: type)
    default:
      return complain(
        "type/overload", "`\(expansion.name.text)` looks into an optional, this is \(text(type))",
        at: expansion.target.map(syntax.range) ?? range)
    }
    let outer = (locals.count, facts)
    let local = bindLocal(expansion.variables[0], inner)
    let body = check(expansion.arguments[0])
    locals.removeSubrange(outer.0...)
    facts = outer.1
    let bodyType = resolved(body.type)
    if isFlat, scope.isChecked, !isOptional(bodyType) {
      return complain(
        "type/mismatch", "`optFlatMap` needs an optional, this is \(text(bodyType))",
        at: syntax.range(expansion.arguments[0]),
        help: "use `optMap`")
    }
    let result = scope.isChecked ? (isFlat ? bodyType : .optional(body.type)) : .dyn
    return emit(
      .optionalMap(operand.node, local: local, body: body.node, isFlat: isFlat), result, at: range)
  }

  private func isOptional(_ type: ValueType) -> Bool {
    switch type {
    case .optional, .dyn, .unknown: true
    default: Inference.isVariable(type)
    }
  }

  /// `cel.bind(x, init, e)`.
  mutating func checkBind(
    _ expansion: Syntax.Expansion, at index: Syntax.Index, _ expected: Expected
  ) -> Typed {
    let range = syntax.range(index)
    let value = check(expansion.arguments[0])
    let outer = locals.count
    let local = bindLocal(expansion.variables[0], resolved(value.type))
    let body = check(expansion.arguments[1], expected)
    locals.removeSubrange(outer...)
    return emit(.bind(local, value.node, body.node), body.type, at: range)
  }

  /// `e[k]` and `e[?k]`.
  mutating func checkIndex(
    _ operand: Typed, _ keyIndex: Syntax.Index, isOptional: Bool, at index: Syntax.Index
  ) -> Typed {
    let range = syntax.range(index)
    var inner = resolved(operand.type)
    if case .optional(let wrapped) = inner { inner = resolved(wrapped) }
    let isLifted = isOptional || inner != resolved(operand.type)
    let key = check(keyIndex, keyHint(inner))
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

  private func isLiftedOptional(_ operand: Typed) -> Bool {
    if case .optional = resolved(operand.type) { return true }
    return false
  }

  private func keyHint(_ type: ValueType) -> Expected {
    if isCell, case .map(let key, _) = type.withoutNull { return .hint(key) }
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
    case .nullable: return complainOfNull(operand, at: index)
    default: return complainOfKey(operand, type, key, keyIndex, at: range)
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
