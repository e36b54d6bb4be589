import ArgumentParser
import StateFiles
import StateModel
import StateProject

/// Parses the values of options that contain names or JSON.
enum ArgumentText {
  /// The members of a JSON object in the value of an option.
  static func members(of text: String, option: String) throws -> [JSON.Member] {
    let document = JSONDocument(Array(text.utf8))
    if case .object(let members)? = document.json { return members }
    let reason =
      document.diagnostics.first.map(DiagnosticRenderer.english.message)
      ?? "it is another JSON value"
    throw ValidationError("\(option) must be a JSON object: \(reason)")
  }

  /// The names in a comma-separated list, without surrounding spaces.
  static func names(in list: String) -> [String] {
    list.split(separator: ",").map { name in
      let isSpace = { (character: Character) in character == " " || character == "\t" }
      let start = name.drop(while: isSpace)
      let end = start.lastIndex { !isSpace($0) }
      return end.map { String(start[...$0]) } ?? ""
    }.filter { !$0.isEmpty }
  }

  /// Parses `--events`: comma-separated names, because events with data come from standard input.
  static func plainNames(in list: String) throws -> [String] {
    guard list.utf8.first != UInt8(ascii: "["), list.utf8.first != UInt8(ascii: "{") else {
      throw ValidationError(
        "--events takes names: went,paid; events with data are lines of standard input")
    }
    return names(in: list)
  }

  /// Parses `--after`: comma-separated names, or a JSON array.
  static func occurrences(_ text: String) throws -> [Spec.Occurrence] {
    guard text.utf8.first == UInt8(ascii: "[") else {
      return names(in: text).map { .event(Spec.Call(name: $0)) }
    }
    let document = JSONDocument(Array(text.utf8))
    guard case .array(let entries)? = document.json else {
      let reason =
        document.diagnostics.first.map(DiagnosticRenderer.english.message)
        ?? "it is another JSON value"
      throw ValidationError("--after must be names or a JSON array: \(reason)")
    }
    return try entries.map { entry in
      switch entry {
      case .string(let name): return .event(Spec.Call(name: name))
      case .object(let members) where members.count == 1:
        if case .object(let data) = members[0].value {
          return .event(Spec.Call(name: members[0].key, data: data))
        }
        if members[0].key == "wait" { return .wait(members[0].value) }
        fallthrough
      case .null, .bool, .number, .array, .object:
        throw ValidationError("--after: an event is a name, or an object with one key: the name")
      }
    }
  }
}
