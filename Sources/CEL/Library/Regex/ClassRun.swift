/// A pattern that repeats one set, such as `[0-9]{4}` or `\w+`; it is matched without the machine.
struct ClassRun: Sendable {
  private let set: PatternProgram.Instruction
  private let program: PatternProgram
  private let least: Int
  /// The length at which a match ends even if the run is longer.
  private let most: Int

  init?(_ node: PatternNode) {
    let inside: PatternNode
    switch node {
    case .repetition(let repeated, let least, let most, let isGreedy):
      guard least > 0 else { return nil }
      inside = repeated
      self.least = least
      self.most = isGreedy ? most ?? .max : least
    default:
      inside = node
      least = 1
      most = 1
    }
    guard case .one = inside, let program = try? PatternProgram(inside, groupCount: 0) else {
      return nil
    }
    self.program = program
    set = program.instructions[Int(program.start)]
  }

  /// The first match, the same as the machine's.
  func firstMatch(in bytes: CodePoints.Bytes, from start: Int) -> PatternMatch? {
    var at = start
    var begin = start
    var count = 0
    while count < most, let next = CodePoints.codePoint(at: at, in: bytes) {
      let after = at &+ next.length
      if program.reads(set, next.value) {
        count &+= 1
      } else if count >= least {
        break
      } else {
        begin = after
        count = 0
      }
      at = after
    }
    return count >= least ? PatternMatch(slots: [begin, at], reach: at) : nil
  }
}
