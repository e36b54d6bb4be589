extension RegisterFile {
  @inline(__always)
  func concatenate(_ a: Int, _ b: Int, _ c: Int) -> EvaluationError.ID? {
    store(Library.concatenate(strings[b], strings[c], budget: &state.pointee.budget), text: a)
  }

  /// Concatenates several texts at once, with the limits and charges of one `+` after the other.
  @inline(never)
  func join(_ parts: [Operand], _ a: Int) -> EvaluationError.ID? {
    var size = 0
    var length = 0
    for (index, part) in parts.enumerated() {
      let text = strings[Int(part.index)]
      size += text.utf8.count
      if index == 0 { continue }
      if size > Limits.textBytes { return .size }
      guard size * 2 >= Budget.textUnit else { continue }
      length = 0
      for earlier in parts[...index] { length += CodePoints.count(strings[Int(earlier.index)]) }
      guard state.pointee.budget.charge(textLength: length * 2) else { return .budget }
    }
    strings[a] = String(unsafeUninitializedCapacity: size) { buffer in
      var filled = 0
      for part in parts {
        CodePoints.withBytes(strings[Int(part.index)]) { bytes in
          guard let source = bytes.baseAddress, let target = buffer.baseAddress else { return }
          (target + filled).update(from: source, count: bytes.count)
          filled += bytes.count
        }
      }
      return filled
    }
    return nil
  }

  @inline(__always)
  private func store(
    _ result: Result<String, EvaluationError>, text a: Int
  ) -> EvaluationError.ID? {
    switch result {
    case .success(let text):
      strings[a] = text
      return nil
    case .failure(let error): return error.id
    }
  }

  @inline(__always)
  private func store(
    _ result: Result<Bool, EvaluationError>, truth a: Int
  ) -> EvaluationError.ID? {
    switch result {
    case .success(let truth):
      ints[a] = truth ? 1 : 0
      return nil
    case .failure(let error): return error.id
    }
  }

  /// Runs an operation on text. `next` is the following instruction, which may hold more operands.
  @inline(never)
  func text(
    _ i: Instruction, _ next: UnsafePointer<Instruction>, _ code: Code
  ) -> EvaluationError.ID? {
    let (a, b, c) = (Int(i.a), Int(i.b), Int(i.c))
    guard let operation = TextOperation(rawValue: i.sub) else { return .overload }
    switch operation {
    case .equal, .notEqual:
      guard state.pointee.budget.charge(text: strings[b], strings[c]) else { return .budget }
      let isEqual = CodePoints.equal(strings[b], strings[c])
      ints[a] = isEqual == (operation == .equal) ? 1 : 0
      return nil
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return compare(operation, a, b, c)
    case .size:
      switch Library.size(strings[b], budget: &state.pointee.budget) {
      case .success(let size): ints[a] = size
      case .failure(let error): return error.id
      }
      return nil
    case .contains:
      return store(
        Library.contains(strings[b], strings[c], budget: &state.pointee.budget), truth: a)
    case .startsWith:
      return store(
        Library.startsWith(strings[b], strings[c], budget: &state.pointee.budget), truth: a)
    case .endsWith:
      return store(
        Library.endsWith(strings[b], strings[c], budget: &state.pointee.budget), truth: a)
    case .fromInt: strings[a] = String(ints[b])
    case .fromUnsigned: strings[a] = String(UInt64(bitPattern: ints[b]))
    case .fromBool: strings[a] = ints[b] != 0 ? "true" : "false"
    case .substringFrom:
      return store(Library.substring(strings[b], ints[c], budget: &state.pointee.budget), text: a)
    case .substring:
      let end = ints[Int(next.pointee.a)]
      return store(
        Library.substring(strings[b], ints[c], end, budget: &state.pointee.budget), text: a)
    case .charAt:
      return store(Library.charAt(strings[b], ints[c], budget: &state.pointee.budget), text: a)
    case .matches:
      return store(
        Library.matches(strings[b], code.patterns[c], budget: &state.pointee.budget), truth: a)
    case .enumName:
      let number = Int32(truncatingIfNeeded: ints[b])
      let type = TypeID(index: Int32(i.c))
      guard let name = Library.name(of: number, in: type, code.types) else { return .overload }
      strings[a] = name
    }
    return nil
  }

  private func compare(
    _ operation: TextOperation, _ a: Int, _ b: Int, _ c: Int
  ) -> EvaluationError.ID? {
    guard state.pointee.budget.charge(text: strings[b], strings[c]) else { return .budget }
    let order = CodePoints.compare(strings[b], strings[c])
    let truth: Bool
    switch operation {
    case .less: truth = order < 0
    case .lessOrEqual: truth = order <= 0
    case .greater: truth = order > 0
    default: truth = order >= 0
    }
    ints[a] = truth ? 1 : 0
    return nil
  }
}
