import StateFiles
import StateModel
import Testing

@testable import StateLanguageServer

@Suite struct `The lines of a text` {
  /// Lines of one to four bytes for each character, longer and shorter than a block of the table.
  private static let text = [10, 100, 1_000].map { count in
    (0..<count).map { ["a", "ä", "€", "😀", "b"][$0 % 5] }.joined()
  }.joined(separator: "\r\n")

  @Test(arguments: ["utf-8", "utf-16", "utf-32"])
  func `have positions in the units of the client`(name: String) throws {
    let encoding = try #require(PositionEncoding(rawValue: name))
    let lines = LineTable(Array(Self.text.utf8))
    var offset = 0
    for (number, line) in Self.text.split(separator: "\r\n").enumerated() {
      var character = 0
      for scalar in line.unicodeScalars {
        let position = LineTable.Position(line: number, character: character)
        #expect(lines.position(of: offset, encoding) == position)
        #expect(lines.offset(of: position, encoding) == offset)
        offset += UTF8.width(scalar)
        switch encoding {
        case .utf8: character += UTF8.width(scalar)
        case .utf16: character += UTF16.width(scalar)
        case .utf32: character += 1
        }
      }
      // A character beyond the line is at its end.
      for more in [0, 1, 1_000_000] {
        let position = LineTable.Position(line: number, character: character + more)
        #expect(lines.offset(of: position, encoding) == offset)
      }
      offset += 2
    }
  }

  /// Counting each line from its start would take minutes here.
  @Test func `may be as long as the file`() throws {
    let client = try TestClient()
    let values = (0..<5_000).map { "\"value\($0)\": { \"type\": \"int\", \"value\": \"1 + 1\" }" }
    client.open(
      "Long.state.json",
      "{ \"state\": \"Long\", \"format\": 1, \"computed\": { \(values.joined(separator: ", ")) } }")
    let document: JSON = ["textDocument": ["uri": .string(client.uri("Long.state.json"))]]
    #expect(client.request("textDocument/documentSymbol", document).list.count == 1)
    let tokens = client.request("textDocument/semanticTokens/full", document)["data"]?.list ?? []
    #expect(tokens.count == 3 * 5 * values.count)
  }
}
