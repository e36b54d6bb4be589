import Foundation
import StateExchange
import Testing
import XMLFiles

/// Files for other programs.
@Suite struct `Report files` {
  /// The report of `states validate` in a format, for all valid and broken samples.
  private static func written(_ format: String, _ command: String) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "states-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: Transcript.folder.appending(path: "Files"), to: folder)
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try Transcript.run("\(command) --output \(format)=out/report", in: folder, [:])
    return Array(try Data(contentsOf: folder.appending(path: "out/report")))
  }

  private static let commands = [
    "states validate . --fail-on note", "states test .", "states validate Coin.state.json",
    "states validate Coin.state.json Nowhere.state.json",
  ]

  @Test(arguments: commands)
  func `in SARIF pass the public schema`(_ command: String) throws {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "states-\(UUID().uuidString).sarif")
    try Data(Self.written("sarif", command)).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let schema = Transcript.folder.appending(path: "Schemas/sarif-2.1.0.schema.json")
    // The schema contains a pattern that is invalid in JavaScript.
    let answer = try OutsideTool.run(
      "check-jsonschema",
      ["--regex-variant", "python", "--schemafile", schema.path, file.path])
    if let answer { #expect(answer.code == 0, "\(answer.text)") }
  }

  @Test(arguments: commands)
  func `in JUnit's form are XML, and count right`(_ command: String) throws {
    let document = XMLDocument(try Self.written("junit", command))
    #expect(document.diagnostics.isEmpty)
    let root = try #require(document.root)
    #expect(root.name == "testsuites")
    var tests = 0
    for suite in root.children {
      func count(_ name: String) -> String? { suite.attributes.first { $0.name == name }?.value }
      #expect(count("tests") == String(suite.children.count))
      #expect(
        count("failures") == String(suite.children.count { $0.children.first?.name == "failure" }))
      #expect(
        count("errors") == String(suite.children.count { $0.children.first?.name == "error" }))
      tests += suite.children.count
    }
    #expect(root.attributes.first { $0.name == "tests" }?.value == String(tests))
    #expect(tests > 0)
  }
}
