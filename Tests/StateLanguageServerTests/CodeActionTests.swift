import Foundation
import StateChecks
import StateFiles
import StateModel
import Testing

@Suite struct `Code actions` {
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
        for action in client.actions(rule.bad.name, range)
        where action["kind"] == "quickfix" && action["diagnostics"]?.list == [diagnostic] {
          guard let text = client.perform(action)[rule.bad.name] else { continue }
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
    let all = client.actions(name, at: "isHead\"").first { $0["kind"] == "source.fixAll" }
    let text = try #require(client.perform(all)[name])
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
    let action = client.actions(name, at: "\"landed\"", 2).first {
      $0["title"] == "declare event `landed`"
    }
    let text = try #require(client.perform(action)[name])
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
    let action = client.actions(name, at: "\"dropped\"", 2).first {
      $0["title"] == "add a row for `dropped`"
    }
    client.replace(name, try #require(client.perform(action)[name]))
    #expect(client.rules(name)?.contains("event/unhandled") == false)
    #expect(client.diagnostics(name)?.contains { $0["severity"] == 1 } == false)
    #expect(client.actions(name, at: "\"flippedToHeads\": {", 2).isEmpty)
  }

  @Test func `extract a computed value where the expression means the same`() throws {
    let client = try TestClient()
    let name = "Coin.state.json"
    client.open(name, coin.replacing("isHeads ? 'Heads'", with: "!isHeads && isHeads ? 'Heads'"))
    let action = client.actions(name, at: "!isHeads && isHeads ?", 9).first {
      $0["title"] == "extract computed value `value1`"
    }
    let text = try #require(client.perform(action)[name])
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
    let action = client.actions("Coin.state.json", at: "\"on\": \"flippedToTails\"", 2).first {
      $0["title"] == "write a case for this row"
    }
    let text = try #require(client.perform(action)["Coin.spec.json"])
    #expect(text.contains(#""when": ["flippedToTails"], "then": { "coinSide": "Tails" }"#))
    client.replace("Coin.spec.json", text)
    #expect(client.rules("Coin.spec.json") == [])
    // Now a case reaches it.
    let titles = client.actions("Coin.state.json", at: "\"on\": \"flippedToTails\"", 2)
    #expect(!titles.contains { $0["title"] == "write a case for this row" })
  }

  @Test func `explain why a row is denied`() throws {
    let client = try TestClient()
    let guarded = coin.replacing(
      "\"on\": \"flippedToTails\",", with: "\"on\": \"flippedToTails\", \"if\": \"isHeads\",")
    client.open("Coin.state.json", guarded)
    let action = client.actions("Coin.state.json", at: "\"if\": \"isHeads\"", 8).first {
      $0["title"] == "why is this row denied?"
    }
    _ = client.perform(action)
    let message = client.received.last { $0["method"] == "window/showMessage" }
    #expect(
      message?["params"]?["message"]?.string
        == """
        The row in line 13 is denied at the end of the shortest sequence that was found: \
        flippedToTails, flippedToTails
        `isHeads` is `false`, isHeads is false
        """)
  }

  @Test func `show the picture that was drawn`() throws {
    let client = try TestClient()
    client.open("Coin.state.json", coin)
    #expect(client.actions("Coin.state.json", at: "\"state\"").isEmpty)
    try FileManager.default.createDirectory(
      at: client.folder.appendingPathComponent("Diagrams"), withIntermediateDirectories: true)
    try client.write("<svg/>", to: "Diagrams/Coin.svg")
    let action = client.actions("Coin.state.json", at: "\"state\"").first {
      $0["title"] == "show the diagram"
    }
    _ = client.perform(action)
    let shown = client.received.last { $0["method"] == "window/showDocument" }
    #expect(shown?["params"]?["uri"] == .string(client.uri("Diagrams/Coin.svg")))
  }
}
