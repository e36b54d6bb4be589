import Foundation
import Testing

/// The standard's own suite, read where it lies.
enum Vectors {
  private struct File<Vector: Decodable>: Decodable {
    var vectors: [Vector]?
  }

  /// All vectors, as much of each as `Vector` reads; empty, with a message, where the folder is absent.
  static func all<Vector: Decodable>(_ type: Vector.Type) throws -> [Vector] {
    let named = ProcessInfo.processInfo.environment["STATES_CEL_VECTORS"]
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder =
      named.map { URL(filePath: $0) } ?? root.appending(path: "../shared/conformance/cel")
    let manager = FileManager.default
    if named == nil, !manager.fileExists(atPath: folder.path) {
      print("The standard's vectors: no folder ../shared/conformance/cel, none read")
      return []
    }
    let files = try manager.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    let vectors = try files.flatMap { file in
      try JSONDecoder().decode(File<Vector>.self, from: Data(contentsOf: file)).vectors ?? []
    }
    try #require(!vectors.isEmpty, "no vectors in \(folder.path)")
    return vectors
  }
}
