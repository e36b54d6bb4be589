import StateFiles
import StateLanguageServer
import StateModel
import Testing

@Suite struct `The lifecycle` {
  @Test func `needs initialize first, and once`() throws {
    let client = try TestClient(isInitialized: false)
    #expect(client.answer("textDocument/hover", [:]).code == -32002)
    #expect(client.answer("initialize", ["capabilities": [:]])["result"] != nil)
    #expect(client.answer("initialize", ["capabilities": [:]]).code == -32600)
  }

  @Test func `ends with 0 after shutdown, else with 1`() throws {
    let client = try TestClient()
    #expect(client.request("shutdown", .null) == .null)
    #expect(client.answer("textDocument/hover", [:]).code == -32600)
    #expect(client.exitCode == nil)
    client.notify("exit", .null)
    #expect(client.exitCode == 0)
    let other = try TestClient()
    other.notify("exit", .null)
    #expect(other.exitCode == 1)
  }

  @Test func `answers unknown methods with an error, and ignores unknown notifications`() throws {
    let client = try TestClient()
    #expect(client.answer("textDocument/unknown", [:]).code == -32601)
    #expect(client.answer("$/unknown", [:]).code == -32601)
    let count = client.received.count
    client.notify("$/unknown", [:])
    #expect(client.received.count == count)
  }

  @Test(arguments: [
    ("{", -32700), ("", -32700), ("[]", -32600), ("1", -32600), (#"{"jsonrpc":"2.0"}"#, -32600),
    (#"{"jsonrpc":"1.0","id":1,"method":"shutdown"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600),
    (#"{"jsonrpc":"2.0","id":[],"method":"shutdown"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1,"id":2,"method":"shutdown"}"#, -32700),
    (String(repeating: "[", count: 10_000), -32700),
  ])
  func `answers a malformed message with an error`(content: String, code: Int) throws {
    let client = try TestClient()
    client.receive(.message(Array(content.utf8)))
    let answer = client.received.last ?? client.answer(to: 1) ?? .null
    let answers = [client.received.last, client.answer(to: 1)].compactMap(\.self)
    #expect(answers.contains { $0.code == code }, "\(answer.text)")
    // It goes on.
    #expect(client.answer("textDocument/unknown", [:]).code == -32601)
  }

  @Test(arguments: [
    "hover", "completion", "definition", "references", "rename", "prepareRename",
    "documentHighlight", "signatureHelp", "codeAction", "formatting", "foldingRange",
    "selectionRange", "semanticTokens/full", "inlayHint", "documentSymbol",
  ])
  func `answers every request with wrong parameters`(method: String) throws {
    let client = try TestClient()
    let wrong: [JSON] = [
      .null, [:], [], 7, ["textDocument": 7],
      ["textDocument": ["uri": "file:///absent.state.json"]],
      [
        "textDocument": ["uri": "file:///absent.state.json"],
        "position": ["line": -1, "character": 0],
      ],
      [
        "textDocument": ["uri": .string(client.uri("A.state.json"))],
        "position": ["line": 1e99, "character": "x"], "range": 1,
      ],
    ]
    for parameters in wrong {
      let answer = client.answer("textDocument/" + method, parameters)
      #expect(answer["result"] != nil || answer.code != nil)
    }
  }

  @Test func `cancels a request that waits`() throws {
    let client = try TestClient()
    client.open("Coin.state.json", coin)
    let (id, hover) = client.message(
      "textDocument/hover",
      [
        "textDocument": ["uri": .string(client.uri("Coin.state.json"))],
        "position": ["line": 0, "character": 0],
      ])
    let cancel = cancellation(of: id)
    client.sendAll([hover, cancel])
    #expect(client.answer(to: id)?.code == -32800)
    // A request that was answered is not cancelled any more.
    client.sendAll([cancel])
  }

  private func cancellation(of id: Int) -> JSON {
    [
      "jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": .number(String(id))],
    ]
  }

  /// Each of these looks for new messages between its units of work.
  @Test(arguments: [
    ("workspace/symbol", #"{ "query": "isHeads" }"#),
    ("textDocument/references", "{ POSITION }"),
    ("textDocument/rename", #"{ POSITION, "newName": "isUp" }"#),
    (
      "workspace/executeCommand",
      #"{ "command": "states.explainRow", "arguments": ["URI", 1] }"#
    ),
    (
      "workspace/executeCommand", #"{ "command": "states.writeCase", "arguments": ["URI", 1] }"#
    ),
  ])
  func `cancels a request that runs, and takes what else arrives`(
    method: String, parameters: String
  ) throws {
    let spec = #"{ "spec": "Coin", "cases": [{ "name": "heads", "when": ["flippedToHeads"] }] }"#
    let client = try TestClient(files: ["Coin.state.json": coin, "Coin.spec.json": spec])
    client.open("Coin.state.json", coin)
    let uri = client.uri("Coin.state.json")
    let position = """
      "textDocument": { "uri": "\(uri)" }, \
      "position": \(client.position("Coin.state.json", "isHeads", 1).text)
      """
    let content = try JSON(
      parsing: parameters.replacing("POSITION", with: position).replacing("URI", with: uri))
    // Without a cancellation it has a result.
    #expect(client.answer(method, content)["result"] != nil)
    let (id, request) = client.message(method, content)
    let (other, symbols) = client.message(
      "textDocument/documentSymbol", ["textDocument": ["uri": .string(uri)]])
    let count = client.received.count
    client.send(request, meanwhile: [symbols, cancellation(of: id)])
    #expect(client.answer(to: id)?.code == -32800)
    #expect(client.answer(to: other)?["result"]?.list.isEmpty == false)
    // Nothing is shown, and no file is changed.
    #expect(client.received.count == count)
    // Another request that arrives is not cancelled with it.
    let (next, again) = client.message(method, content)
    client.send(again, meanwhile: [cancellation(of: other), cancellation(of: id)])
    #expect(client.answer(to: next)?["result"] != nil)
  }

  @Test(arguments: [("utf-8", "utf-8"), ("utf-16", "utf-16"), (nil, "utf-16"), ("x", "utf-16")])
  func `negotiates how characters are counted`(wanted: String?, found: String) throws {
    let client = try TestClient(isInitialized: false)
    let encodings: [JSON] = wanted.map { [.string($0)] } ?? []
    let result = client.request(
      "initialize", ["capabilities": ["general": ["positionEncodings": .array(encodings)]]])
    #expect(result["capabilities"]?["positionEncoding"] == .string(found))
  }
}

let coin = """
  {
    "state": "Coin",
    "format": 1,
    "properties": {
      "isHeads": { "type": "bool", "initial": true }
    },
    "events": {
      "flippedToHeads": { "from": "user" },
      "flippedToTails": { "from": "user" }
    },
    "reducer": [
      { "on": "flippedToHeads", "set": { "isHeads": true } },
      { "on": "flippedToTails", "set": { "isHeads": false } }
    ],
    "outputs": {
      "coinSide": { "kind": "ui", "type": "string", "value": "isHeads ? 'Heads' : 'Tails'" }
    }
  }

  """

@Suite struct `Any bytes` {
  /// A small generator of numbers, so that each run is the same.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 33
    }
  }

  @Test func `are answered, and the server goes on`() throws {
    var numbers = Numbers(state: 7)
    let client = try TestClient()
    client.open("Coin.state.json", coin)
    let methods = [
      "hover", "completion", "rename", "codeAction", "didChange", "didOpen", "didClose",
      "selectionRange", "inlayHint", "semanticTokens/full", "formatting",
    ]
    let parts = ["\"", "{", "}", "[", "]", ":", ",", "\\", "null", "1e99", "-1", "ä", "\u{0}"]
    for turn in 0..<600 {
      let method = methods[turn % methods.count]
      var text = """
        {"jsonrpc":"2.0","id":\(turn),"method":"textDocument/\(method)","params":{"textDocument":\
        {"uri":"\(client.uri("Coin.state.json"))","version":1,"text":"{}"},"position":{"line":10,\
        "character":30},"range":{"start":{"line":1,"character":2},"end":{"line":9,"character":9}},\
        "contentChanges":[{"text":"\\"","range":{"start":{"line":3,"character":4},"end":{"line":\
        4,"character":5}}}],"newName":"x","positions":[{"line":8,"character":8}]}}
        """
      for _ in 0..<Int.random(in: 0..<3, using: &numbers) {
        let offset = Int.random(in: 0..<text.count, using: &numbers)
        let index = text.index(text.startIndex, offsetBy: offset)
        text.insert(contentsOf: parts[Int.random(in: 0..<parts.count, using: &numbers)], at: index)
      }
      client.send(text)
    }
    client.open("Coin.state.json", coin)
    #expect(client.rules("Coin.state.json") == [])
  }
}
