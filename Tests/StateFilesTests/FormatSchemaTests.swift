import Foundation
import StateModel
import Testing

@testable import StateFiles

/// The schemas for editors agree with the reader.
@Suite struct `Schemas` {
  static let kinds: [(String, DefinitionFolder.Kind)] = [
    ("state", .definition), ("spec", .spec), ("types", .types),
  ]

  static let folder = `Canonical text`.folder

  @Test(arguments: kinds) func `the file in the folder is made from the reader's tables`(
    _ name: String, _ kind: DefinitionFolder.Kind
  ) throws {
    let path = Self.folder.appending(path: "\(name).schema.json")
    #expect(
      try String(contentsOf: path, encoding: .utf8) == FormatSchema.text(for: kind),
      "states schema \(name) > Definitions/\(name).schema.json")
  }

  @Test(arguments: `Canonical text`.names) func `every file of the folder is valid`(
    _ name: String
  ) throws {
    let kind = try #require(DefinitionFolder.Kind(fileName: name))
    let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
    let json = try #require(JSONDocument(bytes).json)
    #expect(try SmallValidator(FormatSchema.text(for: kind)).accepts(json))
  }

  @Test func `there are enough wrong shapes`() {
    #expect(WrongShape.all.count >= 60)
    #expect(Set(WrongShape.all.map(\.testDescription)).count == WrongShape.all.count)
  }

  @Test(arguments: WrongShape.all) func `reader and schema refuse it`(_ shape: WrongShape) throws {
    let json = try #require(JSONDocument(Array(shape.text.utf8)).json)
    var reader = ShapeReader(rootName: "a file")
    _ = reader.read(json, as: .object(shape.kind.object))
    #expect(reader.diagnostics.contains { $0.severity == .error })
    #expect(try !SmallValidator(FormatSchema.text(for: shape.kind)).accepts(json))
  }

  @Test func `the schema of recordings in the folder is the one that is printed`() throws {
    let path = Self.folder.appending(path: "recording.schema.json")
    #expect(
      try String(contentsOf: path, encoding: .utf8) == FormatSchema.textForRecordings(),
      "states schema recording > Definitions/recording.schema.json")
  }

  /// Lines of recordings; keys of others are permitted.
  static let lines = [
    #"{"session": "1", "at": 1.5, "start": {"phone": ""}, "fingerprint": "b3", "line": 1}"#,
    #"{"session": "1", "at": "2026-11-20T09:30:00Z", "event": "smsSent"}"#,
    #"{"session": "1", "event": {"codeEntered": {"text": ""}}, "app": "3.1"}"#,
    #"{"session": "1", "at": 0, "fire": "waiting.1"}"#,
    #"{"session": "1", "at": 2, "snapshot": {"state": "Coin"}}"#,
  ]

  /// Lines that are none.
  static let wrongLines = [
    #"{"at": 1, "event": "smsSent"}"#,
    #"{"session": "1", "at": 1}"#,
    #"{"session": 1, "event": "smsSent"}"#,
    #"{"session": "1", "event": "smsSent", "fire": "waiting.1"}"#,
    #"{"session": "1", "at": true, "event": "smsSent"}"#,
    #"{"session": "1", "event": {"a": {}, "b": {}}}"#,
    #"{"session": "1", "event": {"a": 1}}"#,
    #"{"session": "1", "start": []}"#,
    #"{"session": "1", "fire": {}}"#,
    #"{"session": "1", "snapshot": "x"}"#,
    #"["session"]"#,
  ]

  @Test(arguments: lines) func `a line of a recording is valid`(_ line: String) throws {
    let json = try #require(JSONDocument(Array(line.utf8)).json)
    #expect(try SmallValidator(FormatSchema.textForRecordings()).accepts(json))
  }

  @Test(arguments: wrongLines) func `a line that is none is refused`(_ line: String) throws {
    let json = try #require(JSONDocument(Array(line.utf8)).json)
    #expect(try !SmallValidator(FormatSchema.textForRecordings()).accepts(json))
  }

  @Test func `every key has a sentence that editors show`() {
    for kind in ObjectKind.allCases {
      for sentence in [kind.form.about] + kind.form.keys.map(\.about) {
        #expect(sentence.hasSuffix("."))
        #expect(sentence.first?.isUppercase == true || sentence.hasPrefix("`"))
      }
    }
  }

  /// A validator by other people must agree. If it is not installed, that is printed, and is an
  /// error only where `STATES_REQUIRE_TOOLS` is 1.
  @Test func `check-jsonschema agrees`() throws {
    guard (try? Self.run(["--version"]).code) == 0 else {
      let isRequired = ProcessInfo.processInfo.environment["STATES_REQUIRE_TOOLS"] == "1"
      let remark = "check-jsonschema is not installed (pip install check-jsonschema): not run"
      if isRequired { Issue.record("\(remark)") } else { print(remark) }
      return
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "schema-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.judgeRecordings(in: folder)
    for (name, kind) in Self.kinds {
      let schema = Self.folder.appending(path: "\(name).schema.json").path
      #expect(try Self.run(["--check-metaschema", schema]).code == 0)
      let valid = `Canonical text`.names.filter { DefinitionFolder.Kind(fileName: $0) == kind }
        .map { Self.folder.appending(path: $0).path }
      let all = try Self.run(["--schemafile", schema] + valid)
      #expect(all.code == 0, "\(all.text)")
      var wrong: [String] = []
      for (index, shape) in WrongShape.all.filter({ $0.kind == kind }).enumerated() {
        let file = folder.appending(path: "\(index).\(name).json")
        try Data(shape.text.utf8).write(to: file)
        wrong.append(file.path)
      }
      let none = try Self.run(["--output-format", "json", "--schemafile", schema] + wrong)
      for file in wrong where !none.text.contains("\"\(file)\"") {
        Issue.record(
          "check-jsonschema accepts \(try String(contentsOfFile: file, encoding: .utf8))")
      }
    }
  }

  private static func judgeRecordings(in folder: URL) throws {
    let schema = Self.folder.appending(path: "recording.schema.json").path
    #expect(try run(["--check-metaschema", schema]).code == 0)
    func files(_ lines: [String], _ name: String) throws -> [String] {
      try lines.enumerated().map { index, line in
        let file = folder.appending(path: "\(name)\(index).json")
        try Data(line.utf8).write(to: file)
        return file.path
      }
    }
    let all = try run(["--schemafile", schema] + files(lines, "line"))
    #expect(all.code == 0, "\(all.text)")
    let wrong = try files(wrongLines, "wrong")
    let none = try run(["--output-format", "json", "--schemafile", schema] + wrong)
    for file in wrong where !none.text.contains("\"\(file)\"") {
      Issue.record("check-jsonschema accepts \(file)")
    }
  }

  private static func run(_ arguments: [String]) throws -> (code: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["check-jsonschema"] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}

/// As much of JSON Schema as our schemas use; an unknown word is refused.
private struct SmallValidator {
  private let root: JSON

  init(_ text: String) throws { root = try #require(JSONDocument(Array(text.utf8)).json) }

  func accepts(_ json: JSON) -> Bool { accepts(json, root) }

  private func accepts(_ json: JSON, _ schema: JSON) -> Bool {
    if case .bool(let flag) = schema { return flag }
    return schema.members.allSatisfy { word in accepts(json, word, schema) }
  }

  private func accepts(_ json: JSON, _ word: JSON.Member, _ schema: JSON) -> Bool {
    let value = word.value
    switch word.key {
    case "$schema", "title", "description", "$defs": return true
    case "$ref":
      let name = value.plainText?.split(separator: "/").last.map(String.init) ?? ""
      return root["$defs"]?[name].map { accepts(json, $0) } ?? false
    case "type": return kinds(of: json).contains(value.plainText ?? "")
    case "const": return json == value
    case "enum": return value.elements.contains(json)
    case "maximum":
      guard case .number(let digits) = json, case .number(let most) = value else { return true }
      return Double(digits).map { $0 <= Double(most) ?? 0 } ?? false
    case "minimum":
      guard case .number(let digits) = json, case .number(let least) = value else { return true }
      return Double(digits).map { $0 >= Double(least) ?? 0 } ?? false
    case "properties":
      return value.members.allSatisfy { property in
        json[property.key].map { accepts($0, property.value) } ?? true
      }
    case "required": return value.elements.allSatisfy { json[$0.plainText ?? ""] != nil }
    case "additionalProperties":
      return json.members.filter { schema["properties"]?[$0.key] == nil }
        .allSatisfy { accepts($0.value, value) }
    case "items": return json.elements.allSatisfy { accepts($0, value) }
    case "minLength": return json.plainText.map { !$0.isEmpty } ?? true
    case "minProperties": return !json.members.isEmpty
    case "maxProperties": return json.members.count <= 1
    case "anyOf": return value.elements.contains { accepts(json, $0) }
    case "oneOf": return value.elements.count { accepts(json, $0) } == 1
    case "not": return !accepts(json, value)
    default:
      Issue.record("the schema has \(word.key)")
      return false
    }
  }

  private func kinds(of json: JSON) -> [String] {
    switch json {
    case .null: ["null"]
    case .bool: ["boolean"]
    case .number(let digits): Int(digits) == nil ? ["number"] : ["number", "integer"]
    case .string: ["string"]
    case .array: ["array"]
    case .object: ["object"]
    }
  }
}
