import Foundation
import Testing

/// A program that is not ours and that says whether others can read what we write.
enum OutsideTool {
  /// Runs a program of the `PATH`; `nil` where it is not installed.
  ///
  /// The gate sets `STATES_REQUIRE_TOOLS=1`: then a missing program is a failure; else it is named.
  static func run(_ name: String, _ arguments: [String]) throws -> (code: Int32, text: String)? {
    let environment = ProcessInfo.processInfo.environment
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    let path = folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    guard let path else {
      if environment["STATES_REQUIRE_TOOLS"] == "1" {
        Issue.record("\(name) is not installed, and STATES_REQUIRE_TOOLS asks for it")
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
