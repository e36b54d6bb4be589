import StateModel

/// A whole file in another format, or of another kind than its name, with what to do.
///
/// Each row has an example that is tested.
struct ForeignFile: Sendable {
  /// What such a file starts like.
  let example: String
  /// The format.
  let format: Problem.JSONFact.TextFormat
  /// The number of the first line that shows it, from 0.
  let find: @Sendable ([Substring]) -> Int?

  /// The finding about a text that is no JSON; `nil` if it looks like JSON with a mistake.
  static func finding(in bytes: [UInt8]) -> Diagnostic? {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return Diagnostic(.json(.utf16), at: .init("", fileRange: 0..<2))
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for row in table {
      guard let number = row.find(lines), let range = range(of: number, in: bytes) else { continue }
      return Diagnostic(.json(.foreign(row.format)), at: .init("", fileRange: range))
    }
    return nil
  }

  static let table: [ForeignFile] = [
    ForeignFile(
      example: "{ \"state\": \"A\",\n<<<<<<< HEAD\n  \"format\": 1\n=======\n>>>>>>> other\n}",
      format: .mergeConflict,
      find: { lines in lines.firstIndex { $0.hasPrefix("<<<<<<< ") || $0 == "<<<<<<<" } }),
    ForeignFile(
      example: "<?xml version=\"1.0\"?>\n<scxml initial=\"a\"><state id=\"a\"/></scxml>",
      format: .scxml,
      find: { lines in
        first(in: lines) { $0.hasPrefix("<") } == nil
          ? nil : lines.firstIndex { $0.contains("<scxml") }
      }),
    ForeignFile(
      example: "<definition name=\"A\"/>", format: .xml,
      find: { first(in: $0) { $0.hasPrefix("<") } }),
    ForeignFile(
      example: "```json\n{ \"state\": \"A\", \"format\": 1 }\n```",
      format: .markdown,
      find: { first(in: $0) { $0.hasPrefix("```") } }),
    ForeignFile(
      example: "export default { state: \"A\", format: 1 }", format: .javaScript,
      find: { lines in
        first(in: lines) { line in
          scriptWords.contains { line.hasPrefix($0) }
        }
      }),
    ForeignFile(
      example: "# A lamp\n[state]\nname = \"Lamp\"", format: .toml,
      find: { lines in
        first(in: lines) { line in
          if line.hasPrefix("["), let end = line.firstIndex(of: "]") {
            return line[line.index(after: line.startIndex)..<end].allSatisfy(isNamePart)
          }
          return key(of: line, before: "=") != nil
        }
      }),
    ForeignFile(
      example: "state: Lamp\nformat: 1\n", format: .yaml,
      find: { lines in
        first(in: lines) { $0 == "---" || $0.hasPrefix("- ") || key(of: $0, before: ":") != nil }
      }),
  ]

  private static let scriptWords = [
    "export ", "module.exports", "const ", "let ", "var ", "import ", "function ", "\"use strict\"",
    "createMachine(", "setup(",
  ]

  /// The first line that is neither empty nor a remark with `#`, if it matches.
  private static func first(in lines: [Substring], where matches: (Substring) -> Bool) -> Int? {
    let first = lines.firstIndex { line in
      let text = line.drop { $0 == " " || $0 == "\t" }
      return !text.isEmpty && (!text.hasPrefix("#") || text.hasPrefix("#!"))
    }
    return first.flatMap { matches(lines[$0].drop { $0 == " " || $0 == "\t" }) ? $0 : nil }
  }

  private static func isNamePart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "."
      || character == "-"
  }

  /// The name that a line starts with, if a sign follows it.
  private static func key(of line: Substring, before sign: Character) -> Substring? {
    let name = line.prefix(while: isNamePart)
    let rest = line[name.endIndex...].drop { $0 == " " }
    return !name.isEmpty && rest.first == sign ? name : nil
  }

  /// The bytes of a line without its spaces.
  private static func range(of number: Int, in bytes: [UInt8]) -> Range<Int>? {
    let map = SourceMap(bytes)
    let line = map.line(number + 1)
    let start = line.first { bytes[$0] > 0x20 } ?? line.lowerBound
    return start..<max(start, line.upperBound)
  }
}

/// A JSON file of another kind than its name.
extension ForeignFile {
  /// The finding about a file whose keys belong to another kind of file; `nil` if they fit.
  static func finding(
    in json: JSON, of kind: DefinitionFolder.Kind, stem: String?
  ) -> Diagnostic? {
    guard case .object(let members) = json else { return nil }
    func has(_ key: String) -> Bool { json[key] != nil }
    func finding(_ problem: Problem.FileFact, _ key: String) -> Diagnostic {
      Diagnostic(.file(problem), at: .init(Pointer.root[key], isKey: true))
    }
    let name = stem ?? "Name"
    switch kind {
    case .definition where has("spec") && !has("state"):
      return finding(.wrongKind(.spec, in: .definition, name: "\(name).spec.json"), "spec")
    case .definition where !has("state") && !has("format"):
      guard isXState(json), let first = members.first?.key else { return nil }
      return finding(.xstate, first)
    case .spec where has("state") && !has("spec"):
      return finding(.wrongKind(.definition, in: .spec, name: "\(name).state.json"), "state")
    case .types where has("state") && !has("types"):
      return finding(.wrongKind(.definition, in: .types, name: "\(name).state.json"), "state")
    case .definition, .spec, .types: return nil
    }
  }

  /// Whether an object is a machine as XState writes it: states by name.
  private static func isXState(_ json: JSON) -> Bool {
    if let machine = json["machine"] { return isXState(machine) }
    guard case .object? = json["states"] else { return false }
    return json["initial"] != nil || json["id"] != nil || json["type"] != nil
  }
}
