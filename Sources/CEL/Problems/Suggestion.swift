/// What to offer for an unknown name: the names that are near to it, or else the known names.
public struct Suggestion: Hashable, Sendable {
  /// The nearest names, at most three, in the order given; empty where nothing is near.
  public let nearest: [String]
  /// The known names, at most eight, in the order given; empty where something is near.
  public let known: [String]
  /// How many more names are known than `known` holds.
  public let furtherCount: Int
  /// Whether the nearest name is so near that it was surely meant.
  private let isSure: Bool

  /// Longer names are not compared: it would take time with the square of their length.
  static let longestName = 128
  /// Among more names no near one is searched.
  package static let mostNames = 512
  /// So many unknown names of a file get suggestions. A file can have as many unknown names as
  /// declared ones, and comparing each with each would take quadratic time.
  package static let mostMistakes = 100

  /// Offers one known name, which is a part of the written text.
  package init(meaning name: String) {
    (nearest, known, furtherCount, isSure) = ([name], [], 0, true)
  }

  /// Compares `name` with the names that are legal in its position.
  ///
  /// A name is near if the Damerau-Levenshtein distance is at most a third of the length, or 1 for
  /// names of three letters and less. Case and `_` do not count; the same words in another order
  /// count 1. Names without a common letter are never near. For `a.b` the name `b` is meant, not a
  /// name that is near to both.
  package init(for name: String, among names: [String]) {
    if let part = Suggestion.last(of: name), let whole = names.first(where: { $0 == part }) {
      (nearest, known, furtherCount, isSure) = ([whole], [], 0, true)
      return
    }
    let limit = max(1, name.utf8.count / 3)
    let folded = Suggestion.folded(name)
    let words = Suggestion.sortedWords(name)
    var best = limit + 1
    var found: [String] = []
    let isSearched =
      name.utf8.count <= Suggestion.longestName && names.count <= Suggestion.mostNames
    let searched = isSearched ? names : []
    WorkCount.add(searched.count)
    for candidate in searched {
      // `_` does not count: there may be as many as other letters.
      let length = candidate.utf8.count
      guard length <= Suggestion.longestName, length <= 2 * (folded.count + limit),
        name.utf8.count <= 2 * (length + limit)
      else { continue }
      let letters = Suggestion.folded(candidate)
      let isReordered =
        words.count > 1 && letters.count == folded.count
        && Suggestion.sortedWords(candidate) == words
      guard isReordered || abs(letters.count - folded.count) <= best else { continue }
      if candidate.utf8.elementsEqual(name.utf8) || found.contains(candidate) { continue }
      var distance = Suggestion.distance(folded, letters, atMost: best)
      if distance > 1, isReordered { distance = 1 }
      if distance > limit || distance > best { continue }
      if distance > 0, distance >= max(folded.count, length) { continue }
      if distance < best { found = [] }
      best = distance
      found.append(candidate)
    }
    nearest = found.count <= 3 ? found : Array(found.prefix(3))
    known = found.isEmpty ? Array(names.prefix(8)) : []
    furtherCount = found.isEmpty ? max(0, names.count - 8) : 0
    isSure =
      (best == 0 || best <= max(2, name.utf8.count / 5) && name.utf8.count > 2)
      && (Suggestion.last(of: name) == nil) == (found.first.flatMap(Suggestion.last) == nil)
  }

  /// The text after the last `.`; `nil` without a dot.
  private static func last(of name: String) -> Substring? {
    name.utf8.lastIndex(of: UInt8(ascii: ".")).map { name[name.utf8.index(after: $0)...] }
  }

  /// The only nearest name, if a fix may write it. `completedOrder` is near to `canceledOrder`, but it
  /// is another word.
  package var clearest: String? { nearest.count == 1 && isSure ? nearest[0] : nil }

  private static func folded(_ name: String) -> [UInt8] {
    name.utf8.compactMap { $0 == UInt8(ascii: "_") ? nil : lowercased($0) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { isCapital(byte) ? byte + 32 : byte }

  private static func isCapital(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  /// The words of `tappedRetry` or `tapped_retry`, sorted.
  private static func sortedWords(_ name: String) -> [[UInt8]] {
    var words: [[UInt8]] = [[]]
    var wasCapital = true
    for byte in name.utf8 {
      if byte == UInt8(ascii: "_") || (isCapital(byte) && !wasCapital) { words.append([]) }
      wasCapital = isCapital(byte)
      if byte != UInt8(ascii: "_") { words[words.count - 1].append(lowercased(byte)) }
    }
    return words.filter { !$0.isEmpty }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The number of edits (insert, delete, replace, swap neighbours) between two names; `bound + 1`
  /// if there are more than `bound`.
  private static func distance(_ left: [UInt8], _ right: [UInt8], atMost bound: Int) -> Int {
    if abs(left.count - right.count) > bound { return bound + 1 }
    let width = right.count + 1
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: 3 * width) { rows in
      // The rows of the table: the one before the last, the last, and the next.
      var (before, last, next) = (0, width, 2 * width)
      for column in 0..<width { rows[last + column] = column }
      for (row, byte) in left.enumerated() {
        rows[next] = row + 1
        var least = row + 1
        for (column, other) in right.enumerated() {
          var cost = min(rows[last + column + 1] + 1, rows[next + column] + 1)
          cost = min(cost, rows[last + column] + (byte == other ? 0 : 1))
          if row > 0, column > 0, byte == right[column - 1], left[row - 1] == other {
            cost = min(cost, rows[before + column - 1] + 1)
          }
          rows[next + column + 1] = cost
          least = min(least, cost)
        }
        (before, last, next) = (last, next, before)
        // A swap reaches back one row more, and costs 1.
        if least > bound + 1 { return bound + 1 }
      }
      return rows[last + right.count]
    }
  }
}
