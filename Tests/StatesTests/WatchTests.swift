import Foundation
import StateFiles
import Testing

/// A command that runs until it is stopped, with its lines on standard error.
private final class Watching {
  private let process = Process()
  private let errors = Pipe()
  private var rest: [UInt8] = []

  init(_ command: String, in directory: URL) throws {
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "exec \(command)"]
    process.currentDirectoryURL = directory
    let path = "\(Transcript.products.path):/usr/bin:/bin"
    process.environment = ["PATH": path]
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
  }

  deinit { kill(process.processIdentifier, SIGKILL) }

  /// The next line that ends with a duration, without the duration; `nil` if the command has ended.
  func nextSummary() -> String? {
    while true {
      guard let end = rest.firstIndex(of: 0x0A) else {
        let more = errors.fileHandleForReading.availableData
        if more.isEmpty { return nil }
        rest += Array(more)
        continue
      }
      let line = String(decoding: rest[..<end], as: UTF8.self)
      rest.removeSubrange(...end)
      if let range = line.firstRange(of: /\ \([0-9.]+ (ms|s)\)$/) {
        return String(line[..<range.lowerBound])
      }
    }
  }
}

@Suite struct `Watch` {
  private static func folder() throws -> URL {
    let directory = FileManager.default.temporaryDirectory.appending(
      path: "states-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: Transcript.folder.appending(path: "Files"), to: directory)
    return directory
  }

  @Test func `reports again whenever a file changes, breaks, vanishes and returns`()
    throws
  {
    let directory = try Self.folder()
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appending(path: "Coin.state.json").path
    let text = try Files.read(file)
    let watching = try Watching("states validate Coin.state.json --watch", in: directory)
    #expect(watching.nextSummary() == "2 warnings in 1 file")
    try Files.write(Array("{".utf8), to: file)
    #expect(watching.nextSummary() == "1 error in 1 file")
    try Files.remove(file)
    #expect(watching.nextSummary() == "0 files")
    try Files.write(text, to: file)
    #expect(watching.nextSummary() == "2 warnings in 1 file")
  }

  @Test func `runs specs again when their definition changes`() throws {
    let directory = try Self.folder()
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appending(path: "Coin.state.json").path
    let text = String(decoding: try Files.read(file), as: UTF8.self)
    let watching = try Watching("states test Coin.spec.json --watch", in: directory)
    #expect(watching.nextSummary() == "1 spec, 2 cases passed")
    try Files.write(Array(text.replacing("'Tails'", with: "'Tail'").utf8), to: file)
    #expect(watching.nextSummary() == "1 spec, 1 case failed, 1 passed")
  }
}
