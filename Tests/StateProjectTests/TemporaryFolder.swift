import Foundation
import StateFiles
import StateProject

/// A separate folder for each test, removed with it.
final class TemporaryFolder {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "states-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = Files.resolved(url.path) ?? url.path
    for (name, text) in files { try write(text, name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, _ name: String) throws {
    try Files.makeFolder(FilePath.folder(of: "\(path)/\(name)"))
    try Files.write(Array(text.utf8), to: "\(path)/\(name)")
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Files.read("\(path)/\(name)"), as: UTF8.self)
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)/\(name)", withDestinationPath: target)
  }
}

/// The definitions of this repository.
enum Samples {
  static let folder = URL(filePath: #filePath).appending(path: "../../../Definitions")
    .standardizedFileURL

  /// The names of all definitions, types files and specs.
  static let files: [String] =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?
    .filter { $0.hasSuffix(".json") && $0 != "states.json" && !$0.hasSuffix(".schema.json") }
    .sorted() ?? []

  /// The names of all definitions.
  static let definitions = files.filter { $0.hasSuffix(".state.json") }
}
