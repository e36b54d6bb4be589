import Foundation
import Testing

@Suite struct `Comments of generated code` {
  @Test(arguments: ["swift", "kotlin"])
  func `show what commands a terminal or turns text by its code`(language: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "states-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try #"""
    { "state": "Lamp", "format": 1, "about": "a\u001b[31m b\u202ec 👨‍👩‍👧 é",
      "events": { "tapped": {} }, "reducer": [{ "on": "tapped" }] }
    """#.write(
      to: folder.appending(path: "Lamp.state.json"), atomically: false, encoding: .utf8)
    let result = try Transcript.run(
      "states generate \(language) Lamp.state.json --output out; cat out/LampState.*", in: folder,
      [:])
    #expect(result.lines.contains { $0.contains("aU+1B[31m bU+202Ec 👨‍👩‍👧 é") }, "\(result.lines)")
    #expect(!result.lines.contains { $0.contains("\u{1B}") || $0.contains("\u{202E}") })
  }
}
