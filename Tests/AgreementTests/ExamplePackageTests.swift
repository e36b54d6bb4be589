import Foundation
import Testing

/// A package of its own that uses the plug-ins.
@Suite(.serialized) struct `Example package` {
  private static let package = GeneratedSources.repository + "/Tests/Example"

  /// Beside the build that runs the tests: what was built once is there the next time.
  private static func swift(_ arguments: [String]) throws -> String {
    let scratch = GeneratedSources.repository + "/.build/example"
    return try GeneratedProgram.run(
      ["swift", arguments[0], "--package-path", package, "--scratch-path", scratch]
        + arguments.dropFirst())
  }

  @Test func `its definition is Swift as soon as it is built`() throws {
    let said = try Self.swift(["run", "--quiet", "counter"])
    #expect(said.hasSuffix("0 of 3\n1 of 3\n2 of 3\n3 of 3\n-- full\n"), "\(said)")
  }

  /// These need all of `states`, which takes long to build: only where everything is asked for.
  @Test func `its definitions are validated and drawn by commands`() throws {
    guard Toolchain.areRequired else {
      print("example package: commands were not run; set STATES_REQUIRE_TOOLS=1")
      return
    }
    let said = try Self.swift(["package", "validate-definitions"])
    #expect(said.contains("1 definition"), "\(said)")
    let drawn = try Self.swift([
      "package", "--allow-writing-to-package-directory", "draw-diagrams", "Sources",
      "--format", "mermaid",
    ])
    #expect(drawn.contains("stateDiagram") || drawn.contains("flowchart"), "\(drawn)")
  }
}
