import CEL
import Foundation
import Testing

/// The expressions of the standard's own suite, read where they lie.
@Suite struct `The syntax of the standard's vectors` {
  @Test func `every expression parses, and its canonical text says the same`() throws {
    let expressions = try Vectors.expressions()
    for (id, text) in expressions {
      let parsed = Parser.parse(text)
      guard let syntax = parsed.syntax else {
        Testing.Issue.record("\(id): \(text): \(parsed.issues.first?.message ?? "")")
        continue
      }
      let printed = Printer.text(of: syntax)
      let again = Parser.parse(printed)
      #expect(again.syntax?.isSame(as: syntax) == true, "\(id): \(text) became \(printed)")
      #expect(again.syntax.map(Printer.text(of:)) == printed, "\(id): printed twice differs")
    }
  }
}

enum Vectors {
  private struct File: Decodable {
    struct Vector: Decodable {
      var id: String
      var expr: String
    }

    var vectors: [Vector]?
  }

  /// Identifiers and texts of all vectors; empty, and said so, where the folder is not there.
  static func expressions() throws -> [(id: String, text: String)] {
    let named = ProcessInfo.processInfo.environment["STATES_CEL_VECTORS"]
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder =
      named.map { URL(filePath: $0) } ?? root.appending(path: "../shared/conformance/cel")
    let manager = FileManager.default
    if named == nil, !manager.fileExists(atPath: folder.path) {
      print("The syntax of the standard's vectors: no folder ../shared/conformance/cel, none read")
      return []
    }
    let files = try manager.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    let vectors = try files.flatMap { file in
      try JSONDecoder().decode(File.self, from: Data(contentsOf: file)).vectors ?? []
    }
    try #require(!vectors.isEmpty, "no vectors in \(folder.path)")
    return vectors.map { ($0.id, $0.expr) }
  }
}
