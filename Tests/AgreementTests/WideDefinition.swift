import Foundation

/// A definition of 500 events with a row each: the widest that is promised to run fast.
enum WideDefinition {
  /// Writes it into a folder of its own; the path of the folder.
  static func write() throws -> String {
    let numbers = 0..<500
    let events = numbers.map { "\"e\($0)\": {}" }.joined(separator: ", ")
    let rows = numbers.map { k in
      """
      { "on": "e\(k)", "if": "total % \(2 + k % 7) != \(k % (2 + k % 7))",
        "set": { "total": "(total * 3 + \(k)) % 1000003" } }
      """
    }
    let text = """
      { "state": "Wide", "format": 1,
        "properties": { "total": { "type": "int", "initial": 1 } },
        "events": { \(events) },
        "reducer": [ \(rows.joined(separator: ",\n")) ],
        "outputs": { "total": { "kind": "ui", "type": "int", "value": "total" } } }
      """
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("wide-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.appendingPathComponent("Wide.state.json"))
    return folder.path
  }
}
