import StateFiles
import StateModel
import Testing

@Suite struct `Documents` {
  @Test func `publishes the findings of a text that is not saved`() throws {
    let client = try TestClient()
    client.open("Coin.state.json", coin)
    #expect(client.rules("Coin.state.json") == [])
    client.replace(
      "Coin.state.json",
      coin.replacing("\"set\": { \"isHeads\": true", with: "\"set\": { \"isHead\": true"))
    let found = try #require(client.diagnostics("Coin.state.json"))
    #expect(found.map { $0["code"] } == ["name/unknown"])
    #expect(found.first?["message"]?.string?.contains("no property is named `isHead`") == true)
    #expect(found.first?["range"]?["start"]?["line"] == 11)
    #expect(found.first?["source"] == "states")
    #expect(found.first?.text.contains("null") == false)
    client.replace("Coin.state.json", coin)
    #expect(client.rules("Coin.state.json") == [])
  }

  @Test func `checks once after many changes`() throws {
    let client = try TestClient()
    client.open("Coin.state.json", coin)
    let before = client.received.count
    let changes = (2...10).map { version -> JSON in
      [
        "jsonrpc": "2.0", "method": "textDocument/didChange",
        "params": [
          "textDocument": [
            "uri": .string(client.uri("Coin.state.json")), "version": .number("\(version)"),
          ],
          "contentChanges": [["text": .string(coin + String(repeating: " ", count: version))]],
        ],
      ]
    }
    client.sendAll(changes)
    #expect(client.received.count == before + 1)
    #expect(client.received.last?["params"]?["version"] == 10)
  }

  @Test(arguments: ["utf-8", "utf-16"])
  func `takes changes of parts in the units of the client`(encoding: String) throws {
    let client = try TestClient(encoding: encoding)
    let text = coin.replacing("'Heads'", with: "'ä😀'")
    client.open("Coin.state.json", text)
    // Behind the emoji: 4 bytes or 2 units, and the letter 2 or 1.
    let line = text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex {
      $0.contains("coinSide")
    }
    let before = try #require(text.split(separator: "\n").first { $0.contains("coinSide") })
    let prefix = before.prefix { $0 != "😀" } + "😀"
    let column = encoding == "utf-8" ? prefix.utf8.count : prefix.utf16.count
    let position: JSON = [
      "line": .number("\(try #require(line))"), "character": .number("\(column)"),
    ]
    client.change(
      "Coin.state.json",
      [["range": ["start": position, "end": position], "text": "' + missing + '"]])
    let found = try #require(client.diagnostics("Coin.state.json")?.first)
    #expect(found["code"] == "name/bare-text")
    #expect(found["range"]?["start"]?["character"] == .number("\(column + 4)"))
  }

  @Test func `survives every kind of range`() throws {
    let client = try TestClient()
    client.open("Coin.state.json", coin)
    let numbers: [JSON] = [0, 1, 7, 1_000_000, -1, 1e30, "x", nil]
    for line in numbers {
      for character in numbers {
        let start: JSON = ["line": line, "character": character]
        client.change(
          "Coin.state.json",
          [["range": ["start": start, "end": ["line": 3, "character": 2]], "text": "é"]])
      }
    }
    client.replace("Coin.state.json", coin)
    #expect(client.rules("Coin.state.json") == [])
  }

  @Test func `prefers the open text of a used file to the disk`() throws {
    let user = """
      { "state": "Screen", "format": 1, "uses": ["Common.types.json"],
        "properties": { "level": { "type": "Level", "initial": "Level.low" } },
        "outputs": { "shown": { "kind": "ui", "type": "Level", "value": "level" } } }
      """
    let types = #"{ "format": 1, "types": { "Level": { "enum": ["low", "high"] } } }"#
    let client = try TestClient(files: ["Common.types.json": types])
    client.open("Screen.state.json", user)
    let before = client.rules("Screen.state.json") ?? []
    #expect(!before.contains("name/unknown"))
    client.open("Common.types.json", types.replacing("low", with: "little"))
    #expect(client.rules("Screen.state.json")?.contains("name/unknown") == true)
    client.replace("Common.types.json", types)
    #expect(client.rules("Screen.state.json") == before)
  }

  @Test func `checks a spec again when its definition changes`() throws {
    let spec = """
      { "spec": "Coin", "cases": [
        { "name": "tails", "when": ["flippedToTails"], "then": { "coinSide": "Tails" } } ] }
      """
    let client = try TestClient(files: ["Coin.state.json": coin])
    client.open("Coin.spec.json", spec)
    #expect(client.rules("Coin.spec.json") == [])
    client.open("Coin.state.json", coin.replacing("flippedToTails", with: "turned"))
    #expect(client.rules("Coin.spec.json") == ["name/unknown"])
  }

  @Test func `checks files again when one that was missing appears`() throws {
    let client = try TestClient()
    client.open("Coin.spec.json", #"{ "spec": "Coin", "then": { "coinSide": "Heads" } }"#)
    #expect(client.rules("Coin.spec.json")?.isEmpty == false)
    let using = coin.replacing(
      "\"format\": 1,", with: "\"format\": 1, \"uses\": [\"A.types.json\"],")
    client.open("Coin.state.json", using)
    #expect(client.rules("Coin.spec.json") == [])
    #expect(client.rules("Coin.state.json")?.isEmpty == false)
    client.open("A.types.json", #"{ "format": 1, "types": { "A": { "enum": ["x"] } } }"#)
    #expect(client.rules("Coin.state.json") == [])
  }

  @Test func `checks all files of a folder, and those that use a file which changed`() throws {
    let broken = coin.replacing("\"set\": { \"isHeads\": true", with: "\"set\": { \"x\": true")
    let client = try TestClient(files: ["Coin.state.json": broken])
    #expect(client.rules("Coin.state.json")?.contains("name/unknown") == true)
    try client.write(coin, to: "Coin.state.json")
    client.notify(
      "workspace/didChangeWatchedFiles",
      ["changes": [["uri": .string(client.uri("Coin.state.json")), "type": 2]]])
    #expect(client.rules("Coin.state.json") == [])
  }

  @Test func `clears the findings of a folder that is removed`() throws {
    let client = try TestClient(files: ["New.state.json": "{"])
    #expect(client.rules("New.state.json")?.isEmpty == false)
    client.notify(
      "workspace/didChangeWorkspaceFolders",
      ["event": ["added": [], "removed": [["uri": .string(client.uri("")), "name": "x"]]]])
    #expect(client.rules("New.state.json") == [])
  }

  @Test func `shows progress for a large folder`() throws {
    let files = Dictionary(
      uniqueKeysWithValues: (0..<60).map {
        ("C\($0).state.json", coin.replacing("\"Coin\"", with: "\"C\($0)\""))
      })
    let client = try TestClient(files: files)
    let kinds = client.received.filter { $0["method"] == "$/progress" }.compactMap {
      $0["params"]?["value"]?["kind"]?.string
    }
    #expect(kinds.first == "begin")
    #expect(kinds.last == "end")
    #expect(client.received.contains { $0["method"] == "window/workDoneProgress/create" })
  }

  @Test func `clears the findings of a text that was closed and never saved`() throws {
    let client = try TestClient()
    client.open("New.state.json", "{")
    #expect(client.rules("New.state.json")?.isEmpty == false)
    client.notify(
      "textDocument/didClose", ["textDocument": ["uri": .string(client.uri("New.state.json"))]])
    #expect(client.rules("New.state.json") == [])
  }

  @Test func `explores a definition after it was opened and saved, not while it is typed`() throws {
    var count = 0
    let client = try TestClient { definition, _, _, _ in
      count += 1
      return []
    }
    client.open("Coin.state.json", coin)
    #expect(count == 1)
    client.replace("Coin.state.json", coin + " ")
    #expect(count == 1)
    client.notify(
      "textDocument/didSave", ["textDocument": ["uri": .string(client.uri("Coin.state.json"))]])
    #expect(count == 2)
  }

  @Test func `explores again after a message has interrupted it`() throws {
    var count = 0
    let client = try TestClient { _, _, _, _ in
      count += 1
      return count < 3 ? nil : []
    }
    client.open("Coin.state.json", coin)
    #expect(count == 3)
  }

  @Test func `checks a spec with the definition that is typed, and the other way round`() throws {
    let client = try TestClient()
    client.open("Coin.state.json", coin)
    client.open(
      "Coin.spec.json", #"{ "spec": "Coin", "cases": [{ "name": "a", "when": ["flipped"] }] }"#)
    func count() throws -> Int { try #require(client.diagnostics("Coin.spec.json")).count }
    let unknown = try count()
    #expect(unknown > 0)
    client.replace("Coin.state.json", coin.replacing("flippedToHeads", with: "flipped"))
    #expect(try count() < unknown)
    client.replace("Coin.state.json", coin)
    #expect(try count() == unknown)
    client.replace("Coin.spec.json", #"{ "spec": "Coin", "cases": [] }"#)
    #expect(try count() < unknown)
  }

  @Test func `checks only the documents that need the changed one`() throws {
    let client = try TestClient()
    let types = #"{ "format": 1, "types": { "Side": { "enum": ["a", "b"] } } }"#
    func using(_ name: String) -> String {
      coin.replacing("\"Coin\",", with: "\"\(name)\", \"use\": [\"Common.types.json\"],")
    }
    client.open("Common.types.json", types)
    for name in ["One", "Two"] { client.open("\(name).state.json", using(name)) }
    func published(_ change: () -> Void) -> [String] {
      let before = client.received.count
      change()
      return client.received.dropFirst(before).compactMap { $0["params"]?["uri"]?.string }
    }
    // Both are checked together.
    let all = published { client.replace("Common.types.json", types + " ") }
    #expect(
      Set(all)
        == [
          client.uri("Common.types.json"), client.uri("One.state.json"),
          client.uri("Two.state.json"),
        ])
    let one = published { client.replace("One.state.json", using("One") + " ") }
    #expect(one == [client.uri("One.state.json")])
  }

  @Test func `formats like states format`() throws {
    let client = try TestClient()
    let loose = coin.replacing("\n  \"format\": 1,", with: "\"format\":1,\r\n\r\n")
    client.open("Coin.state.json", loose)
    let document: JSON = [
      "textDocument": ["uri": .string(client.uri("Coin.state.json"))],
      "options": ["tabSize": 2, "insertSpaces": true],
    ]
    let edits = client.request("textDocument/formatting", document)
    let canonical = CanonicalText(of: Array(loose.utf8), kind: .definition).text
    #expect(client.applying(edits.list, to: "Coin.state.json") == canonical)
    client.replace("Coin.state.json", canonical ?? "")
    #expect(client.request("textDocument/formatting", document) == [])
    client.replace("Coin.state.json", "{")
    #expect(client.answer("textDocument/formatting", document).code == -32803)
  }
}
