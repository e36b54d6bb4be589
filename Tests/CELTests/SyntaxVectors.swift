import Foundation
import Testing
import Vectors

/// The standard's own suite, read where it lies.
enum Vectors {
  private struct File<Vector: Decodable>: Decodable {
    var vectors: [Vector]?
  }

  /// All vectors, as much of each as `Vector` reads.
  static func all<Vector: Decodable>(_ type: Vector.Type) throws -> [Vector] {
    let vectors = try OutsideVectors.cel.files().flatMap { file in
      try JSONDecoder().decode(File<Vector>.self, from: Data(contentsOf: file)).vectors ?? []
    }
    try #require(!vectors.isEmpty, OutsideVectors.cel.reason)
    return vectors
  }
}
