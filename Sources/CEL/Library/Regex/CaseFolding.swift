/// Simple case folding of Unicode 17.0.
enum CaseFolding {
  /// `ranges` and all code points that differ from them only in case.
  static func close(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var closed = ranges
    for range in ranges {
      var at = firstPair(from: range.lowerBound)
      while at < pairs.count, pairs[at].one <= range.upperBound {
        closed.append(pairs[at].other...pairs[at].other)
        at += 1
      }
    }
    return closed
  }

  /// The index of the first pair of `codePoint` or a later one.
  private static func firstPair(from codePoint: UInt32) -> Int {
    pairs.partitioningIndex { $0.one >= codePoint }
  }

  /// All pairs of code points that differ only in case, in both directions, ordered by the first.
  private static let pairs: [(one: UInt32, other: UInt32)] = {
    let numbers = UnicodeTable.numbers(Array(table.utf8)[...])
    var groups: [UInt32: [UInt32]] = [:]
    var first: UInt32 = 0
    for row in stride(from: 0, to: numbers.count - 3, by: 4) {
      first += numbers[row]
      for ordinal in 0..<numbers[row + 1] {
        let codePoint = first + ordinal * numbers[row + 2]
        let fold = codePoint - numbers[row + 3]
        groups[fold, default: [fold]].append(codePoint)
      }
    }
    let pairs = groups.values.flatMap { group in
      group.flatMap { one in group.filter { $0 != one }.map { (one: one, other: $0) } }
    }
    return pairs.sorted { ($0.one, $0.other) < ($1.one, $1.other) }
  }()

  /// Rows of four numbers in base 36: the distance of the first code point from the previous row's
  /// first, the number of code points, the distance between them, and the distance back to the code
  /// points that they fold to. A code point folds to the least of those that differ only in case.
  private static let table = """
    2p q 1 w 3j n 1 w o 7 1 w 9 o 2 1 1e 3 2 1 7 8 2 1 h n 2 1 19 1 1 3d 2 3 2 1 5 1 1 8c 4 2 2 1 5
    1 1 1 4 1 1 1 6 1 1 1 7 1 1 1 8 3 2 1 7 1 1 1 5 1 1 1 3 1 1 1 4 2 2 1 5 1 1 1 4 1 1 1 8 1 1 1 1
    1 1 2 2 1 1 1 1 1 1 2 2 1 1 1 1 1 1 2 2 8 2 1 f 1 1 27 2 9 2 1 j 1 1 1 1 1 1 2 2 1 1 1 1 1 1 2p
    1 1 1 1k 2 k 2 1 13 1 1 3m 3 9 2 1 p 1 1 1 1 1 1 4j 5 1 1 1 1 1 1 5f 4 5 2 1 c 1 1 5u 1 1 1 5q
    2 2 1 5p 3 1 1 5m 2 1 1 5n 5 1 1 5p 3 1 1 5r 5 1 1 5t 1 1 1 5v 6 1 1 5v 3 1 1 5x 3 1 1 5y b 1 1
    62 3 1 1 62 5 1 1 62 1 1 1 1x 1 2 1 61 2 1 1 1z 6 1 1 63 67 2 2 1 6 1 1 1 y 1 1 2c 3 1 1 kn g 1
    1 12 1 3 1 11 4 8 1 w 8 1 1 38 1 2 1 w 2 1 1 lj 1 5 1 w 5 1 1 v 1 9 1 w 9 1 1 1s 1 2 1 1r 3 1 1
    1q 1 1 1 1l 4 1 1 1b 1 1 1 1i 1 1 1 8 2 c 2 1 n 1 1 2e 1 1 1 28 2 1 1 38 1 1 1 2k 1 1 1 2o 3 1
    1 1 1 1 1 7 2 1 1 1 2 3 1 3m 1f w 1 w w g 1 28 h h 2 1 16 r 2 1 1j 7 2 1 d 1 1 f 2 1c 2 1 40 12
    1 1c 2vr 6 1 8 1oo 1 1 4tq 1 1 1 4tp 1 1 1 4tg 1 2 1 4te 2 1 1 4tf 1 1 1 4t8 1 1 1 4rp 3 1 1 1
    6 17 1 2bk 19 3 1 2bk 90 23 2 1 4a 1 1 1n 3 1 1 5vj 3 1c 2 1 2v 8 1 8 g 6 1 8 g 8 1 8 g 8 1 8 g
    6 1 8 h 4 2 8 f 8 1 8 w 8 1 8 g 8 1 8 g 8 1 8 g 2 1 8 2 2 1 22 2 1 1 9 2 1 1 5mh a 4 1 2e 4 1 1
    9 7 1 1 5kz 5 2 1 8 2 2 1 2s 9 1 1 5kj 5 2 1 8 2 2 1 34 2 1 1 7 c 2 1 3k 2 2 1 3i 2 1 1 9 8a 1
    1 5tp 4 1 1 6hr 1 1 1 6ee z 1 1 s y g 1 g k 1 1 1 ng q 1 q 1gg 1c 1 1c 1d 1 1 1 1 1 1 8af 1 1 1
    2xy 1 1 1 89z 1 1 1 8bv 1 1 1 8bs 2 3 2 1 5 1 1 8bg 1 1 1 8al 1 1 1 8bj 1 1 1 8bi 3 1 1 1 3 1 1
    1 8 2 1 8cf 3 1e 2 1 2z 2 2 1 7 1 1 1 d 12 1 5ls 13 1 1 5ls 6 1 1 5ls nx0 5 2 1 9 1 1 r7m 1 1 1
    r7n 2 h 2 1 1g e 2 1 4i 7 2 1 g v 2 1 1z 2 2 1 3 1 1 r9g 2 5 2 1 d 1 1 1 1 1 1 wmg 4 2 2 1 6 a
    2 1 j 1 1 wn8 1 1 1 wnj 1 1 1 wnf 1 1 1 wn5 1 1 1 wn8 2 1 1 wlu 1 1 1 wmi 1 1 1 wlx 3 8 2 1 f 1
    1 1c 1 1 1 wn7 1 1 1 raw 2 2 2 1 3 1 1 wo7 2 8 2 1 f 1 1 wu9 q 1 1 1 nx 1 1 ps t 28 1 tzk fpy 1
    1 1 u3 q 1 w yv 14 1 14 4w 10 1 14 5b b 1 13 c f 1 13 g 7 1 13 8 2 1 13 1dx 1f 1 1s 4w m 1 w
    28g w 1 w gww w 1 w 2j p 1 r o6f y 1 y
    """
}
