import Foundation
import Testing

/// A program of others that checks our files.
enum OutsideTool {
  /// Runs a program in the `PATH`; `nil` if it is not installed.
  ///
  /// With `STATES_REQUIRE_TOOLS=1`, a missing program is a failure; otherwise the test prints its
  /// name.
  static func run(_ name: String, _ arguments: [String]) throws -> (code: Int32, text: String)? {
    let environment = ProcessInfo.processInfo.environment
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    let path = folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    guard let path else {
      if environment["STATES_REQUIRE_TOOLS"] == "1" {
        Issue.record("\(name) is not installed, and STATES_REQUIRE_TOOLS requires it")
      } else {
        print("not checked: \(name) is not installed")
      }
      return nil
    }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }
}
