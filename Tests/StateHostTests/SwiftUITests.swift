import Foundation
import Testing

/// Typechecks what only exists where SwiftUI is, against the declarations of `SwiftUI/SwiftUI.swift`.
@Suite struct `Bindings for SwiftUI` {
  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
  private static let sources = tests + "/../../Sources"

  private static func compile(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swiftc", "-swift-version", "6", "-warnings-as-errors"] + arguments
    let output = Pipe()
    process.standardError = output
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 ? text : "failed: \(text)"
  }

  private static func files(in folder: String) throws -> [String] {
    let names = try #require(FileManager.default.enumerator(atPath: folder))
    return names.compactMap { $0 as? String }
      .filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }.sorted()
      .map { folder + "/" + $0 }
  }

  @Test func `are typechecked, and so is a whole screen`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "swiftui-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func emit(_ module: String, _ files: [String]) throws {
      let problems = try Self.compile(
        [
          "-emit-module", "-module-name", module, "-parse-as-library", "-I", folder,
          "-enable-upcoming-feature", "MemberImportVisibility", "-package-name", "states",
          "-enable-upcoming-feature", "InternalImportsByDefault",
          "-emit-module-path", "\(folder)/\(module).swiftmodule",
        ] + files)
      #expect(problems == "")
    }
    try emit("SwiftUI", ["\(Self.tests)/SwiftUI/SwiftUI.swift"])
    try emit("StateRuntime", Self.files(in: Self.sources + "/StateRuntime"))
    try emit("StateHost", Self.files(in: Self.sources + "/StateHost"))
    func problems(of screen: String) throws -> String {
      try Self.compile([
        "-typecheck", "-parse-as-library", "-I", folder,
        "\(Self.tests)/Generated/PhoneVerificationState.swift", screen,
      ])
    }
    let screen = "\(Self.tests)/SwiftUI/PhoneVerificationScreen.swift"
    #expect(try problems(of: screen) == "")

    // A screen that forgets a command does not compile.
    let text = try String(contentsOfFile: screen, encoding: .utf8)
    let careless = text.replacingOccurrences(
      of: #"        case .close: await sms.log("verified")\#n"#, with: "")
    try #require(careless != text)
    try Data(careless.utf8).write(to: URL(fileURLWithPath: folder + "/Careless.swift"))
    #expect(try problems(of: folder + "/Careless.swift").contains("switch must be exhaustive"))
  }
}
