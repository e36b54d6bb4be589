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
