// Text is a sequence of code points, where Swift has sequences of clusters.

/// The number of code points.
public func celSize(_ text: String) -> CELInt { CELInt(text.unicodeScalars.count) }

/// The texts, one after the other. Error `size` above 1 MiB.
public func celPlus(_ left: String, _ right: String) throws(EvaluationError) -> String {
  if left.utf8.count + right.utf8.count > 1 << 20 { throw EvaluationError("size") }
  return left + right
}

internal func index(
  _ text: String, _ offset: CELInt, from start: String.Index? = nil
) throws(EvaluationError) -> String.Index {
  let scalars = text.unicodeScalars
  guard offset >= 0, let distance = Int(exactly: offset),
    let index = scalars.index(
      start ?? scalars.startIndex, offsetBy: distance, limitedBy: scalars.endIndex)
  else { throw EvaluationError("index") }
  return index
}

/// The code points from an index to the end. Error `index`.
public func celSubstring(_ text: String, _ start: CELInt) throws(EvaluationError) -> String {
  String(text.unicodeScalars[try index(text, start)...])
}

/// The code points from an index up to another, which is excluded. Error `index`.
public func celSubstring(
  _ text: String, _ start: CELInt, _ end: CELInt
) throws(EvaluationError) -> String {
  let first = try index(text, start)
  if end < start { throw EvaluationError("index") }
  return String(text.unicodeScalars[first..<(try index(text, end - start, from: first))])
}

/// The code point at an index; empty at the end. Error `index`.
public func celCharAt(_ text: String, _ position: CELInt) throws(EvaluationError) -> String {
  String(text.unicodeScalars[try index(text, position)...].prefix(1))
}

/// Whether a text begins with a part.
public func celStartsWith(_ text: String, _ part: String) -> Bool {
  text.utf8.starts(with: part.utf8)
}

/// Whether a text ends with a part.
public func celEndsWith(_ text: String, _ part: String) -> Bool {
  text.utf8.count >= part.utf8.count && text.utf8.suffix(part.utf8.count).elementsEqual(part.utf8)
}

/// Whether a text contains a part.
public func celContains(_ text: String, _ part: String) -> Bool {
  let bytes = Array(text.utf8)
  let wanted = Array(part.utf8)
  guard let first = wanted.first else { return true }
  guard bytes.count >= wanted.count else { return false }
  return (0...(bytes.count - wanted.count)).contains { position in
    bytes[position] == first && bytes[position..<(position + wanted.count)].elementsEqual(wanted)
  }
}

/// The text without white space at both ends.
public func celTrim(_ text: String) -> String {
  let scalars = text.unicodeScalars
  func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
  guard let first = scalars.firstIndex(where: { !isBlank($0) }),
    let last = scalars.lastIndex(where: { !isBlank($0) })
  else { return "" }
  return String(scalars[first...last])
}

private func changed(_ text: String, _ range: ClosedRange<UInt8>, _ bit: UInt8) -> String {
  String(decoding: text.utf8.map { range.contains($0) ? $0 ^ bit : $0 }, as: UTF8.self)
}

/// The text with the letters A to Z in lower case.
public func celLowerAscii(_ text: String) -> String {
  changed(text, UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x20)
}

/// The text with the letters a to z in upper case.
public func celUpperAscii(_ text: String) -> String {
  changed(text, UInt8(ascii: "a")...UInt8(ascii: "z"), 0x20)
}

/// The code points from the last to the first.
public func celReverse(_ text: String) -> String {
  String(String.UnicodeScalarView(text.unicodeScalars.reversed()))
}

/// The texts, with a separator between them. Error `size` above 1 MiB.
public func celJoin(_ texts: [String], _ separator: String = "") throws(EvaluationError) -> String {
  let gaps = separator.utf8.count * max(texts.count - 1, 0)
  if texts.reduce(gaps, { $0 + $1.utf8.count }) > 1 << 20 { throw EvaluationError("size") }
  return texts.joined(separator: separator)
}
