import Foundation

/// A session in a terminal: commands, each with its output and its exit code.
///
/// $ states validate Coin.state.json
/// a line of standard output
/// 2> a line of standard error
/// exit 0
///
/// The time in a summary is written as `(N ms)`.
struct Transcript: Equatable {
  struct Entry: Equatable {
    var command: String
    var lines: [String]
    var exitCode: Int32
  }

  var entries: [Entry]

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  static let names: [String] = {
    let all = try? FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "Transcripts").path)
    return (all ?? []).filter { $0.hasSuffix(".txt") }.sorted()
  }()

  init(_ text: String) {
    entries = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("$ ") {
        entries.append(Entry(command: String(line.dropFirst(2)), lines: [], exitCode: -1))
      } else if line.hasPrefix("exit "), let code = Int32(line.dropFirst(5)), !entries.isEmpty {
        entries[entries.count - 1].exitCode = code
      } else if !entries.isEmpty, entries[entries.count - 1].exitCode == -1 {
        entries[entries.count - 1].lines.append(String(line))
      }
    }
  }

  var text: String {
    entries.map { entry in
      ([
        "$ \(entry.command)"
      ] + entry.lines + ["exit \(entry.exitCode)"]).joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }

  /// Runs the commands again, one after the other, in a fresh copy of `Files`.
  func rerun(_ environment: [String: String]) throws -> Transcript {
    let directory = FileManager.default.temporaryDirectory.appending(
      path: "states-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: Self.folder.appending(path: "Files"), to: directory)
    defer { try? FileManager.default.removeItem(at: directory) }
    var again = self
    for index in entries.indices {
      again.entries[index] = try Self.run(entries[index].command, in: directory, environment)
    }
    return again
  }

  /// The folder of the command, which is built with the tests.
  static let products: URL = {
    let arguments = CommandLine.arguments
    let bundle = arguments.first { $0.hasSuffix(".xctest") } ?? arguments[0]
    return URL(filePath: bundle).deletingLastPathComponent()
  }()

  /// Runs a command in a folder, as a terminal would.
  static func run(
    _ command: String, in directory: URL, _ environment: [String: String]
  ) throws -> Entry {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = directory
    let path = "\(products.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
    process.environment = environment.merging(["PATH": path]) { $1 }
    let printed = FileManager.default.temporaryDirectory.appending(
      path: "states-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: printed, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: printed) }
    let output = printed.appending(path: "output")
    let errors = printed.appending(path: "errors")
    for file in [output, errors] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let lines = try self.lines(output) + self.lines(errors).map { "2> " + withoutTime($0) }
    return Entry(command: command, lines: lines, exitCode: process.terminationStatus)
  }

  private static func lines(_ file: URL) throws -> [String] {
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() } else { lines.append("(no line end)") }
    return lines
  }

  private static func withoutTime(_ line: String) -> String {
    line.replacing(/\([0-9.]+ (ms|s)\)$/, with: "(N ms)")
  }
}
