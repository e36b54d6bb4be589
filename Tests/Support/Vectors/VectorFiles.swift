package import Foundation

/// The vectors in folders.
package enum VectorFiles {
  /// The folder of the standard's vectors, and whether a variable sets it.
  package static var standard: (folder: URL, isNamed: Bool) {
    let named = ProcessInfo.processInfo.environment["STATES_CEL_VECTORS"]
    let folder = named.map { URL(filePath: $0) }
    return (folder ?? tests.appending(path: "../../shared/conformance/cel"), named != nil)
  }

  /// The folder of our own vectors.
  package static var own: URL { tests.appending(path: "CELTests/Vectors") }

  private static var tests: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  /// The vectors of all files in a folder, file by file.
  package static func vectors(in folder: URL) throws -> [Vector] {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    var vectors: [Vector] = []
    for file in files.sorted(by: { $0.lastPathComponent < $1.lastPathComponent })
    where file.pathExtension == "json" {
      let json = try JSONDecoder().decode(JSON.self, from: Data(contentsOf: file))
      vectors += (json["vectors"]?.array ?? []).map(Vector.init)
    }
    return vectors
  }
}
