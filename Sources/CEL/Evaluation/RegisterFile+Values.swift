extension RegisterFile {
  @inline(__always)
  func exchange<Element>(
    _ pointer: UnsafeMutablePointer<Element>, _ replacement: Element
  ) -> Element {
    let old = pointer.move()
    pointer.initialize(to: replacement)
    return old
  }

  @inline(never)
  func box(_ i: Instruction) -> Value {
    boxed(Int(i.b), FormCode(rawValue: i.sub) ?? .value, i.c)
  }

  /// The content of register `index`, which holds a value of the given form, as a value.
  @inline(__always)
  func boxed(_ index: Int, _ form: FormCode, _ type: UInt16) -> Value {
    switch form {
    case .bool: .bool(ints[index] != 0)
    case .int: .int(ints[index])
    case .uint: .uint(UInt64(bitPattern: ints[index]))
    case .duration: .duration(Value.Duration(nanoseconds: ints[index]))
    case .enumeration:
      .enumeration(TypeID(index: Int32(type)), Int32(truncatingIfNeeded: ints[index]))
    case .double: .double(doubles[index])
    case .string: .string(strings[index])
    case .value: values[index]
    }
  }

  /// Unboxes a value of the type that the checker proved. In an unchecked program another type is
  /// the error `overload`.
  @inline(never)
  func unbox(_ i: Instruction) -> EvaluationError.ID? {
    let a = Int(i.a)
    switch (FormCode(rawValue: i.sub), values[Int(i.b)]) {
    case (.bool, .bool(let truth)): ints[a] = truth ? 1 : 0
    case (.int, .int(let number)): ints[a] = number
    case (.uint, .uint(let number)): ints[a] = Int64(bitPattern: number)
    case (.duration, .duration(let span)): ints[a] = span.nanoseconds
    case (.enumeration, .enumeration(_, let index)): ints[a] = Int64(index)
    case (.double, .double(let number)): doubles[a] = number
    case (.string, .string(let text)): strings[a] = text
    default: return .overload
    }
    return nil
  }

  @inline(__always)
  func store(_ result: Library.Answer, _ a: Int) -> EvaluationError.ID? {
    switch result {
    case .success(let value):
      values[a] = value
      return nil
    case .failure(let error): return error.id
    }
  }

  private func store(truth result: Library.Answer, _ a: Int) -> EvaluationError.ID? {
    switch result {
    case .success(.bool(let truth)):
      ints[a] = truth ? 1 : 0
      return nil
    case .success: return .overload
    case .failure(let error): return error.id
    }
  }

  /// Runs an operation on values of any type.
  @inline(never)
  func value(_ i: Instruction, _ code: Code) -> EvaluationError.ID? {
    let (a, b, c) = (Int(i.a), Int(i.b), Int(i.c))
    guard let operation = ValueOperation(rawValue: i.sub) else { return .overload }
    switch operation {
    case .equal, .notEqual:
      switch values[b].isEqual(to: values[c], budget: &state.pointee.budget) {
      case .success(let isEqual): ints[a] = isEqual == (operation == .equal) ? 1 : 0
      case .failure(let error): return error.id
      }
      return nil
    case .add, .subtract, .multiply, .divide, .modulo, .less, .lessOrEqual, .greater,
      .greaterOrEqual:
      return arithmetic(operation, i)
    case .isNotNull:
      if case .null = values[b] { ints[a] = 0 } else { ints[a] = 1 }
      return nil
    case .isCase:
      ints[a] = isCase(values[b], c) ? 1 : 0
      return nil
    case .checkCase: return isCase(values[b], c) ? nil : .missingKey
    case .size: return size(values[b], a)
    case .index: return store(Library.index(values[b], values[c], budget: &state.pointee.budget), a)
    case .indexOptional:
      return store(Library.optionalIndex(values[b], values[c], budget: &state.pointee.budget), a)
    case .contained:
      return store(
        truth: Library.contained(values[b], in: values[c], budget: &state.pointee.budget), a)
    case .select, .selectOptional, .hasKey: return select(operation, i, code)
    case .wrap, .wrapField, .hasValue, .unwrap, .unwrapOrNull, .unwrapOr, .appendOptional,
      .insertOptional:
      return optional(operation, i)
    case .setField: return setField(b, of: a, to: c)
    case .merge: return merge(values[b], into: a)
    case .sortBy: return sort(values[b], by: values[c], into: a)
    case .limitSize: return values[b].isTooLarge ? .size : nil
    case .chargeParts: return values[b].chargeParts(&state.pointee.budget) ? nil : .budget
    }
  }

  /// Runs an operator on values of type dyn.
  private func arithmetic(
    _ operation: ValueOperation, _ i: Instruction
  ) -> EvaluationError.ID? {
    let (a, left, right) = (Int(i.a), values[Int(i.b)], values[Int(i.c)])
    let order: Function
    switch operation {
    case .add: return store(Library.add(left, right, budget: &state.pointee.budget), a)
    case .subtract: return store(Library.subtract(left, right), a)
    case .multiply: return store(Library.multiply(left, right), a)
    case .divide: return store(Library.divide(left, right), a)
    case .modulo: return store(Library.modulo(left, right), a)
    case .less: order = .less
    case .lessOrEqual: order = .lessOrEqual
    case .greater: order = .greater
    default: order = .greaterOrEqual
    }
    return store(
      truth: Library.compare(order, left, right, budget: &state.pointee.budget), a)
  }

  @inline(__always)
  private func isCase(_ value: Value, _ number: Int) -> Bool {
    guard case .union(let unionCase, _) = value else { return false }
    return Int(unionCase.index) == number
  }

  private func size(_ value: Value, _ a: Int) -> EvaluationError.ID? {
    switch Library.size(value, budget: &state.pointee.budget) {
    case .success(.int(let size)): ints[a] = size
    case .success: return .overload
    case .failure(let error): return error.id
    }
    return nil
  }

  private func select(
    _ operation: ValueOperation, _ i: Instruction, _ code: Code
  ) -> EvaluationError.ID? {
    guard case .string(let name) = values[Int(i.c)] else { return .overload }
    let (a, value) = (Int(i.a), values[Int(i.b)])
    switch operation {
    case .select: return store(Library.select(value, name, types: code.types), a)
    case .selectOptional: return store(Library.optionalSelect(value, name, types: code.types), a)
    default: return store(truth: Library.hasKey(value, name, types: code.types), a)
    }
  }

  private func optional(
    _ operation: ValueOperation, _ i: Instruction
  ) -> EvaluationError.ID? {
    let (a, b, c) = (Int(i.a), Int(i.b), Int(i.c))
    switch operation {
    case .wrap:
      values[a] = .optional(Value.Optional(values[b]))
      return nil
    case .wrapField: return wrapField(b, c, a)
    case .unwrapOrNull:
      if case .optional(let optional) = values[b] {
        values[a] = optional.value ?? .null
      } else {
        values[a] = values[b]
      }
      return nil
    default: break
    }
    guard case .optional(let optional) = values[b] else { return .overload }
    switch operation {
    case .hasValue: ints[a] = optional.value == nil ? 0 : 1
    case .unwrap:
      guard let value = optional.value else { return .noValue }
      values[a] = value
    case .unwrapOr: values[a] = optional.value ?? values[c]
    case .appendOptional: if let value = optional.value { lists[a].append(value) }
    default:
      if let value = optional.value { return insert(values[c], value, into: a) }
    }
    return nil
  }

  /// `r.?f`: `optional.none()` if the record or the field is null.
  private func wrapField(_ b: Int, _ field: Int, _ a: Int) -> EvaluationError.ID? {
    var record = values[b]
    if case .optional(let optional) = record { record = optional.value ?? .null }
    switch record {
    case .null:
      values[a] = .optional(Value.Optional(nil))
    case .record(let fields, _), .union(_, let fields):
      guard fields.indices.contains(field) else { return .missingKey }
      if case .null = fields[field] {
        values[a] = .optional(Value.Optional(nil))
      } else {
        values[a] = .optional(Value.Optional(fields[field]))
      }
    default: return .overload
    }
    return nil
  }

  private func setField(_ field: Int, of a: Int, to c: Int) -> EvaluationError.ID? {
    switch exchange(values + a, .null) {
    case .record(var fields, let type):
      guard fields.indices.contains(field) else { return .missingKey }
      guard state.pointee.budget.charge(making: fields.count) else { return .budget }
      fields[field] = values[c]
      values[a] = .record(fields, type)
    case .union(let unionCase, var fields):
      guard fields.indices.contains(field) else { return .missingKey }
      guard state.pointee.budget.charge(making: fields.count) else { return .budget }
      fields[field] = values[c]
      values[a] = .union(unionCase, fields)
    default: return .overload
    }
    return nil
  }

  private func sort(_ list: Value, by keys: Value, into a: Int) -> EvaluationError.ID? {
    guard case .list(let elements) = list, case .list(let keys) = keys else { return .overload }
    switch Library.sort(elements, by: keys, budget: &state.pointee.budget) {
    case .success(let sorted):
      values[a] = .list(sorted)
      return nil
    case .failure(let error): return error.id
    }
  }

  @inline(never)
  func construct(_ i: Instruction, _ code: Code) -> EvaluationError.ID? {
    let operands = code.operands[Int(i.b)]
    let construction = Construction(rawValue: i.sub) ?? .list
    guard construction == .list || state.pointee.budget.charge(making: operands.count) else {
      return .budget
    }
    let elements = operands.map { boxed($0) }
    switch construction {
    case .record: values[Int(i.a)] = .record(elements, TypeID(index: Int32(i.c)))
    case .union: values[Int(i.a)] = .union(code.unionCases[Int(i.c)], elements)
    case .list: values[Int(i.a)] = .list(elements)
    }
    return nil
  }

  /// Calls a regular expression function whose pattern was compiled with the program.
  @inline(never)
  func pattern(_ i: Instruction, _ code: Code) -> EvaluationError.ID? {
    let operands = code.operands[Int(i.b)]
    guard let function = Function(rawValue: UInt16(i.sub)), let first = operands.first,
      case .string(let text) = boxed(first)
    else { return .overload }
    let rest = operands.dropFirst().map { boxed($0) }
    return store(
      Library.call(
        function, text, code.patterns[Int(i.c)], rest, budget: &state.pointee.budget),
      Int(i.a))
  }

  @inline(never)
  func call(_ i: Instruction, _ code: Code) -> EvaluationError.ID? {
    guard let function = Function(rawValue: i.b) else { return .overload }
    let arguments = code.operands[Int(i.c)].map { boxed($0) }
    return store(
      Library.call(function, arguments, budget: &state.pointee.budget, types: code.types), Int(i.a))
  }
}
