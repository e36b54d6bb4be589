public import CEL

/// Plain JSON outside cells as values and back: events, specs, snapshots. There a string is text.
public struct Wire: Sendable {
  let declarations: Declarations

  /// How deep values nest.
  package static let depthLimit = 64

  /// Reads and writes values of the types that are declared there.
  public init(_ declarations: Declarations) { self.declarations = declarations }

  /// Why plain JSON is no value of a type.
  public struct Problem: Error, Hashable, Sendable {
    /// What is wrong.
    package enum Reason: Hashable, Sendable {
      /// The type that is needed, and what stands there.
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

    package let reason: Reason
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

  /// The value of `type` that plain JSON says, or why it says none.
  public func value(of json: JSON, as type: ValueType) -> Result<Value, Problem> {
    do throws(Problem) {
      return .success(try WireReader(declarations: declarations).read(json, type, .root, 0))
    } catch {
      return .failure(error)
    }
  }

  /// A value as plain JSON: records in declared order, maps in theirs.
  public func json(of value: Value, as type: ValueType) -> JSON {
    WireWriter(declarations: declarations).write(value, type)
  }
}

extension Wire.Problem: CustomStringConvertible {
  /// What is wrong: lower case, code in backquotes, no full stop.
  public var description: String {
    switch reason {
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
    case .tooLarge(let what): "\(what)"
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
  package var text: String {
    switch self {
    case .null: return "null"
    case .bool(let flag): return flag ? "true" : "false"
    case .number(let text): return text
    case .string(let text): return JSON.quoted(text)
    case .array(let elements):
      return "[" + elements.map(\.text).joined(separator: ", ") + "]"
    case .object(let members):
      let texts = members.map { JSON.quoted($0.key) + ": " + $0.value.text }
      return "{" + texts.joined(separator: ", ") + "}"
    }
  }

  /// The same with the members of every object in the order of their keys' code points.
  package var sorted: JSON {
    switch self {
    case .null, .bool, .number, .string: self
    case .array(let elements): .array(elements.map(\.sorted))
    case .object(let members):
      .object(
        members.map { Member(key: $0.key, value: $0.value.sorted) }
          .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
