extension CodeBuilder {
  /// How deep lowering may nest: expressions of JSON cells, inlined values and lambdas together.
  static var nestingLimit: Int { 4 * Limits.nesting }

  /// Lowers an expression of its own; the result may lie anywhere.
  mutating func lowerWhole(_ syntax: TypedSyntax, into wanted: Operand?) -> Operand {
    let folded = syntax.folded(declarations).syntax
    return lowerFolded(folded, SyntaxFacts(folded, declarations, self), into: wanted)
  }

  mutating func lowerFolded(
    _ syntax: TypedSyntax, _ facts: SyntaxFacts, into wanted: Operand?
  ) -> Operand {
    push(syntax, facts)
    defer { pop() }
    return lower(syntax.root, into: wanted)
  }

  mutating func push(_ syntax: TypedSyntax, _ facts: SyntaxFacts? = nil) {
    frames.append(
      Frame(
        syntax: syntax, facts: facts ?? SyntaxFacts(syntax, declarations, self),
        locals: Array(repeating: .unbound, count: max(0, Int(syntax.localCount)))))
  }

  mutating func pop() { frames.removeLast() }

  func node(_ index: TypedSyntax.Index) -> TypedSyntax.Node {
    guard let frame = frames.last, frame.syntax.nodes.indices.contains(Int(index)) else {
      return TypedSyntax.Node(
        kind: .constant(.null), type: .dyn, origin: .init(source: -1, range: 0..<0))
    }
    return frame.syntax.nodes[Int(index)]
  }

  func facts(_ index: TypedSyntax.Index) -> SyntaxFacts.Node {
    frames.last?.facts[index] ?? SyntaxFacts.Node(canFail: true)
  }

  func form(_ index: TypedSyntax.Index) -> Form { Form(node(index).type, declarations) }

  /// Emits the code of a node. Chains that lean to the left (`a + b + c`, `a.b.c`) are a loop here,
  /// so that their length costs no stack.
  mutating func lower(_ index: TypedSyntax.Index, into wanted: Operand? = nil) -> Operand {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.nestingLimit {
      isTooLarge = true
      return constant(.null)
    }
    var spine: [TypedSyntax.Index] = []
    var cursor = index
    while let first = firstOperand(cursor) {
      spine.append(cursor)
      cursor = first
    }
    var operand = lowerStart(cursor, into: spine.isEmpty ? wanted : nil)
    while let next = spine.popLast() {
      operand = lowerStep(next, operand, into: spine.isEmpty ? wanted : nil)
    }
    return operand
  }

  /// The child that is evaluated first and whose value the node needs in any case; `nil` where the
  /// node is lowered in a way of its own.
  private func firstOperand(_ index: TypedSyntax.Index) -> TypedSyntax.Index? {
    switch node(index).kind {
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
      if function == .add, joined(index) != nil { return nil }
      return fusedSize(function, arguments) == nil ? arguments.first : nil
    }
  }

  /// Nodes without a first operand.
  private mutating func lowerStart(_ index: TypedSyntax.Index, into wanted: Operand?) -> Operand {
    let node = node(index)
    switch node.kind {
    case .constant(let value): return constant(value)
    case .variable(let variable): return lower(variable, node.type, into: wanted)
    case .isIn(let name):
      return states[name] ?? constant(.bool(false))
    case .and, .or: return lowerLogic(index, into: wanted)
    case .conditional(let condition, let first, let second):
      return lowerConditional(index, condition, first, second, into: wanted)
    case .list(let elements): return lowerList(elements, into: wanted)
    case .map(let entries): return lowerMap(entries, into: wanted)
    case .record(let type, let elements): return lowerRecord(type, elements, into: wanted)
    case .union(let unionCase, let values): return lowerUnion(unionCase, values, into: wanted)
    case .bind(let local, let first, let body):
      return lowerBind(local, first, body, into: wanted)
    case .loop(let loop): return lowerLoop(loop, into: wanted)
    case .callDeclared(let function, let arguments):
      return lowerCall(declared: function, arguments, into: wanted)
    case .callUnknown(_, let arguments):
      for argument in arguments { release(lower(argument)) }
      emit(.raise, EvaluationError.ID.overload.number)
      return constant(.null)
    case .field(let operand, let field):
      return lowerBorrowedField(operand, field, form(index), into: wanted)
    case .call(let function, let arguments):
      if let fused = fusedSize(function, arguments) { return lowerCount(fused, into: wanted) }
      if function == .add, let operands = joined(index) {
        return lowerJoin(operands, into: wanted)
      }
      return lowerCall(function, index, nil, [], into: wanted)
    case .caseData, .isCase, .isNotNull, .select, .hasKey, .optionalSelect, .optionalField, .orNull,
      .widen, .index, .optionalIndex, .copy, .optionalMap:
      return constant(.null)
    }
  }

  /// Nodes whose first operand is there already.
  private mutating func lowerStep(
    _ index: TypedSyntax.Index, _ first: Operand, into wanted: Operand?
  ) -> Operand {
    let node = node(index)
    switch node.kind {
    case .field(let operand, let field):
      return lowerField(first, of: operand, field, form(index), into: wanted)
    case .caseData(_, let number):
      emit(.value, 0, first.index, narrow(Int(number)), sub: ValueOperation.checkCase.rawValue)
      return first
    case .isCase(_, let number):
      release(first)
      let result = place(.bool, wanted)
      emit(
        .value, result.index, first.index, narrow(Int(number)), sub: ValueOperation.isCase.rawValue)
      return result
    case .isNotNull: return lowerValueTest(.isNotNull, first, into: wanted)
    case .select(_, let name): return lowerKey(.select, first, name, form(index), into: wanted)
    case .hasKey(_, let name): return lowerKey(.hasKey, first, name, .bool, into: wanted)
    case .optionalSelect(_, let name):
      return lowerKey(.selectOptional, first, name, .value, into: wanted)
    case .optionalField(_, let field):
      let result = place(.value, wanted)
      emit(
        .value, result.index, first.index, narrow(Int(field)),
        sub: ValueOperation.wrapField.rawValue)
      release(first)
      return result
    case .orNull: return lowerUnary(.unwrapOrNull, first, into: wanted)
    case .widen(let operand):
      return lowerWiden(first, self.node(operand).type, node.type, into: wanted)
    case .index(let list, let key): return lowerIndex(index, first, of: list, key, into: wanted)
    case .optionalIndex(_, let key):
      return lowerKey(.indexOptional, first, lower(key), .value, into: wanted)
    case .copy(_, let changes): return lowerCopy(first, changes, into: wanted)
    case .optionalMap(_, let local, let body, let isFlat):
      return lowerOptionalMap(first, local, body, isFlat: isFlat, into: wanted)
    case .call(let function, let arguments):
      return lowerCall(function, index, first, Array(arguments.dropFirst()), into: wanted)
    case .constant, .variable, .isIn, .and, .or, .conditional, .list, .map, .record, .union, .bind,
      .loop, .callDeclared, .callUnknown:
      return first
    }
  }

  private mutating func lower(
    _ variable: TypedSyntax.Variable, _ type: ValueType, into wanted: Operand?
  ) -> Operand {
    let form = Form(type, declarations)
    switch variable {
    case .declared(let number):
      switch variables[number] {
      case .register(let operand): return converted(operand, to: form, into: wanted)
      case .inline(let syntax, let facts):
        let wanted = wanted?.form == Form(syntax.type, declarations) ? wanted : nil
        return converted(lowerFolded(syntax, facts, into: wanted), to: form)
      case nil:
        emit(.raise, EvaluationError.ID.missingKey.number)
        return constant(.null)
      }
    case .local(let local): return lower(local: local, form, into: wanted)
    case .dynamic(let names): return lowerDynamic(names)
    }
  }

  /// A T as `T?` or `dyn`; a `dyn` as what it must be, or the error `overload`.
  private mutating func lowerWiden(
    _ operand: Operand, _ source: ValueType, _ goal: ValueType, into wanted: Operand?
  ) -> Operand {
    guard source.isDynamic, case .nullable(let inner) = goal else {
      return converted(operand, to: Form(goal, declarations), into: wanted)
    }
    let form = Form(inner, declarations)
    guard form != .value else { return operand }
    let test = lowerValueTest(.isNotNull, operand.kept, into: nil)
    emit(.jumpIfFalse, test.index)
    let isNull = Patch(jumps: [position - 1])
    release(test)
    release(converted(operand.kept, to: form))
    patch(isNull)
    return operand
  }

  private mutating func lower(local: Int32, _ form: Form, into wanted: Operand?) -> Operand {
    guard let locals = frames.last?.locals, locals.indices.contains(Int(local)) else {
      return constant(.null)
    }
    switch locals[Int(local)] {
    case .unbound: return constant(.null)
    case .register(let operand): return converted(operand, to: form, into: wanted)
    case .element(let iterator, let whole):
      if let whole { return converted(whole, to: form, into: wanted) }
      let result = place(form, wanted)
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
