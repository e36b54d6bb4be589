/// What to offer for a name that nothing bears: the names near it, or what there is.
package struct Suggestion: Hashable, Sendable {
  /// The nearest names, at most three, in the order given; empty where nothing is near.
  package let nearest: [String]
  /// What there is, at most eight, in the order given; empty where something is near.
  package let known: [String]
  /// How many more there are than `known` says.
  package let furtherCount: Int
  /// Whether what is nearest is so near that it was surely meant.
  private let isSure: Bool

  /// Looks for `name` among the names that are legal at its place.
  ///
  /// Near is a Damerau-Levenshtein distance of at most a third of the length, but at least 1; case
  /// and `_` do not count, and the same words in another order count 1. Names that have nothing in
  /// common are not near, however short they are. Behind `a.` the name `b` is meant, not one near to
  /// both.
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
    for candidate in names
    where !found.contains(candidate) && !candidate.utf8.elementsEqual(name.utf8) {
      var distance = Suggestion.distance(folded, Suggestion.folded(candidate), atMost: best)
      if distance > 1, words.count > 1, Suggestion.sortedWords(candidate) == words { distance = 1 }
      if distance > limit || distance > best { continue }
      if distance > 0, distance >= max(folded.count, candidate.utf8.count) { continue }
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

  /// What stands behind the last `.`; nil where there is none.
  private static func last(of name: String) -> Substring? {
    name.utf8.lastIndex(of: UInt8(ascii: ".")).map { name[name.utf8.index(after: $0)...] }
  }

  /// The one clear nearest name: what a fix may write. `completedOrder` is near `canceledOrder`, and
  /// yet another word.
  package var clearest: String? { nearest.count == 1 && isSure ? nearest[0] : nil }

  /// ``did you mean `a`?``, or ``there is `a`, `b` …``; `nil` where there is nothing at all.
  package var text: String? {
    if !nearest.isEmpty {
      return "did you mean \(Suggestion.list(nearest, last: " or "))?"
    }
    guard !known.isEmpty else { return nil }
    if furtherCount > 0 {
      return "there are \(Suggestion.list(known, last: ", ")) and \(furtherCount) more"
    }
    return "there \(known.count == 1 ? "is" : "are") \(Suggestion.list(known, last: " and "))"
  }

  private static func list(_ names: [String], last: String) -> String {
    let quoted = names.map { "`\($0)`" }
    guard let end = quoted.last, quoted.count > 1 else { return quoted.joined() }
    return quoted.dropLast().joined(separator: ", ") + last + end
  }

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

  /// Edits (insert, delete, replace, swap neighbours) from one to the other; more than `bound` is
  /// told as `bound + 1`.
  private static func distance(_ left: [UInt8], _ right: [UInt8], atMost bound: Int) -> Int {
    if abs(left.count - right.count) > bound { return bound + 1 }
    var before: [Int] = []
    var last = Array(0...right.count)
    for (row, byte) in left.enumerated() {
      var next = [row + 1]
      for (column, other) in right.enumerated() {
        var cost = min(last[column + 1] + 1, next[column] + 1)
        cost = min(cost, last[column] + (byte == other ? 0 : 1))
        if row > 0, column > 0, byte == right[column - 1], left[row - 1] == other {
          cost = min(cost, before[column - 1] + 1)
        }
        next.append(cost)
      }
      (before, last) = (last, next)
    }
    return last[right.count]
  }
}
