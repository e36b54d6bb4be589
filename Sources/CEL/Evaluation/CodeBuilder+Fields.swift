extension CodeBuilder {
  /// A record whose fields are read without copying it: the element of a loop, or the element of a
  /// list at an index.
  enum Borrowed: BitwiseCopyable {
    case local(Int32)
    case element(list: TypedSyntax.Index, at: TypedSyntax.Index)
  }

  /// The operand of a field selection, if the field can be read without copying the record.
  func borrowed(_ index: TypedSyntax.Index) -> Borrowed? {
    switch kind(index) {
    case .variable(.local(let local)):
      guard case .element = source(of: local) else { return nil }
      return .local(local)
    case .index(let list, let key):
      guard isRegister(list), facts(list).contains(.isList), form(key) == .int else { return nil }
      return .element(list: list, at: key)
    case .caseData, .constant, .isIn, .and, .or, .conditional, .list, .map, .record, .union, .bind,
      .loop, .callDeclared, .callUnknown, .variable, .field, .isCase, .isNotNull, .select, .hasKey,
      .optionalSelect, .optionalField, .optionalIndex, .call, .copy, .optionalMap, .orNull, .widen:
      return nil
    }
  }

  /// Whether the node is a variable in a register of the value bank, which does not change while it
  /// is read.
  private func isRegister(_ index: TypedSyntax.Index) -> Bool {
    guard case .variable(.declared(let number)) = kind(index),
      case .register(let operand) = binding(of: number)
    else { return false }
    return operand.form == .value
  }

  /// Emits the read of a field without copying the record.
  mutating func lowerBorrowedField(
    _ index: TypedSyntax.Index, into wanted: Operand?
  ) -> Operand {
    guard case .field(let operand, _) = kind(index),
      let iterator = lowerBorrowed(operand)
    else { return constant(.null) }
    return readBorrowed(index, iterator, into: wanted)
  }

  /// Emits code that moves an iterator to the operand of a field selection.
  private mutating func lowerBorrowed(_ operand: TypedSyntax.Index) -> UInt16? {
    switch borrowed(operand) {
    case .local(let local):
      guard case .element(let known, _) = source(of: local) else { return nil }
      return known
    case .element(let list, let key):
      let list = lower(list)
      // The value of an optional is an int in the value bank.
      let position = converted(lower(key), to: .int)
      let iterator = next(\.iterators)
      emit(.locate, iterator, list.index, position.index)
      release(position)
      return iterator
    case nil: return nil
    }
  }

  private mutating func readBorrowed(
    _ index: TypedSyntax.Index, _ iterator: UInt16, into wanted: Operand?
  ) -> Operand {
    guard case .field(_, let field) = kind(index) else { return constant(.null) }
    let result = destination(form(index), wanted)
    if result.register.bank == .int {
      emit(.elementFieldInt, result.index, iterator, narrow(Int(field)))
    } else {
      emit(
        .elementField, result.index, iterator, narrow(Int(field)),
        sub: result.register.bank.rawValue)
    }
    return result
  }

  /// Emits the read of a field of a record in a register.
  mutating func lowerField(
    _ record: Operand, _ field: Int32, _ form: InstructionForm, into wanted: Operand?
  ) -> Operand {
    let record = boxed(record)
    let result = destination(form, wanted)
    if form.bank == .int {
      emit(.fieldInt, result.index, record.index, narrow(Int(field)))
    } else {
      emit(
        .field, result.index, record.index, narrow(Int(field)), sub: result.register.bank.rawValue)
    }
    release(record)
    return result
  }

  /// Emits the read of a list element or a map value.
  mutating func lowerIndex(
    _ index: TypedSyntax.Index, _ collection: Operand, into wanted: Operand?
  ) -> Operand {
    guard case .index(_, let key) = kind(index) else { return collection }
    let position = lower(key)
    return readIndex(index, collection, position, into: wanted)
  }

  private mutating func readIndex(
    _ index: TypedSyntax.Index, _ collection: Operand, _ position: Operand, into wanted: Operand?
  ) -> Operand {
    let form = form(index)
    guard case .index(let list, _) = kind(index), facts(list).contains(.isList),
      position.form == .int
    else { return lowerKey(.index, collection, position, form, into: wanted) }
    let collection = boxed(collection)
    let iterator = next(\.iterators)
    emit(.locate, iterator, collection.index, position.index)
    let result = destination(form, wanted)
    emit(.element, result.index, iterator, 0, sub: result.register.bank.rawValue)
    release([collection, position])
    return result
  }

  mutating func lowerOptionalIndex(
    _ index: TypedSyntax.Index, _ collection: Operand, into wanted: Operand?
  ) -> Operand {
    guard case .optionalIndex(_, let key) = kind(index) else { return collection }
    let position = lower(key)
    return lowerKey(.indexOptional, collection, position, .value, into: wanted)
  }

  /// Emits a selection by name from a map or from a value of type dyn.
  mutating func lowerKey(
    _ operation: ValueOperation, _ operand: Operand, _ name: String, _ form: InstructionForm,
    into wanted: Operand?
  ) -> Operand {
    let key = constant(boxed: .string(name))
    return lowerKey(operation, operand, key, form, into: wanted)
  }

  mutating func lowerKey(
    _ operation: ValueOperation, _ operand: Operand, _ key: Operand, _ form: InstructionForm,
    into wanted: Operand?
  ) -> Operand {
    let writesInt = operation == .hasKey
    let result = lowerBinary(
      operation, writesInt ? .bool : .value, [operand, key],
      into: writesInt || form == .value ? wanted : nil)
    return converted(result, to: form, into: wanted)
  }

  /// Emits a variable of an unchecked program: the first of its possible names that is bound at run
  /// time; the error is `missingKey` if none is.
  mutating func lowerDynamic(_ names: [String]) -> Operand {
    let result = temporary(.value)
    var ends: [Int32] = []
    for name in names {
      let variable = dynamicVariable(name)
      emit(.jumpIfFalse, variable.isBound.index)
      let unbound = Patch(jump: position - 1)
      convert(variable.value, to: result.kept)
      ends += jump().jumps
      patch(unbound)
    }
    emit(.raise, EvaluationError.ID.missingKey.number)
    patch(Patch(jumps: ends))
    return result
  }

  private mutating func dynamicVariable(_ name: String) -> DynamicVariable {
    if let known = bindings.dynamicVariables[name] { return known }
    let variable = DynamicVariable(
      value: declareOperand(.dyn), isBound: declareOperand(.bool))
    bindings.dynamicVariables[name] = variable
    return variable
  }
}
