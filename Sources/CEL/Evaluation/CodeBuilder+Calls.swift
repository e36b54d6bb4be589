extension CodeBuilder {
  /// A call of the library; `first` is its first argument if that is lowered already.
  mutating func lowerCall(
    _ index: Outline.Index, _ first: Operand?, into wanted: Operand?
  ) -> Operand {
    let places = arguments(of: index)
    guard places.count == 1 || places.count == 2 else {
      let rest = lowerAll(places, from: first == nil ? 0 : 1)
      return emitCall(index, (first.map { [$0] } ?? []) + rest, into: wanted)
    }
    let left = first ?? lower(argument(places, 0))
    if places.count == 1 { return emitCall(index, left, into: wanted) }
    return emitCall(index, left, lower(argument(places, 1)), into: wanted)
  }

  /// Nearly all calls have one operand or two, and are one instruction.
  private mutating func emitCall(
    _ index: Outline.Index, _ operand: Operand, into wanted: Operand?
  ) -> Operand {
    guard case .call(let function, _) = node(index).kind else { return constant(.null) }
    let forms = Calls.Forms(operand.form)
    if Calls.isIdentity(function, forms) { return operand }
    guard let selection = Calls.select(function, forms) else {
      return emitCall(index, [operand], into: wanted)
    }
    let result = place(selection.result, wanted)
    emit(
      selection.operation, result.index, operand.index, operand.form.typeIndex,
      sub: selection.sub)
    release(operand)
    return result
  }

  private mutating func emitCall(
    _ index: Outline.Index, _ left: Operand, _ right: Operand, into wanted: Operand?
  ) -> Operand {
    guard case .call(let function, let places) = node(index).kind else { return constant(.null) }
    guard let selection = Calls.select(function, Calls.Forms(left.form, right.form)) else {
      return emitCall(index, [left, right], into: wanted)
    }
    let (first, second) = (argument(places, 0), argument(places, 1))
    if let divided = lowerDivision(selection.operation, left, right, by: second, into: wanted)
      ?? lowerRemainder(selection.operation, left, first, right, into: wanted)
    {
      return divided
    }
    let result = place(selection.result, wanted)
    emit(
      selection.operation, result.index, selection.isSwapped ? right.index : left.index,
      selection.isSwapped ? left.index : right.index, sub: selection.sub)
    release(left)
    release(right)
    return result
  }

  /// Lowers children in their order, from one on.
  mutating func lowerAll(_ children: Outline.Links, from start: Int = 0) -> [Operand] {
    var operands: [Operand] = []
    operands.reserveCapacity(Int(children.count))
    for place in start..<max(start, Int(children.count)) {
      operands.append(lower(argument(children, place)))
    }
    return operands
  }

  func argument(_ arguments: Outline.Links, _ place: Int) -> Outline.Index {
    outline.link(arguments, place).node
  }

  private func arguments(of index: Outline.Index) -> Outline.Links {
    switch node(index).kind {
    case .call(_, let arguments), .callDeclared(_, let arguments), .callUnknown(let arguments):
      arguments
    default: Outline.Links(start: 0, count: 0)
    }
  }

  /// A call that is no single instruction.
  private mutating func emitCall(
    _ index: Outline.Index, _ arguments: [Operand], into wanted: Operand?
  ) -> Operand {
    guard case .call(let function, let places) = node(index).kind else { return constant(.null) }
    let forms = Calls.Forms(arguments)
    if let selection = Calls.extreme(function, forms) {
      return lowerExtreme(selection, arguments, into: wanted)
    }
    if function == .substring, arguments.map(\.form) == [.string, .int, .int] {
      return lowerSubstring(arguments, into: wanted)
    }
    if let result = lowerValueCall(function, arguments, into: wanted) { return result }
    let form = form(index)
    if let result = lowerPattern(function, arguments, places, form, into: wanted) { return result }
    return lowerLibrary(function, arguments, form, into: wanted)
  }

  /// Integer division by a constant.
  private mutating func lowerDivision(
    _ operation: Operation, _ left: Operand, _ right: Operand, by divisor: Outline.Index,
    into wanted: Operand?
  ) -> Operand? {
    guard operation == .divideInt || operation == .moduloInt,
      case .constant(let place) = node(divisor).kind, case .int(let number) = constant(at: place)
    else { return nil }
    let known = divisors.firstIndex { $0.divisor == number }
    if known == nil {
      guard let divisor = Divisor(number) else { return nil }
      divisors.append(divisor)
    }
    let result = self.place(.int, wanted)
    emit(
      operation == .divideInt ? .divideBy : .moduloBy, result.index, left.index,
      narrow(known ?? divisors.count - 1))
    release(left)
    release(right)
    return result
  }

  /// `a % 2 == b`, the left side lowered last.
  private mutating func lowerRemainder(
    _ operation: Operation, _ left: Operand, _ first: Outline.Index, _ right: Operand,
    into wanted: Operand?
  ) -> Operand? {
    guard operation == .equalInt || operation == .notEqualInt, left.index != right.index,
      let division = takeDivision(first, left)
    else { return nil }
    let result = place(.bool, wanted)
    emit(
      operation == .equalInt ? .equalRemainder : .notEqualRemainder, result.index, division.b,
      right.index, sub: UInt8(truncatingIfNeeded: division.c))
    release(left)
    release(right)
    return result
  }

  private mutating func lowerSubstring(
    _ arguments: [Operand], into wanted: Operand?
  ) -> Operand {
    let result = place(.string, wanted)
    emit(
      .text, result.index, arguments[0].index, arguments[1].index,
      sub: TextOperation.substring.rawValue)
    emit(.extra, arguments[2].index)
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

  /// Operators whose overload only the values tell.
  private static let dynamicOperators: [Function: (ValueOperation, Form)] = [
    .add: (.add, .value), .subtract: (.subtract, .value), .multiply: (.multiply, .value),
    .divide: (.divide, .value), .modulo: (.modulo, .value), .less: (.less, .bool),
    .lessOrEqual: (.lessOrEqual, .bool), .greater: (.greater, .bool),
    .greaterOrEqual: (.greaterOrEqual, .bool),
  ]

  /// Functions of regular expressions with a constant pattern, which is compiled now; a wrong one
  /// fails when it runs.
  private mutating func lowerPattern(
    _ function: Function, _ arguments: [Operand], _ places: Outline.Links, _ form: Form,
    into wanted: Operand?
  ) -> Operand? {
    switch function {
    case .matches, .regexExtract, .regexExtractAll, .regexReplace: break
    default: return nil
    }
    guard places.count > 1, case .constant(let place) = node(argument(places, 1)).kind,
      case .string(let text) = constant(at: place), arguments[0].form == .string,
      let pattern = pattern(text), let code = UInt8(exactly: function.rawValue)
    else { return nil }
    if function == .matches, arguments.count == 2 {
      let result = self.place(.bool, wanted)
      emit(
        .text, result.index, arguments[0].index, pattern, sub: TextOperation.matches.rawValue)
      release(arguments)
      return result
    }
    let result = self.place(.value, form == .value ? wanted : nil)
    emit(
      .pattern, result.index, table([arguments[0]] + arguments.dropFirst(2)), pattern, sub: code)
    release(arguments)
    return converted(result, to: form, into: wanted)
  }

  /// The number of a constant pattern.
  private mutating func pattern(_ text: String) -> UInt16? {
    let key = [UInt8](text.utf8)
    if let known = patternNumbers[key] { return known }
    guard case .success(let pattern) = RegularExpression.compile(text) else { return nil }
    patterns.append(pattern)
    let number = narrow(patterns.count - 1)
    patternNumbers[key] = number
    return number
  }

  private static var joinedAtMost: Int { 16 }

  /// Whether a node is a chain of `+` on texts that can be joined at once: what fails or charges
  /// must come before the first `+` is done, as it would one after another.
  mutating func isJoined(_ index: Outline.Index) -> Bool {
    var count = 1
    var cursor = index
    while let (left, right) = textSum(cursor) {
      // Longer ones are joined in part: each node is looked at a bounded number of times.
      if count > Self.joinedAtMost { return false }
      let isFirst = textSum(left) == nil
      if !isFirst, form(right) != .string || !facts(right).isDisjoint(with: [.canFail, .charges]) {
        return false
      }
      count += 1
      cursor = left
    }
    return count > 2
  }

  /// The operands of a `+` on texts.
  private func textSum(_ index: Outline.Index) -> (left: Outline.Index, right: Outline.Index)? {
    let node = node(index)
    guard node.form == .string, case .call(.add, let operands) = node.kind, operands.count == 2
    else { return nil }
    return (argument(operands, 0), argument(operands, 1))
  }

  mutating func lowerJoin(_ index: Outline.Index, into wanted: Operand?) -> Operand {
    var operands: [Outline.Index] = []
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
    let result = place(.string, wanted)
    emit(.join, result.index, table(parts))
    release(parts)
    return result
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

  /// A call of a function of the definition: its arguments are evaluated once, from the left, all
  /// before a parameter is written, since an argument may call the function too.
  mutating func lowerDeclaredCall(
    _ index: Outline.Index, into wanted: Operand?
  ) -> Operand {
    emitDeclaredCall(index, lowerAll(arguments(of: index)), into: wanted)
  }

  private mutating func emitDeclaredCall(
    _ index: Outline.Index, _ values: [Operand], into wanted: Operand?
  ) -> Operand {
    guard case .callDeclared(let number, _) = node(index).kind, let function = functions[number],
      function.parameters.count == values.count
    else {
      // Declared for the checker alone: nobody can run it.
      emit(.raise, EvaluationError.ID.overload.number)
      return constant(.null)
    }
    for (value, parameter) in zip(values, function.parameters) { convert(value, to: parameter) }
    enter(function.block)
    let result = place(function.block.result.form, wanted)
    convert(function.block.result, to: result)
    return result
  }

  /// A call that nothing takes: its arguments may fail first.
  mutating func lowerUnknownCall(_ index: Outline.Index) -> Operand {
    let arguments = arguments(of: index)
    for place in 0..<Int(arguments.count) {
      let operand = lower(argument(arguments, place))
      release(operand)
    }
    emit(.raise, EvaluationError.ID.overload.number)
    return constant(.null)
  }
}
