/// Named sets of code points, kept as text: a name, then pairs of numbers in base 36, the gap to the
/// next range and its length. Names begin with a capital letter, which no number does.
struct UnicodeTable: Sendable {
  private let tokens: [UInt8]

  init(_ text: String) { tokens = Array(text.utf8) }

  /// The set called `name`, or `nil`.
  func set(named name: String) -> CodePointSet? {
    var found: CodePointSet?
    scan { other, ranges in
      if found == nil, other.elementsEqual(name.utf8) { found = CodePointSet(ranges()) }
    }
    return found
  }

  /// All sets together whose names begin with `letter`, or `nil` if there are none.
  func union(of letter: UInt8) -> CodePointSet? {
    var all: [ClosedRange<UInt32>] = []
    scan { name, ranges in
      if name.first == letter { all += ranges() }
    }
    return all.isEmpty ? nil : CodePointSet(all)
  }

  private func scan(_ visit: (ArraySlice<UInt8>, () -> [ClosedRange<UInt32>]) -> Void) {
    var at = tokens.startIndex
    while at < tokens.endIndex {
      let name = tokens[at...].prefix { $0 > 0x20 }
      let end = tokens[name.endIndex...].firstIndex { (0x41...0x5A).contains($0) }
      let numbers = tokens[name.endIndex..<(end ?? tokens.endIndex)]
      visit(name) { Self.ranges(numbers) }
      at = end ?? tokens.endIndex
    }
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

  /// The numbers in base 36 between blanks and line breaks.
  static func numbers(_ tokens: ArraySlice<UInt8>) -> [UInt32] {
    tokens.split { $0 <= 0x20 }.map { token in
      token.reduce(0) { $0 * 36 + UInt32($1 < 0x3A ? $1 - 0x30 : $1 - 0x61 + 10) }
    }
  }
}
