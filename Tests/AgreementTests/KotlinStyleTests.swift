import Foundation
import StateCode
import Testing

/// Checks what reviewers of Kotlin refuse, in the code of the sample definitions.
@Suite struct `Generated Kotlin` {
  /// The lines of all generated files but the prelude, with the names of the files.
  private func lines() throws -> [(file: String, text: Substring)] {
    try GeneratedSources(.kotlin, folders: ["Definitions"]).files.flatMap { file in
      file.text.split(separator: "\n", omittingEmptySubsequences: false).map { (file.name, $0) }
    }.filter { $0.file.hasSuffix("State.kt") || $0.file.hasSuffix("Types.kt") }
  }

  @Test(arguments: ["!!", "lateinit", "UNCHECKED_CAST", "kotlin.String", "kotlin.Boolean"])
  func `never has`(_ word: String) throws {
    #expect(try lines().filter { $0.text.contains(word) }.map { "\($0)" } == [])
  }

  @Test func `leaves out types that the context gives`() throws {
    let written = try lines().filter { $0.text.contains(/^ *\w+ = empty(List|Map)</) }
    #expect(written.map { "\($0)" } == [])
  }

  @Test func `has no branch with braces around one short call`() throws {
    let lines = try lines()
    let calls = zip(lines, zip(lines.dropFirst(), lines.dropFirst(2))).filter { line, rest in
      line.text.hasSuffix("-> {") && rest.1.text.hasSuffix("}")
        && rest.0.text.contains(/^ *(commands|raised) \+= .*[^{(,]$|^ *(start|cancel)\(.*\)$/)
    }
    #expect(calls.map { "\($0.1.0)" } == [])
  }
}
