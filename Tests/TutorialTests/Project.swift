import Foundation
import Testing

/// A folder with the files of a tutorial, as a reader has them after some of its steps.
final class Project {
  static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
  static let catalogue = root.appending(path: "Sources/StateHost/StateHost.docc")

  /// The folder of the commands, which are built with the tests.
  static let products: URL = {
    let arguments = CommandLine.arguments
    let bundle = arguments.first { $0.hasSuffix(".xctest") } ?? arguments[0]
    return URL(filePath: bundle).deletingLastPathComponent()
  }()

  /// Whether a missing tool is a failure.
  static let requiresTools = ProcessInfo.processInfo.environment["STATES_REQUIRE_TOOLS"] == "1"

  /// The folder of `kotlinc`, which `Tests/Kotlin/bootstrap` makes.
  static let kotlin: String = {
    let variables = ProcessInfo.processInfo.environment
    return variables["STATES_KOTLIN"] ?? (variables["HOME"] ?? "") + "/.cache/states-kotlin"
  }()

  static let hasKotlin = FileManager.default.isExecutableFile(atPath: kotlin + "/kotlinc")

  /// A step that shows a file.
  struct Step {
    /// The path that the reader sees, or `Terminal`.
    let name: String
    /// The file of the resources.
    let file: String

    var text: String {
      get throws { try Project.resource(file) }
    }
  }

  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tutorial-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  static func resource(_ file: String) throws -> String {
    try String(contentsOf: catalogue.appending(path: "Resources/\(file)"), encoding: .utf8)
  }

  static func steps(of tutorial: String) throws -> [Step] {
    let path = catalogue.appending(path: "Tutorials/\(tutorial).tutorial")
    let text = try String(contentsOf: path, encoding: .utf8)
    return text.matches(of: /@Code\(name: "([^"]+)", file: "([^"]+)"\)/)
      .map { Step(name: String($0.1), file: String($0.2)) }
  }

  func write(_ text: String, to path: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func text(_ path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  /// The files below a folder whose names end in a text, sorted.
  func files(in path: String, ending: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder.appending(path: path).path)
    return (names?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(ending) }.sorted()
      .map { "\(path)/\($0)" }
  }

  /// Runs a script in the folder, as a terminal would; `states` is the command of this build.
  func run(
    _ script: String, _ environment: [String: String] = [:]
  ) throws -> (code: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-ec", script]
    process.currentDirectoryURL = folder
    let inherited = ProcessInfo.processInfo.environment
    let path = "\(Self.products.path):\(inherited["PATH"] ?? "/usr/bin:/bin")"
    process.environment = inherited.merging(environment) { $1 }.merging(["PATH": path]) { $1 }
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  /// Runs a script that must succeed.
  func expect(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let result = try run(script)
    #expect(result.code == 0, "\(script)\n\(result.text)", sourceLocation: sourceLocation)
  }
}
