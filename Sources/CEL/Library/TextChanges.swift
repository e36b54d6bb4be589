extension Library {
  /// `text` with `A` to `Z` in lower case, nothing else changed.
  package static func lowerAscii(_ text: String, budget: inout Budget)
    -> Result<String, EvaluationError>
  {
    mapBytes(text, budget: &budget) { $0 >= 0x41 && $0 <= 0x5A ? $0 + 32 : $0 }
  }

  /// `text` with `a` to `z` in upper case, nothing else changed.
  package static func upperAscii(_ text: String, budget: inout Budget)
    -> Result<String, EvaluationError>
  {
    mapBytes(text, budget: &budget) { $0 >= 0x61 && $0 <= 0x7A ? $0 - 32 : $0 }
  }

  @inline(__always)
  private static func mapBytes(
    _ text: String, budget: inout Budget, _ change: (UInt8) -> UInt8
  ) -> Result<String, EvaluationError> {
    guard budget.charge(scanned: text) else { return fail(.budget) }
    return .success(
      CodePoints.withBytes(text) { bytes in
        guard bytes.contains(where: { change($0) != $0 }) else { return text }
        return String(decoding: bytes.map(change), as: UTF8.self)
      })
  }

  /// The code points from last to first.
  package static func reverse(_ text: String, budget: inout Budget)
    -> Result<String, EvaluationError>
  {
    guard budget.charge(scanned: text) else { return fail(.budget) }
    return .success(
      CodePoints.withBytes(text) { bytes in
        var reversed: [UInt8] = []
        reversed.reserveCapacity(bytes.count)
        var end = bytes.count
        while end > 0 {
          var start = end - 1
          while start > 0, CodePoints.isContinuation(bytes[start]) { start -= 1 }
          for index in start..<end { reversed.append(bytes[index]) }
          end = start
        }
        return String(decoding: reversed, as: UTF8.self)
      })
  }

  /// `text` without the code points of White_Space at both ends.
  package static func trim(_ text: String, budget: inout Budget) -> Result<String, EvaluationError>
  {
    guard budget.charge(scanned: text, text) else { return fail(.budget) }
    return .success(trimmedASCII(text) ?? trimmedScalars(text))
  }

  /// The result of `trim` if its first and last characters are ASCII, else `nil`.
  private static func trimmedASCII(_ text: String) -> String? {
    CodePoints.withBytes(text) { bytes in
      let isBlank = { (byte: UInt8) in byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }
      var (start, end) = (0, bytes.count)
      while start < end, isBlank(bytes[start]) { start += 1 }
      while end > start, isBlank(bytes[end - 1]) { end -= 1 }
      guard start < end else { return "" }
      guard bytes[start] < 0x80, bytes[end - 1] < 0x80 else { return nil }
      return end - start == bytes.count ? text : CodePoints.text(bytes, start..<end)
    }
  }

  private static func trimmedScalars(_ text: String) -> String {
    let scalars = text.unicodeScalars
    var start = scalars.startIndex
    while start < scalars.endIndex, scalars[start].properties.isWhitespace {
      start = scalars.index(after: start)
    }
    var end = scalars.endIndex
    while end > start {
      let previous = scalars.index(before: end)
      guard scalars[previous].properties.isWhitespace else { break }
      end = previous
    }
    return String(scalars[start..<end])
  }

  /// `text` in double quotes. It escapes `"`, `\` and the control characters that have an escape
  /// letter.
  package static func quote(_ text: String, budget: inout Budget)
    -> Result<String, EvaluationError>
  {
    CodePoints.withBytes(text) { bytes in
      guard budget.charge(scanned: bytes.count) else { return fail(.budget) }
      let escapes = bytes.reduce(2) { $0 + (escape($1) == nil ? 0 : 1) }
      guard bytes.count + escapes <= Limits.textBytes else { return fail(.size) }
      var quoted: [UInt8] = [UInt8(ascii: "\"")]
      quoted.reserveCapacity(bytes.count + escapes)
      for byte in bytes {
        if let letter = escape(byte) {
          quoted.append(UInt8(ascii: "\\"))
          quoted.append(letter)
        } else {
          quoted.append(byte)
        }
      }
      quoted.append(UInt8(ascii: "\""))
      return .success(String(decoding: quoted, as: UTF8.self))
    }
  }

  /// The letter that represents `byte` after a backslash.
  private static func escape(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x07: UInt8(ascii: "a")
    case 0x08: UInt8(ascii: "b")
    case 0x0C: UInt8(ascii: "f")
    case 0x0A: UInt8(ascii: "n")
    case 0x0D: UInt8(ascii: "r")
    case 0x09: UInt8(ascii: "t")
    case 0x0B: UInt8(ascii: "v")
    case UInt8(ascii: "\\"), UInt8(ascii: "\""): byte
    default: nil
    }
  }

  /// Replaces the first `limit` occurrences of `old` in `text`, or all if `limit` is negative. An
  /// empty `old` occurs before each code point and at the end.
  package static func replace(
    _ text: String, _ old: String, _ new: String, limit: Int64 = -1, budget: inout Budget
  ) -> Result<String, EvaluationError> {
    CodePoints.withBytes(text) { bytes in
      CodePoints.withBytes(old) { old in
        guard budget.charge(scanned: bytes.count + old.count) else { return fail(.budget) }
        let offsets = offsets(of: old, in: bytes, limit: limit)
        let (change, overflow) = (new.utf8.count - old.count).multipliedReportingOverflow(
          by: offsets.count)
        guard !overflow, bytes.count + change <= Limits.textBytes else { return fail(.size) }
        guard !offsets.isEmpty else { return .success(text) }
        guard budget.charge(scanned: bytes.count + change + 5 * offsets.count) else {
          return fail(.budget)
        }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + change)
        var rest = 0
        for offset in offsets {
          result += bytes[rest..<offset]
          result += new.utf8
          rest = offset + old.count
        }
        result += bytes[rest...]
        return .success(String(decoding: result, as: UTF8.self))
      }
    }
  }

  /// The byte offsets of the first `limit` occurrences of `part` that do not overlap, or of all if
  /// `limit` is negative.
  static func offsets(of part: CodePoints.Bytes, in bytes: CodePoints.Bytes, limit: Int64) -> [Int]
  {
    var offsets: [Int] = []
    var left = limit < 0 ? Int64.max : limit
    guard left > 0 else { return [] }
    guard !part.isEmpty else {
      for offset in 0...bytes.count where left > 0 {
        guard offset == bytes.count || !CodePoints.isContinuation(bytes[offset]) else { continue }
        offsets.append(offset)
        left -= 1
      }
      return offsets
    }
    let search = CodePoints.Search(for: part)
    var start = 0
    while left > 0, let offset = search.first(part, in: bytes, from: start) {
      offsets.append(offset)
      start = offset + part.count
      left -= 1
    }
    return offsets
  }

  /// Splits `text` at `separator` into at most `limit` parts, or all if `limit` is negative. The
  /// last part has the rest. An empty separator splits into code points.
  package static func split(
    _ text: String, _ separator: String, limit: Int64 = -1, budget: inout Budget
  ) -> Result<[Value], EvaluationError> {
    guard limit != 0 else {
      return budget.charge(text: text, separator) ? .success([]) : fail(.budget)
    }
    return CodePoints.withBytes(text) { bytes in
      CodePoints.withBytes(separator) { separator in
        guard budget.charge(scanned: bytes.count + separator.count) else {
          return fail(.budget)
        }
        // With an empty separator, two of the offsets are not used.
        let most = Int64(Limits.elements + 2)
        var cuts = offsets(of: separator, in: bytes, limit: limit < 0 ? most : min(limit, most))
        if separator.isEmpty {
          // An empty separator does not split before the first code point or after the last.
          if cuts.first == 0 { cuts.removeFirst() }
          if cuts.last == bytes.count, !cuts.isEmpty { cuts.removeLast() }
          if bytes.isEmpty { return .success([]) }
        }
        if limit > 0, cuts.count >= limit { cuts.removeLast(cuts.count - Int(limit) + 1) }
        guard cuts.count < Limits.elements else { return fail(.size) }
        guard budget.charge(cuts.count + 1) else { return fail(.budget) }
        var parts: [Value] = []
        parts.reserveCapacity(cuts.count + 1)
        var start = 0
        for offset in cuts {
          parts.append(.string(CodePoints.text(bytes, start..<offset)))
          start = offset + separator.count
        }
        parts.append(.string(CodePoints.text(bytes, start..<bytes.count)))
        return .success(parts)
      }
    }
  }

  /// Concatenates the texts of a list with `separator` between them; the error is `overload` if an
  /// element is not a text.
  package static func join(_ elements: [Value], _ separator: String, budget: inout Budget) -> Answer
  {
    var (bytes, length) = (0, 0)
    for element in elements {
      guard case .string(let text) = element else { return fail(.overload) }
      bytes += text.utf8.count
      length += CodePoints.count(text)
      guard bytes <= Limits.textBytes else { return fail(.size) }
    }
    let gaps = max(elements.count - 1, 0)
    bytes += separator.utf8.count * gaps
    guard bytes <= Limits.textBytes else { return fail(.size) }
    length = length * 2 + CodePoints.count(separator) * (gaps + 1)
    guard budget.charge(elements.count), budget.charge(textLength: length) else {
      return fail(.budget)
    }
    var joined = ""
    joined.reserveCapacity(bytes)
    for (position, element) in elements.enumerated() {
      guard case .string(let text) = element else { return fail(.overload) }
      if position > 0 { joined += separator }
      joined += text
    }
    return .success(.string(joined))
  }
}
