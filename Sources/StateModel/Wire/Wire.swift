public import CEL

/// Converts plain JSON of events, specs and snapshots to values and back. There a string is text,
/// not an expression.
public struct Wire: Sendable {
  package let declarations: Declarations

  /// How deep values nest.
  package static let depthLimit = 64

  /// Reads and writes values of the types that are declared there.
  public init(_ declarations: Declarations) { self.declarations = declarations }

  /// Why plain JSON is not a value of a type.
  public struct Problem: Error, Hashable, Sendable {
    /// The kind of the problem.
    public enum Reason: Hashable, Sendable {
      /// The type that is needed, and what was found.
      case expected(String, found: String)
      case numberRange(String, type: String)
      case unknownField(String, of: String, known: [String])
      case missingField(String, type: String, of: String)
      case unknownCase(String, of: String, known: [String])
      case caseCount(Int, of: String)
      case duplicateKey(String)
      case tooLarge(String)
      case tooDeep
    }

    /// Why it is not.
    public let reason: Reason
    /// Where, relative to the whole value.
    public let pointer: Pointer
    /// Whether the key there is meant, not its value.
    package let isKey: Bool

    package init(_ reason: Reason, at pointer: Pointer, isKey: Bool = false) {
      self.reason = reason
      self.pointer = pointer
      self.isKey = isKey
    }
  }

  /// The value of `type` that plain JSON describes, or why it describes none.
  public func value(of json: JSON, as type: ValueType) -> Result<Value, Problem> {
    do throws(Problem) {
      return .success(try WireReader(declarations: declarations).read(json, type, .root, 0))
    } catch {
      return .failure(error)
    }
  }

  /// Why a text is not the key of a map; `nil` if it is one.
  package func problem(ofKey text: String, as type: ValueType, at pointer: Pointer) -> Problem? {
    do throws(Problem) {
      _ = try WireReader(declarations: declarations).key(text, type, at: pointer)
      return nil
    } catch {
      return error
    }
  }

  /// A value as plain JSON: records in declared order, maps in the order of the value.
  public func json(of value: Value, as type: ValueType) -> JSON {
    WireWriter(declarations: declarations).write(value, type)
  }
}

extension Wire.Problem: CustomStringConvertible {
  /// The problem: lower case, code in backquotes, no full stop.
  public var description: String { reason.words }
}

extension Wire.Problem.Reason {
  var words: String {
    switch self {
    case .expected(let type, let found): "expected \(type), found \(found)"
    case .numberRange(let number, let type): "`\(number)` does not fit in \(type)"
    case .unknownField(let name, let owner, let known):
      known.isEmpty
        ? "`\(owner)` has no fields"
        : "`\(owner)` has no field `\(name)`"
    case .missingField(let name, let type, let owner): "`\(owner)` also needs `\(name): \(type)`"
    case .unknownCase(let name, let owner, _): "`\(owner)` has no case `\(name)`"
    case .caseCount(let count, let owner):
      "a `\(owner)` has exactly one case, found \(count == 0 ? "none" : String(count))"
    case .duplicateKey(let key): "the key `\(key)` is there twice"
    case .tooLarge(let message): message
    case .tooDeep: "values nest at most \(Wire.depthLimit) deep"
    }
  }
}

extension JSON {
  /// `a string`, `a number` …
  package var kindWords: String {
    switch self {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number(let text): text
    case .string(let text): text.utf8.count <= 40 ? JSON.string(text).text : "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The value on one line: a space after `:` and `,`; members in their order.
  public var text: String { String(decoding: bytes(isSorted: false), as: UTF8.self) }

  /// The UTF-8 of `text` with the members of every object in the order of their keys' code points.
  package var canonicalBytes: [UInt8] { bytes(isSorted: true) }

  private func bytes(isSorted: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes, isSorted: isSorted)
    return bytes
  }

  private func write(to bytes: inout [UInt8], isSorted: Bool) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let flag): bytes += (flag ? "true" : "false").utf8
    case .number(let text): bytes += text.utf8
    case .string(let text): JSON.quote(text, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes += ", ".utf8 }
        element.write(to: &bytes, isSorted: isSorted)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in (isSorted ? JSON.sorted(members) : members).enumerated() {
        if index > 0 { bytes += ", ".utf8 }
        JSON.quote(member.key, to: &bytes)
        bytes += ": ".utf8
        member.value.write(to: &bytes, isSorted: isSorted)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func sorted(_ members: [Member]) -> [Member] {
    func precedes(_ a: Member, _ b: Member) -> Bool {
      a.key.utf8.lexicographicallyPrecedes(b.key.utf8)
    }
    let isSorted = zip(members, members.dropFirst()).allSatisfy { !precedes($1, $0) }
    return isSorted ? members : members.sorted(by: precedes)
  }

  private static func quote(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes += "\\\"".utf8
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case UInt8(ascii: "\r"): bytes += "\\r".utf8
      case UInt8(ascii: "\t"): bytes += "\\t".utf8
      case 0..<0x20, 0x7F:
        let digits = String(byte, radix: 16)
        bytes += ("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
