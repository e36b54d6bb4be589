import CEL
import Foundation
import Testing

@Suite struct `CEL conformance` {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func `the standard's vectors hold`() throws {
    let package = Self.root.deletingLastPathComponent().deletingLastPathComponent()
    let named = ProcessInfo.processInfo.environment["STATES_CEL_VECTORS"]
    let folder =
      named.map { URL(filePath: $0) } ?? package.appending(path: "../shared/conformance/cel")
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder)
    if named == nil, !exists {
      print("cel: no vectors at \(folder.standardizedFileURL.path); set STATES_CEL_VECTORS")
      return
    }
    try #require(isFolder.boolValue, "\(folder.path) is no folder")
    let vectors = try Self.vectors(in: folder)
    try #require(!vectors.isEmpty, "no vectors in \(folder.path)")
    let tried = vectors.filter { !$0.isOutOfScope }
    let failed = Self.run(tried)
    print(
      "cel: \(tried.count - failed) passed, \(failed) failed, "
        + "\(vectors.count - tried.count) out of scope")
    #expect(failed == 0)
  }

  @Test func `our own vectors hold`() throws {
    let vectors = try Self.vectors(in: Self.root.appending(path: "Vectors"))
    try #require(!vectors.isEmpty)
    let failed = Self.run(vectors)
    print("cel-own: \(vectors.count - failed) passed, \(failed) failed")
    #expect(failed == 0)
  }

  /// The vectors of all files of a folder, file by file.
  private static func vectors(in folder: URL) throws -> [Vector] {
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

  /// How many fail; each says so in one line.
  private static func run(_ vectors: [Vector]) -> Int {
    var failed = 0
    for vector in vectors {
      guard let failure = vector.failure() else { continue }
      failed += 1
      print("\(vector.id): \(vector.expression): \(failure)")
    }
    return failed
  }
}
