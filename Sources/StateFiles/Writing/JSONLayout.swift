import CEL
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
    var line = Line(room: .max)
    _ = line.add(json)
    return line.text
  }

  /// A value on one line, as far as there is room for it.
  private struct Line {
    private(set) var text = ""
    /// How many more code points fit.
    private var room: Int

    init(room: Int) { self.room = room }

    /// Adds a value; false if it does not fit. So a long value is not written for each value around
    /// it.
    mutating func add(_ json: JSON) -> Bool {
      switch json {
      case .null, .bool, .number, .string: return add(json.text)
      case .array(let elements):
        guard add("[") else { return false }
        for (index, element) in elements.enumerated() {
          guard add(index == 0 ? "" : ", "), add(element) else { return false }
        }
        return add("]")
      case .object(let members):
        if members.isEmpty { return add("{}") }
        for (index, member) in members.enumerated() {
          let start = index == 0 ? "{ " : ", "
          guard add(start + JSON.string(member.key).text + ": "), add(member.value) else {
            return false
          }
        }
        return add(" }")
      }
    }

    private mutating func add(_ piece: String) -> Bool {
      WorkCount.add(1)
      room -= piece.unicodeScalars.count
      text += piece
      return room >= 0
    }
  }

  /// Recursive, as deep as values nest.
  private static func write(_ json: JSON, depth: Int, column: Int, into result: inout String) {
    var line = Line(room: width - column - 1)
    if !isOpened(json, depth: depth), line.add(json) {
      result += line.text
      return
    }
    let indent = String(repeating: "  ", count: depth + 1)
    let closing = "\n" + String(repeating: "  ", count: depth)
    switch json {
    case .null, .bool, .number, .string: result += json.text
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
