import StateFiles
import StateModel
import Testing

@Suite struct `Names are found` {
  private func client() throws -> TestClient {
    let client = try TestClient(files: [
      "Common.types.json": Sample.types, "Screen.spec.json": Sample.spec,
    ])
    client.open("Screen.state.json", Sample.screen)
    #expect(client.rules("Screen.state.json")?.contains { !$0.hasPrefix("property/") } == false)
    return client
  }

  private func hover(_ client: TestClient, _ needle: String, _ offset: Int = 0) -> String {
    client.at("Screen.state.json", needle, offset, "hover")["contents"]?["value"]?.string ?? ""
  }

  @Test(arguments: [
    ("\"initial\": \"start", 2, "Its value at the start"),
    ("\"reducer\"", 3, "\"reducer\": ["),
    ("count > 3", 1, "property count: int"),
    ("count > 3", 1, "How many."),
    ("count > 3", 6, "count > 3: bool"),
    ("\"count\": \"sum", 2, "written at lines 16, 17"),
    ("event.amount", 7, "field added.amount: int"),
    ("half(count)", 1, "function half(x: int): int"),
    ("s.title", 3, "field Song.title: string"),
    ("Level.high", 7, "value Level.high"),
    ("'ok'", 2, "'ok': string"),
    (".filter", 3, "filter(x, condition)"),
    ("\"sum\": \"count", 2, "name sum: int"),
    ("\"show\": { \"text", 2, "command show(text: string)"),
    ("\"added\", \"let", 2, "event added(amount: int)"),
    ("isMany\" }", 2, "computed value isMany: bool"),
  ])
  func `hover explains what is under the cursor`(needle: String, offset: Int, text: String) throws {
    let client = try client()
    let found = hover(client, needle, offset)
    #expect(found.contains(text), "\(found)")
  }

  @Test func `hover on a finding explains its rule`() throws {
    let client = try client()
    client.replace("Screen.state.json", Sample.screen.replacing("sum < 10", with: "summ < 10"))
    #expect(hover(client, "summ < 10", 2).contains("name/unknown"))
  }

  @Test(arguments: [
    ("count > 3", 1, "Screen.state.json", "\"count\": { \"type", 1),
    ("Level.high", 1, "Common.types.json", "\"Level\"", 1),
    ("Level.high", 7, "Common.types.json", "\"high\"", 1),
    ("s.title", 3, "Common.types.json", "\"title\"", 1),
    ("half(count)", 1, "Common.types.json", "\"half\"", 1),
    ("event.amount", 7, "Screen.state.json", "\"amount\"", 1),
    ("sum < 10", 1, "Screen.state.json", "\"sum\"", 1),
    ("\"added\", \"let", 2, "Screen.state.json", "\"added\": { \"from", 1),
  ])
  func `definition leads to the declaration`(
    needle: String, offset: Int, file: String, target: String, column: Int
  ) throws {
    let client = try client()
    client.open("Common.types.json", Sample.types)
    let found = client.at("Screen.state.json", needle, offset, "definition").list
    #expect(found.count == 1)
    #expect(found.first?["uri"] == .string(client.uri(file)))
    #expect(found.first?["range"]?["start"] == client.position(file, target, column))
  }

  @Test func `definition of an entry of uses is the file`() throws {
    let client = try client()
    let found = client.at("Screen.state.json", "Common.types", 3, "definition")
    #expect(found["uri"] == .string(client.uri("Common.types.json")))
  }

  @Test func `references are in all files`() throws {
    let client = try client()
    let found = client.at(
      "Screen.state.json", "\"added\", \"let", 2, "references",
      with: ["context": ["includeDeclaration": true]]
    ).list.compactMap { $0["uri"]?.string }
    #expect(
      found.map { $0.split(separator: "/").last } == [
        "Screen.state.json", "Screen.state.json", "Screen.spec.json",
      ])
    let low = client.at(
      "Screen.state.json", "Level.low", 7, "references",
      with: ["context": ["includeDeclaration": true]]
    ).list.compactMap { $0["uri"]?.string }
    #expect(
      low.map { $0.split(separator: "/").last } == [
        "Common.types.json", "Screen.spec.json", "Screen.state.json",
      ])
  }

  @Test func `highlights reads and writes`() throws {
    let client = try client()
    let found = client.at("Screen.state.json", "count > 3", 1, "documentHighlight").list
    #expect(found.map { $0["kind"]?.digits } == ["3", "2", "2", "3", "3", "2"])
  }

  /// Renames, applies the edits to every file, and returns the files.
  private func renamed(
    _ client: TestClient, _ needle: String, _ offset: Int, to name: String
  ) throws -> [String: String] {
    for (file, text) in ["Common.types.json": Sample.types, "Screen.spec.json": Sample.spec] {
      client.open(file, text)
    }
    let result = client.at(
      "Screen.state.json", needle, offset, "rename", with: ["newName": .string(name)])
    guard case .object(let changes)? = result["changes"] else { return [:] }
    var files: [String: String] = [:]
    for change in changes {
      let file = String(change.key.split(separator: "/").last ?? "")
      files[file] = client.applying(change.value.list, to: file)
    }
    return files
  }

  @Test(arguments: [
    ("count > 3", 1, ["Screen.state.json"]),
    ("\"added\", \"let", 2, ["Screen.state.json", "Screen.spec.json"]),
    ("event.amount", 7, ["Screen.state.json", "Screen.spec.json"]),
    ("Level.low", 7, ["Common.types.json", "Screen.spec.json", "Screen.state.json"]),
    ("Level.low", 1, ["Common.types.json", "Screen.state.json"]),
    ("s.title", 3, ["Common.types.json", "Screen.state.json"]),
    ("half(count)", 1, ["Common.types.json", "Screen.state.json"]),
    ("\"total\"", 1, ["Screen.state.json", "Screen.spec.json"]),
    ("\"start\": {", 1, ["Screen.state.json", "Screen.spec.json"]),
    ("sum < 10", 1, ["Screen.state.json"]),
    ("s.title", 0, ["Screen.state.json"]),
    ("\"show\": { \"text", 1, ["Screen.state.json"]),
    ("\"text\": \"'ok'", 1, ["Screen.state.json"]),
  ])
  func `rename changes every use, and nothing else becomes wrong`(
    needle: String, offset: Int, files: [String]
  ) throws {
    let client = try client()
    let before = client.rules("Screen.state.json") ?? []
    let changed = try renamed(client, needle, offset, to: "renamed")
    #expect(changed.keys.sorted() == files.sorted())
    for (file, text) in changed { client.replace(file, text) }
    #expect(client.rules("Screen.state.json") == before)
    #expect(client.rules("Screen.spec.json") == [])
    #expect(client.rules("Common.types.json") == [])
  }

  @Test(arguments: [
    ("count > 3", 1, "level"), ("count > 3", 1, "2x"), ("count > 3", 1, "event"),
    ("\"added\", \"let", 2, "cleared"), ("Level.low", 7, "high"), ("s.title", 3, "level"),
    ("\"state\": \"Screen", 12, "Other"),
  ])
  func `rename refuses what would collide`(needle: String, offset: Int, name: String) throws {
    let client = try client()
    let answer = client.answerAt(
      "Screen.state.json", needle, offset, "rename", with: ["newName": .string(name)])
    #expect(answer.code == -32803, "\(answer.text)")
  }

  @Test func `names stay known while the text is broken`() throws {
    let client = try client()
    client.replace(
      "Screen.state.json",
      Sample.screen.replacing("\"if\": \"sum < 10\",", with: "\"if\": \"cou"))
    #expect(client.rules("Screen.state.json")?.first?.hasPrefix("json/") == true)
    let labels = client.items("Screen.state.json", "\"if\": \"cou", 10).compactMap {
      $0["label"]?.string
    }
    #expect(labels.contains("count"))
    #expect(labels.contains("event.amount"))
  }
}
