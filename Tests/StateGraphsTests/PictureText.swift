import DiagnosticTexts
import Graphs
import StateFiles
import StateModel
import Testing

@testable import StateGraphs

/// The definition in a text that gives only the members of the object.
func definition(_ json: String) throws -> Definition {
  let text = "{ \"state\": \"Test\", \"format\": 1, \(json) }"
  let document = JSONDocument(Array(text.utf8))
  let reading = DefinitionReader.read(try #require(document.json), fileName: nil)
  #expect(reading.diagnostics.map(\.message) == [])
  return try #require(reading.content)
}

/// The lines of a graph's DOT text, without indentation and without the common beginning.
func lines(_ graph: Graph?) -> [String] {
  guard let graph else { return [] }
  return graph.dot.split(separator: "\n").dropFirst(4).map { line in
    String(line.drop { $0 == " " })
  }
}

/// The lines of a definition's state graph that a test names, in the order of the picture.
func check(
  _ json: String, _ options: PictureOptions = PictureOptions(), shows expected: [String],
  not absent: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let lines = lines(statePicture(of: try definition(json), options: options))
  for line in expected {
    #expect(lines.contains(line), "in \(lines)", sourceLocation: sourceLocation)
  }
  for line in absent {
    #expect(!lines.contains { $0.contains(line) }, "in \(lines)", sourceLocation: sourceLocation)
  }
}
