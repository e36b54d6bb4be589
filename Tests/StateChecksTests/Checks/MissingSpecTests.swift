import DiagnosticTexts
import StateFiles
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct MissingSpecTests {
  private func definition(_ text: String) throws -> Definition {
    guard case .definition(let definition) = read(text, as: fileName(text), using: [:]).file.content
    else {
      throw NoDefinition()
    }
    return definition
  }

  private struct NoDefinition: Error {}

  @Test func `a definition without a spec has a note`() throws {
    let note = try #require(definition(Rule(.specMissing).bad.text).missingSpec)
    #expect(note.rule == "spec/missing")
    #expect(note.severity == .note)
    #expect(note.message == "`Tabs` has no spec")
  }

  @Test func `an allowance silences it`() throws {
    let text = Rule(.specMissing).bad.text.replacing(
      #""format": 1,"#, with: #""format": 1, "allow": { "spec/missing": "only a sample" },"#)
    #expect(try definition(text).missingSpec == nil)
  }
}
