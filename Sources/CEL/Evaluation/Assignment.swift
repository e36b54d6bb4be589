extension CodeBuilder {
  /// Emits code that saves the register's content in the journal, at most once a step.
  package mutating func save(_ register: Register) {
    let stamp = stamp(register)
    if register.bank == .int {
      emit(.saveInt, register.index)
    } else {
      emit(.save, register.index, stamp, 0, sub: register.bank.rawValue)
    }
  }

  /// Emits an assignment to a part of the register's value, in place. The journal keeps the old
  /// element.
  ///
  /// The errors are `index` if a list has no such element, and `missingKey` if a map on the path
  /// has no such key or a value on the path is null. If the last step of the path is a key that its
  /// map does not have, the map gets a new entry.
  package mutating func assign(
    path: [PathStep], of register: Register, from source: Register
  ) {
    var steps: [Code.Path.Step] = []
    for step in path {
      switch step {
      case .field(let field): steps.append(.field(Int(field)))
      case .key(let key): steps.append(.key(permanent(key)))
      }
    }
    tables.paths.append(Code.Path(steps: steps, source: permanent(source), stamp: stamp(register)))
    // Of a huge value only the new part is charged: a change in place does not read the others.
    if registers.huge.contains(register), source.bank == .value {
      emit(.value, source.index, source.index, 0, sub: ValueOperation.chargeParts.rawValue)
    }
    emit(.assign, register.index, narrow(tables.paths.count - 1))
    if registers.unbounded.contains(register) { checkStored(register) }
  }

  private mutating func stamp(_ register: Register) -> UInt16 {
    let (bank, index) = (Int(register.bank.rawValue), Int(register.index))
    while registers.stamps[bank].count <= index { registers.stamps[bank].append(-1) }
    if let known = UInt16(exactly: registers.stamps[bank][index]) { return known }
    let stamp = next(\.stamps)
    registers.stamps[bank][index] = Int32(stamp)
    return stamp
  }
}

extension RegisterFile {
  /// Assigns to the part of the value register that the path leads to.
  func assign(_ path: Code.Path, to register: UInt16) -> EvaluationError.ID? {
    state.pointee.hasJournal = true
    journal.pointee.hasParts = true
    let start = journal.pointee.steps.count
    let change = Change(
      path: path, register: Register(bank: .value, index: register), value: boxed(path.source),
      isKept: isKept(path.stamp), start: start)
    let error = replace(&values[Int(register)], 0, change)
    if error != nil || change.isKept { journal.pointee.steps.removeSubrange(start...) }
    return error
  }

  private struct Change {
    let path: Code.Path
    let register: Register
    let value: Value
    /// Whether the journal already has the whole register.
    let isKept: Bool
    /// The index of the first step of its path in the journal.
    let start: Int
  }

  /// Replaces the element at `depth` of the path. The payload is moved out of the value and back: a
  /// change would copy all of it while the value also refers to it.
  private func replace(
    _ element: inout Value, _ depth: Int, _ change: Change
  ) -> EvaluationError.ID? {
    guard depth < change.path.steps.count else {
      if !change.isKept { keep(element, change) }
      element = change.value
      return nil
    }
    switch change.path.steps[depth] {
    case .field(let field): return replaceField(field, of: &element, depth, change)
    case .key(let key): return replaceElement(key, of: &element, depth, change)
    }
  }

  private func keep(_ old: Value, _ change: Change) {
    let path = change.start..<journal.pointee.steps.count
    journal.pointee.entries.append(
      .init(register: change.register, old: .part(old, path: path)))
  }

  private func replaceField(
    _ field: Int, of element: inout Value, _ depth: Int, _ change: Change
  ) -> EvaluationError.ID? {
    journal.pointee.steps.append(.field(field))
    let error: EvaluationError.ID?
    switch element {
    case .record(var fields, let type):
      guard fields.indices.contains(field) else { return .missingKey }
      guard charge(writing: fields.count, perStep: 8) else { return .budget }
      element = .null
      error = replace(&fields[field], depth + 1, change)
      element = .record(fields, type)
    case .union(let unionCase, var fields):
      guard fields.indices.contains(field) else { return .missingKey }
      guard charge(writing: fields.count, perStep: 8) else { return .budget }
      element = .null
      error = replace(&fields[field], depth + 1, change)
      element = .union(unionCase, fields)
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .list, .map,
      .enumeration, .unit, .optional, .type:
      return .missingKey
    }
    return error
  }

  private func replaceElement(
    _ key: Operand, of element: inout Value, _ depth: Int, _ change: Change
  ) -> EvaluationError.ID? {
    let error: EvaluationError.ID?
    switch element {
    case .list(var elements):
      guard let index = elementIndex(key), elements.indices.contains(index) else { return .index }
      guard charge(writing: elements.count, perStep: 8) else { return .budget }
      journal.pointee.steps.append(.index(index))
      element = .null
      error = replace(&elements[index], depth + 1, change)
      element = .list(elements)
    case .map(var map):
      let key = boxed(key)
      guard charge(writing: map.count, perStep: 4) else { return .budget }
      guard let index = map.position(of: key) else {
        return depth + 1 == change.path.steps.count
          ? insert(key, into: &element, change) : .missingKey
      }
      journal.pointee.steps.append(.entry(index))
      element = .null
      error = map.change(at: index) { replace(&$0, depth + 1, change) }
      element = .map(map)
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .record,
      .union, .enumeration, .unit, .optional, .type:
      return .missingKey
    }
    return error
  }

  private func charge(writing parts: Int, perStep: Int) -> Bool {
    state.pointee.budget.charge(writing: parts, perStep: perStep)
  }

  private func elementIndex(_ key: Operand) -> Int? {
    guard case .int(let number) = boxed(key) else { return nil }
    return Int(exactly: number)
  }

  /// Adds a new entry to the map. The error is `missingKey` if a `dyn` key has a type that no key
  /// has, and `duplicateKey` if JSON writes another key like it.
  private func insert(
    _ key: Value, into element: inout Value, _ change: Change
  ) -> EvaluationError.ID? {
    guard case .map(var map) = element, Value.Map.isKey(key) else { return .missingKey }
    if map.count >= Limits.elements { return .size }
    if map.hasKey(writtenLike: key) { return .duplicateKey }
    if !change.isKept {
      let path = change.start..<journal.pointee.steps.count
      journal.pointee.entries.append(
        .init(register: change.register, old: .absent(path: path, key: key)))
    }
    element = .null
    let isNew = map.insert(key, change.value)
    element = .map(map)
    return isNew ? nil : .missingKey
  }

  /// The value of an operand.
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
