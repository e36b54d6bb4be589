extension Banks {
  /// Where an error goes: the handler of the innermost region around `position`, or around the
  /// call of the block that it stands in. The budget is absorbed by nothing.
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
      // Nothing is popped before it is known that it goes on: `failed` asks for the outermost.
      guard open > 0 else { return nil }
      open -= 1
      position = returns[open] - 1
    }
  }

  @inline(never)
  func failed(_ error: EvaluationError.ID, at position: Int32) -> Exit {
    // The cell that was asked for, not the function that it called.
    let outermost = state.pointee.returnCount > 0 ? returns[0] - 1 : position
    return .failed(EvaluationError(error), at: code.pointer(at: outermost))
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

  /// How many instructions further the head of a loop jumps.
  @inline(__always)
  var jump: Int { Int(Int16(bitPattern: b)) }
}
