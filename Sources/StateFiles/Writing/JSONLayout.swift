package import StateModel

/// JSON as people read it: a value on one line where it fits, a list of rows with a line for each.
package enum JSONLayout {
  /// The widest line, in code points.
  package static let width = 160

  /// The text of a file, with a line end at its end; reading and writing it again changes nothing.
  package static func text(_ json: JSON) -> String {
    var result = ""
    write(json, depth: 0, column: 0, into: &result)
    return result + "\n"
  }

  /// On one line: a space inside braces, none inside brackets.
  package static func line(_ json: JSON) -> String {
    switch json {
    case .null, .bool, .number, .string: json.text
    case .array(let elements): "[" + elements.map(line).joined(separator: ", ") + "]"
    case .object(let members):
      members.isEmpty
        ? "{}"
        : "{ "
          + members.map { "\(JSON.string($0.key).text): \(line($0.value))" }.joined(separator: ", ")
          + " }"
    }
  }

  /// Recursive, as deep as values nest.
  private static func write(_ json: JSON, depth: Int, column: Int, into result: inout String) {
    let line = line(json)
    if !isOpened(json, depth: depth), column + line.unicodeScalars.count + 1 <= width {
      result += line
      return
    }
    let indent = String(repeating: "  ", count: depth + 1)
    let closing = "\n" + String(repeating: "  ", count: depth)
    switch json {
    case .null, .bool, .number, .string: result += line
    case .array(let elements):
      result += "["
      for (index, element) in elements.enumerated() {
        result += (index == 0 ? "\n" : ",\n") + indent
        write(element, depth: depth + 1, column: indent.utf8.count, into: &result)
      }
      result += elements.isEmpty ? "]" : closing + "]"
    case .object(let members):
      result += "{"
      for (index, member) in members.enumerated() {
        let key = JSON.string(member.key).text + ": "
        result += (index == 0 ? "\n" : ",\n") + indent + key
        let column = indent.utf8.count + key.unicodeScalars.count
        write(member.value, depth: depth + 1, column: column, into: &result)
      }
      result += members.isEmpty ? "}" : closing + "}"
    }
  }

  /// The file itself, and its sections that hold objects, are opened even where they would fit.
  private static func isOpened(_ json: JSON, depth: Int) -> Bool {
    switch json {
    case .object(let members):
      depth == 0 && !members.isEmpty
        || depth == 1 && members.count > 1 && members.contains { $0.value.isFilledObject }
    case .array(let elements): depth == 1 && elements.contains { $0.isFilledObject }
    case .null, .bool, .number, .string: false
    }
  }
}

extension JSON {
  fileprivate var isFilledObject: Bool {
    if case .object(let members) = self { !members.isEmpty } else { false }
  }
}
