import Foundation
import StateCode
import StateFiles
import StateProject
import Testing

/// The types of a types file are at top level, where their names can hide what the embedded runtime
/// uses.
@Suite struct `Names in types files` {
  private static let swift = [
    "any", "ArraySlice", "BinaryInteger", "celPlus", "Character", "ClosedRange", "Collection",
    "FixedWidthInteger", "FormatFailure", "FormatShape", "Hasher", "Int32", "NumberText",
    "RawRepresentable", "restore", "Sequence", "some", "StateRuntime", "TimeText", "UInt8",
    "Unicode", "UnsafeBufferPointer", "UTF8", "ValueFormatter",
  ]
  private static let kotlin = [
    "ByteArray", "CelOptional", "CelOwned", "CelType", "Char", "CivilDay", "Comparable",
    "ConsistentCopyVisibility", "IntArray", "IntRange", "Iterable", "LongRange", "MutableList",
    "MutableSet", "restore", "Set", "Suppress",
  ]

  /// Validates files in a new folder, and generates their definitions. Returns the refusals, too.
  private func generate(
    _ texts: [(name: String, text: String)], _ language: TargetLanguage,
    _ options: GenerationOptions
  ) throws -> (files: [GeneratedFile], refusals: [GenerationRefusal]) {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("types-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Files.makeFolder(folder)
    for (name, text) in texts {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    var generation = Generation(language, options)
    var validation = Validation()
    for (name, _) in texts where name.hasSuffix(".state.json") {
      let definition = try #require(validation.check("\(folder)/\(name)")?.definition)
      #expect(generation.add(definition, source: name) == nil)
    }
    for file in validation.files {
      guard case .types(let types) = file.file.content, let stem = file.file.stem else { continue }
      generation.add(types, name: stem)
    }
    let refusals = generation.removeUnresolved().map(\.refusal)
    return (generation.files, refusals)
  }

  /// A types file with a record of each name, and a definition that uses it.
  private func texts(_ names: [String]) -> [(name: String, text: String)] {
    let types = names.map { "\"\($0)\": { \"record\": { \"n\": \"int\" } }" }
    let inputs = names.enumerated().map { "\"i\($0)\": \"\($1)\"" }
    return [
      ("Hidden.types.json", "{ \"format\": 1, \"types\": { \(types.joined(separator: ", ")) } }"),
      (
        "Page.state.json",
        """
        { "state": "Page", "format": 1, "uses": ["Hidden.types.json"],
          "inputs": { \(inputs.joined(separator: ", ")) },
          "outputs": { "n": { "kind": "ui", "type": "int", "value": "i0.n" } } }
        """
      ),
    ]
  }

  @Test(arguments: [true, false])
  func `compile in Swift, although the runtime uses them`(_ embedsRuntime: Bool) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("modules-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var options = GenerationOptions(hasWire: true)
    options.embedsRuntime = embedsRuntime
    let (files, refusals) = try generate(texts(Self.swift), .swift, options)
    #expect(refusals.isEmpty)
    #expect(try SwiftModules(in: folder).compile("App", files, ["-typecheck"]) == "")
  }

  @Test func `compile in Kotlin, although the runtime uses them`() throws {
    let options = GenerationOptions(hasWire: true, package: "page")
    let (files, refusals) = try generate(texts(Self.kotlin), .kotlin, options)
    #expect(refusals.isEmpty)
    guard let tools = Toolchain.kotlin(for: "names in types files") else { return }
    #expect(try `Hostile definitions in Kotlin`.complaints(of: files, tools) == "")
  }

  @Test(arguments: TargetLanguage.allCases)
  func `are refused if two files of one module have the same`(_ language: TargetLanguage) throws {
    let one = texts(["Status"])
    let other = one.map { name, text in
      (
        name: name.replacing("Hidden", with: "Other").replacing("Page", with: "Shop"),
        text: text.replacing("Hidden", with: "Other").replacing("Page", with: "Shop")
      )
    }
    let (files, refusals) = try generate(one + other, language, GenerationOptions())
    #expect(files.isEmpty)
    #expect(
      refusals.map(\.missing)
        == Array(repeating: "two types called `Status` in one module", count: 2))
    #expect(refusals.map(\.pointer) == ["/uses", "/uses"])
  }

  @Test(arguments: TargetLanguage.allCases)
  func `are refused if a generated type has the same`(_ language: TargetLanguage) throws {
    let options = GenerationOptions(hasScreen: true)
    for name in ["PageState", "PageScreen"] {
      let (files, refusals) = try generate(texts([name]), language, options)
      #expect(files.isEmpty)
      #expect(
        refusals.first?.missing == "type called `\(name)` in a types file, as one of the state is")
      #expect(refusals.first?.pointer == "/state")
    }
  }
}
