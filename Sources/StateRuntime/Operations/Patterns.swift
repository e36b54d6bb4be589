// Regular expressions. The generator compiles them, and this code runs them.

/// A compiled regular expression.
public struct Pattern: Sendable {
  /// The first instruction.
  let start: Int
  /// The number of groups.
  let groups: Int
  /// Four numbers each: match, one, set, split, save or assertion; the next; two arguments.
  let instructions: [Int32]
  /// The ranges of code points in sets: first and last. Those of a set are in order.
  let ranges: [UInt32]
  /// For each byte, whether a match can begin with it; empty if a match can begin anywhere.
  let isFirst: [Bool]

  /// Makes a pattern. The bytes with which a match can begin are ranges: first and last.
  public init(start: Int, groups: Int, instructions: [Int32], ranges: [UInt32], firsts: [Int]) {
    self.start = start
    self.groups = groups
    self.instructions = instructions
    self.ranges = ranges
    var isFirst = Array(repeating: false, count: firsts.isEmpty ? 0 : 256)
    for index in stride(from: 0, to: firsts.count, by: 2) {
      for byte in firsts[index]...firsts[index + 1] { isFirst[byte] = true }
    }
    self.isFirst = isFirst
  }

  /// The count of slots: start and end of the match and of each group, in bytes.
  var slotCount: Int { groups * 2 + 2 }

  /// Calls `body` with a machine that searches in a text. Without `recordingGroups`, the machine
  /// only finds the start and the end of matches.
  package func withMachine<Result>(
    over text: UnsafeBufferPointer<UInt8>, recordingGroups: Bool = true,
    _ body: (inout PatternMachine) -> Result
  ) -> Result {
    let slotCount = recordingGroups ? slotCount : 2
    return withUnsafeTemporaryAllocation(
      of: Int.self, capacity: PatternMachine.size(self, slotCount: slotCount)
    ) { memory in
      var machine = PatternMachine(self, text, slotCount: slotCount, memory)
      return body(&machine)
    }
  }

  /// Calls `body` with the text and each match from left to right, until it returns `false`. An empty
  /// match directly after another is skipped.
  func forEachMatch(
    in text: String,
    _ body: (UnsafeBufferPointer<UInt8>, UnsafeMutableBufferPointer<Int>) -> Bool
  ) {
    var text = text
    text.withUTF8 { text in
      withMachine(over: text) { machine in
        var (at, lastEnd) = (0, -1)
        while at <= text.count, machine.findMatch(from: at) {
          let (start, end) = (machine.found[0], machine.found[1])
          if end > start || start != lastEnd, !body(text, machine.found) { return }
          lastEnd = end
          at = end > start ? end : end + max(machine.scalar(at: end).length, 1)
        }
      }
    }
  }

  /// The match, or the first group if there is one; `nil` if the group is empty.
  func part(
    _ text: UnsafeBufferPointer<UInt8>, _ slots: UnsafeMutableBufferPointer<Int>
  ) -> String? {
    let from = groups == 1 ? 2 : 0
    guard groups == 0 || slots[from] < slots[from + 1] else { return nil }
    return String(
      decoding: UnsafeBufferPointer(rebasing: text[slots[from]..<slots[from + 1]]),
      as: UTF8.self)
  }
}

/// Whether a text contains a match.
public func celMatches(_ text: String, _ pattern: Pattern) -> Bool {
  var text = text
  return text.withUTF8 { text in
    pattern.withMachine(over: text, recordingGroups: false) { machine in
      machine.findMatch(from: 0, anyMatch: true)
    }
  }
}

/// The group of the first match, or the whole match if there is no group.
public func celExtract(_ text: String, _ pattern: Pattern) -> String? {
  var found: String?
  pattern.forEachMatch(in: text) { text, slots in
    found = pattern.part(text, slots)
    return false
  }
  return found
}

/// The groups or texts of all matches, from left to right. Error `size`.
public func celExtractAll(_ text: String, _ pattern: Pattern) throws(EvaluationError) -> [String] {
  var parts: [String] = []
  pattern.forEachMatch(in: text) { text, slots in
    if let part = pattern.part(text, slots) { parts.append(part) }
    return true
  }
  if parts.count > 10_000 { throw EvaluationError("size") }
  return parts
}

/// Replaces the first `limit` matches, or all if negative. `\1` inserts a group. Error `size` above
/// 1 MiB.
public func celReplace(
  _ text: String, _ pattern: Pattern, _ template: String, _ limit: CELInt = -1
) throws(EvaluationError) -> String {
  var pieces: [(text: [UInt8], group: Int)] = []
  var isEscaped = false
  for scalar in template.unicodeScalars {
    if scalar == "\\", !isEscaped {
      isEscaped = true
    } else if !isEscaped || scalar == "\\" {
      pieces.append((Array(Character(scalar).utf8), -1))
      isEscaped = false
    } else {
      let group = Int(scalar.value) - 0x30
      guard (0...pattern.groups).contains(group) else { throw EvaluationError("argument") }
      pieces.append(([], group))
      isEscaped = false
    }
  }
  if isEscaped { throw EvaluationError("argument") }
  var result: [UInt8] = []
  var (rest, count) = (0, CELInt(0))
  pattern.forEachMatch(in: text) { text, slots in
    if count == limit { return false }
    result += text[rest..<slots[0]]
    for piece in pieces where result.count <= 1 << 20 {
      result += piece.text
      guard piece.group >= 0 else { continue }
      let (start, end) = (slots[piece.group * 2], slots[piece.group * 2 + 1])
      if start >= 0, end >= start { result += text[start..<end] }
    }
    rest = slots[1]
    count += 1
    return result.count <= 1 << 20
  }
  result += text.utf8.dropFirst(rest)
  if result.count > 1 << 20 { throw EvaluationError("size") }
  return String(decoding: result, as: UTF8.self)
}
