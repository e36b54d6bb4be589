import Foundation
import StateCode
import StateFiles
import StateProject
import Testing

/// Compiles the examples of the chapter about stores, Definitions/STORE.md.
@Suite struct `The chapter about stores` {
  private static let chapter = Result {
    try String(
      contentsOfFile: GeneratedSources.repository + "/Definitions/STORE.md", encoding: .utf8)
  }

  /// The code blocks of a language.
  private static func blocks(_ language: String) throws -> [String] {
    try chapter.get().components(separatedBy: "\n```\(language)\n").dropFirst()
      .map { $0.components(separatedBy: "\n```")[0] }
  }

  /// A file of contexts with the blocks in it, and the numbers of the blocks that it contains.
  private static func filled(
    _ name: String, _ blocks: [String], placeholder: String
  ) throws -> (text: String, numbers: Set<Int>) {
    let path = GeneratedSources.repository + "/Tests/AgreementTests/Chapter/" + name
    var numbers: Set<Int> = []
    let lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
      .map { line -> String in
        let words = line.split(separator: " ")
        guard words.count == 3, words.starts(with: ["//", "BLOCK"]), let number = Int(words[2]),
          blocks.indices.contains(number - 1)
        else { return line }
        numbers.insert(number)
        return blocks[number - 1].components(separatedBy: "\n")
          .filter { !$0.hasPrefix("import ") }.joined(separator: "\n")
          .replacingOccurrences(of: "…", with: placeholder)
          .replacingOccurrences(of: "@Test ", with: "")
      }
    return (lines.joined(separator: "\n"), numbers)
  }

  @Test func `has Swift examples that compile`() throws {
    let blocks = try Self.blocks("swift")
    let (text, numbers) = try Self.filled("Contexts.swift", blocks, placeholder: "fatalError()")
    // The second block is a part of a manifest; the example package has the same.
    #expect(blocks[1].hasPrefix(".target("))
    #expect(numbers == Set(1...blocks.count).subtracting([2]))
    let folder = FileManager.default.temporaryDirectory.appending(path: "chapter-\(UUID())").path
    try Files.makeFolder(folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var generation = Generation(.swift, GenerationOptions(isPublic: false, hasWire: true))
    var validation = Validation()
    for name in ["LanguageSelection", "PhoneVerification"] {
      let source = "\(GeneratedSources.repository)/Definitions/\(name).state.json"
      let definition = try #require(validation.check(source)?.definition)
      #expect(generation.add(definition, source: "\(name).state.json") == nil)
    }
    let files = generation.files + [GeneratedFile(name: "Chapter.swift", text: text)]
    for file in files {
      try Data(file.text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(file.name)"))
    }
    let built = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
    let output = try GeneratedProgram.run(
      [
        "swiftc", "-typecheck", "-swift-version", "6", "-parse-as-library",
        "-enable-upcoming-feature", "MemberImportVisibility", "-I", built + "/Modules",
        "-Xcc", "-fmodule-map-file=\(GeneratedSources.repository)/Sources/CJSON/module.modulemap",
      ] + files.map { "\(folder)/\($0.name)" })
    #expect(output.split(separator: "\n").filter { $0.contains("error:") } == [], "\(output)")
  }

  @Test func `has Kotlin examples that compile`() throws {
    let blocks = try Self.blocks("kotlin")
    let (text, numbers) = try Self.filled("Contexts.kt", blocks, placeholder: #"error("")"#)
    #expect(numbers == [1])
    let screen = "Tests/Kotlin/Screens/PhoneVerificationScreen.kt"
    let app = try String(
      contentsOfFile: "\(GeneratedSources.repository)/\(screen)", encoding: .utf8)
    #expect(blocks.count == 3)
    for block in blocks.dropFirst() { #expect(app.contains(block), "\(screen) has the example") }
    guard var program = try KotlinStoreProgram.shared.get() else { return }
    try program.compile([GeneratedFile(name: "Chapter.kt", text: text)])
  }
}
