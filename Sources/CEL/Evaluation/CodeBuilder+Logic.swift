extension CodeBuilder {
  /// The operands of a chain of `&&` or of `||`, from the left. It is a loop, so that long chains
  /// use no stack.
  private func chain(_ index: TypedSyntax.Index) -> (
    isAnd: Bool, operands: [TypedSyntax.Index]
  ) {
    var operands: [TypedSyntax.Index] = []
    var cursor = index
    let isAnd: Bool
    if case .and = kind(index) { isAnd = true } else { isAnd = false }
    while true {
      switch kind(cursor) {
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

  /// `&&` and `||` as a value. The error of an operand is kept in a register, and raised at the end
  /// unless another operand decides the result.
  mutating func lowerLogic(_ index: TypedSyntax.Index, into wanted: Operand?) -> Operand {
    let result = destination(.bool, wanted)
    let exits = branchOut(index)
    convert(constant(.bool(exits.isAnd)), to: result)
    let end = jump()
    patch(Patch(jumps: exits.jumps))
    convert(constant(.bool(!exits.isAnd)), to: result)
    patch(end)
    return result
  }

  /// Emits the operands of a chain. Execution continues after them if all were true (`&&`) or all
  /// were false (`||`); the jumps are taken when one operand decides the result.
  private mutating func branchOut(
    _ index: TypedSyntax.Index
  ) -> (isAnd: Bool, jumps: [Int32]) {
    let (isAnd, operands) = chain(index)
    var jumps: [Int32] = []
    guard operands.dropLast().contains(where: mayFail) else {
      for operand in operands { jumps += branch(operand, when: !isAnd).jumps }
      return (isAnd, jumps)
    }
    let error = next(\.errors)
    emit(.clearError, error)
    for operand in operands {
      let start = mayFail(operand) ? position : nil
      jumps += branch(operand, when: !isAnd).jumps
      if let start { protect(from: start, handler: position, error: error) }
    }
    emit(.raiseIf, error)
    return (isAnd, jumps)
  }

  private func mayFail(_ index: TypedSyntax.Index) -> Bool {
    facts(index).contains(.canFail) || form(index) != .bool
  }

  /// How to emit a jump that depends on the truth of a node.
  private enum BranchKind { case never, always, chain, not, comparison, other }

  private mutating func branchKind(_ index: TypedSyntax.Index, when truth: Bool) -> BranchKind {
    if case .bool(let value) = expression.value(of: index) {
      return value == truth ? .always : .never
    }
    switch kind(index) {
    case .and, .or: return .chain
    case .call(.not, let arguments)
    where arguments.count == 1 && form(arguments[0]) == .bool:
      return .not
    case .call(let function, let arguments) where arguments.count == 2:
      return comparison(function, arguments, when: truth) == nil ? .other : .comparison
    default: return .other
    }
  }

  /// Emits a jump that is taken if the node equals `truth`.
  mutating func branch(_ index: TypedSyntax.Index, when truth: Bool) -> Patch {
    switch branchKind(index, when: truth) {
    case .never: Patch(jumps: [])
    case .always: jump()
    case .chain: branchChain(index, when: truth)
    case .not: branch(negated(index), when: !truth)
    case .comparison: branchComparison(index, when: truth)
    case .other: branchOther(index, when: truth)
    }
  }

  private func negated(_ index: TypedSyntax.Index) -> TypedSyntax.Index {
    guard case .call(.not, let arguments) = kind(index) else { return index }
    return arguments.first ?? index
  }

  private mutating func branchChain(_ index: TypedSyntax.Index, when truth: Bool) -> Patch {
    let exits = branchOut(index)
    // The jumps are taken when the chain is false (`&&`) or true (`||`).
    if exits.isAnd != truth { return Patch(jumps: exits.jumps) }
    let taken = jump()
    patch(Patch(jumps: exits.jumps))
    return taken
  }

  private mutating func branchOther(_ index: TypedSyntax.Index, when truth: Bool) -> Patch {
    let value = lower(index)
    let operand = converted(value, to: .bool)
    if case .field = kind(index), let last = instructions.last,
      last.operation == .elementFieldInt, operand.isTemporary, last.a == operand.index
    {
      // A bool field of an element that only this test reads.
      instructions[instructions.count - 1] = Instruction(
        operation: .jumpIfElementField, sub: truth ? 1 : 0, a: last.b, b: last.c)
      release(operand)
      return Patch(jump: position - 1)
    }
    emit(truth ? .jumpIfTrue : .jumpIfFalse, operand.index)
    release(operand)
    return Patch(jump: position - 1)
  }

  /// A comparison of two operands in the int bank.
  private struct Comparison: BitwiseCopyable {
    var operation: Operation
    var isSwapped = false
    var left: TypedSyntax.Index
    var right: TypedSyntax.Index
    var form: InstructionForm
  }

  private mutating func comparison(
    _ function: Function, _ arguments: [TypedSyntax.Index], when truth: Bool
  ) -> Comparison? {
    let (left, right) = (arguments[0], arguments[1])
    let form = form(left)
    guard form.bank == .int, form == self.form(right) else { return nil }
    var result = Comparison(operation: .jumpIfEqual, left: left, right: right, form: form)
    switch (function, truth) {
    case (.equal, true), (.notEqual, false): return result
    case (.notEqual, true), (.equal, false): result.operation = .jumpIfNotEqual
    case (.less, true), (.greaterOrEqual, false): result.operation = .jumpIfLess
    case (.lessOrEqual, true), (.greater, false): result.operation = .jumpIfLessOrEqual
    case (.greater, true), (.lessOrEqual, false):
      result.operation = .jumpIfLess
      result.isSwapped = true
    case (.greaterOrEqual, true), (.less, false):
      result.operation = .jumpIfLessOrEqual
      result.isSwapped = true
    default: return nil
    }
    return form == .uint && result.operation != .jumpIfNotEqual ? nil : result
  }

  /// Emits one instruction that compares and jumps.
  private mutating func branchComparison(
    _ index: TypedSyntax.Index, when truth: Bool
  ) -> Patch {
    guard case .call(let function, let arguments) = kind(index),
      let comparison = comparison(function, arguments, when: truth)
    else { return Patch(jumps: []) }
    let first = lower(comparison.left)
    let second = lower(comparison.right)
    let left = converted(first, to: comparison.form)
    let right = converted(second, to: comparison.form)
    emit(
      comparison.operation, comparison.isSwapped ? right.index : left.index,
      comparison.isSwapped ? left.index : right.index)
    release(left)
    release(right)
    return Patch(jump: position - 1)
  }

  mutating func lowerConditional(
    _ index: TypedSyntax.Index, into wanted: Operand?
  ) -> Operand {
    guard case .conditional(let condition, let first, let second) = kind(index) else {
      return constant(.null)
    }
    let result = destination(form(index), wanted)
    let otherwise = branch(condition, when: false)
    let positive = lower(first, into: result)
    convert(positive, to: result)
    let end = jump()
    patch(otherwise)
    let negative = lower(second, into: result)
    convert(negative, to: result)
    patch(end)
    return result
  }
}

extension CodeBuilder {
  /// Emits code that stops with `.finished(index)`, where `index` is the index of the register that
  /// holds the value, in the bank of `destination`. A computed value is in `destination`. A
  /// constant or variable, also one that a conditional chooses, stays in its own register.
  package mutating func finish(_ syntax: TypedSyntax, in destination: Register) {
    finish(open(syntax), in: permanent(destination))
  }

  private mutating func finish(_ index: TypedSyntax.Index, in destination: Operand) {
    if case .conditional(let condition, let first, let second) = kind(index),
      form(index) == destination.form
    {
      let otherwise = branch(condition, when: false)
      finish(first, in: destination)
      patch(otherwise)
      finish(second, in: destination)
      return
    }
    let isPermanent = isPermanent(index)
    let operand = lower(index, into: destination)
    if isPermanent, operand.form == destination.form {
      finish(Int32(operand.index))
      return
    }
    convert(operand, to: destination)
    checkStored(destination.register)
    finish(Int32(destination.index))
  }
}

extension CodeBuilder {
  /// Whether the node's value stays in its register: a constant or a variable.
  private func isPermanent(_ index: TypedSyntax.Index) -> Bool {
    switch kind(index) {
    case .constant: return true
    case .variable(.declared(let number)):
      if case .register = binding(of: number) { return true }
      return false
    default: return false
    }
  }
}

extension Code {
  /// The registers, if the block at `start` only chooses between two registers by the value of an
  /// int register.
  package func choice(at start: Int32) -> (test: UInt16, ifTrue: UInt16, ifFalse: UInt16)? {
    let test = instructions[Int(start)]
    guard test.operation == .jumpIfFalse || test.operation == .jumpIfTrue else { return nil }
    let (next, target) = (instructions[Int(start) + 1], instructions[test.target])
    guard next.operation == .finish, target.operation == .finish,
      let near = UInt16(exactly: next.number), let far = UInt16(exactly: target.number)
    else { return nil }
    return test.operation == .jumpIfFalse
      ? (test.a, ifTrue: near, ifFalse: far) : (test.a, ifTrue: far, ifFalse: near)
  }
}
