extension CodeBuilder {
  /// A loop whose body is being emitted. It starts with a jump to its end, where an instruction
  /// moves to the next element and jumps back to the body.
  struct OpenLoop {
    var iterator: UInt16
    /// The address of the jump to the loop's end.
    var entry: Int32
    /// The steps that one iteration charges.
    var cost: Int32
    var range: Operand
    /// The registers of the element and its position, where the body reads them as a whole.
    var held: [Operand]
  }

  /// Emits the start of a loop over the value of `range`.
  mutating func begin(_ range: TypedSyntax.Index, hasPosition: Bool = false) -> OpenLoop {
    var range = boxed(lower(range))
    if registers.blockResults.contains(range.register) {
      // The iterator reads this register. The body can call the block again, which changes it.
      let held = temporary(.value)
      convert(range, to: held)
      range = held
    }
    let iterator = next(\.iterators)
    emit(.iterate, iterator, range.index, hasPosition ? 1 : 0)
    return OpenLoop(iterator: iterator, entry: position, cost: 0, range: range, held: [])
  }

  /// Starts the body, each iteration of which charges `cost` steps.
  mutating func turn(_ open: inout OpenLoop, cost: Int32) {
    open.entry = position
    open.cost = cost
    emit(.jump)
  }

  /// Emits the part of a loop before its body.
  mutating func open(_ loop: TypedSyntax.Comprehension) -> OpenLoop {
    var open = begin(loop.range, hasPosition: loop.position != nil)
    turn(&open, cost: loop.turnCost)
    bindElement(loop, &open)
    return open
  }

  /// Binds the loop variables: the element and its position.
  mutating func bindElement(
    _ loop: TypedSyntax.Comprehension, _ open: inout OpenLoop, as form: InstructionForm? = nil
  ) {
    let forms = forms(of: loop)
    let form = form ?? forms.element
    var whole: Operand?
    if isUsedWhole(loop.element) {
      let register = temporary(form)
      emit(
        .element, register.index, open.iterator, 0, sub: register.register.bank.rawValue)
      open.held.append(register)
      whole = register.kept
    }
    set(loop.element, .element(iterator: open.iterator, whole: whole))
    guard let local = loop.position, isUsedWhole(local) else { return }
    let register = temporary(forms.position)
    emit(
      .elementPosition, register.index, open.iterator, 0, sub: register.register.bank.rawValue)
    open.held.append(register)
    set(local, .register(register.kept))
  }

  /// Emits the end of a loop.
  mutating func close(_ open: OpenLoop) {
    setTarget(of: open.entry, to: position)
    emit(.next, open.iterator, 0, narrow(Int(open.cost)))
    setTarget(of: position - 1, to: open.entry + 1)
    release(open.held)
    release(open.range)
  }

  func isUsedWhole(_ local: Int32) -> Bool {
    expression.locals.indices.contains(Int(local))
      && expression.locals[Int(local)].wholeUses > 0
  }

  func loop(_ index: TypedSyntax.Index) -> TypedSyntax.Comprehension? {
    if case .loop(let loop) = kind(index) { loop } else { nil }
  }

  /// The forms of the element and of its position, the index or key.
  func forms(
    of loop: TypedSyntax.Comprehension
  ) -> (element: InstructionForm, position: InstructionForm) {
    switch expression.syntax.type(of: loop.range) {
    case .list(let element): (declarations.form(of: element), .int)
    case .map(let key, let value):
      (declarations.form(of: loop.position == nil ? key : value), declarations.form(of: key))
    default: (.value, .value)
    }
  }

  mutating func lowerLoop(_ index: TypedSyntax.Index, into wanted: Operand?) -> Operand {
    guard let loop = loop(index) else { return constant(.null) }
    switch loop.loop {
    case .all: return lowerQuantifier(loop, isAll: true)
    case .exists: return lowerQuantifier(loop, isAll: false)
    case .existsOne: return lowerExistsOne(loop, into: wanted)
    case .list, .filter: return lowerListLoop(loop, into: wanted)
    case .mapValues, .mapEntries: return lowerMapLoop(loop, into: wanted)
    case .sortBy: return lowerSortBy(loop, into: wanted)
    }
  }

  /// `all` continues while the predicate is true, `exists` while it is false. An error is raised
  /// only after the last element.
  private mutating func lowerQuantifier(
    _ loop: TypedSyntax.Comprehension, isAll: Bool
  ) -> Operand {
    let error = next(\.errors)
    emit(.clearError, error)
    let open = open(loop)
    let start = position
    let decided = branch(loop.body, when: !isAll)
    protect(from: start, handler: position, error: error)
    close(open)
    emit(.raiseIf, error)
    return endQuantifier(decided, isAll: isAll)
  }

  private mutating func endQuantifier(_ decided: Patch, isAll: Bool) -> Operand {
    let result = temporary(.bool)
    convert(constant(.bool(isAll)), to: result.kept)
    let end = jump()
    patch(decided)
    convert(constant(.bool(!isAll)), to: result.kept)
    patch(end)
    return result
  }

  private mutating func lowerExistsOne(
    _ loop: TypedSyntax.Comprehension, into wanted: Operand?
  ) -> Operand {
    let count = lowerCount(loop)
    let result = destination(.bool, wanted)
    emit(.equalInt, result.index, count.index, constant(int: 1).index)
    release(count)
    return result
  }

  /// Emits a loop that counts the elements for which the predicate is true.
  mutating func lowerCount(_ loop: TypedSyntax.Comprehension) -> Operand {
    let count = temporary(.int)
    convert(constant(int: 0), to: count.kept)
    let open = open(loop)
    let rejected = branch(loop.body, when: false)
    emit(.addInt, count.index, count.index, constant(int: 1).index)
    patch(rejected)
    close(open)
    return count
  }
}
