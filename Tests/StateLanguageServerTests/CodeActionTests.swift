import Foundation
import StateChecks
import StateFiles
import StateModel
import Testing

@Suite struct `Code actions` {
  /// The definitions of the repository, with their specs and types files.
  private static let samples: [String: String] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Definitions")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return Dictionary(
      uniqueKeysWithValues: names.filter { $0.hasSuffix(".json") }.map { name in
        (
          name,
          (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)) ?? ""
        )
      })
  }()

  static let definitions = samples.keys.filter { $0.hasSuffix(".state.json") }.sorted()

  private func actions(_ client: TestClient, _ name: String, _ range: JSON) -> [JSON] {
    client.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(client.uri(name))], "range": range,
        "context": ["diagnostics": []],
      ]
    ).list
  }

  private func actions(
    _ client: TestClient, _ name: String, at needle: String, _ offset: Int = 0
  ) -> [JSON] {
    let position = client.position(name, needle, offset)
    return actions(client, name, ["start": position, "end": position])
  }

  /// Applies the edits of an action, or those that its command requests; returns the changed files.
  private func perform(_ action: JSON?, _ client: TestClient) -> [String: String] {
    guard let action else { return [:] }
    var edit = action["edit"]
    if let command = action["command"] {
      let answer = client.answer(
        "workspace/executeCommand",
        ["command": command["command"] ?? .null, "arguments": command["arguments"] ?? []])
      guard answer.code == nil else { return [:] }
      edit = client.received.last { $0["method"] == "workspace/applyEdit" }?["params"]?["edit"]
    }
    guard case .object(let changes)? = edit?["changes"] else { return [:] }
    var files: [String: String] = [:]
    for change in changes {
      let name = String(change.key.split(separator: "/").last ?? "")
      files[name] = client.applying(change.value.list, to: name)
    }
    return files
  }

  /// The rules of bad examples whose finding has a fix.
  static let fixed: [Rule] = Rule.all.filter {
    $0.bad.range != nil && DefinitionFolder.Kind(fileName: $0.bad.name) != nil
  }

  @Test func `offer each fix of validate, which leaves a finding fewer`() throws {
    var count = 0
    for rule in Self.fixed {
      var files: [String: String] = [:]
      for file in rule.bad.beside where !file.path.contains("/") { files[file.path] = file.text }
      let client = try TestClient(files: files)
      client.open(rule.bad.name, rule.bad.text)
      let before = client.diagnostics(rule.bad.name) ?? []
      for diagnostic in before {
        guard let range = diagnostic["range"] else { continue }
        for action in actions(client, rule.bad.name, range)
        where action["kind"] == "quickfix" && action["diagnostics"]?.list == [diagnostic] {
          guard let text = perform(action, client)[rule.bad.name] else { continue }
          count += 1
          client.replace(rule.bad.name, text)
          let after = client.diagnostics(rule.bad.name) ?? []
          #expect(
            !after.contains { $0["message"] == diagnostic["message"] && $0["range"] == range },
            "\(rule.id.rawValue): \(action["title"]?.text ?? "")")
          client.replace(rule.bad.name, rule.bad.text)
        }
      }
    }
    #expect(count >= 5, "\(count) fixes")
  }

  @Test func `make all safe fixes at once`() throws {
    let client = try TestClient()
    let name = "Coin.state.json"
    client.open(
      name,
      coin.replacing("{ \"isHeads\": true }", with: "{ \"isHead\": true }")
        .replacing("\"on\": \"flippedToTails\"", with: "\"on\": \"flipedToTails\""))
    let all = actions(client, name, at: "isHead\"").first { $0["kind"] == "source.fixAll" }
    let text = try #require(perform(all, client)[name])
    client.replace(name, text)
    #expect(client.rules(name) == [])
  }

  @Test func `declare an event with the fields that its row uses`() throws {
    let client = try TestClient()
    let name = "Coin.state.json"
    client.open(
      name,
      coin.replacing(
        "{ \"on\": \"flippedToTails\", \"set\": { \"isHeads\": false } }",
        with:
          "{ \"on\": \"landed\", \"if\": \"event.side != ''\", \"set\": { \"isHeads\": \"event.up\" } }"
      ))
    let action = actions(client, name, at: "\"landed\"", 2).first {
      $0["title"] == "declare event `landed`"
    }
    let text = try #require(perform(action, client)[name])
    #expect(
      text.contains(#""landed": { "from": "user", "carries": { "side": "string", "up": "bool" } }"#)
    )
    client.replace(name, text)
    #expect(client.diagnostics(name)?.contains { $0["severity"] == 1 } == false)
  }

  @Test func `add a row for an event that nothing handles`() throws {
    let client = try TestClient()
    let name = "Coin.state.json"
    client.open(
      name, coin.replacing("\"flippedToTails\": {", with: "\"dropped\": {}, \"flippedToTails\": {"))
    let before = try #require(client.rules(name))
    #expect(before.contains("event/unhandled"))
    let action = actions(client, name, at: "\"dropped\"", 2).first {
      $0["title"] == "add a row for `dropped`"
    }
    client.replace(name, try #require(perform(action, client)[name]))
    #expect(client.rules(name)?.contains("event/unhandled") == false)
    #expect(client.diagnostics(name)?.contains { $0["severity"] == 1 } == false)
    #expect(actions(client, name, at: "\"flippedToHeads\": {", 2).isEmpty)
  }

  @Test func `extract a computed value where the expression means the same`() throws {
    let client = try TestClient()
    let name = "Coin.state.json"
    client.open(name, coin.replacing("isHeads ? 'Heads'", with: "!isHeads && isHeads ? 'Heads'"))
    let action = actions(client, name, at: "!isHeads && isHeads ?", 9).first {
      $0["title"] == "extract computed value `value1`"
    }
    let text = try #require(perform(action, client)[name])
    #expect(text.contains(#""value1": { "type": "bool", "value": "!isHeads && isHeads" }"#))
    #expect(text.contains(#""value": "value1 ? 'Heads' : 'Tails'""#))
    client.replace(name, text)
    #expect(client.rules(name)?.contains("name/unknown") == false)
  }

  @Test func `write a case for a row that no case reaches`() throws {
    let spec = """
      { "spec": "Coin",
        "cases": [
          { "name": "heads", "when": ["flippedToHeads"], "then": { "coinSide": "Heads" } }
        ] }
      """
    let client = try TestClient()
    client.open("Coin.spec.json", spec)
    client.open("Coin.state.json", coin)
    let action = actions(client, "Coin.state.json", at: "\"on\": \"flippedToTails\"", 2).first {
      $0["title"] == "write a case for this row"
    }
    let text = try #require(perform(action, client)["Coin.spec.json"])
    #expect(text.contains(#""when": ["flippedToTails"], "then": { "coinSide": "Tails" }"#))
    client.replace("Coin.spec.json", text)
    #expect(client.rules("Coin.spec.json") == [])
    // Now a case reaches it.
    let titles = actions(client, "Coin.state.json", at: "\"on\": \"flippedToTails\"", 2)
    #expect(!titles.contains { $0["title"] == "write a case for this row" })
  }

  @Test func `explain why a row is denied`() throws {
    let client = try TestClient()
    let guarded = coin.replacing(
      "\"on\": \"flippedToTails\",", with: "\"on\": \"flippedToTails\", \"if\": \"isHeads\",")
    client.open("Coin.state.json", guarded)
    let action = actions(client, "Coin.state.json", at: "\"if\": \"isHeads\"", 8).first {
      $0["title"] == "why is this row denied?"
    }
    _ = perform(action, client)
    let message = client.received.last { $0["method"] == "window/showMessage" }
    #expect(
      message?["params"]?["message"]?.string
        == "Row 1 denies the last event of the shortest trace: flippedToTails, flippedToTails")
  }

  @Test func `show the picture that was drawn`() throws {
    let client = try TestClient()
    client.open("Coin.state.json", coin)
    #expect(actions(client, "Coin.state.json", at: "\"state\"").isEmpty)
    try FileManager.default.createDirectory(
      at: client.folder.appendingPathComponent("Diagrams"), withIntermediateDirectories: true)
    try client.write("<svg/>", to: "Diagrams/Coin.svg")
    let action = actions(client, "Coin.state.json", at: "\"state\"").first {
      $0["title"] == "show the diagram"
    }
    _ = perform(action, client)
    let shown = client.received.last { $0["method"] == "window/showDocument" }
    #expect(shown?["params"]?["uri"] == .string(client.uri("Diagrams/Coin.svg")))
  }

  /// The first positions of each kind of action in a definition.
  @Test(arguments: definitions)
  func `on a sample give a file that validates`(name: String) throws {
    let client = try TestClient(files: Self.samples)
    let spec = name.replacing(".state.json", with: ".spec.json")
    for file in [spec, name] { if let text = Self.samples[file] { client.open(file, text) } }
    let before = [client.rules(spec) ?? [], client.rules(name) ?? []].map(\.count)
    let text = Self.samples[name] ?? ""
    var seen: [String: Int] = [:]
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      for (column, character) in line.enumerated() where character == "\"" && column % 7 == 0 {
        let position: JSON = ["line": .number("\(number)"), "character": .number("\(column + 1)")]
        for action in actions(client, name, ["start": position, "end": position]) {
          guard let title = action["title"]?.string, seen[title, default: 0] < 2 else { continue }
          seen[title, default: 0] += 1
          let changed = perform(action, client)
          for (file, text) in changed { client.replace(file, text) }
          let after = [client.rules(spec) ?? [], client.rules(name) ?? []]
          #expect(zip(after, before).allSatisfy { $0.count <= $1 }, "\(title): \(after)")
          #expect(client.diagnostics(name)?.contains { $0["severity"] == 1 } == false, "\(title)")
          for file in changed.keys { client.replace(file, Self.samples[file] ?? "") }
        }
      }
    }
  }
}
