extension CodeBuilder {
  /// A call of the library; `first` is its first argument if that is lowered already.
  mutating func lowerCall(
    _ function: Function, _ index: TypedSyntax.Index, _ first: Operand?,
    _ rest: [TypedSyntax.Index], into wanted: Operand?
  ) -> Operand {
    var arguments: [Operand] = []
    if let first { arguments.append(first) }
    for argument in rest { arguments.append(lower(argument)) }
    let forms = arguments.map(\.form)
    if Calls.isIdentity(function, forms) { return arguments[0] }
    if let selection = Calls.select(function, forms) {
      return emit(selection, arguments, into: wanted)
    }
    if let selection = Calls.extreme(function, forms) {
      return lowerExtreme(selection, arguments, into: wanted)
    }
    if function == .substring, forms == [.string, .int, .int] {
      let result = place(.string, wanted)
      emit(
        .text, result.index, arguments[0].index, arguments[1].index,
        sub: TextOperation.substring.rawValue)
      emit(.extra, arguments[2].index)
      release(arguments)
      return result
    }
    if let result = lowerValueCall(function, arguments, into: wanted) { return result }
    return lowerLibrary(function, arguments, form(index), into: wanted)
  }

  /// One instruction of one or two operands.
  private mutating func emit(
    _ selection: Calls.Selection, _ arguments: [Operand], into wanted: Operand?
  ) -> Operand {
    let result = place(selection.result, wanted)
    let first = arguments[0].index
    switch arguments.count {
    case 1:
      emit(
        selection.operation, result.index, first, arguments[0].form.typeIndex, sub: selection.sub)
    default:
      let second = arguments[1].index
      emit(
        selection.operation, result.index, selection.isSwapped ? second : first,
        selection.isSwapped ? first : second, sub: selection.sub)
    }
    release(arguments)
    return result
  }

  private mutating func lowerExtreme(
    _ selection: Calls.Selection, _ arguments: [Operand], into wanted: Operand?
  ) -> Operand {
    guard arguments.count > 1 else { return arguments[0] }
    let result =
      arguments.count == 2 ? place(selection.result, wanted) : temporary(selection.result)
    var left = arguments[0]
    for right in arguments.dropFirst() {
      emit(selection.operation, result.index, left.index, right.index, sub: selection.sub)
      left = result
    }
    release(arguments)
    return result
  }

  /// Calls on values that need no table of operands.
  private mutating func lowerValueCall(
    _ function: Function, _ arguments: [Operand], into wanted: Operand?
  ) -> Operand? {
    switch (function, arguments.count) {
    case (.equal, 2): return lowerBinary(.equal, .bool, arguments, into: wanted)
    case (.notEqual, 2): return lowerBinary(.notEqual, .bool, arguments, into: wanted)
    case (.contained, 2): return lowerBinary(.contained, .bool, arguments, into: wanted)
    case (.orValue, 2): return lowerBinary(.unwrapOr, .value, arguments, into: wanted)
    case (.size, 1): return lowerValueTest(.size, arguments[0], .int, into: wanted)
    case (.hasValue, 1): return lowerValueTest(.hasValue, arguments[0], into: wanted)
    case (.value, 1): return lowerUnary(.unwrap, arguments[0], into: wanted)
    case (.optionalOf, 1): return lowerUnary(.wrap, arguments[0], into: wanted)
    case (.optionalNone, 0): return constant(.optional(Value.Optional(nil)))
    case (.toDyn, 1): return boxed(arguments[0])
    default: return nil
    }
  }

  /// `operation` on two boxed operands.
  mutating func lowerBinary(
    _ operation: ValueOperation, _ form: Form, _ arguments: [Operand], into wanted: Operand?
  ) -> Operand {
    let operands = arguments.map { boxed($0) }
    let result = place(form, wanted)
    emit(
      .value, result.index, operands[0].index, operands[1].index, sub: operation.rawValue)
    release(operands)
    return result
  }

  /// `operation` on one boxed operand, with a value as its result.
  mutating func lowerUnary(
    _ operation: ValueOperation, _ operand: Operand, into wanted: Operand?
  ) -> Operand {
    let operand = boxed(operand)
    let result = place(.value, wanted)
    emit(.value, result.index, operand.index, 0, sub: operation.rawValue)
    release(operand)
    return result
  }

  /// `operation` on one boxed operand, with an int register as its result.
  mutating func lowerValueTest(
    _ operation: ValueOperation, _ operand: Operand, _ form: Form = .bool, into wanted: Operand?
  ) -> Operand {
    if operation == .isNotNull, operand.form != .value {
      release(operand)
      return constant(.bool(true))
    }
    let operand = boxed(operand)
    let result = place(form, wanted)
    emit(.value, result.index, operand.index, 0, sub: operation.rawValue)
    release(operand)
    return result
  }

  /// A call through the library's one door.
  private mutating func lowerLibrary(
    _ function: Function, _ arguments: [Operand], _ form: Form, into wanted: Operand?
  ) -> Operand {
    let result = place(.value, form == .value ? wanted : nil)
    emit(.call, result.index, function.rawValue, table(arguments))
    release(arguments)
    return converted(result, to: form, into: wanted)
  }

  /// The number of a table of operands.
  mutating func table(_ arguments: [Operand]) -> UInt16 {
    operands.append(arguments)
    return narrow(operands.count - 1)
  }

  /// A call of a function of the definition: its arguments are evaluated once, from the left.
  mutating func lowerCall(
    declared index: Int32, _ arguments: [TypedSyntax.Index], into wanted: Operand?
  ) -> Operand {
    guard let function = functions[index], function.parameters.count == arguments.count else {
      // Declared for the checker alone: nobody can run it.
      emit(.raise, EvaluationError.ID.overload.number)
      return constant(.null)
    }
    // All are evaluated before any parameter is written: an argument may call the function too.
    let values = arguments.map { lower($0) }
    for (value, parameter) in zip(values, function.parameters) { convert(value, to: parameter) }
    emit(.enter)
    instructions[instructions.count - 1].target = Int(function.entry)
    let result = place(function.result.form, wanted)
    convert(function.result, to: result)
    return result
  }
}
