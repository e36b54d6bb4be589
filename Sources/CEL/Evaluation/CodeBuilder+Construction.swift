extension CodeBuilder {
  mutating func lowerList(_ index: TypedSyntax.Index, into wanted: Operand?) -> Operand {
    guard case .list(let elements) = kind(index) else { return constant(.null) }
    if elements.contains(where: \.isOptional) { return lowerOptionalList(elements, into: wanted) }
    return construct(.list, lowerAll(elements.map(\.value)), 0, into: wanted)
  }

  /// Emits a list in which some elements are optional.
  private mutating func lowerOptionalList(
    _ elements: [TypedSyntax.Element], into wanted: Operand?
  ) -> Operand {
    let builder = next(\.lists)
    emit(.startList, builder, UInt16.max)
    for element in elements {
      let operand = lower(element.value)
      if element.isOptional {
        appendOptional(operand, to: builder)
      } else {
        append(operand, to: builder)
      }
    }
    let result = destination(.value, wanted)
    emit(.finishList, result.index, builder)
    return result
  }

  private mutating func appendOptional(_ operand: Operand, to builder: UInt16) {
    let boxed = boxed(operand)
    emit(.value, builder, boxed.index, sub: ValueOperation.appendOptional.rawValue)
    release(boxed)
  }

  mutating func append(_ operand: Operand, to builder: UInt16) {
    let isTaken = operand.form == .value && operand.isTemporary
    emit(
      .append, builder, operand.index, isTaken ? 1 : operand.form.typeIndex,
      sub: operand.form.code.rawValue)
    release(operand)
  }

  private mutating func construct(
    _ kind: Construction, _ values: [Operand], _ type: UInt16, into wanted: Operand?
  ) -> Operand {
    let result = destination(.value, wanted)
    emit(.construct, result.index, table(values), type, sub: kind.rawValue)
    release(values)
    return result
  }

  mutating func lowerMap(_ index: TypedSyntax.Index, into wanted: Operand?) -> Operand {
    guard case .map(let entries) = kind(index) else { return constant(.null) }
    let builder = next(\.maps)
    emit(.startMap, builder)
    lowerEntries(entries, into: builder)
    let result = destination(.value, wanted)
    emit(.finishMap, result.index, builder)
    return result
  }

  /// Adds the entries of a map literal to a builder.
  mutating func lowerEntries(_ entries: [TypedSyntax.Entry], into builder: UInt16) {
    for entry in entries {
      let key = lower(entry.key)
      let value = lower(entry.value)
      insert(key, value, isOptional: entry.isOptional, into: builder)
    }
  }

  private mutating func insert(
    _ key: Operand, _ value: Operand, isOptional: Bool, into builder: UInt16
  ) {
    let key = boxed(key)
    let value = boxed(value)
    if isOptional {
      emit(.value, builder, value.index, key.index, sub: ValueOperation.insertOptional.rawValue)
    } else {
      emit(.insert, builder, key.index, value.index)
    }
    release([key, value])
  }

  mutating func lowerRecord(_ index: TypedSyntax.Index, into wanted: Operand?) -> Operand {
    guard case .record(let type, let elements) = kind(index) else { return constant(.null) }
    var values: [Operand] = []
    for element in elements {
      let operand = lower(element.value)
      values.append(
        element.isOptional ? lowerUnary(.unwrapOrNull, operand, into: nil) : operand)
    }
    return construct(.record, values, narrow(Int(type.index)), into: wanted)
  }

  mutating func lowerUnion(_ index: TypedSyntax.Index, into wanted: Operand?) -> Operand {
    guard case .union(let unionCase, let parts) = kind(index) else { return constant(.null) }
    tables.unionCases.append(unionCase)
    let number = narrow(tables.unionCases.count - 1)
    return construct(.union, lowerAll(parts), number, into: wanted)
  }

  /// `r.copy({…})`: evaluates all new values, then changes a copy of the record in place.
  mutating func lowerCopy(
    _ index: TypedSyntax.Index, _ base: Operand, into wanted: Operand?
  ) -> Operand {
    guard case .copy(_, let changes) = kind(index) else { return base }
    let values = lowerAll(changes.map(\.value))
    let result = temporary(.value)
    convert(boxed(base), to: result)
    for (change, value) in zip(changes, values) { setField(change.field, of: result, to: value) }
    return result
  }

  private mutating func setField(_ field: Int32, of record: Operand, to value: Operand) {
    let value = boxed(value)
    emit(
      .value, record.index, narrow(Int(field)), value.index, sub: ValueOperation.setField.rawValue)
    release(value)
  }

  /// `cel.bind`: evaluates the initial value at once if it cannot fail, else at its first use.
  mutating func lowerBind(_ index: TypedSyntax.Index, into wanted: Operand?) -> Operand {
    guard case .bind(let local, let first, let body) = kind(index) else {
      return constant(.null)
    }
    guard mayFailOrCharge(first) else {
      let initial = lower(first)
      let value = bound(initial, as: form(first), to: local)
      let result = lower(body, into: wanted)
      return detached(result, from: value)
    }
    let deferred = beginDeferred(first)
    let used = isolating { builder in builder.lowerInit(first, into: deferred.value.kept) }
    endDeferred(deferred, local)
    let result = lower(body, into: wanted)
    release(deferred.isDone)
    for bank in used.indices { registers.free[bank] += used[bank] }
    return detached(result, from: deferred.value)
  }

  /// The most work that an expression can take, in steps of the budget; `nil` if it can fail or
  /// takes more than a quarter of the budget. With little work, it need not be computed in the step
  /// that changes what it reads.
  package func lazyWork(of syntax: TypedSyntax) -> Int? {
    LazyExpression(AnalyzedExpression(syntax, declarations, computed: bindings.computed)).work
  }

  /// Whether the node can end in an error or charge the budget.
  func mayFailOrCharge(_ index: TypedSyntax.Index) -> Bool {
    !facts(index).isDisjoint(with: [.canFail, .charges])
  }

  private mutating func bound(_ initial: Operand, as form: InstructionForm, to local: Int32)
    -> Operand
  {
    let value = converted(initial, to: form)
    set(local, .register(value.kept))
    return value
  }

  private mutating func lowerInit(_ index: TypedSyntax.Index, into value: Operand) {
    let initial = lower(index, into: value)
    convert(initial, to: value)
  }

  /// The block that computes a bind variable at its first use.
  private struct Deferred {
    var value: Operand
    var isDone: Operand
    var error: UInt16
    var over: Patch
    var entry: Int32
    var start: Int32
  }

  private mutating func beginDeferred(_ first: TypedSyntax.Index) -> Deferred {
    let value = temporary(form(first))
    let isDone = temporary(.bool)
    let error = next(\.errors)
    counts.blocks += 1
    convert(constant(.bool(false)), to: isDone)
    emit(.clearError, error)
    let over = jump()
    let entry = position
    convert(constant(.bool(true)), to: isDone)
    return Deferred(
      value: value, isDone: isDone, error: error, over: over, entry: entry, start: position)
  }

  private mutating func endDeferred(_ deferred: Deferred, _ local: Int32) {
    protect(from: deferred.start, handler: position, error: deferred.error)
    emit(.leave)
    patch(deferred.over)
    set(
      local,
      .deferred(
        deferred.value.kept, isDone: deferred.isDone.kept, entry: deferred.entry,
        error: deferred.error))
  }

  /// The result of a body, which may be the register of the body's own variable. In that case the
  /// register is not released, since the result takes it over.
  private mutating func detached(_ result: Operand, from variable: Operand) -> Operand {
    guard variable.isTemporary else { return result }
    if result.register == variable.register { return variable }
    release(variable)
    return result
  }

  /// `optMap` and `optFlatMap`.
  mutating func lowerOptionalMap(
    _ index: TypedSyntax.Index, _ operand: Operand, into wanted: Operand?
  ) -> Operand {
    guard case .optionalMap(_, let local, let body, let isFlat) = kind(index) else {
      return operand
    }
    let operand = boxed(operand)
    let result = temporary(.value)
    let end = beginOptionalTest(operand, result)
    let value = temporary(.value)
    emit(.value, value.index, operand.index, 0, sub: ValueOperation.unwrap.rawValue)
    set(local, .register(value.kept))
    let inner = lower(body)
    let outer = isFlat ? boxed(inner) : lowerUnary(.wrap, inner, into: result.kept)
    convert(outer, to: result.kept)
    patch(end)
    release([operand, value])
    return result
  }

  /// Emits the test of an optional. If it is empty, the result is `optional.none()`, and the
  /// returned patch jumps to the end.
  private mutating func beginOptionalTest(_ operand: Operand, _ result: Operand) -> Patch {
    let test = lowerValueTest(.hasValue, operand.kept, into: nil)
    emit(.jumpIfTrue, test.index)
    let some = Patch(jump: position - 1)
    release(test)
    convert(constant(.optional(Value.Optional(nil))), to: result.kept)
    let end = jump()
    patch(some)
    return end
  }

  mutating func set(_ local: Int32, _ source: Local) {
    guard expression.locals.indices.contains(Int(local)) else { return }
    expression.locals[Int(local)].source = source
  }

  func source(of local: Int32) -> Local {
    expression.locals.indices.contains(Int(local)) ? expression.locals[Int(local)].source : .unbound
  }
}

extension Operand {
  /// The same register, which is not released after it is read.
  var kept: Operand { Operand(register: register, form: form, isTemporary: false) }
}
