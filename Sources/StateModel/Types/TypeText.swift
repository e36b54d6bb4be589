/// A type as it is written: `[K: T?]`, `Loadable<[Song]>`; names are not resolved.
///
/// ```
/// type    = primary { "?" }        primary = name [ "<" type { "," type } ">" ]
///                                          | "[" type [ ":" type ] "]"
/// ```
package struct TypeText: Hashable, Sendable {
  package indirect enum Kind: Hashable, Sendable {
    case name(String, [TypeText])
    case nullable(TypeText)
    case list(TypeText)
    case map(TypeText, TypeText)
  }

  /// Why a text is not a type.
  package struct Problem: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
      /// What the grammar expects, and the character found; `nil` at the end.
      case expected(String, found: Character?)
      case optionalTwice
      case tooDeep
    }

    package let reason: Reason
    /// UTF-8 offsets in the text; empty at its end.
    package let range: Range<Int>
  }

  package let kind: Kind
  /// UTF-8 offsets in the text.
  package let range: Range<Int>

  /// Reads a type, or reports the first error.
  package static func parse(_ text: String) -> Result<TypeText, Problem> {
    var parser = TypeTextParser(text: text)
    do throws(Problem) {
      let type = try parser.type(depth: 0)
      parser.skipSpaces()
      if parser.position < parser.bytes.count { throw parser.problem("the end of the type") }
      return .success(type)
    } catch {
      return .failure(error)
    }
  }

  /// How deep types nest.
  package static let depthLimit = 64

  /// The canonical text: one space after `:` and `,`, none elsewhere.
  package var text: String {
    switch kind {
    case .name(let name, []): name
    case .name(let name, let arguments):
      "\(name)<\(arguments.map(\.text).joined(separator: ", "))>"
    case .nullable(let type): type.text + "?"
    case .list(let type): "[\(type.text)]"
    case .map(let key, let value): "[\(key.text): \(value.text)]"
    }
  }
}

/// A recursive descent parser: each method reads one nonterminal of the grammar above.
private struct TypeTextParser {
  let text: String
  let bytes: [UInt8]
  var position = 0

  init(text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  mutating func skipSpaces() {
    while position < bytes.count, bytes[position] == UInt8(ascii: " ") { position += 1 }
  }

  mutating func type(depth: Int) throws(TypeText.Problem) -> TypeText {
    skipSpaces()
    let start = position
    if depth >= TypeText.depthLimit {
      throw TypeText.Problem(reason: .tooDeep, range: start..<bytes.count)
    }
    var result = try primary(depth: depth)
    var isNullable = false
    while take("?") {
      if isNullable {
        throw TypeText.Problem(reason: .optionalTwice, range: position - 1..<position)
      }
      isNullable = true
      result = TypeText(kind: .nullable(result), range: start..<position)
    }
    return result
  }

  private mutating func primary(depth: Int) throws(TypeText.Problem) -> TypeText {
    let start = position
    if take("[") {
      let first = try type(depth: depth + 1)
      if take(":") {
        let second = try type(depth: depth + 1)
        try expect("]")
        return TypeText(kind: .map(first, second), range: start..<position)
      }
      if !take("]") { throw problem("`]` or `:`") }
      return TypeText(kind: .list(first), range: start..<position)
    }
    guard position < bytes.count, Identifier.isStart(bytes[position]) else {
      throw problem("a type")
    }
    while position < bytes.count, Identifier.isPart(bytes[position]) { position += 1 }
    let name = String(decoding: bytes[start..<position], as: UTF8.self)
    guard take("<") else {
      return TypeText(kind: .name(name, []), range: start..<start + name.utf8.count)
    }
    var arguments = [try type(depth: depth + 1)]
    while take(",") { arguments.append(try type(depth: depth + 1)) }
    if !take(">") { throw problem("`>` or `,`") }
    return TypeText(kind: .name(name, arguments), range: start..<position)
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    let start = position
    skipSpaces()
    if position < bytes.count, bytes[position] == UInt8(ascii: character) {
      position += 1
      return true
    }
    position = start
    return false
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(TypeText.Problem) {
    if !take(character) { throw problem("`\(character)`") }
  }

  func problem(_ expected: String) -> TypeText.Problem {
    var parser = self
    parser.skipSpaces()
    let rest = String(decoding: bytes[parser.position...], as: UTF8.self)
    return TypeText.Problem(
      reason: .expected(expected, found: rest.first),
      range: parser.position..<parser.position + (rest.first.map { String($0).utf8.count } ?? 0))
  }
}
