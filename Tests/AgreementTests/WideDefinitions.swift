import Foundation

/// Definitions with very many rows: 500 events with one row each, the size that must run fast, and
/// 600 rows of one event.
enum WideDefinitions {
  /// Writes the definitions into a new folder and returns its path.
  static func write() throws -> String {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("wide-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in [("Wide", wide), ("Crowded", crowded)] {
      try Data(text.utf8).write(to: folder.appendingPathComponent("\(name).state.json"))
    }
    return folder.path
  }

  private static var wide: String {
    let numbers = 0..<500
    let rows = numbers.map { k in
      """
      { "on": "e\(k)", "if": "total % \(2 + k % 7) != \(k % (2 + k % 7))",
        "set": { "total": "(total * 3 + \(k)) % 1000003" } }
      """
    }
    return text("Wide", events: numbers.map { "\"e\($0)\": {}" }, rows: rows)
  }

  /// Every tenth row declares something before its guard.
  private static var crowded: String {
    let rows = (0..<600).map { k in
      k % 10 == 9
        ? """
        { "on": "moved", "let": { "far": "event.by + \(k)" }, "if": "far % 700 == \(k)",
          "set": { "total": "total + far" } }
        """
        : """
        { "on": "moved", "if": "event.by % 700 == \(k)", "set": { "total": "total + \(k)" } }
        """
    }
    return text("Crowded", events: ["\"moved\": { \"carries\": { \"by\": \"int\" } }"], rows: rows)
  }

  private static func text(_ name: String, events: [String], rows: [String]) -> String {
    """
    { "state": "\(name)", "format": 1,
      "properties": { "total": { "type": "int", "initial": 1 } },
      "events": { \(events.joined(separator: ", ")) },
      "reducer": [ \(rows.joined(separator: ",\n")) ],
      "outputs": { "total": { "kind": "ui", "type": "int", "value": "total" } } }
    """
  }
}
