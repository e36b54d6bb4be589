extension CodeBuilder {
  /// Emits a library call; `first` is the first argument if it is already lowered.
  mutating func lowerCall(
    _ index: TypedSyntax.Index, _ first: Operand?, into wanted: Operand?
  ) -> Operand {
    let arguments = arguments(of: index)
    guard arguments.count == 1 || arguments.count == 2 else {
      let rest = lowerAll(arguments.dropFirst(first == nil ? 0 : 1))
      return emitCall(index, (first.map { [$0] } ?? []) + rest, into: wanted)
    }
    let left = first ?? lower(arguments[0])
    if arguments.count == 1 { return emitCall(index, left, into: wanted) }
    return emitCall(index, left, lower(arguments[1]), into: wanted)
  }

  /// Emits a call with one operand. Nearly all calls have one or two operands and are one
  /// instruction.
  private mutating func emitCall(
    _ index: TypedSyntax.Index, _ operand: Operand, into wanted: Operand?
  ) -> Operand {
    guard case .call(let function, _) = kind(index) else { return constant(.null) }
    let forms = InstructionSelector.OperandForms(operand.form)
    if InstructionSelector.isIdentity(function, forms) { return operand }
    guard let selection = InstructionSelector.select(function, forms) else {
      return emitCall(index, [operand], into: wanted)
    }
    let result = destination(selection.result, wanted)
    emit(
      selection.operation, result.index, operand.index, operand.form.typeIndex,
      sub: selection.sub)
    release(operand)
    return result
  }

  private mutating func emitCall(
    _ index: TypedSyntax.Index, _ left: Operand, _ right: Operand, into wanted: Operand?
  ) -> Operand {
    guard case .call(let function, _) = kind(index) else { return constant(.null) }
    guard
      let selection = InstructionSelector.select(
        function, InstructionSelector.OperandForms(left.form, right.form))
    else {
      return emitCall(index, [left, right], into: wanted)
    }
    let result = destination(selection.result, wanted)
    emit(
      selection.operation, result.index, selection.isSwapped ? right.index : left.index,
      selection.isSwapped ? left.index : right.index, sub: selection.sub)
    release(left)
    release(right)
    return result
  }

  /// Lowers nodes in order.
  mutating func lowerAll(_ nodes: some Collection<TypedSyntax.Index>) -> [Operand] {
    var operands: [Operand] = []
    operands.reserveCapacity(nodes.count)
    for node in nodes { operands.append(lower(node)) }
    return operands
  }

  private func arguments(of index: TypedSyntax.Index) -> [TypedSyntax.Index] {
    switch kind(index) {
    case .call(_, let arguments), .callDeclared(_, let arguments), .callUnknown(_, let arguments):
      arguments
    default: []
    }
  }

  /// Emits a call that is not a single instruction.
  private mutating func emitCall(
    _ index: TypedSyntax.Index, _ arguments: [Operand], into wanted: Operand?
  ) -> Operand {
    guard case .call(let function, let nodes) = kind(index) else { return constant(.null) }
    let forms = InstructionSelector.OperandForms(arguments)
    if let selection = InstructionSelector.extreme(function, forms) {
      return lowerExtreme(selection, arguments, into: wanted)
    }
    if function == .substring, arguments.map(\.form) == [.string, .int, .int] {
      return lowerSubstring(arguments, into: wanted)
    }
    if let result = lowerValueCall(function, arguments, into: wanted) { return result }
    let form = form(index)
    if let result = lowerPattern(function, arguments, nodes, form, into: wanted) { return result }
    return lowerLibrary(function, arguments, form, into: wanted)
  }

  private mutating func lowerSubstring(
    _ arguments: [Operand], into wanted: Operand?
  ) -> Operand {
    let result = destination(.string, wanted)
    emit(
      .text, result.index, arguments[0].index, arguments[1].index,
      sub: TextOperation.substring.rawValue)
    emit(.extra, arguments[2].index)
    release(arguments)
    return result
  }

  private mutating func lowerExtreme(
    _ selection: InstructionSelector.Selection, _ arguments: [Operand], into wanted: Operand?
  ) -> Operand {
    guard arguments.count > 1 else { return arguments[0] }
    let result =
      arguments.count == 2 ? destination(selection.result, wanted) : temporary(selection.result)
    var left = arguments[0]
    for right in arguments.dropFirst() {
      emit(selection.operation, result.index, left.index, right.index, sub: selection.sub)
      left = result
    }
    release(arguments)
    return result
  }

  /// Emits a call on boxed values that needs no operand table.
  private mutating func lowerValueCall(
    _ function: Function, _ arguments: [Operand], into wanted: Operand?
  ) -> Operand? {
    if arguments.count == 2, let (operation, form) = Self.dynamicOperators[function] {
      return lowerBinary(operation, form, arguments, into: wanted)
    }
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

  /// Operators whose overload is known only at run time.
  private static let dynamicOperators: [Function: (ValueOperation, InstructionForm)] = [
    .add: (.add, .value), .subtract: (.subtract, .value), .multiply: (.multiply, .value),
    .divide: (.divide, .value), .modulo: (.modulo, .value), .less: (.less, .bool),
    .lessOrEqual: (.lessOrEqual, .bool), .greater: (.greater, .bool),
    .greaterOrEqual: (.greaterOrEqual, .bool),
  ]

  /// Emits a regular expression function whose pattern is constant, and compiles the pattern now.
  /// An invalid pattern is an error at run time.
  private mutating func lowerPattern(
    _ function: Function, _ arguments: [Operand], _ nodes: [TypedSyntax.Index],
    _ form: InstructionForm, into wanted: Operand?
  ) -> Operand? {
    switch function {
    case .matches, .regexExtract, .regexExtractAll, .regexReplace: break
    default: return nil
    }
    guard nodes.count > 1, case .string(let text) = expression.value(of: nodes[1]),
      arguments[0].form == .string,
      let pattern = pattern(text), let code = UInt8(exactly: function.rawValue)
    else { return nil }
    if function == .matches, arguments.count == 2 {
      let result = self.destination(.bool, wanted)
      emit(
        .text, result.index, arguments[0].index, pattern, sub: TextOperation.matches.rawValue)
      release(arguments)
      return result
    }
    let result = self.destination(.value, form == .value ? wanted : nil)
    emit(
      .pattern, result.index, table([arguments[0]] + arguments.dropFirst(2)), pattern, sub: code)
    release(arguments)
    return converted(result, to: form, into: wanted)
  }

  /// The number of a constant pattern.
  private mutating func pattern(_ text: String) -> UInt16? {
    let key = [UInt8](text.utf8)
    if let known = tables.patternNumbers[key] { return known }
    guard case .success(let pattern) = RegularExpression.compile(text) else { return nil }
    tables.patterns.append(pattern)
    let number = narrow(tables.patterns.count - 1)
    tables.patternNumbers[key] = number
    return number
  }

  private static var joinLimit: Int { 16 }

  /// Whether the node is a chain of `+` on texts that can be concatenated at once. All operands are
  /// evaluated before the first `+`, so only the first two may fail or charge.
  mutating func isJoined(_ index: TypedSyntax.Index) -> Bool {
    var count = 1
    var cursor = index
    while let (left, right) = textSum(cursor) {
      // A longer chain is joined in several parts, so that each node is visited a bounded number of
      // times.
      if count > Self.joinLimit { return false }
      let isFirst = textSum(left) == nil
      if !isFirst, form(right) != .string || !facts(right).isDisjoint(with: [.canFail, .charges]) {
        return false
      }
      count += 1
      cursor = left
    }
    return count > 2
  }

  /// The operands, if the node is a `+` on texts.
  private func textSum(_ index: TypedSyntax.Index) -> (
    left: TypedSyntax.Index, right: TypedSyntax.Index
  )? {
    guard form(index) == .string, case .call(.add, let operands) = kind(index), operands.count == 2
    else { return nil }
    return (operands[0], operands[1])
  }

  mutating func lowerJoin(_ index: TypedSyntax.Index, into wanted: Operand?) -> Operand {
    var operands: [TypedSyntax.Index] = []
    var cursor = index
    while let (left, right) = textSum(cursor) {
      operands.append(right)
      cursor = left
    }
    operands.append(cursor)
    var parts: [Operand] = []
    for operand in operands.reversed() {
      let part = lower(operand)
      parts.append(converted(part, to: .string))
    }
    let result = destination(.string, wanted)
    emit(.join, result.index, table(parts))
    release(parts)
    return result
  }

  /// Emits `operation` on two boxed operands.
  mutating func lowerBinary(
    _ operation: ValueOperation, _ form: InstructionForm, _ arguments: [Operand],
    into wanted: Operand?
  ) -> Operand {
    let operands = arguments.map { boxed($0) }
    let result = destination(form, wanted)
    emit(
      .value, result.index, operands[0].index, operands[1].index, sub: operation.rawValue)
    release(operands)
    return result
  }

  /// Emits `operation` on one boxed operand; the result is a value.
  mutating func lowerUnary(
    _ operation: ValueOperation, _ operand: Operand, into wanted: Operand?
  ) -> Operand {
    let operand = boxed(operand)
    let result = destination(.value, wanted)
    emit(.value, result.index, operand.index, 0, sub: operation.rawValue)
    release(operand)
    return result
  }

  /// Emits `operation` on one boxed operand; the result is in the int bank.
  mutating func lowerValueTest(
    _ operation: ValueOperation, _ operand: Operand, _ form: InstructionForm = .bool,
    into wanted: Operand?
  ) -> Operand {
    if operation == .isNotNull, operand.form != .value {
      release(operand)
      return constant(.bool(true))
    }
    let operand = boxed(operand)
    let result = destination(form, wanted)
    emit(.value, result.index, operand.index, 0, sub: operation.rawValue)
    release(operand)
    return result
  }

  /// Emits a call of `Library.call`.
  private mutating func lowerLibrary(
    _ function: Function, _ arguments: [Operand], _ form: InstructionForm, into wanted: Operand?
  ) -> Operand {
    let result = destination(.value, form == .value ? wanted : nil)
    emit(.call, result.index, function.rawValue, table(arguments))
    release(arguments)
    return converted(result, to: form, into: wanted)
  }

  /// Adds an operand table and returns its number.
  mutating func table(_ arguments: [Operand]) -> UInt16 {
    operands.append(arguments)
    return narrow(operands.count - 1)
  }

  /// Emits a call of a function that the definition declares. All arguments are evaluated once,
  /// from the left, before the first parameter is written, because an argument may call the same
  /// function.
  mutating func lowerDeclaredCall(
    _ index: TypedSyntax.Index, into wanted: Operand?
  ) -> Operand {
    emitDeclaredCall(index, lowerAll(arguments(of: index)), into: wanted)
  }

  private mutating func emitDeclaredCall(
    _ index: TypedSyntax.Index, _ values: [Operand], into wanted: Operand?
  ) -> Operand {
    guard case .callDeclared(let number, _) = kind(index),
      let function = bindings.functions[number],
      function.parameters.count == values.count
    else {
      // Functions without a body are declared only for the checker and cannot run.
      emit(.raise, EvaluationError.ID.overload.number)
      return constant(.null)
    }
    for (value, parameter) in zip(values, function.parameters) { convert(value, to: parameter) }
    enter(function.block)
    let result = destination(function.block.result.form, wanted)
    convert(function.block.result, to: result)
    return result
  }

  /// Emits a call that no overload accepts. Its arguments are evaluated first, because they may
  /// fail.
  mutating func lowerUnknownCall(_ index: TypedSyntax.Index) -> Operand {
    for argument in arguments(of: index) {
      let operand = lower(argument)
      release(operand)
    }
    emit(.raise, EvaluationError.ID.overload.number)
    return constant(.null)
  }
}
