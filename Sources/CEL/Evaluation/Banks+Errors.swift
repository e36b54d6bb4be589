extension Banks {
  /// Where an error goes: the handler of the innermost region around `position`, or around the
  /// call of the block that it stands in. The budget is absorbed by nothing.
  func handler(
    of error: EvaluationError.ID, at position: Int32, _ code: Code
  ) -> Int32? {
    guard error != .budget else { return nil }
    var position = position
    while true {
      if let region = code.region(at: position) {
        let kept = errors + Int(region.error)
        if kept.pointee == nil { kept.pointee = error }
        return region.handler
      }
      guard returnCount > 0 else { return nil }
      position = Int32(truncatingIfNeeded: pop() - 1)
    }
  }

  func failed(_ error: EvaluationError.ID, at position: Int32, _ code: Code) -> Exit {
    // The cell that was asked for, not the function that it called.
    let outermost = returnCount > 0 ? returns[0] - 1 : position
    return .failed(EvaluationError(error), at: code.pointer(at: outermost))
  }

  @inline(__always)
  func push(_ position: Int32) {
    returns[returnCount] = position
    returnCount += 1
  }

  @inline(__always)
  func pop() -> Int {
    guard returnCount > 0 else { return 0 }
    returnCount -= 1
    return Int(returns[returnCount])
  }

  /// Keeps what a register holds, once a step.
  @inline(__always)
  func save(_ i: Instruction) {
    guard journal.isFirst(i.b) else { return }
    let index = Int(i.a)
    switch Bank(rawValue: i.sub) {
    case .int: journal.ints.append((i.a, ints[index]))
    case .double: journal.doubles.append((i.a, doubles[index]))
    case .string: journal.values.append((i.a, .string(strings[index])))
    case .value, nil: journal.values.append((i.a, .value(values[index])))
    }
  }
}

extension EvaluationError.ID {
  /// The number that instructions carry.
  var number: UInt16 {
    UInt16(truncatingIfNeeded: Self.allCases.firstIndex(of: self) ?? 0)
  }

  init?(number: Int) {
    guard Self.allCases.indices.contains(number) else { return nil }
    self = Self.allCases[number]
  }
}

extension Instruction {
  /// How many instructions further a comparison jumps.
  @inline(__always)
  var distance: Int { Int(Int16(bitPattern: c)) }
}
