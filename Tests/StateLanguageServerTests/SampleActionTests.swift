import StateFiles
import StateModel
import Testing

@testable import StateLanguageServer

/// Each code action on each sample.
@Suite struct `Code actions on the samples` {
  /// A client with a sample and its spec open.
  private func client(_ name: String) throws -> TestClient {
    let client = try TestClient(files: Samples.texts)
    for file in [spec(of: name), name] {
      if let text = Samples.texts[file] { client.open(file, text) }
    }
    return client
  }

  private func spec(of name: String) -> String {
    name.replacing(".state.json", with: ".spec.json")
  }

  private func json(_ position: LineTable.Position) -> JSON {
    let json: JSON = ["line": .int(position.line), "character": .int(position.character)]
    return ["start": json, "end": json]
  }

  /// The numbers of errors and of findings in a definition and its spec.
  private func counts(_ client: TestClient, _ name: String) -> (errors: Int, findings: Int) {
    let found = [name, spec(of: name)].flatMap { client.diagnostics($0) ?? [] }
    return (found.count { $0["severity"] == 1 }, found.count)
  }

  @Test(arguments: Samples.definitions)
  func `give files that validate`(name: String) throws {
    let client = try client(name)
    let before = counts(client, name)
    let text = SourceText(Array((Samples.texts[name] ?? "").utf8))
    var seen: Set<String> = []
    for node in text.tree.nodes.indices where text.tree.nodes[node].kind == .string {
      let start = text.tree.nodes[node].range.lowerBound + 1
      for action in client.actions(name, json(text.lines.position(of: start, .utf16)))
      where seen.insert((action["edit"] ?? action["command"] ?? .null).text).inserted {
        let changed = client.perform(action)
        for (file, text) in changed { client.replace(file, text) }
        #expect(counts(client, name) <= before, "\(action.text)")
        for file in changed.keys { client.replace(file, Samples.texts[file] ?? "") }
      }
    }
  }

  /// A name of each kind loses its last letter.
  @Test(arguments: Samples.definitions)
  func `leave a finding fewer where a name is wrong`(name: String) throws {
    let client = try client(name)
    let text = SourceText(Array((Samples.texts[name] ?? "").utf8))
    var workspace = Workspace()
    var seen: Set<Symbol.Kind> = []
    for occurrence in workspace.occurrences(in: FilePath.joined(Samples.folder, name))
    where occurrence.role != .declaration && occurrence.range.count > 3
      && seen.insert(occurrence.symbol.kind).inserted
    {
      var bytes = text.bytes
      bytes.remove(at: occurrence.range.upperBound - 1)
      let broken = String(decoding: bytes, as: UTF8.self)
      client.replace(name, broken)
      let before = counts(client, name)
      #expect(before.findings > 0, "\(occurrence.symbol)")
      for action in client.actions(
        name, json(text.lines.position(of: occurrence.range.lowerBound, .utf16)))
      where action["kind"] == "quickfix" {
        let changed = client.perform(action)
        for (file, text) in changed { client.replace(file, text) }
        #expect(counts(client, name) < before, "\(action.text)")
        for file in changed.keys {
          client.replace(file, file == name ? broken : Samples.texts[file] ?? "")
        }
      }
    }
  }
}
