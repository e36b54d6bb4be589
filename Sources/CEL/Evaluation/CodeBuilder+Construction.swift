extension CodeBuilder {
  mutating func lowerList(_ index: Outline.Index, into wanted: Operand?) -> Operand {
    guard case .list(let elements) = node(index).kind else { return constant(.null) }
    for place in 0..<Int(elements.count) where outline.link(elements, place).isOptional {
      return lowerOptionalList(elements, into: wanted)
    }
    return construct(.list, lowerAll(elements), 0, into: wanted)
  }

  /// A list some of whose elements may be left out.
  private mutating func lowerOptionalList(
    _ elements: Outline.Links, into wanted: Operand?
  ) -> Operand {
    let builder = next(\.lists)
    emit(.startList, builder, UInt16.max)
    for place in 0..<Int(elements.count) {
      let element = outline.link(elements, place)
      let operand = lower(element.node)
      if element.isOptional {
        appendOptional(operand, to: builder)
      } else {
        append(operand, to: builder)
      }
    }
    let result = place(.value, wanted)
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
    let result = place(.value, wanted)
    emit(.construct, result.index, table(values), type, sub: kind.rawValue)
    release(values)
    return result
  }

  mutating func lowerMap(_ index: Outline.Index, into wanted: Operand?) -> Operand {
    guard case .map(let entries) = node(index).kind else { return constant(.null) }
    let builder = next(\.maps)
    emit(.startMap, builder)
    lowerEntries(entries, into: builder)
    let result = place(.value, wanted)
    emit(.finishMap, result.index, builder)
    return result
  }

  /// Adds the entries of a map literal to a builder.
  mutating func lowerEntries(_ entries: Outline.Links, into builder: UInt16) {
    for place in stride(from: 0, to: Int(entries.count), by: 2) {
      let key = lower(argument(entries, place))
      let value = lower(argument(entries, place + 1))
      let isOptional = outline.link(entries, place + 1).isOptional
      insert(key, value, isOptional: isOptional, into: builder)
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

  mutating func lowerRecord(_ index: Outline.Index, into wanted: Operand?) -> Operand {
    guard case .record(let type, let elements) = node(index).kind else { return constant(.null) }
    var values: [Operand] = []
    for place in 0..<Int(elements.count) {
      let element = outline.link(elements, place)
      let operand = lower(element.node)
      values.append(
        element.isOptional ? lowerUnary(.unwrapOrNull, operand, into: nil) : operand)
    }
    return construct(.record, values, narrow(Int(type.index)), into: wanted)
  }

  mutating func lowerUnion(_ index: Outline.Index, into wanted: Operand?) -> Operand {
    guard case .union(let unionCase, let parts) = node(index).kind else { return constant(.null) }
    unionCases.append(unionCase)
    let number = narrow(unionCases.count - 1)
    return construct(.union, lowerAll(parts), number, into: wanted)
  }

  /// `r.copy({…})`: all new values first, then a copy of the record that is changed in place.
  mutating func lowerCopy(
    _ index: Outline.Index, _ base: Operand, into wanted: Operand?
  ) -> Operand {
    guard case .copy(_, let changes) = node(index).kind else { return base }
    let values = lowerAll(changes)
    let result = temporary(.value)
    convert(boxed(base), to: result)
    for (place, value) in values.enumerated() {
      setField(outline.link(changes, place).field, of: result, to: value)
    }
    return result
  }

  private mutating func setField(_ field: Int32, of record: Operand, to value: Operand) {
    let value = boxed(value)
    emit(
      .value, record.index, narrow(Int(field)), value.index, sub: ValueOperation.setField.rawValue)
    release(value)
  }

  /// `cel.bind`: at once where the init cannot fail, else at the first use.
  mutating func lowerBind(_ index: Outline.Index, into wanted: Operand?) -> Operand {
    guard case .bind(let local, let first, let body) = node(index).kind else {
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
    for bank in used.indices { free[bank] += used[bank] }
    return detached(result, from: deferred.value)
  }

  private func mayFailOrCharge(_ index: Outline.Index) -> Bool {
    !facts(index).isDisjoint(with: [.canFail, .charges])
  }

  private mutating func bound(_ initial: Operand, as form: Form, to local: Int32) -> Operand {
    let value = converted(initial, to: form)
    set(local, .register(value.kept))
    return value
  }

  private mutating func lowerInit(_ index: Outline.Index, into value: Operand) {
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

  private mutating func beginDeferred(_ first: Outline.Index) -> Deferred {
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

  /// The result of a body, which may be the register of the body's own variable: that one is then
  /// handed on instead of being used again.
  private mutating func detached(_ result: Operand, from variable: Operand) -> Operand {
    guard variable.isTemporary else { return result }
    if result.register == variable.register { return variable }
    release(variable)
    return result
  }

  /// `optMap` and `optFlatMap`.
  mutating func lowerOptionalMap(
    _ index: Outline.Index, _ operand: Operand, into wanted: Operand?
  ) -> Operand {
    guard case .optionalMap(_, let local, let body, let isFlat) = node(index).kind else {
      return operand
    }
    let operand = boxed(operand)
    let result = temporary(.value)
    let end = beginSome(operand, result)
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

  /// Emits the test of an optional; none is the result at once, by the jump that is given.
  private mutating func beginSome(_ operand: Operand, _ result: Operand) -> Patch {
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
    guard outline.locals.indices.contains(Int(local)) else { return }
    outline.locals[Int(local)].source = source
  }

  func source(of local: Int32) -> Local {
    outline.locals.indices.contains(Int(local)) ? outline.locals[Int(local)].source : .unbound
  }
}

extension Operand {
  /// The same place, which is not free after it is read.
  var kept: Operand { Operand(register: register, form: form, isTemporary: false) }
}
