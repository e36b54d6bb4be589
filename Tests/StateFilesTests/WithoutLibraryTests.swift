import Foundation
import Testing

/// The trait `JSONC` of the package is on in the tests. Without it, no source may need json-c.
@Suite struct `Files without json-c` {
  @Test func `are read by sources that compile`() throws {
    let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = repository.appending(path: "Sources/StateFiles").path
    let names = try #require(FileManager.default.enumerator(atPath: folder))
    let sources = names.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
    let built = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      [
        "swiftc", "-typecheck", "-swift-version", "6", "-module-name", "StateFiles",
        "-package-name", repository.lastPathComponent.lowercased(),
        "-enable-upcoming-feature", "InternalImportsByDefault",
        "-enable-upcoming-feature", "MemberImportVisibility",
        "-I", built.appending(path: "Modules").path,
      ] + sources.map { "\(folder)/\($0)" }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && !text.contains("error:"), "\(text)")
    #expect(sources.count > 40)
  }
}
