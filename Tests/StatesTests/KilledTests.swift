import Foundation
import Testing

/// What a command leaves when it is killed while it writes.
@Suite struct `A command that is killed` {
  private static let count = 200

  private static func name(_ number: Int) -> String { "S\(number).state.json" }

  private static func before(_ number: Int) -> String { #"{"state":"S\#(number)","format":1}"# }

  /// Starts `states format .`, and kills it as soon as the text of a file has changed.
  private static func formatUntilChanged(_ number: Int, in folder: URL) throws {
    let process = Process()
    process.executableURL = Transcript.products.appending(path: "states")
    process.arguments = ["format", "."]
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    while process.isRunning, try text(number, in: folder) == before(number) {}
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private static func text(_ number: Int, in folder: URL) throws -> String {
    try String(contentsOf: folder.appending(path: name(number)), encoding: .utf8)
  }

  @Test(arguments: [0, 60, 120])
  func `leaves each file as it was or as it will be, and the next run finishes`(number: Int) throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "states-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let names = (0..<Self.count).map(Self.name)
    for number in 0..<Self.count {
      try Self.before(number).write(
        to: folder.appending(path: Self.name(number)), atomically: false, encoding: .utf8)
    }
    try Self.formatUntilChanged(number, in: folder)
    let left = try (0..<Self.count).map { try Self.text($0, in: folder) }

    let result = try Transcript.run("states format .", in: folder, [:])
    #expect(result.exitCode == 0)
    for (number, text) in left.enumerated() {
      let after = try Self.text(number, in: folder)
      #expect(after != Self.before(number))
      #expect(text == Self.before(number) || text == after)
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.sorted() == names.sorted())
  }
}
