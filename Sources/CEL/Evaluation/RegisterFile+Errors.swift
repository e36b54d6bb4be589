extension RegisterFile {
  /// The address where execution continues after an error: the handler of the innermost region
  /// around `position`, else of the innermost region around a call of its block. No handler catches
  /// `budget`.
  @inline(never)
  func handler(
    of error: EvaluationError.ID, at position: Int32
  ) -> Int32? {
    guard error != .budget else { return nil }
    var position = position
    var open = state.pointee.returnCount
    while true {
      if let region = code.region(at: position) {
        state.pointee.returnCount = open
        let kept = errors + Int(region.error)
        if kept.pointee == nil { kept.pointee = error }
        return region.handler
      }
      // The stack is popped only if a handler exists: `failed` needs its outermost entry.
      guard open > 0 else { return nil }
      open -= 1
      position = returns[open] - 1
    }
  }

  @inline(never)
  func failed(_ error: EvaluationError.ID, at position: Int32) -> Exit {
    // The cell that the host runs, not the function that it called.
    let outermost = state.pointee.returnCount > 0 ? returns[0] - 1 : position
    return .failed(EvaluationError(error), at: code.cell(at: outermost))
  }

  @inline(__always)
  func push(_ position: Int32) {
    returns[state.pointee.returnCount] = position
    state.pointee.returnCount &+= 1
  }

  @inline(__always)
  func pop() -> Int {
    guard state.pointee.returnCount > 0 else { return 0 }
    state.pointee.returnCount &-= 1
    return Int(returns[state.pointee.returnCount])
  }
}

extension EvaluationError.ID {
  /// The number of the error in instructions.
  var number: UInt16 {
    UInt16(truncatingIfNeeded: Self.allCases.firstIndex(of: self) ?? 0)
  }

  init?(number: Int) {
    guard Self.allCases.indices.contains(number) else { return nil }
    self = Self.allCases[number]
  }
}

extension Instruction {
  /// The distance of a comparison's jump, in instructions.
  @inline(__always)
  var distance: Int { Int(Int16(bitPattern: c)) }

  /// The distance of the jump at the end of a loop, in instructions.
  @inline(__always)
  var jump: Int { Int(Int16(bitPattern: b)) }
}
