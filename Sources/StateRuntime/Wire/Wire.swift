// The wire form: plain JSON, without a library.

/// Plain JSON.
public indirect enum Wire: Hashable, Sendable {
  /// No value.
  case null
  /// A truth value.
  case bool(Bool)
  /// A number as its JSON text.
  case number(String)
  /// A text.
  case text(String)
  /// Values in order.
  case array([Wire])
  /// Members in order.
  case object([WireMember])
}

/// A member of an object.
public struct WireMember: Hashable, Sendable {
  /// The key.
  public let key: String
  /// The value.
  public let value: Wire

  /// Makes a member.
  public init(_ key: String, _ value: Wire) {
    self.key = key
    self.value = value
  }
}

/// An error in JSON text, or in JSON that should be a value of some type.
public struct WireError: Error, Hashable, Sendable {
  /// The problem, for people.
  public let message: String

  /// Makes an error.
  public init(message: String) { self.message = message }
}

extension Wire {
  /// Reads JSON as strictly as the command `states run`: at most 64 levels deep, 250,000 keys and
  /// values, 4 MiB, no duplicate keys, no half characters, and no U+0000 in a key.
  public init(parsing text: String) throws(WireError) {
    var parser = WireParser(text)
    self = try parser.document()
  }

  /// Canonical JSON text: one space after each comma and colon.
  public var json: String {
    switch self {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number(let text): text
    case .text(let text): Wire.quoted(text)
    case .array(let elements): "[" + elements.map(\.json).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { Wire.quoted($0.key) + ": " + $0.value.json }.joined(separator: ", ")
        + "}"
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
      default:
        if scalar.value < 0x20 || scalar.value == 0x7F {
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
