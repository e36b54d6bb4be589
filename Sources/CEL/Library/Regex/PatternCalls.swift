extension Library {
  /// `matches` and `regex.*` with a pattern that is compiled for this call.
  static func callPattern(_ function: Function, _ arguments: [Value], _ budget: inout Budget)
    -> Answer
  {
    guard arguments.count >= 2, case .string(let text) = arguments[0],
      case .string(let pattern) = arguments[1]
    else { return fail(.overload) }
    switch (function, arguments.count) {
    case (.matches, 2), (.regexExtract, 2), (.regexExtractAll, 2), (.regexReplace, 3),
      (.regexReplace, 4):
      break
    default: return fail(.overload)
    }
    guard case .success(let expression) = RegularExpression.compile(pattern, forOneUse: true)
    else {
      return fail(.pattern)
    }
    return call(function, text, expression, Array(arguments.dropFirst(2)), budget: &budget)
  }

  /// `matches` and `regex.*` with a compiled pattern; `rest` are the arguments after the pattern.
  package static func call(
    _ function: Function, _ text: String, _ pattern: RegularExpression, _ rest: [Value],
    budget: inout Budget
  ) -> Answer {
    switch (function, rest.count) {
    case (.matches, 0): return matches(text, pattern, budget: &budget).map(Value.bool)
    case (.regexExtract, 0): return extract(text, pattern, budget: &budget)
    case (.regexExtractAll, 0):
      return extractAll(text, pattern, budget: &budget).map(Value.list)
    case (.regexReplace, 1...2):
      guard case .string(let template) = rest[0] else { return fail(.overload) }
      var limit: Int64 = -1
      if rest.count == 2 {
        guard case .int(let number) = rest[1] else { return fail(.overload) }
        limit = number
      }
      return replace(text, pattern, template, limit: limit, budget: &budget).map(Value.string)
    default: return fail(.overload)
    }
  }

  /// Whether a part of `text` matches.
  package static func matches(
    _ text: String, _ pattern: RegularExpression, budget: inout Budget
  ) -> Result<Bool, EvaluationError> {
    guard charge(text, pattern, &budget) else { return fail(.budget) }
    return .success(pattern.matches(text))
  }

  private static func charge(
    _ text: String, _ pattern: RegularExpression, _ budget: inout Budget
  ) -> Bool {
    budget.charge(pattern.cost(length: CodePoints.count(text)))
  }

  /// The group of the first match, or the match if there is no group. It is `optional.none()` if
  /// the group is empty.
  package static func extract(
    _ text: String, _ pattern: RegularExpression, budget: inout Budget
  ) -> Answer {
    guard pattern.groupCount <= 1 else { return fail(.argument) }
    guard charge(text, pattern, &budget) else { return fail(.budget) }
    return .success(
      .optional(
        .init(
          CodePoints.withBytes(text) { bytes in
            guard let slots = pattern.firstMatch(in: bytes) else { return nil }
            return part(bytes, slots, groupCount: pattern.groupCount)
          })))
  }

  /// The match, or its group if the pattern has one; `nil` if the group is empty.
  private static func part(_ bytes: CodePoints.Bytes, _ slots: [Int], groupCount: Int) -> Value? {
    guard groupCount == 1 else { return .string(CodePoints.text(bytes, slots[0]..<slots[1])) }
    return slots[2] < slots[3] ? .string(CodePoints.text(bytes, slots[2]..<slots[3])) : nil
  }

  /// The groups of all matches, without empty ones; or the matches if there is no group.
  package static func extractAll(
    _ text: String, _ pattern: RegularExpression, budget: inout Budget
  ) -> Result<[Value], EvaluationError> {
    guard pattern.groupCount <= 1 else { return fail(.argument) }
    guard charge(text, pattern, &budget) else { return fail(.budget) }
    var parts: [Value] = []
    let isWithinBudget = CodePoints.withBytes(text) { bytes in
      pattern.forEachMatch(
        in: bytes, recordingGroups: true, cost: 2, budget: &budget
      ) { slots in
        guard let part = part(bytes, slots, groupCount: pattern.groupCount) else { return true }
        parts.append(part)
        return parts.count <= Limits.elements
      }
    }
    guard isWithinBudget else { return fail(.budget) }
    guard parts.count <= Limits.elements else { return fail(.size) }
    return .success(parts)
  }

  /// Replaces the first `limit` matches in `text` (all if negative) by `template`. In the template,
  /// `\0` to `\9` represent the match and its groups, and `\\` a backslash.
  package static func replace(
    _ text: String, _ pattern: RegularExpression, _ template: String, limit: Int64 = -1,
    budget: inout Budget
  ) -> Result<String, EvaluationError> {
    guard budget.charge(scanned: template) else { return fail(.budget) }
    guard let pieces = pieces(template, groupCount: pattern.groupCount) else {
      return fail(.argument)
    }
    guard charge(text, pattern, &budget) else { return fail(.budget) }
    guard limit != 0 else { return .success(text) }
    var result: [UInt8] = []
    var left = limit
    var rest = 0
    let isWithinBudget = CodePoints.withBytes(text) { bytes in
      let cost = 2 + pieces.count / 10
      let isWithinBudget = pattern.forEachMatch(
        in: bytes, recordingGroups: true, cost: cost, budget: &budget
      ) { slots in
        result += bytes[rest..<slots[0]]
        for piece in pieces where result.count <= Limits.textBytes {
          switch piece {
          case .text(let text): result += text
          case .group(let number):
            let (start, end) = (slots[number * 2], slots[number * 2 + 1])
            if start >= 0, end >= start { result += bytes[start..<end] }
          }
        }
        rest = slots[1]
        left -= left > 0 ? 1 : 0
        return left != 0 && result.count <= Limits.textBytes
      }
      result += bytes[rest...]
      return isWithinBudget
    }
    guard isWithinBudget else { return fail(.budget) }
    guard result.count <= Limits.textBytes else { return fail(.size) }
    return .success(String(decoding: result, as: UTF8.self))
  }

  private enum Piece {
    case text([UInt8])
    case group(Int)
  }

  /// The parts of a replacement; `nil` if a backslash precedes any other character, or the template
  /// refers to a group that the pattern does not have.
  private static func pieces(_ template: String, groupCount: Int) -> [Piece]? {
    var pieces: [Piece] = []
    var plain: [UInt8] = []
    var isEscaped = false
    for byte in template.utf8 {
      switch byte {
      case UInt8(ascii: "\\") where !isEscaped: isEscaped = true
      case UInt8(ascii: "0")...UInt8(ascii: "9") where isEscaped:
        let number = Int(byte - UInt8(ascii: "0"))
        guard number <= groupCount else { return nil }
        if !plain.isEmpty { pieces.append(.text(plain)) }
        plain = []
        pieces.append(.group(number))
        isEscaped = false
      case UInt8(ascii: "\\"):
        plain.append(byte)
        isEscaped = false
      default:
        guard !isEscaped else { return nil }
        plain.append(byte)
      }
    }
    guard !isEscaped else { return nil }
    if !plain.isEmpty { pieces.append(.text(plain)) }
    return pieces
  }
}
