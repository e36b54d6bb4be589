import Foundation
import Testing

/// The files of the repository, as git tracks them.
enum Repository {
  static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

  /// The tracked paths, relative to the root; those on disk where git is absent.
  static let paths: [String] = {
    let tracked = git(["ls-files", "--cached", "--others", "--exclude-standard"])
    return tracked.isEmpty ? onDisk : tracked.filter { exists($0) }
  }()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  /// The tracked Swift files below a folder. Those of a documentation catalogue are examples of an
  /// app and belong to no module.
  static func swiftFiles(in folder: String) -> [String] {
    paths.filter {
      $0.hasPrefix(folder + "/") && $0.hasSuffix(".swift") && !$0.contains(".docc/")
    }.sorted()
  }

  /// Records one issue that lists all findings, one a line.
  static func expectNone(
    _ findings: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    if !findings.isEmpty {
      Issue.record(
        "\(findings.count) findings\n\(findings.joined(separator: "\n"))",
        sourceLocation: sourceLocation)
    }
  }

  private static func git(_ arguments: [String]) -> [String] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git", "-C", root.path] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return [] }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static var onDisk: [String] {
    let ignored: Set<String> = [".build", ".git", ".swiftpm", "Package.resolved"]
    let all = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return all.filter { path in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(
        atPath: root.appending(path: path).path, isDirectory: &isFolder)
      return !isFolder.boolValue && !ignored.contains(String(path.prefix { $0 != "/" }))
    }
  }
}
