import Foundation
import Testing
import Vectors

@Suite struct `CEL conformance` {
  @Test(.enabled(if: OutsideVectors.cel.areWanted, OutsideVectors.cel.reason))
  func `the standard's vectors hold`() throws {
    let folder = OutsideVectors.cel.folder
    let vectors = try VectorFiles.vectors(in: folder)
    try #require(!vectors.isEmpty, "no vectors in \(folder.path)")
    let tried = vectors.filter { !$0.isOutOfScope }
    let failed = Self.run(tried)
    print(
      "cel: \(tried.count - failed) passed, \(failed) failed, "
        + "\(vectors.count - tried.count) out of scope")
    #expect(failed == 0)
  }

  @Test func `our own vectors hold`() throws {
    let vectors = try VectorFiles.vectors(in: VectorFiles.own)
    try #require(!vectors.isEmpty)
    let failed = Self.run(vectors)
    print("cel-own: \(vectors.count - failed) passed, \(failed) failed")
    #expect(failed == 0)
  }

  /// How many fail; each reports so in one line.
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
