import Foundation
import StateCode
import StateFiles
import Testing

/// The type of an int in generated Swift.
@Suite struct `An int in generated Swift` {
  private static let target = "armv7-unknown-linux-gnueabihf"

  private func files(usesInt64: Bool) throws -> [String: String] {
    var options = GenerationOptions(hasWire: true)
    options.embedsRuntime = true
    options.usesInt64 = usesInt64
    let files = try GeneratedSources.samples(["Checkout"], .swift, options)
    return Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.text) })
  }

  /// The messages of the compiler about a file for a platform with 32 bits.
  private func messages(_ text: String) throws -> [Substring] {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("narrow-\(UUID().uuidString).swift").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let output = try GeneratedProgram.run(
      ["swiftc", "-frontend", "-typecheck", "-parse-stdlib", "-target", Self.target, path])
    return output.split(separator: "\n")
      .filter { $0.contains("an int has 64 bits") && $0.contains(": error: ") }
  }

  @Test func `is an Int`() throws {
    let state = try #require(try files(usesInt64: false)["CheckoutState.swift"])
    #expect(state.contains("total: Int = 0"))
    #expect(!state.contains("Int64"))
  }

  @Test func `is an Int64 with an option`() throws {
    let state = try #require(try files(usesInt64: true)["CheckoutState.swift"])
    #expect(state.contains("total: Int64 = 0"))
    #expect(state.ranges(of: /(let|var) \w+: Int\b/).isEmpty)
  }

  @Test func `that is an Int is an error where Int has 32 bits`() throws {
    let embedded = try #require(try files(usesInt64: false)["StatesPrelude.swift"])
    #expect(try messages(embedded).count == 1)
    let module = GeneratedSources.repository + "/Sources/StateRuntime/Shared/CELInt.swift"
    #expect(try messages(String(contentsOfFile: module, encoding: .utf8)).count == 1)
    let wide = try #require(try files(usesInt64: true)["StatesPrelude.swift"])
    #expect(try messages(wide).isEmpty)
  }
}
