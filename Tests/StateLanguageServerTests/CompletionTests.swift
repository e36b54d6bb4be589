import Foundation
import StateFiles
import StateModel
import Testing

@Suite struct `Completion proposes` {
  private func client() throws -> TestClient {
    let client = try TestClient(
      files: ["Common.types.json": Sample.types, "Screen.spec.json": Sample.spec], snippets: true)
    client.open("Screen.state.json", Sample.screen)
    return client
  }

  /// The labels where `old` was replaced by `new`, with the cursor at `|` of `new`.
  private func labels(_ client: TestClient, _ old: String, _ new: String) throws -> [String] {
    try items(client, old, new).compactMap { $0["label"]?.string }
  }

  private func items(
    _ client: TestClient, _ old: String, _ new: String, in name: String = "Screen.state.json"
  ) throws -> [JSON] {
    let text = client.texts[name] ?? ""
    #expect(text.contains(old))
    let parts = new.split(separator: "|", omittingEmptySubsequences: false)
    let marker = "\u{1}"
    let marked = text.replacing(old, with: parts.joined(separator: marker), maxReplacements: 1)
    let pieces = marked.components(separatedBy: marker)
    client.replace(name, pieces.joined())
    let lines = (pieces.first ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    let position: JSON = [
      "line": .number("\(lines.count - 1)"),
      "character": .number("\(lines.last?.utf16.count ?? 0)"),
    ]
    return client.request(
      "textDocument/completion",
      ["textDocument": ["uri": .string(client.uri(name))], "position": position]
    )["items"]?.list ?? []
  }

  @Test(
    arguments: [
      // Keys, and names that are keys.
      (
        "{ \"on\": \"cleared\", ", "{ \"on\": \"cleared\", \"|\", ", ["let", "goTo", "raise"],
        ["on", "after", "set"]
      ),
      ("{ \"from\": \"user\", ", "{ | ", ["from", "about"], ["carries", "on"]),
      (
        "\"set\": { \"count\": \"sum\" }", "\"set\": { | }", ["count", "level", "songs"],
        ["isMany", "start"]
      ),
      ("{ \"text\": \"'ok'\" }", "{ \"|\" }", ["text"], ["count"]),
      // Names by where they are.
      ("\"on\": \"cleared\"", "\"on\": \"|\"", ["added", "cleared", "*"], ["show", "count"]),
      ("\"on\": \"cleared\"", "\"on\": |", ["added"], ["show"]),
      ("\"emit\": [{ \"show\": { \"text\": \"'ok'\" } }]", "\"emit\": [|]", ["show"], ["added"]),
      (
        "\"emit\": [{ \"show\": { \"text\": \"'ok'\" } }]", "\"raise\": [\"|\"]", ["added"],
        ["show"]
      ),
      (
        "\"type\": \"Level\", \"initial\"", "\"type\": \"|\", \"initial\"",
        ["Level", "Song", "int"], ["count"]
      ),
      ("\"from\": \"user\" }", "\"from\": \"|\" }", ["user", "network", "self"], ["count"]),
      (
        "\"uses\": [\"Common.types.json\"]", "\"uses\": [\"|\"]", ["Common.types.json"],
        ["Screen.state.json"]
      ),
      // Expressions.
      (
        "\"count > 3\"", "\"|\"", ["count", "level", "isIn", "half", "math.abs"],
        ["event.amount", "sum"]
      ),
      ("\"sum < 10\"", "\"su|\"", ["sum", "event.amount", "count"], ["added"]),
      ("\"sum < 10\"", "\"event.|\"", ["amount"], ["count"]),
      ("\"sum < 10\"", "\"math.|\"", ["abs", "greatest"], ["range"]),
      (
        "\"sum < 10\"", "\"songs.|\"", ["filter", "map", "size", "first"], ["startsWith", "optMap"]
      ),
      ("\"sum < 10\"", "\"songs[0].|\"", ["title", "level"], ["filter"]),
      ("\"sum < 10\"", "\"songs.exists(s, s.|\"", ["title", "level"], ["filter"]),
      ("\"sum < 10\"", "\"songs.exists(s, |\"", ["s", "count"], []),
      ("\"sum < 10\"", "\"songs[0].title.|\"", ["startsWith", "split"], ["first"]),
      ("\"sum < 10\"", "\"Level.|\"", ["low", "high"], ["count"]),
      ("\"level\": \"Level.high\"", "\"level\": \"|\"", ["Level.low", "Level.high", "count"], []),
      ("\"level\": \"Level.high\"", "\"level\": |", ["low", "high"], []),
      ("\"value\": \"isMany\"", "\"value\": \"count > 3 && i|\"", ["isMany"], ["event.amount"]),
      ("\"value\": \"x / 2\"", "\"value\": \"x / 2\"", [], []),
    ] as [(String, String, [String], [String])])
  func `what fits, and nothing else`(
    old: String, new: String, wanted: [String], unwanted: [String]
  ) throws {
    guard new.contains("|") else { return }
    let found = try labels(client(), old, new)
    #expect(wanted.filter { !found.contains($0) } == [], "\(found)")
    #expect(unwanted.filter { found.contains($0) } == [], "\(found)")
  }

  @Test(arguments: [
    (
      "\"when\": [{ \"added\": { \"amount\": 1 } }]", "\"when\": [\"|\"]", "added",
      #"{ "added": { "amount": ${1:0} } }"#
    ),
    ("\"when\": [{ \"added\": { \"amount\": 1 } }]", "\"when\": [|]", "cleared", #""cleared""#),
    (
      "\"when\": [{ \"added\": { \"amount\": 1 } }]", "\"when\": [|]", "wait",
      #"{ "wait": ${1:10} }"#
    ),
    ("\"rank\": \"low\"", "\"rank\": \"|\"", "high", #""high""#),
    ("\"rank\": \"low\"", "\"rank\": |", "low", #""low""#),
    ("\"rank\": \"low\"", "\"|\"", "many", #""many": ${1:true}"#),
    ("\"rank\": \"low\"", "|", "titles", #""titles": [$1]"#),
    ("\"then\": {", "\"commands\": [|], \"then\": {", "show", #"{ "show": { "text": "$1" } }"#),
    ("\"then\": {", "\"error\": \"|\", \"then\": {", "overflow", #""overflow""#),
    ("\"then\": {", "\"result\": \"|\", \"then\": {", "denied", #""denied""#),
    ("{ \"start\": 1 }", "{ | }", "start", #""start": ${1:0}"#),
  ])
  func `events, outputs and values in specs`(
    old: String, new: String, label: String, insert: String
  ) throws {
    let client = try client()
    client.open("Screen.spec.json", Sample.spec)
    let items = try items(client, old, new, in: "Screen.spec.json")
    let item = items.first { $0["label"] == .string(label) }
    #expect(
      item?["textEdit"]?["newText"]?.string == insert, "\(items.map { $0["label"]?.text ?? "" })")
  }

  @Test func `a skeleton whose every part has a number of its own`() throws {
    let client = try client()
    client.open(
      "Screen.state.json",
      Sample.screen.replacing(
        "{ \"amount\": \"int\" }", with: "{ \"song\": \"Song\", \"amount\": \"int\" }"))
    client.open("Screen.spec.json", Sample.spec)
    let when = "\"when\": [{ \"added\": { \"amount\": 1 } }]"
    let items = try items(client, when, "\"when\": [|]", in: "Screen.spec.json")
    let item = items.first { $0["label"] == "added" }
    #expect(
      item?["textEdit"]?["newText"]?.string
        == #"{ "added": { "song": { "title": "$1", "level": "${2:low}" }, "amount": ${3:0} } }"#)
  }

  @Test func `timers and states`() throws {
    let client = try TestClient()
    let state = """
      { "state": "Wait", "format": 1, "initial": "waiting",
        "states": [{ "state": "waiting" }, { "state": "over" }],
        "reducer": [{ "in": "waiting", "after": 10, "goTo": "over" }],
        "outputs": { "isOver": { "kind": "ui", "type": "bool", "value": "isIn('over')" } } }
      """
    client.open("Wait.state.json", state)
    #expect(try labels(in: client, "\"goTo\": \"over\"", "\"goTo\": \"|\"") == ["waiting", "over"])
    client.replace("Wait.state.json", state)
    #expect(
      try labels(in: client, "\"in\": \"waiting\"", "\"in\": [\"|\"]") == ["waiting", "over"])
    client.replace("Wait.state.json", state)
    #expect(try labels(in: client, "isIn('over')", "isIn('|") == ["waiting", "over"])
    client.replace("Wait.state.json", state)
    let spec = #"{ "spec": "Wait", "running": ["x"] }"#
    client.open("Wait.spec.json", spec)
    let items = try items(client, "\"x\"", "\"|\"", in: "Wait.spec.json")
    #expect(items.compactMap { $0["label"]?.string } == ["waiting.1"])
  }

  private func labels(
    in client: TestClient, _ old: String, _ new: String
  ) throws -> [String] {
    try items(client, old, new, in: "Wait.state.json").compactMap { $0["label"]?.string }
  }

  @Test func `plain text to clients without snippets`() throws {
    let client = try TestClient()
    client.open("Coin.state.json", coin)
    let items = try items(client, "\"format\": 1,", "\"format\": 1, |", in: "Coin.state.json")
    let inputs = items.first { $0["label"] == "inputs" }
    #expect(inputs?["insertTextFormat"] == 1)
    #expect(inputs?["textEdit"]?["newText"] == .string("\"inputs\": {  },"))
  }

  @Test func `a whole file where there is none`() throws {
    let client = try TestClient()
    client.open("New.state.json", "")
    let items = client.items("New.state.json", "")
    #expect(items.compactMap { $0["label"]?.string } == ["new definition"])
  }

  /// The cursor is put at every offset of a text that is cut at every offset.
  @Test func `something or nothing everywhere, and never fails`() throws {
    let client = try client()
    let bytes = Array(Sample.screen.utf8)
    for length in stride(from: 0, to: bytes.count, by: 7) {
      client.replace(
        "Screen.state.json", String(decoding: bytes[..<length], as: UTF8.self))
      let lines = bytes[..<length].split(separator: 10, omittingEmptySubsequences: false)
      for method in ["completion", "hover", "signatureHelp", "definition"] {
        let answer = client.answer(
          "textDocument/" + method,
          [
            "textDocument": ["uri": .string(client.uri("Screen.state.json"))],
            "position": [
              "line": .number("\(lines.count - 1)"),
              "character": .number("\(lines.last?.count ?? 0)"),
            ],
          ])
        #expect(answer["result"] != nil)
      }
    }
  }
}
