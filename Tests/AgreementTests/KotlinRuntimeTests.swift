import Foundation
import Testing

@Suite struct `The runtime of Kotlin` {
  /// The files are source code of their own, and not only text in generated files.
  @Test func `compiles by itself without a warning`() throws {
    guard let tools = Toolchain.kotlin(for: "runtime") else { return }
    let folder = GeneratedSources.repository + "/Sources/StateCode/Kotlin/Runtime"
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasSuffix(".kt") }
    #expect(files.count > 10)
    let output = FileManager.default.temporaryDirectory
      .appendingPathComponent("runtime-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: output) }
    let complaints = try GeneratedProgram.run(
      [
        "STATES_CLASSPATH=\(tools)/coroutines.jar", tools + "/kotlinc", "-Werror",
        "-Xexplicit-api=strict", "-d", output,
      ]
        + files.map { "\(folder)/\($0)" })
    #expect(complaints == "")
  }
}
