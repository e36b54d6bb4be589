/// Literals of texts in generated code.
enum TextLiteral {
  /// A text in double quotes, with the escapes that Swift and Kotlin share.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - escape: The escape that one language needs for a scalar; `nil` if it stays as it is.
  /// - Returns: The literal.
  static func quoted(_ text: String, escape: (Unicode.Scalar) -> String?) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if let escaped = escape(scalar) {
          result += escaped
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
