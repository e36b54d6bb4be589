/// Named sets of code points, stored as text: a name, then pairs of numbers in base 36, which are
/// the gap before the next range and its length. Names start with a capital letter, which numbers
/// do not contain.
struct UnicodeTable: Sendable {
  private let sets: [(name: String, ranges: [ClosedRange<UInt32>])]

  /// Parses the whole text, once for each process, because a pattern may use many sets.
  init(_ text: String) {
    var sets: [(name: String, ranges: [ClosedRange<UInt32>])] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let name = rest.prefix { $0 > 0x20 }
      let end =
        rest[name.endIndex...].firstIndex { (0x41...0x5A).contains($0) } ?? rest.endIndex
      sets.append((String(decoding: name, as: UTF8.self), Self.ranges(rest[name.endIndex..<end])))
      rest = rest[end...]
    }
    self.sets = sets
  }

  /// The set named `name`, or `nil`.
  func set(named name: String) -> CodePointSet? {
    sets.first { $0.name.utf8.elementsEqual(name.utf8) }.map { CodePointSet($0.ranges) }
  }

  /// The union of all sets whose names start with `letter`, or `nil` if there are none.
  func union(of letter: UInt8) -> CodePointSet? {
    let all = sets.filter { $0.name.utf8.first == letter }.flatMap(\.ranges)
    return all.isEmpty ? nil : CodePointSet(all)
  }

  private static func ranges(_ tokens: ArraySlice<UInt8>) -> [ClosedRange<UInt32>] {
    let numbers = Self.numbers(tokens)
    var ranges: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for pair in stride(from: 0, to: numbers.count - 1, by: 2) {
      let first = next + numbers[pair]
      next = first + numbers[pair + 1]
      ranges.append(first...(next - 1))
    }
    return ranges
  }

  /// The numbers in base 36, separated by spaces and line breaks.
  static func numbers(_ tokens: ArraySlice<UInt8>) -> [UInt32] {
    tokens.split { $0 <= 0x20 }.map { token in
      token.reduce(0) { $0 * 36 + UInt32($1 < 0x3A ? $1 - 0x30 : $1 - 0x61 + 10) }
    }
  }
}
