extension CodeBuilder {
  /// `map`, `transformList` and `filter`.
  mutating func lowerListLoop(
    _ loop: TypedSyntax.Comprehension, into wanted: Operand?
  ) -> Operand {
    let builder = next(\.lists)
    if let filter = fusedFilter(loop) {
      emitFilterMap(filter, loop, builder)
    } else {
      emitSingle(loop, builder)
    }
    let result = destination(.value, wanted)
    emit(.finishList, result.index, builder)
    return result
  }

  private mutating func emitSingle(_ loop: TypedSyntax.Comprehension, _ builder: UInt16) {
    var open = begin(loop.range, hasPosition: loop.position != nil)
    let predicate = loop.loop == .filter ? loop.body : loop.condition
    emit(.startList, builder, open.iterator, predicate == nil ? 1 : 0)
    turn(&open, cost: loop.turnCost)
    bindElement(loop, &open)
    let rejected = predicate.map { branch($0, when: false) }
    appendBody(loop, open, builder)
    if let rejected { patch(rejected) }
    close(open)
  }

  /// Appends the loop's result for the current element.
  private mutating func appendBody(
    _ loop: TypedSyntax.Comprehension, _ open: OpenLoop, _ builder: UInt16
  ) {
    if loop.loop == .filter {
      emit(.appendElement, builder, open.iterator)
      return
    }
    if case .field(let operand, let field) = kind(loop.body),
      case .variable(.local(let local)) = kind(operand), local == loop.element
    {
      emit(.appendElementField, builder, open.iterator, narrow(Int(field)))
      return
    }
    append(lower(loop.body), to: builder)
  }

  /// The filter loop, if the loop is `filter(p).map(t)` and `t` can neither fail nor charge. One loop
  /// then does both, and the iterations of `map` are charged after it.
  private func fusedFilter(_ loop: TypedSyntax.Comprehension) -> TypedSyntax.Comprehension? {
    guard let inner = self.loop(loop.range), inner.loop == .filter, loop.loop == .list,
      inner.position == nil, loop.position == nil, loop.condition == nil,
      !mayFailOrCharge(loop.body)
    else { return nil }
    return inner
  }

  private mutating func emitFilterMap(
    _ filter: TypedSyntax.Comprehension, _ map: TypedSyntax.Comprehension, _ builder: UInt16
  ) {
    let one = constant(int: 1)
    let count = temporary(.int)
    convert(constant(int: 0), to: count.kept)
    var open = begin(filter.range)
    emit(.startList, builder, open.iterator)
    turn(&open, cost: filter.turnCost)
    bindElement(filter, &open)
    let rejected = branch(filter.body, when: false)
    emit(.addInt, count.index, count.index, one.index)
    bindElement(map, &open, as: forms(of: filter).element)
    appendBody(map, open, builder)
    patch(rejected)
    close(open)
    emit(.charge, count.index, 0, narrow(Int(map.turnCost)))
    release(count)
  }

  /// The filter loop, if the call is `filter(…).size()`.
  func fusedSize(
    _ function: Function, _ arguments: [TypedSyntax.Index]
  ) -> TypedSyntax.Comprehension? {
    guard function == .size, arguments.count == 1, let loop = loop(arguments[0]),
      loop.loop == .filter
    else { return nil }
    return loop
  }

  /// `filter(…).size()`: counts without making a list.
  mutating func lowerCount(_ index: TypedSyntax.Index, into wanted: Operand?) -> Operand {
    guard case .call(_, let arguments) = kind(index), !arguments.isEmpty,
      let loop = loop(arguments[0])
    else { return constant(.null) }
    return lowerCount(loop)
  }

  /// `transformMap` and `transformMapEntry`.
  mutating func lowerMapLoop(
    _ loop: TypedSyntax.Comprehension, into wanted: Operand?
  ) -> Operand {
    let builder = next(\.maps)
    emit(.startMap, builder)
    let open = open(loop)
    let rejected = loop.condition.map { branch($0, when: false) }
    if loop.loop == .mapValues {
      let value = boxed(lower(loop.body))
      let key = temporary(.value)
      emit(.elementPosition, key.index, open.iterator, 0, sub: Bank.value.rawValue)
      emit(.insert, builder, key.index, value.index)
      release([value, key])
    } else if case .map(let entries) = kind(loop.body) {
      lowerEntries(entries, into: builder)
    } else {
      let entries = boxed(lower(loop.body))
      emit(.value, builder, entries.index, 0, sub: ValueOperation.merge.rawValue)
      release(entries)
    }
    if let rejected { patch(rejected) }
    close(open)
    let result = destination(.value, wanted)
    emit(.finishMap, result.index, builder)
    return result
  }

  /// `sortBy`: computes the keys of all elements, then sorts.
  mutating func lowerSortBy(
    _ loop: TypedSyntax.Comprehension, into wanted: Operand?
  ) -> Operand {
    let builder = next(\.lists)
    let keys = temporary(.value)
    var open = begin(loop.range)
    let range = open.range
    open.range = range.kept
    emit(.startList, builder, open.iterator, 1)
    turn(&open, cost: loop.turnCost)
    bindElement(loop, &open)
    append(lower(loop.body), to: builder)
    close(open)
    emit(.finishList, keys.index, builder)
    let result = destination(.value, wanted)
    emit(
      .value, result.index, range.index, keys.index, sub: ValueOperation.sortBy.rawValue)
    release([keys, range])
    return result
  }
}
