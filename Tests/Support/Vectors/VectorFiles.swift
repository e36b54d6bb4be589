package import Foundation

/// The folders that contain the vectors.
package enum VectorFiles {
  /// The folder of the project's own vectors.
  package static var own: URL { tests.appending(path: "CELTests/Vectors") }

  private static var tests: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  /// The vectors of all files in a folder, in the order of the file names.
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
