extension CodeBuilder {
  mutating func lowerList(_ elements: [TypedSyntax.Element], into wanted: Operand?) -> Operand {
    guard elements.contains(where: \.isOptional) else {
      return construct(.list, elements.map { lower($0.value) }, 0, into: wanted)
    }
    let builder = next(\.lists)
    emit(.startList, builder, UInt16.max)
    for element in elements {
      let operand = lower(element.value)
      if element.isOptional {
        let boxed = boxed(operand)
        emit(.value, builder, boxed.index, sub: ValueOperation.appendOptional.rawValue)
        release(boxed)
      } else {
        append(operand, to: builder)
      }
    }
    let result = place(.value, wanted)
    emit(.finishList, result.index, builder)
    return result
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

  mutating func lowerMap(_ entries: [TypedSyntax.Entry], into wanted: Operand?) -> Operand {
    let builder = next(\.maps)
    emit(.startMap, builder)
    lowerEntries(entries, into: builder)
    let result = place(.value, wanted)
    emit(.finishMap, result.index, builder)
    return result
  }

  /// Adds the entries of a map literal to a builder.
  mutating func lowerEntries(_ entries: [TypedSyntax.Entry], into builder: UInt16) {
    for entry in entries {
      let key = boxed(lower(entry.key))
      let value = boxed(lower(entry.value))
      if entry.isOptional {
        emit(
          .value, builder, value.index, key.index, sub: ValueOperation.insertOptional.rawValue)
      } else {
        emit(.insert, builder, key.index, value.index)
      }
      release([key, value])
    }
  }

  mutating func lowerRecord(
    _ type: TypeID, _ elements: [TypedSyntax.Element], into wanted: Operand?
  ) -> Operand {
    var values: [Operand] = []
    for element in elements {
      let operand = lower(element.value)
      values.append(
        element.isOptional ? lowerUnary(.unwrapOrNull, operand, into: nil) : operand)
    }
    return construct(.record, values, narrow(Int(type.index)), into: wanted)
  }

  mutating func lowerUnion(
    _ unionCase: UnionCase, _ values: [TypedSyntax.Index], into wanted: Operand?
  ) -> Operand {
    unionCases.append(unionCase)
    let number = narrow(unionCases.count - 1)
    return construct(.union, values.map { lower($0) }, number, into: wanted)
  }

  /// `r.copy({…})`: all new values first, then a copy of the record that is changed in place.
  mutating func lowerCopy(
    _ base: Operand, _ changes: [(field: Int32, value: TypedSyntax.Index)], into wanted: Operand?
  ) -> Operand {
    let values = changes.map { boxed(lower($0.value)) }
    let result = temporary(.value)
    convert(boxed(base), to: result)
    for (change, value) in zip(changes, values) {
      emit(
        .value, result.index, narrow(Int(change.field)), value.index,
        sub: ValueOperation.setField.rawValue)
      release(value)
    }
    return result
  }

  /// `cel.bind`: at once where the init cannot fail, else at the first use.
  mutating func lowerBind(
    _ local: Int32, _ first: TypedSyntax.Index, _ body: TypedSyntax.Index, into wanted: Operand?
  ) -> Operand {
    let form = form(first)
    let facts = facts(first)
    if !facts.canFail && !facts.charges {
      let value = converted(lower(first), to: form)
      set(local, .register(value.kept))
      let result = lower(body, into: wanted)
      return detached(result, from: value)
    }
    let value = temporary(form)
    let isDone = temporary(.bool)
    let error = next(\.errors)
    counts.blocks += 1
    convert(constant(.bool(false)), to: isDone)
    emit(.clearError, error)
    let over = jump()
    let entry = position
    convert(constant(.bool(true)), to: isDone)
    let start = position
    let used = isolating { builder in
      builder.convert(builder.lower(first, into: value.kept), to: value.kept)
    }
    protect(from: start, handler: position, error: error)
    emit(.leave)
    patch(over)
    set(local, .deferred(value.kept, isDone: isDone.kept, entry: entry, error: error))
    let result = lower(body, into: wanted)
    release(isDone)
    for bank in used.indices { free[bank] += used[bank] }
    return detached(result, from: value)
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
    _ operand: Operand, _ local: Int32, _ body: TypedSyntax.Index, isFlat: Bool,
    into wanted: Operand?
  ) -> Operand {
    let operand = boxed(operand)
    let result = temporary(.value)
    let test = lowerValueTest(.hasValue, operand.kept, into: nil)
    emit(.jumpIfTrue, test.index)
    let some = Patch(jumps: [position - 1])
    release(test)
    convert(constant(.optional(Value.Optional(nil))), to: result.kept)
    let end = jump()
    patch(some)
    let value = temporary(.value)
    emit(.value, value.index, operand.index, 0, sub: ValueOperation.unwrap.rawValue)
    set(local, .register(value.kept))
    let inner = boxed(lower(body))
    if isFlat {
      convert(inner, to: result.kept)
    } else {
      convert(lowerUnary(.wrap, inner, into: result.kept), to: result.kept)
    }
    patch(end)
    release([operand, value])
    return result
  }

  mutating func set(_ local: Int32, _ source: Local) {
    guard !frames.isEmpty, frames[frames.count - 1].locals.indices.contains(Int(local)) else {
      return
    }
    frames[frames.count - 1].locals[Int(local)] = source
  }
}

extension Operand {
  /// The same place, which is not free after it is read.
  var kept: Operand { Operand(register: register, form: form, isTemporary: false) }
}
