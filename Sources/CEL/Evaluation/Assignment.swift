extension CodeBuilder {
  /// Keeps what the register holds for the journal, once a step.
  package mutating func save(_ register: Register) {
    let stamp = stamp(register)
    if register.bank == .int {
      unsaved = register.index
    } else {
      emit(.save, register.index, stamp, 0, sub: register.bank.rawValue)
    }
  }

  /// Assigns to a part of what the register holds, in place; the journal keeps the old element.
  ///
  /// Error `index` where a list has no such element, `missingKey` where a map on the way has no
  /// such key or a value on the way is null; a map gets a new entry at its end where the last step
  /// is a key that it does not have.
  package mutating func assign(
    path: [PathStep], of register: Register, from source: Register
  ) {
    var steps: [Code.Path.Step] = []
    for step in path {
      switch step {
      case .field(let field): steps.append(.field(Int(field)))
      case .key(let key): steps.append(.key(lasting(key)))
      }
    }
    paths.append(Code.Path(steps: steps, source: lasting(source), stamp: stamp(register)))
    emit(.assign, register.index, narrow(paths.count - 1))
    limitSize(of: register)
  }

  private mutating func stamp(_ register: Register) -> UInt16 {
    let (bank, place) = (Int(register.bank.rawValue), Int(register.index))
    while stamps[bank].count <= place { stamps[bank].append(-1) }
    if let known = UInt16(exactly: stamps[bank][place]) { return known }
    let stamp = next(\.stamps)
    stamps[bank][place] = Int32(stamp)
    return stamp
  }
}

extension Banks {
  /// Assigns by path into the value register.
  func assign(_ path: Code.Path, to register: UInt16) -> EvaluationError.ID? {
    state.pointee.hasJournal = true
    state.pointee.hasParts = true
    let start = journal.steps.count
    let change = Change(
      path: path, register: register, value: boxed(path.source),
      isKept: isKept(path.stamp), start: start)
    let error = replace(&values[Int(register)], 0, change)
    if error != nil || change.isKept { journal.steps.removeSubrange(start...) }
    return error
  }

  private struct Change {
    let path: Code.Path
    let register: UInt16
    let value: Value
    /// Whether the journal has the whole register already.
    let isKept: Bool
    /// Where its steps start in the journal.
    let start: Int
  }

  /// Goes down one step. The payload is taken out and put back: while the value holds it too, a
  /// change would copy all of it.
  private func replace(
    _ place: inout Value, _ depth: Int, _ change: Change
  ) -> EvaluationError.ID? {
    guard depth < change.path.steps.count else {
      if !change.isKept { keep(place, change) }
      place = change.value
      return nil
    }
    switch change.path.steps[depth] {
    case .field(let field): return replaceField(field, of: &place, depth, change)
    case .key(let key): return replaceElement(key, of: &place, depth, change)
    }
  }

  private func keep(_ old: Value, _ change: Change) {
    journal.values.append(
      (change.register, .part(old, path: change.start..<journal.steps.count)))
  }

  private func replaceField(
    _ field: Int, of place: inout Value, _ depth: Int, _ change: Change
  ) -> EvaluationError.ID? {
    journal.steps.append(.field(field))
    let error: EvaluationError.ID?
    switch place {
    case .record(var fields, let type):
      guard fields.indices.contains(field) else { return .missingKey }
      place = .null
      error = replace(&fields[field], depth + 1, change)
      place = .record(fields, type)
    case .union(let unionCase, var fields):
      guard fields.indices.contains(field) else { return .missingKey }
      place = .null
      error = replace(&fields[field], depth + 1, change)
      place = .union(unionCase, fields)
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .list, .map,
      .enumeration, .unit, .optional, .type:
      return .missingKey
    }
    return error
  }

  private func replaceElement(
    _ key: Operand, of place: inout Value, _ depth: Int, _ change: Change
  ) -> EvaluationError.ID? {
    let error: EvaluationError.ID?
    switch place {
    case .list(var elements):
      guard let index = elementIndex(key), elements.indices.contains(index) else { return .index }
      journal.steps.append(.index(index))
      place = .null
      error = replace(&elements[index], depth + 1, change)
      place = .list(elements)
    case .map(var map):
      let key = boxed(key)
      guard let index = map.position(of: key) else {
        return depth + 1 == change.path.steps.count
          ? insert(key, into: &place, change) : .missingKey
      }
      journal.steps.append(.entry(index))
      place = .null
      error = map.change(at: index) { replace(&$0, depth + 1, change) }
      place = .map(map)
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .record,
      .union, .enumeration, .unit, .optional, .type:
      return .missingKey
    }
    return error
  }

  private func elementIndex(_ key: Operand) -> Int? {
    guard case .int(let number) = boxed(key) else { return nil }
    return Int(exactly: number)
  }

  /// A new entry at the end of the map; error `missingKey` where a `dyn` is no key.
  private func insert(
    _ key: Value, into place: inout Value, _ change: Change
  ) -> EvaluationError.ID? {
    guard case .map(var map) = place, Value.Map.isKey(key) else { return .missingKey }
    if map.count >= Limits.elements { return .size }
    if !change.isKept {
      journal.values.append(
        (change.register, .absent(path: change.start..<journal.steps.count, key: key)))
    }
    place = .null
    let isNew = map.insert(key, change.value)
    place = .map(map)
    return isNew ? nil : .missingKey
  }

  /// An operand as a value.
  @inline(__always)
  func boxed(_ operand: Operand) -> Value {
    let index = Int(operand.index)
    switch operand.form {
    case .int: return .int(ints[index])
    case .string: return .string(strings[index])
    case .value: return values[index]
    case .double: return .double(doubles[index])
    case .bool, .uint, .duration, .enumeration: return Self.box(ints[index], operand.form)
    }
  }
}
