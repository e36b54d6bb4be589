import CEL
import StateFiles
import StateModel
import Testing

@testable import StateLanguageServer

@Suite struct `The structure of a document` {
  private func client() throws -> TestClient {
    let client = try TestClient(files: ["Common.types.json": Sample.types])
    client.open("Screen.state.json", Sample.screen)
    return client
  }

  private func document(_ client: TestClient) -> JSON {
    ["textDocument": ["uri": .string(client.uri("Screen.state.json"))]]
  }

  @Test func `has symbols for sections, declarations and rows`() throws {
    let client = try client()
    let sections = client.request("textDocument/documentSymbol", document(client)).list
    #expect(
      sections.compactMap { $0["name"]?.string } == [
        "uses", "inputs", "properties", "computed", "events", "commands", "reducer", "outputs",
      ])
    #expect(!JSON.array(sections).text.contains("null"))
    let rows = sections.first { $0["name"] == "reducer" }?["children"]?.list ?? []
    #expect(rows.compactMap { $0["name"]?.string } == ["added", "cleared"])
  }

  @Test func `has symbols of all folders`() throws {
    let client = try client()
    let found = client.request("workspace/symbol", ["query": "lvl"]).list
    #expect(found.compactMap { $0["name"]?.string } == ["Level", "level"])
    #expect(client.request("workspace/symbol", ["query": "zzz"]).list == [])
  }

  @Test func `folds what has several lines`() throws {
    let client = try client()
    let found = client.request("textDocument/foldingRange", document(client)).list
    #expect(found.first?["startLine"] == 0)
    #expect(found.count == 5)
  }

  @Test func `selects from the name outwards`() throws {
    let client = try client()
    var members: [JSON.Member] = []
    if case .object(let document) = document(client) { members = document }
    members.append(
      .init(key: "positions", value: [client.position("Screen.state.json", "sum < 10", 1)]))
    var next = client.request("textDocument/selectionRange", .object(members)).list.first
    var texts: [Int] = []
    while let found = next {
      let start = Int(found["range"]?["start"]?["character"]?.digits ?? "") ?? 0
      let end = Int(found["range"]?["end"]?["character"]?.digits ?? "") ?? 0
      texts.append(end - start)
      next = found["parent"]
    }
    // sum, sum < 10, with quotes, with its key, …
    #expect(texts.prefix(4) == [3, 8, 10, 16])
    #expect(texts.count >= 7)
  }

  @Test func `has colors inside cells`() throws {
    let client = try client()
    let data = client.request("textDocument/semanticTokens/full", document(client))["data"]?.list
    let numbers = (data ?? []).compactMap { $0.digits.flatMap { Int($0) } }
    #expect(numbers.count % 5 == 0)
    var line = 0
    var column = 0
    var found: [String] = []
    let lines = Sample.screen.split(separator: "\n", omittingEmptySubsequences: false)
    for start in stride(from: 0, to: numbers.count, by: 5) {
      column = numbers[start] == 0 ? column + numbers[start + 1] : numbers[start + 1]
      line += numbers[start]
      let text = lines[line].dropFirst(column).prefix(numbers[start + 2])
      found.append("\(text) \(SemanticTokens.types[numbers[start + 3]].rawValue)")
    }
    for token in [
      "count property", "> operator", "3 number", "Level type", "high enumMember", "'ok' string",
      "filter function", "s parameter", "title property", "half function", "isMany variable",
    ] { #expect(found.contains(token), "\(token)") }
  }

  @Test func `has hints for the types of let`() throws {
    let client = try client()
    var members: [JSON.Member] = []
    if case .object(let document) = document(client) { members = document }
    members.append(
      .init(
        key: "range",
        value: ["start": ["line": 0, "character": 0], "end": ["line": 99, "character": 0]]))
    let hints = client.request("textDocument/inlayHint", .object(members)).list
    #expect(hints.map { $0["label"] } == [": int"])
  }

  @Test(arguments: [
    ("half(count)", 5, "half(x: int): int", 0),
    ("songs.filter(s, s", 15, "filter(x, condition)", 1),
  ])
  func `has help for the call around the cursor`(
    needle: String, offset: Int, label: String, parameter: Int
  ) throws {
    let client = try client()
    let help = client.at("Screen.state.json", needle, offset, "signatureHelp")
    #expect(help["signatures"]?.list.first?["label"] == .string(label))
    #expect(help["activeParameter"]?.digits == String(parameter))
  }

  @Test func `is known for every text, however broken`() {
    let bytes = Array(Sample.screen.utf8)
    for index in stride(from: 0, to: bytes.count, by: 3) {
      var changed = bytes
      changed[index] = [0x7B, 0x22, 0x5D, 0x2C, 0x5C, 0x0A, 0xFF][index % 7]
      let tree = TextTree(changed)
      for (number, node) in tree.nodes.enumerated() {
        #expect(node.after > number && node.after <= tree.nodes.count)
        #expect(0 <= node.range.lowerBound && node.range.upperBound <= changed.count)
        _ = tree.string(at: number)
        _ = tree.key(of: number)
      }
      for offset in stride(from: 0, to: changed.count, by: 97) {
        if let node = tree.innermost(at: offset) { _ = tree.steps(to: node) }
      }
    }
  }

  @Test func `has an example for each key of the format, which is JSON`() throws {
    for kind in ObjectKind.allCases where kind != .baseline && kind != .knownFinding {
      for key in kind.form.keys {
        let example = try #require(KeyExamples.example(kind, key.name), "\(kind) \(key.name)")
        let json = try JSON(parsing: "{ \(example) }")
        #expect(key.form.choicesAccept(json[key.name] ?? .null), "\(example)")
      }
    }
  }

  @Test func `has a line for each function of the language`() {
    let missing = LanguageFunction.all.map(\.name).filter { FunctionTexts.all[$0] == nil }
    #expect(missing == [])
    let names = Set(LanguageFunction.all.map(\.name))
    #expect(FunctionTexts.all.keys.filter { !names.contains($0) } == [])
  }
}

extension Form {
  fileprivate func choicesAccept(_ json: JSON) -> Bool {
    FormTree.choices([self]).contains { $0.accepts(json) }
  }
}
