import Foundation
import StateFiles

/// A definition with a types file and a spec.
enum Sample {
  static let types = """
    { "format": 1,
      "types": {
        "Level": { "enum": ["low", "high"] },
        "Song": { "record": { "title": "string", "level": "Level" } }
      },
      "functions": { "half": { "takes": { "x": "int" }, "gives": "int", "value": "x / 2" } } }
    """
  static let screen = """
    {
      "state": "Screen", "format": 1, "uses": ["Common.types.json"],
      "inputs": { "start": { "type": "int", "about": "Where it starts." } },
      "properties": {
        "count": { "type": "int", "initial": "start", "about": "How many." },
        "level": { "type": "Level", "initial": "Level.low" },
        "songs": { "type": "[Song]", "initial": [] }
      },
      "computed": { "isMany": { "type": "bool", "value": "count > 3" } },
      "events": {
        "added": { "from": "user", "carries": { "amount": "int" } },
        "cleared": { "from": "user" }
      },
      "commands": { "show": { "carries": { "text": "string" } } },
      "reducer": [
        { "on": "added", "let": { "sum": "count + event.amount" }, "if": "sum < 10", "set": { "count": "sum" } },
        { "on": "cleared", "set": { "count": 0, "level": "Level.high" }, "emit": [{ "show": { "text": "'ok'" } }] }
      ],
      "outputs": {
        "total": { "kind": "ui", "type": "int", "value": "half(count)" },
        "titles": { "kind": "ui", "type": "[string]", "value": "songs.filter(s, s.level == level).map(s, s.title)" },
        "many": { "kind": "ui", "type": "bool", "value": "isMany" },
        "rank": { "kind": "ui", "type": "Level", "value": "level" }
      }
    }
    """
  static let spec = """
    { "spec": "Screen", "given": { "start": 1 },
      "cases": [ { "name": "one is added", "when": [{ "added": { "amount": 1 } }], "then": { "total": 1, "rank": "low" } } ] }
    """
}

/// The definitions, types files and specs of the repository, by name.
enum Samples {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Definitions")
    .path

  static let texts: [String: String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let files = names.filter { DefinitionFolder.Kind(fileName: $0) != nil }
    return Dictionary(
      uniqueKeysWithValues: files.map { name in
        (name, (try? String(contentsOfFile: FilePath.joined(folder, name), encoding: .utf8)) ?? "")
      })
  }()

  static let names = texts.keys.sorted()
  static let definitions = names.filter { $0.hasSuffix(".state.json") }
}
