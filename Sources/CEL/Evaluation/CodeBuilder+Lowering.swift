extension CodeBuilder {
  /// How deep lowering may nest: the structure of a JSON cell and an expression inside it together.
  static var nestingLimit: Int { 3 * Limits.nesting }

  func kind(_ index: TypedSyntax.Index) -> TypedSyntax.Kind { expression.kind(index) }

  func facts(_ index: TypedSyntax.Index) -> AnalyzedExpression.Facts { expression[index].facts }

  func form(_ index: TypedSyntax.Index) -> InstructionForm { expression[index].form }

  /// Emits the code of a node. Chains that nest to the left (`a + b + c`, `a.b.c`) are a loop here,
  /// so that a long chain does not use the stack.
  mutating func lower(_ index: TypedSyntax.Index, into wanted: Operand? = nil) -> Operand {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.nestingLimit {
      isTooLarge = true
      return constant(.null)
    }
    let bottom = pendingParents.count
    var cursor = index
    while let first = firstOperand(cursor) {
      pendingParents.append(cursor)
      cursor = first
    }
    var operand = lowerStart(cursor, into: pendingParents.count == bottom ? wanted : nil)
    while pendingParents.count > bottom {
      let next = pendingParents.removeLast()
      operand = lowerStep(next, operand, into: pendingParents.count == bottom ? wanted : nil)
    }
    return operand
  }

  /// The child that is evaluated first and whose value is always needed, or `nil` if the node has a
  /// separate lowering.
  ///
  /// It is `mutating`, as all queries for a single node are: otherwise the compiler would copy the
  /// large builder at each call.
  private mutating func firstOperand(_ index: TypedSyntax.Index) -> TypedSyntax.Index? {
    switch kind(index) {
    case .constant, .variable, .isIn, .and, .or, .conditional, .list, .map, .record, .union, .bind,
      .loop, .callDeclared, .callUnknown:
      return nil
    case .field(let operand, _):
      return borrowed(operand) == nil ? operand : nil
    case .caseData(let operand, _), .isCase(let operand, _), .isNotNull(let operand),
      .select(let operand, _), .hasKey(let operand, _), .optionalSelect(let operand, _),
      .optionalField(let operand, _), .orNull(let operand), .widen(let operand),
      .index(let operand, _), .optionalIndex(let operand, _), .copy(let operand, _),
      .optionalMap(let operand, _, _, _):
      return operand
    case .call(let function, let arguments):
      if arguments.isEmpty || function == .add && isJoined(index) { return nil }
      return fusedSize(function, arguments) == nil ? arguments[0] : nil
    }
  }

  /// How to lower a node without a first operand.
  private enum Start {
    case leaf, logic, conditional, list, map, record, union, bind, loop, declared, unknown, field
    case count, join, call
  }

  private mutating func start(_ index: TypedSyntax.Index) -> Start {
    switch kind(index) {
    case .and, .or: return .logic
    case .conditional: return .conditional
    case .list: return .list
    case .map: return .map
    case .record: return .record
    case .union: return .union
    case .bind: return .bind
    case .loop: return .loop
    case .callDeclared: return .declared
    case .callUnknown: return .unknown
    case .field: return .field
    case .call(let function, let arguments):
      if fusedSize(function, arguments) != nil { return .count }
      return function == .add && isJoined(index) ? .join : .call
    case .constant, .variable, .isIn, .caseData, .isCase, .isNotNull, .select, .hasKey,
      .optionalSelect, .optionalField, .orNull, .widen, .index, .optionalIndex, .copy, .optionalMap:
      return .leaf
    }
  }

  /// Lowers a node without a first operand. It passes on only the node's index: the node's parts
  /// would need stack space at every level of nesting.
  private mutating func lowerStart(_ index: TypedSyntax.Index, into wanted: Operand?) -> Operand {
    switch start(index) {
    case .leaf: lowerLeaf(index, into: wanted)
    case .logic: lowerLogic(index, into: wanted)
    case .conditional: lowerConditional(index, into: wanted)
    case .list: lowerList(index, into: wanted)
    case .map: lowerMap(index, into: wanted)
    case .record: lowerRecord(index, into: wanted)
    case .union: lowerUnion(index, into: wanted)
    case .bind: lowerBind(index, into: wanted)
    case .loop: lowerLoop(index, into: wanted)
    case .declared: lowerDeclaredCall(index, into: wanted)
    case .unknown: lowerUnknownCall(index)
    case .field: lowerBorrowedField(index, into: wanted)
    case .count: lowerCount(index, into: wanted)
    case .join: lowerJoin(index, into: wanted)
    case .call: lowerCall(index, nil, into: wanted)
    }
  }

  private mutating func lowerLeaf(_ index: TypedSyntax.Index, into wanted: Operand?) -> Operand {
    switch kind(index) {
    case .constant(let value): constant(value)
    case .variable(.declared(let number)): lower(variable: number, form(index), into: wanted)
    case .variable(.local(let local)): lower(local: local, form(index), into: wanted)
    case .variable(.dynamic(let names)): lowerDynamic(names)
    case .isIn(let name): bindings.states[name] ?? constant(.bool(false))
    default: constant(.null)
    }
  }

  /// How to lower a node after its first operand.
  private enum Step { case selection, index, optionalIndex, copy, optionalMap, call }

  private mutating func step(_ index: TypedSyntax.Index) -> Step {
    switch kind(index) {
    case .index: .index
    case .optionalIndex: .optionalIndex
    case .copy: .copy
    case .optionalMap: .optionalMap
    case .call: .call
    default: .selection
    }
  }

  /// Lowers a node whose first operand is already lowered.
  private mutating func lowerStep(
    _ index: TypedSyntax.Index, _ first: Operand, into wanted: Operand?
  ) -> Operand {
    switch step(index) {
    case .selection: lowerSelection(index, first, into: wanted)
    case .index: lowerIndex(index, first, into: wanted)
    case .optionalIndex: lowerOptionalIndex(index, first, into: wanted)
    case .copy: lowerCopy(index, first, into: wanted)
    case .optionalMap: lowerOptionalMap(index, first, into: wanted)
    case .call: lowerCall(index, first, into: wanted)
    }
  }

  /// Lowers a node whose only operand is the first.
  private mutating func lowerSelection(
    _ index: TypedSyntax.Index, _ first: Operand, into wanted: Operand?
  ) -> Operand {
    switch kind(index) {
    case .field(_, let field): return lowerField(first, field, form(index), into: wanted)
    case .caseData(_, let number):
      let union = boxed(first)
      emit(.value, 0, union.index, narrow(Int(number)), sub: ValueOperation.checkCase.rawValue)
      return union
    case .isCase(_, let number):
      return lowerNumbered(.isCase, first, number, .bool, into: wanted)
    case .optionalField(_, let field):
      return lowerNumbered(.wrapField, first, field, .value, into: wanted)
    case .isNotNull: return lowerValueTest(.isNotNull, first, into: wanted)
    case .select(_, let name): return lowerKey(.select, first, name, form(index), into: wanted)
    case .hasKey(_, let name): return lowerKey(.hasKey, first, name, .bool, into: wanted)
    case .optionalSelect(_, let name):
      return lowerKey(.selectOptional, first, name, .value, into: wanted)
    case .orNull: return lowerUnary(.unwrapOrNull, first, into: wanted)
    case .widen(let operand):
      if facts(operand).contains(.isDynamic),
        case .nullable(let type) = expression.syntax.type(of: index)
      {
        return lowerNarrow(first, to: declarations.form(of: type))
      }
      return converted(first, to: form(index), into: wanted)
    default: return first
    }
  }

  /// Emits `operation` on a boxed operand and a number.
  private mutating func lowerNumbered(
    _ operation: ValueOperation, _ operand: Operand, _ number: Int32, _ form: InstructionForm,
    into wanted: Operand?
  ) -> Operand {
    let operand = boxed(operand)
    let result = destination(form, wanted)
    emit(
      .value, result.index, operand.index, narrow(Int(number)), sub: operation.rawValue)
    release(operand)
    return result
  }

  private mutating func lower(
    variable number: Int32, _ form: InstructionForm, into wanted: Operand?
  ) -> Operand {
    switch binding(of: number) {
    case .register(let operand): return converted(operand, to: form, into: wanted)
    case .inline(let number): return converted(lower(inlined: number), to: form)
    case .block(let block):
      enter(block)
      return converted(block.result, to: form)
    case .unbound:
      emit(.raise, EvaluationError.ID.missingKey.number)
      return constant(.null)
    }
  }

  private mutating func lower(inlined number: Int) -> Operand {
    let outer = expression
    expression = bindings.inlined[number]
    let operand = lower(expression.syntax.root)
    expression = outer
    return operand
  }

  /// Checks that a `dyn` has the form or is null, else the error is `overload`.
  private mutating func lowerNarrow(_ operand: Operand, to form: InstructionForm) -> Operand {
    guard form != .value else { return operand }
    let test = lowerValueTest(.isNotNull, operand.kept, into: nil)
    emit(.jumpIfFalse, test.index)
    let isNull = Patch(jump: position - 1)
    release(test)
    release(converted(operand.kept, to: form))
    patch(isNull)
    return operand
  }

  private mutating func lower(local: Int32, _ form: InstructionForm, into wanted: Operand?)
    -> Operand
  {
    switch source(of: local) {
    case .unbound: return constant(.null)
    case .register(let operand): return converted(operand, to: form, into: wanted)
    case .element(let iterator, let whole):
      if let whole { return converted(whole, to: form, into: wanted) }
      let result = destination(form, wanted)
      emit(.element, result.index, iterator, 0, sub: result.register.bank.rawValue)
      return result
    case .deferred(let operand, let isDone, let entry, let error):
      emit(.enterUnless, isDone.index)
      instructions[instructions.count - 1].target = Int(entry)
      emit(.raiseIf, error)
      return converted(operand, to: form, into: wanted)
    }
  }
}
