package import StateTables

/// JSON on one line: what commands print for programs.
package enum CompactJSON {
  /// The text of a value; members in their order, a space after `:` and `,`.
  package static func text(_ json: JSON) -> String {
    switch json {
    case .null: return "null"
    case .bool(let flag): return flag ? "true" : "false"
    case .number(let literal): return literal
    case .string(let text): return quoted(text)
    case .array(let elements): return "[" + elements.map(text).joined(separator: ", ") + "]"
    case .object(let members):
      let parts = members.map { "\(quoted($0.key)): \(text($0.value))" }
      return parts.isEmpty ? "{}" : "{" + parts.joined(separator: ", ") + "}"
    }
  }

  /// A string with its quotes.
  package static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// The inside of a string: quotes, backslashes and control characters are escaped.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
          || scalar.value == 0x2028 || scalar.value == 0x2029
        {
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }
}
