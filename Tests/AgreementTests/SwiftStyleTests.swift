import Foundation
import StateCode
import Testing

/// Checks what reviewers of Swift refuse, in the code of all definitions of this repository.
@Suite struct `Generated Swift` {
  private static let folders = ["Definitions", "Tests/AgreementTests/Definitions"]

  /// The lines of all generated files, with the names of the files.
  private func lines() throws -> [(file: String, text: Substring)] {
    try GeneratedSources(.swift, folders: Self.folders).files.flatMap { file in
      file.text.split(separator: "\n", omittingEmptySubsequences: false).map { (file.name, $0) }
    }.filter { $0.file.hasSuffix("State.swift") || $0.file.hasSuffix("Types.swift") }
  }

  @Test(arguments: ["fatalError", "precondition", "try!", " as!", "unsafe", "nonisolated("])
  func `never traps on purpose`(_ word: String) throws {
    #expect(try lines().filter { $0.text.contains(word) }.map { "\($0)" } == [])
  }

  /// With the rules that the formatter has without a configuration.
  @Test func `is formatted as the formatter of Swift does`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("style-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var options = GenerationOptions(hasWire: true, hasScreen: true)
    options.hasUIState = true
    let names = try GeneratedSources.sampleNames()
    let files = try GeneratedSources.samples(names, .swift, options)
    #expect(files.count > names.count)
    for file in files {
      try Data(file.text.utf8).write(to: folder.appendingPathComponent(file.name))
    }
    let lint = ["swift", "format", "lint", "--strict", "--recursive", folder.path]
    #expect(try GeneratedProgram.run(lint) == "")
  }

  @Test func `has no branch without a statement`() throws {
    let lines = try lines()
    let empty = zip(lines, lines.dropFirst()).filter { line, next in
      line.text.hasSuffix(" {") && next.text.drop { $0 == " " }.hasPrefix("}")
    }
    #expect(empty.map { "\($0.0)" } == [])
  }

  @Test func `initializes no optional with nil`() throws {
    #expect(try lines().filter { $0.text.hasSuffix("? = nil") }.map { "\($0)" } == [])
  }
}
