extension CodeBuilder {
  /// The operands of a chain of `&&` or of `||`, from the left; a loop, whatever the length.
  private func chain(_ index: TypedSyntax.Index) -> (isAnd: Bool, operands: [TypedSyntax.Index]) {
    var operands: [TypedSyntax.Index] = []
    var cursor = index
    let isAnd: Bool
    if case .and = node(index).kind { isAnd = true } else { isAnd = false }
    while true {
      switch node(cursor).kind {
      case .and(let left, let right) where isAnd, .or(let left, let right) where !isAnd:
        operands.append(right)
        cursor = left
        continue
      default:
        operands.append(cursor)
      }
      return (isAnd, operands.reversed())
    }
  }

  /// `&&` and `||` as a value. What can fail is protected: its error is kept in a register, and
  /// raised at the end unless another operand decides.
  mutating func lowerLogic(_ index: TypedSyntax.Index, into wanted: Operand?) -> Operand {
    let result = place(.bool, wanted)
    let exits = branchOut(index)
    convert(constant(.bool(exits.isAnd)), to: result)
    let end = jump()
    patch(Patch(jumps: exits.jumps))
    convert(constant(.bool(!exits.isAnd)), to: result)
    patch(end)
    return result
  }

  /// Emits the operands of a chain: it goes on where all were true (`&&`) or false (`||`), and
  /// leaves by `jumps` where one decides.
  private mutating func branchOut(
    _ index: TypedSyntax.Index
  ) -> (isAnd: Bool, jumps: [Int32]) {
    let (isAnd, operands) = chain(index)
    var jumps: [Int32] = []
    guard operands.dropLast().contains(where: { facts($0).canFail || isDynamic($0) }) else {
      for operand in operands { jumps += branch(operand, when: !isAnd).jumps }
      return (isAnd, jumps)
    }
    let error = next(\.errors)
    emit(.clearError, error)
    for operand in operands {
      guard facts(operand).canFail || isDynamic(operand) else {
        jumps += branch(operand, when: !isAnd).jumps
        continue
      }
      let start = position
      jumps += branch(operand, when: !isAnd).jumps
      protect(from: start, handler: position, error: error)
    }
    emit(.raiseIf, error)
    return (isAnd, jumps)
  }

  private func isDynamic(_ index: TypedSyntax.Index) -> Bool { form(index) != .bool }

  /// Emits a jump taken if the node is `truth`; it goes on otherwise.
  mutating func branch(_ index: TypedSyntax.Index, when truth: Bool) -> Patch {
    switch node(index).kind {
    case .constant(.bool(let value)):
      return value == truth ? jump() : Patch(jumps: [])
    case .and, .or:
      let exits = branchOut(index)
      // The chain decides by `jumps` for false if it is `&&`, for true if it is `||`.
      if exits.isAnd != truth { return Patch(jumps: exits.jumps) }
      let taken = jump()
      patch(Patch(jumps: exits.jumps))
      return taken
    case .call(.not, let arguments) where arguments.count == 1 && form(arguments[0]) == .bool:
      return branch(arguments[0], when: !truth)
    case .call(let function, let arguments) where arguments.count == 2:
      if let patch = branchComparison(function, arguments, when: truth) { return patch }
    default: break
    }
    let operand = converted(lower(index), to: .bool)
    emit(truth ? .jumpIfTrue : .jumpIfFalse, operand.index)
    release(operand)
    return Patch(jumps: [position - 1])
  }

  /// Compare and jump in one instruction, for what lies in the int bank.
  private mutating func branchComparison(
    _ function: Function, _ arguments: [TypedSyntax.Index], when truth: Bool
  ) -> Patch? {
    let form = form(arguments[0])
    guard form.bank == .int, form == self.form(arguments[1]) else { return nil }
    let operation: Operation
    var isSwapped = false
    switch (function, truth) {
    case (.equal, true), (.notEqual, false): operation = .jumpIfEqual
    case (.notEqual, true), (.equal, false): operation = .jumpIfNotEqual
    case (.less, true), (.greaterOrEqual, false): operation = .jumpIfLess
    case (.lessOrEqual, true), (.greater, false): operation = .jumpIfLessOrEqual
    case (.greater, true), (.lessOrEqual, false):
      operation = .jumpIfLess
      isSwapped = true
    case (.greaterOrEqual, true), (.less, false):
      operation = .jumpIfLessOrEqual
      isSwapped = true
    default: return nil
    }
    if form == .uint, operation != .jumpIfEqual, operation != .jumpIfNotEqual { return nil }
    let left = converted(lower(arguments[0]), to: form)
    let right = converted(lower(arguments[1]), to: form)
    emit(
      operation, isSwapped ? right.index : left.index, isSwapped ? left.index : right.index)
    release([left, right])
    return Patch(jumps: [position - 1])
  }

  mutating func lowerConditional(
    _ index: TypedSyntax.Index, _ condition: TypedSyntax.Index, _ first: TypedSyntax.Index,
    _ second: TypedSyntax.Index, into wanted: Operand?
  ) -> Operand {
    let result = place(form(index), wanted)
    let otherwise = branch(condition, when: false)
    convert(lower(first, into: result), to: result)
    let end = jump()
    patch(otherwise)
    convert(lower(second, into: result), to: result)
    patch(end)
    return result
  }
}
