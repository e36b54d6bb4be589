/// The bytes that a match can begin with. While no thread runs, the machine skips all other bytes.
struct FirstBytes: Sendable {
  /// One entry for each byte; empty if a match can begin with any byte.
  private let isFirst: [Bool]

  init(_ program: PatternProgram) {
    var isFirst = [Bool](repeating: false, count: 256)
    var isSeen = [Bool](repeating: false, count: program.instructions.count)
    var pending = [program.start]
    while let index = pending.popLast() {
      guard !isSeen[Int(index)] else { continue }
      isSeen[Int(index)] = true
      let instruction = program.instructions[Int(index)]
      switch instruction.operation {
      case .match:
        self.isFirst = []
        return
      case .split: pending += [instruction.next, instruction.argument]
      case .save, .assertion: pending.append(instruction.next)
      case .one:
        let codePoint = UInt32(bitPattern: instruction.argument)
        Self.mark(codePoint...codePoint, in: &isFirst)
      case .set:
        let first = Int(instruction.argument)
        for range in program.ranges[first..<(first + Int(instruction.count))] {
          Self.mark(range, in: &isFirst)
        }
      }
    }
    self.isFirst = isFirst
  }

  private static func mark(_ range: ClosedRange<UInt32>, in isFirst: inout [Bool]) {
    for lead in Int(lead(of: range.lowerBound))...Int(lead(of: range.upperBound)) {
      isFirst[lead] = true
    }
  }

  /// The first byte of the UTF-8 of `codePoint`.
  private static func lead(of codePoint: UInt32) -> UInt8 {
    switch codePoint {
    case ..<0x80: UInt8(truncatingIfNeeded: codePoint)
    case ..<0x800: UInt8(truncatingIfNeeded: 0xC0 | codePoint >> 6)
    case ..<0x1_0000: UInt8(truncatingIfNeeded: 0xE0 | codePoint >> 12)
    default: UInt8(truncatingIfNeeded: 0xF0 | codePoint >> 18)
    }
  }

  /// The bytes as ascending ranges; empty if a match can begin with any byte.
  var ranges: [ClosedRange<UInt8>] {
    var ranges: [ClosedRange<UInt8>] = []
    for byte in UInt8.min...UInt8.max where !isFirst.isEmpty && isFirst[Int(byte)] {
      if let last = ranges.last, last.upperBound == byte - 1 {
        ranges[ranges.count - 1] = last.lowerBound...byte
      } else {
        ranges.append(byte...byte)
      }
    }
    return ranges
  }
}

extension CodePoints {
  /// The code point at the byte offset `at` and its length in bytes; `nil` at the end.
  @inline(__always)
  static func codePoint(at: Int, in bytes: Bytes) -> (value: UInt32, length: Int)? {
    guard at < bytes.count else { return nil }
    let lead = UInt32(bytes[at])
    if lead < 0x80 { return (lead, 1) }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard at &+ length <= bytes.count else { return (lead, 1) }
    var value = lead & (0x7F >> UInt32(length))
    for index in 1..<length { value = value << 6 | UInt32(bytes[at &+ index] & 0x3F) }
    return (value, length)
  }
}
