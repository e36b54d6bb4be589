import Foundation
import Testing

/// Checks a separate package that uses the plug-ins.
@Suite(.serialized) struct `Example package` {
  private static let package = GeneratedSources.repository + "/Tests/Example"

  /// Runs `swift` on the package. Its build folder is inside the build folder of the tests, so
  /// later runs reuse it.
  private static func swift(_ arguments: [String]) throws -> String {
    let scratch = GeneratedSources.repository + "/.build/example"
    return try GeneratedProgram.run(
      ["swift", arguments[0], "--package-path", package, "--scratch-path", scratch]
        + arguments.dropFirst())
  }

  /// Two modules with generated states and an app that imports both, Foundation and the runtime.
  @Test func `its definitions are generated as Swift by the build`() throws {
    let output = try Self.swift(["run", "--quiet", "counter"])
    let modules = "changed 0\nT\nchanged 1\nchanged 1\n->\n0.0\n"
    let counter = "0 of 3\n1 of 3\n2 of 3\n3 of 3\n-- full\n"
    #expect(output.hasSuffix(modules + counter), "\(output)")
  }

  @Test func `a phone is verified by a store and a fake server`() throws {
    let output = try Self.swift(["run", "--quiet", "phone", "1234", "48", "4821"])
    // An incremental build of the plug-in's tools may print before the program does.
    let lines = output.split(separator: "\n").map(String.init).drop { $0 != "Please wait" }
    Self.checkVerification(Array(lines))
  }

  /// Checks what the app prints for the codes 1234, 48 and 4821, in Swift and in Kotlin.
  static func checkVerification(_ lines: [String]) {
    // Commands run in tasks, so their lines are not in one order with those of observers.
    let observed = lines.filter { $0 != "Code rejected" && !$0.hasSuffix(" closes") }
    #expect(
      observed == [
        "Please wait", "SMS to +370 600 00000: your code is 4821", "Type the code", "Code: 1234",
        "Please wait", "Type the code", "Code: 48", "Code: 4821", "Please wait", "Type the code",
        "Verified",
      ])
    #expect(lines.contains("Code rejected"))
  }

  /// The commands need the whole `states` tool, which is slow to build, so this test runs only if
  /// all tools are required.
  @Test func `its definitions are validated and drawn by commands`() throws {
    guard Toolchain.areRequired else {
      print("example package: commands were not run; set STATES_REQUIRE_TOOLS=1")
      return
    }
    let output = try Self.swift(["package", "validate-definitions"])
    #expect(output.contains("4 definitions"), "\(output)")
    let drawn = try Self.swift([
      "package", "--allow-writing-to-package-directory", "draw-diagrams", "Sources",
      "--format", "mermaid",
    ])
    #expect(drawn.contains("stateDiagram") || drawn.contains("flowchart"), "\(drawn)")
  }
}
