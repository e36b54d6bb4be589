import StateFiles

/// What changes in a text, as a patch: `patch -p0` and every review tool read it.
package enum UnifiedDiff {
  /// How many lines around a change are shown.
  private static let context = 3

  /// The patch that makes `new` of `old`; empty where they are equal.
  ///
  /// Texts of more than 2,000 changed lines are shown as one change.
  package static func text(from old: [UInt8], to new: [UInt8], path: String) -> String {
    guard old != new else { return "" }
    let before = lines(of: old)
    let after = lines(of: new)
    let hunks = hunks(LineMatch.edits(from: before, to: after))
    let path = quoted(path)
    var result = Array("--- \(path)\n+++ \(path)\n".utf8)
    for hunk in hunks {
      let header =
        "@@ -\(range(hunk.lazy.compactMap(\.old))) +\(range(hunk.lazy.compactMap(\.new))) @@\n"
      result += Array(header.utf8)
      for edit in hunk {
        switch edit {
        case .kept(let index, _): write(" ", before[index], into: &result)
        case .removed(let index): write("-", before[index], into: &result)
        case .added(let index): write("+", after[index], into: &result)
        }
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// A path as `git` writes it: in quotes, with the bytes of hidden characters as octal numbers, if it
  /// has such characters, quotes or backslashes.
  private static func quoted(_ path: String) -> String {
    func isHidden(_ scalar: UnicodeScalar) -> Bool { scalar != " " && DisplayText.isHidden(scalar) }
    func isSpecial(_ scalar: UnicodeScalar) -> Bool { scalar == "\"" || scalar == "\\" }
    let needsQuotes = path.unicodeScalars.contains { isHidden($0) || isSpecial($0) }
    guard needsQuotes else { return path }
    var result = "\""
    for scalar in path.unicodeScalars {
      if isHidden(scalar) {
        for byte in String(scalar).utf8 {
          let digits = String(byte, radix: 8)
          result += "\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
        }
      } else {
        result += (isSpecial(scalar) ? "\\" : "") + String(scalar)
      }
    }
    return result + "\""
  }

  private static func write(_ mark: String, _ line: ArraySlice<UInt8>, into result: inout [UInt8]) {
    result += Array(mark.utf8) + line
    if line.last != UInt8(ascii: "\n") { result += Array("\n\\ No newline at end of file\n".utf8) }
  }

  /// Lines with their ends.
  private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for (offset, byte) in text.enumerated() where byte == UInt8(ascii: "\n") {
      lines.append(text[start...offset])
      start = offset + 1
    }
    if start < text.count { lines.append(text[start...]) }
    return lines
  }

  /// `first,count`, from 1; `0,0` only where a text is empty: else there are lines around.
  private static func range(_ indices: some Sequence<Int>) -> String {
    let indices = Array(indices)
    guard let first = indices.first else { return "0,0" }
    return indices.count == 1 ? "\(first + 1)" : "\(first + 1),\(indices.count)"
  }

  /// Changes with the lines around them; those whose surroundings touch are one.
  private static func hunks(_ edits: [LineEdit]) -> [ArraySlice<LineEdit>] {
    var ranges: [Range<Int>] = []
    for (index, edit) in edits.enumerated() where !edit.isKept {
      let range = max(0, index - context)..<min(edits.count, index + context + 1)
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }
    return ranges.map { edits[$0] }
  }
}

/// One line of a patch, by its indices in the two texts.
enum LineEdit: Equatable {
  case kept(Int, Int)
  case removed(Int)
  case added(Int)

  var isKept: Bool { if case .kept = self { true } else { false } }

  var old: Int? {
    switch self {
    case .kept(let index, _), .removed(let index): index
    case .added: nil
    }
  }

  var new: Int? {
    switch self {
    case .kept(_, let index), .added(let index): index
    case .removed: nil
    }
  }
}

/// The shortest edit of one list of lines into another: Myers' algorithm, with a limit.
private enum LineMatch {
  /// The most changed lines that are looked for: memory grows with the square.
  private static let limit = 2_000

  static func edits(from old: [ArraySlice<UInt8>], to new: [ArraySlice<UInt8>]) -> [LineEdit] {
    var numbers: [ArraySlice<UInt8>: Int32] = [:]
    func number(_ line: ArraySlice<UInt8>) -> Int32 {
      let next = Int32(truncatingIfNeeded: numbers.count)
      if let known = numbers[line] { return known }
      numbers[line] = next
      return next
    }
    let left = old.map(number)
    let right = new.map(number)
    let start = zip(left, right).prefix { $0 == $1 }.count
    let rest = min(left.count, right.count) - start
    let end = zip(left.reversed(), right.reversed()).prefix(rest).prefix { $0 == $1 }.count
    let middle = path(left[start..<left.count - end], right[start..<right.count - end])
    let tail = (0..<end).map {
      LineEdit.kept(left.count - end + $0, right.count - end + $0)
    }
    return (0..<start).map { .kept($0, $0) } + middle + tail
  }

  /// Searches forward from the start, then back along the furthest line of each number of changes.
  private static func path(_ old: ArraySlice<Int32>, _ new: ArraySlice<Int32>) -> [LineEdit] {
    var reached = Reached()
    var history: [Reached] = []
    for changes in 0...min(old.count + new.count, limit) {
      history.append(reached)
      var next = Reached(changes: changes)
      for diagonal in stride(from: -changes, through: changes, by: 2) {
        var index =
          reached.isAddition(diagonal, changes)
          ? reached[diagonal + 1] : reached[diagonal - 1] + 1
        if changes == 0 { index = 0 }
        while index < old.count, index - diagonal < new.count,
          old[old.startIndex + index] == new[new.startIndex + index - diagonal]
        {
          index += 1
        }
        next[diagonal] = index
        if index >= old.count, index - diagonal >= new.count { return back(old, new, history) }
      }
      reached = next
    }
    return old.indices.map { .removed($0) } + new.indices.map { .added($0) }
  }

  private static func back(
    _ old: ArraySlice<Int32>, _ new: ArraySlice<Int32>, _ history: [Reached]
  ) -> [LineEdit] {
    var edits: [LineEdit] = []
    var index = (old: old.count, new: new.count)
    func keep() {
      index = (index.old - 1, index.new - 1)
      edits.append(.kept(old.startIndex + index.old, new.startIndex + index.new))
    }
    for (changes, reached) in history.enumerated().reversed() where changes > 0 {
      let diagonal = index.old - index.new
      let isAddition = reached.isAddition(diagonal, changes)
      let before = diagonal + (isAddition ? 1 : -1)
      let target = reached[before] + (isAddition ? 0 : 1)
      while index.old > target { keep() }
      if isAddition {
        index.new -= 1
        edits.append(.added(new.startIndex + index.new))
      } else {
        index.old -= 1
        edits.append(.removed(old.startIndex + index.old))
      }
    }
    while index.old > 0 { keep() }
    return edits.reversed()
  }
}

/// The furthest line of the old text that a number of changes reaches on each diagonal `old - new`.
private struct Reached {
  private let changes: Int
  private var indices: [Int32]

  init(changes: Int = -1) {
    self.changes = changes
    indices = [Int32](repeating: -1, count: 2 * max(changes, 0) + 1)
  }

  subscript(diagonal: Int) -> Int {
    get { abs(diagonal) <= changes ? Int(indices[diagonal + changes]) : -1 }
    set { indices[diagonal + changes] = Int32(clamping: newValue) }
  }

  /// Whether the last of `changes` that lead to a diagonal adds a line.
  func isAddition(_ diagonal: Int, _ changes: Int) -> Bool {
    diagonal == -changes || diagonal != changes && self[diagonal - 1] < self[diagonal + 1]
  }
}
