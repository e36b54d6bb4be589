package import Foundation
package import Testing

/// A folder of vectors that other people wrote. It is beside the repository, not in it.
///
/// A test that needs one is `.enabled(if: vectors.areWanted, vectors.reason)`: without the folder it
/// is skipped, and the reason is printed. With `STATES_REQUIRE_TOOLS=1` it runs and fails.
/// `STATES_WITHOUT_VECTORS=1` permits it to be skipped even then.
package struct OutsideVectors: Sendable {
  /// Google's vectors of CEL.
  package static let cel = OutsideVectors("cel", variable: "STATES_CEL_VECTORS")
  /// The vectors of SCXML and statecharts.
  package static let charts = OutsideVectors("statecharts", variable: "STATES_CHART_VECTORS")
  /// The public JSON test suite.
  package static let json = OutsideVectors("json/test_parsing", variable: "STATES_JSON_VECTORS")

  /// The folder that the variable names, or else the default one.
  package let folder: URL
  /// Whether tests run: the folder exists, or it is required.
  package let areWanted: Bool
  /// The reason to skip tests.
  package let reason: Comment

  /// - Parameters:
  ///   - name: The path in `../shared/conformance`.
  ///   - variable: The environment variable that names another folder.
  ///   - environment: The environment.
  package init(
    _ name: String, variable: String,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let named = environment[variable]
    let folder =
      named.map { URL(filePath: $0) } ?? root.appending(path: "../shared/conformance/\(name)")
    self.folder = folder.standardizedFileURL
    let areRequired =
      environment["STATES_REQUIRE_TOOLS"] == "1" && environment["STATES_WITHOUT_VECTORS"] != "1"
    areWanted =
      named != nil || areRequired || FileManager.default.fileExists(atPath: self.folder.path)
    reason = "there are no vectors at \(self.folder.path); set \(variable)"
  }

  /// The JSON files of the folder, in the order of their names.
  ///
  /// - Throws: An error if the folder does not exist or has no such file.
  package func files() throws -> [URL] {
    let all = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    let files = all.filter { $0.pathExtension == "json" }.sorted {
      $0.lastPathComponent < $1.lastPathComponent
    }
    try #require(!files.isEmpty, reason)
    return files
  }
}
