// Search in text.

/// The byte offsets of the first `limit` occurrences of a part, or all if negative.
private func offsets(_ part: [UInt8], _ bytes: [UInt8], _ limit: CELInt) -> [Int] {
  var offsets: [Int] = []
  var at = 0
  while at + part.count <= bytes.count, limit < 0 || offsets.count < limit {
    if part.isEmpty {
      if at == bytes.count || bytes[at] & 0xC0 != 0x80 { offsets.append(at) }
      at += 1
    } else if bytes[at] == part[0], bytes[at..<(at + part.count)].elementsEqual(part) {
      offsets.append(at)
      at += part.count
    } else {
      at += 1
    }
  }
  return offsets
}

internal func string(_ bytes: some Collection<UInt8>) -> String {
  String(decoding: bytes, as: UTF8.self)
}

/// The number of code points in bytes.
private func points(_ bytes: some Sequence<UInt8>) -> CELInt {
  bytes.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
}

/// The index of the first occurrence of a part, from a start on; -1 if there is none. Error
/// `index`.
public func celIndexOf(
  _ text: String, _ part: String, _ start: CELInt = 0
) throws(EvaluationError) -> CELInt {
  let first = try index(text, start)
  let before = text.utf8.distance(from: text.startIndex, to: first)
  let bytes = Array(text.utf8)
  guard let offset = offsets(Array(part.utf8), Array(bytes[before...]), 1).first else { return -1 }
  return start + points(bytes[before..<(before + offset)])
}

/// The last index up to a limit. A limit at the end finds only the empty text. Error `index`.
public func celLastIndexOf(
  _ text: String, _ part: String, _ limit: CELInt? = nil
) throws(EvaluationError) -> CELInt {
  let bytes = Array(text.utf8)
  let wanted = Array(part.utf8)
  var at = bytes.count
  if let limit {
    let last = try index(text, limit)
    if last == text.endIndex, !wanted.isEmpty { return -1 }
    at = text.utf8.distance(from: text.startIndex, to: last)
  }
  at = min(at, bytes.count - wanted.count)
  while at >= 0 {
    if bytes[at..<(at + wanted.count)].elementsEqual(wanted) { return points(bytes[..<at]) }
    at -= 1
  }
  return -1
}

/// Replaces the first `limit` occurrences of a text, or all if negative. Error `size` above 1 MiB.
public func celReplace(
  _ text: String, _ old: String, _ new: String, _ limit: CELInt = -1
) throws(EvaluationError) -> String {
  let bytes = Array(text.utf8)
  let offsets = offsets(Array(old.utf8), bytes, limit)
  let change = (new.utf8.count - old.utf8.count).multipliedReportingOverflow(by: offsets.count)
  if change.overflow || bytes.count + change.partialValue > 1 << 20 {
    throw EvaluationError("size")
  }
  var result: [UInt8] = []
  var rest = 0
  for offset in offsets {
    result += bytes[rest..<offset]
    result += new.utf8
    rest = offset + old.utf8.count
  }
  return string(result + bytes[rest...])
}

/// Splits a text into at most `limit` parts. An empty separator gives code points.
public func celSplit(
  _ text: String, _ separator: String, _ limit: CELInt = -1
) throws(EvaluationError) -> [String] {
  if limit == 0 { return [] }
  let bytes = Array(text.utf8)
  var cuts = offsets(Array(separator.utf8), bytes, -1)
  if separator.utf8.isEmpty {
    if bytes.isEmpty { return [] }
    cuts = Array(cuts.dropFirst().dropLast())
  }
  if limit > 0, cuts.count >= limit { cuts = Array(cuts.prefix(Int(limit) - 1)) }
  if cuts.count >= 10_000 { throw EvaluationError("size") }
  var parts: [String] = []
  var start = 0
  for cut in cuts {
    parts.append(string(bytes[start..<cut]))
    start = cut + separator.utf8.count
  }
  return parts + [string(bytes[start...])]
}

/// The text in double quotes, with escapes such as `\n`. Error `size`.
public func celQuote(_ text: String) throws(EvaluationError) -> String {
  let letters: [UInt8: Character] = [
    7: "a", 8: "b", 12: "f", 10: "n", 13: "r", 9: "t", 11: "v", 0x5C: "\\", 0x22: "\"",
  ]
  var quoted: [UInt8] = []
  for byte in text.utf8 {
    if let letter = letters[byte] { quoted += "\\\(letter)".utf8 } else { quoted.append(byte) }
  }
  if quoted.count + 2 > 1 << 20 { throw EvaluationError("size") }
  return "\"" + string(quoted) + "\""
}
