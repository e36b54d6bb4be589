extension CodeBuilder {
  /// A loop that runs. It begins with a jump to its foot, where an instruction goes on to the next
  /// element and jumps back to the body.
  struct OpenLoop {
    var iterator: UInt16
    /// The jump to the foot.
    var entry: Int32
    /// What a turn charges.
    var cost: Int32
    var range: Operand
    /// Registers of element and position where they are read as a whole.
    var held: [Operand]
  }

  /// Emits the start of a loop over the value of `range`.
  mutating func begin(_ range: Outline.Index, hasPosition: Bool = false) -> OpenLoop {
    let range = boxed(lower(range))
    let iterator = next(\.iterators)
    emit(.iterate, iterator, range.index, hasPosition ? 1 : 0)
    return OpenLoop(iterator: iterator, entry: position, cost: 0, range: range, held: [])
  }

  /// The body begins, each turn of which charges `cost` steps.
  mutating func turn(_ open: inout OpenLoop, cost: Int32) {
    open.entry = position
    open.cost = cost
    emit(.jump)
  }

  /// Emits all that stands before the body of a loop.
  mutating func open(_ loop: Outline.Loop) -> OpenLoop {
    var open = begin(loop.range, hasPosition: loop.position != nil)
    turn(&open, cost: loop.turnCost)
    bindElement(loop, &open)
    return open
  }

  /// Makes element and position of the turn known to the body.
  mutating func bindElement(
    _ loop: Outline.Loop, _ open: inout OpenLoop, as form: Form? = nil
  ) {
    let form = form ?? loop.elementForm
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
    let register = temporary(loop.positionForm)
    emit(
      .elementPosition, register.index, open.iterator, 0, sub: register.register.bank.rawValue)
    open.held.append(register)
    set(local, .register(register.kept))
  }

  /// Emits the foot; the loop ends behind it.
  mutating func close(_ open: OpenLoop) {
    aim(open.entry, at: position)
    emit(.next, open.iterator, 0, narrow(Int(open.cost)))
    aim(position - 1, at: open.entry + 1)
    release(open.held)
    release(open.range)
  }

  func isUsedWhole(_ local: Int32) -> Bool {
    outline.locals.indices.contains(Int(local)) && outline.locals[Int(local)].wholeUses > 0
  }

  func loop(_ index: Outline.Index) -> Outline.Loop? {
    if case .loop(let number) = node(index).kind { outline.loops[Int(number)] } else { nil }
  }

  mutating func lowerLoop(_ index: Outline.Index, into wanted: Operand?) -> Operand {
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

  /// `all` goes on while the predicate holds, `exists` while it does not; errors wait to the end.
  private mutating func lowerQuantifier(
    _ loop: Outline.Loop, isAll: Bool
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
    _ loop: Outline.Loop, into wanted: Operand?
  ) -> Operand {
    let count = lowerCount(loop)
    let result = place(.bool, wanted)
    emit(.equalInt, result.index, count.index, constant(int: 1).index)
    release(count)
    return result
  }

  /// How many elements the predicate holds for.
  mutating func lowerCount(_ loop: Outline.Loop) -> Operand {
    let count = temporary(.int)
    convert(constant(int: 0), to: count.kept)
    let open = open(loop)
    let no = branch(loop.body, when: false)
    emit(.addInt, count.index, count.index, constant(int: 1).index)
    patch(no)
    close(open)
    return count
  }
}
