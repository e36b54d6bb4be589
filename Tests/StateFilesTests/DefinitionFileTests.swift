import Foundation
import StateFiles
import StateLinking
import StateModel
import Testing

@Suite("Definition files as programs load them")
struct DefinitionFileTests {
  private let coin = """
    { "state": "Coin", "format": 1,
      "properties": { "isHeads": { "type": "bool", "initial": true } },
      "events": { "flipped": {} },
      "reducer": [ { "on": "flipped", "set": { "isHeads": "!isHeads" } } ],
      "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
    """

  @Test func `a text that passes its checks is a definition`() throws {
    let definition = try DefinitionFile.read(coin, as: "Coin.state.json")
    #expect(definition.definition.name == "Coin")
  }

  @Test func `a text that does not has findings with their lines`() {
    let broken = coin.replacing("!isHeads", with: "!isHead")
    #expect {
      try DefinitionFile.read(broken, as: "Coin.state.json")
    } throws: { error in
      "\(error)".contains("Coin.state.json:4:") && "\(error)".contains("name/unknown")
    }
  }

  @Test func `a draft cannot run`() {
    #expect {
      try DefinitionFile.read(
        #"{ "state": "Coin", "format": 1, "events": { "flipped": {} } }"#, as: "Coin.state.json")
    } throws: { "\($0)".contains("draft") }
  }

  @Test func `a missing file is named`() {
    #expect {
      try DefinitionFile.load("Nowhere.state.json")
    } throws: { "\($0)".contains("Nowhere.state.json") }
  }

  @Test func `inputs of the fuzz target are refused with a line for each finding`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Regressions/FuzzScanner")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(!names.isEmpty)
    for name in names {
      let data = try Data(contentsOf: folder.appending(path: name))
      #expect {
        try DefinitionFile.read(String(decoding: data, as: UTF8.self), as: "Fuzz.state.json")
      } throws: { "\($0)".hasPrefix("Fuzz.state.json:") }
    }
  }
}
