import Foundation
import StateCode
import StateFiles
import StateModel
import StateProject
import StateRuntime
import Testing

// GENERATED.md shows these extensions.

extension Date {
  init(_ timestamp: Timestamp) {
    self.init(
      timeIntervalSince1970: Double(timestamp.seconds) + Double(timestamp.nanoseconds) / 1e9)
  }
}

extension Timestamp {
  init(_ date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    let rest = (date.timeIntervalSince1970 - seconds) * 1e9
    self.init(seconds: Int64(seconds), nanoseconds: min(Int32(rest), 999_999_999))
  }
}

@Suite struct `Generated Swift in an app` {
  @Test(arguments: [0, 0.5, -0.25, 1_700_000_000.125])
  func `converts between dates and instants`(_ seconds: Double) throws {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(Date(Timestamp(date)) == date)
    let page = try String(
      contentsOfFile: GeneratedSources.repository + "/Definitions/GENERATED.md", encoding: .utf8)
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let start = try #require(source.range(of: "extension Date {")?.lowerBound)
    let end = try #require(source.range(of: "\n\n@Suite")?.lowerBound)
    #expect(page.contains(source[start..<end]))
  }

  /// Generates two definitions that use the same types file, in two modules.
  private func files(
    of name: String, importing imports: [String: String], isPublic: Bool
  ) throws -> [GeneratedFile] {
    var options = GenerationOptions(isPublic: isPublic, hasWire: true)
    options.importedTypes = imports
    options.hasUIState = true
    var generation = Generation(.swift, options)
    var validation = Validation()
    let path = GeneratedSources.repository + "/Definitions/\(name).state.json"
    let definition = try #require(validation.check(path)?.definition)
    #expect(generation.add(definition, source: "\(name).state.json") == nil)
    for file in validation.files {
      guard case .types(let types) = file.file.content, let stem = file.file.stem else { continue }
      generation.add(types, name: stem)
    }
    return generation.files
  }

  @Test(arguments: [true, false])
  func `imports types of a types file from the module that owns them`(_ isPublic: Bool) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "modules-\(UUID().uuidString)"
    ).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let owner = try files(of: "Songs", importing: [:], isPublic: true)
    #expect(owner.map(\.name).contains("CommonTypes.swift"))
    let user = try files(of: "Songs", importing: ["Common": "FeatureKit"], isPublic: isPublic)
    #expect(user.map(\.name) == ["SongsState.swift"])
    #expect(user[0].text.contains("var uiState: UIState {"))
    let build = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
    func compile(_ module: String, _ files: [GeneratedFile], _ arguments: [String]) throws -> String
    {
      let sources = "\(folder)/\(module)"
      try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: true)
      let paths = files.map { "\(sources)/\($0.name)" }
      for (file, path) in zip(files, paths) {
        try Data(file.text.utf8).write(to: URL(fileURLWithPath: path))
      }
      return try GeneratedProgram.run(
        [
          "swiftc", "-swift-version", "6", "-module-name", module, "-parse-as-library",
          "-enable-upcoming-feature", "InternalImportsByDefault", "-I", "\(build)/Modules", "-I",
          folder,
        ] + arguments + paths)
    }
    #expect(
      try compile(
        "FeatureKit", owner,
        ["-emit-module", "-emit-module-path", "\(folder)/FeatureKit.swiftmodule"]) == "")
    #expect(try compile("Shop", user, ["-typecheck"]) == "")
  }
}
