import StateChecks
import StateFiles
import StateLinking
import StateModel
import Testing

/// The checked definition of a text without errors.
func checkedDefinition(_ text: String) throws -> CheckedDefinition {
  let json = try #require(JSONDocument(Array(text.utf8)).json)
  let result = try #require(DefinitionReader.read(json, fileName: nil).content).checked()
  return try #require(result.checked, "\(result.diagnostics)")
}

/// The spec of a text without errors.
func readSpec(_ text: String) throws -> Spec {
  let json = try #require(JSONDocument(Array(text.utf8)).json)
  let reading = SpecReader.read(json, fileName: nil)
  #expect(reading.diagnostics == [])
  return try #require(reading.content)
}
