import Foundation
import StateCode
import StateFiles
import StateProject
import Testing

/// Checks that a controller which lacks an output or a command does not compile.
@Suite(.serialized) struct `Screens` {
  private static func files(_ language: TargetLanguage) throws -> [GeneratedFile] {
    var options = GenerationOptions(hasScreen: true)
    options.embedsRuntime = true
    var generation = Generation(language, options)
    var validation = Validation()
    let path = GeneratedSources.repository + "/Tests/Example/Sources/counter/Counter.state.json"
    let definition = try #require(validation.check(path)?.definition)
    try #require(generation.add(definition, source: "Counter.state.json") == nil)
    return generation.files
  }

  private static let swift = [
    "func show(title: String) { print(title) }", "func announce(text: String) { print(text) }",
  ]

  private static func swiftMain(_ members: [String]) -> GeneratedFile {
    GeneratedFile(
      name: "main.swift",
      text: """
        struct Terminal: CounterScreen {
          \(members.joined(separator: "\n  "))
        }

        let first = try CounterState.start(limit: 1)
        first.deliver(to: Terminal())
        try first.state.reduce(.tapped).deliver(to: Terminal(), after: first.state)

        """)
  }

  @Test func `a complete one compiles in Swift, and receives the changed outputs`() throws {
    let files = try Self.files(.swift)
    let program = try Compiled(.swift, files + [Self.swiftMain(Self.swift)])
    #expect(try GeneratedProgram.run(program.command) == "0 of 1\n1 of 1\nfull\n")
  }

  @Test(arguments: swift.indices)
  func `one that lacks a member does not compile in Swift`(_ index: Int) throws {
    var members = Self.swift
    members.remove(at: index)
    let output = try Compiled.complaints(
      .swift, Self.files(.swift) + [Self.swiftMain(members)])
    #expect(output.contains("does not conform to protocol 'CounterScreen'"), "\(output)")
  }

  private static let kotlin = [
    "override fun showTitle(title: String): Unit = println(title)",
    "override fun announce(text: String): Unit = println(text)",
  ]

  private static func kotlinClass(_ name: String, _ members: [String]) -> String {
    "internal class \(name) : CounterScreen {\n    \(members.joined(separator: "\n    "))\n}\n"
  }

  /// One compiler call finds both missing members.
  @Test func `one that lacks a member does not compile in Kotlin`() throws {
    guard Toolchain.kotlin != nil else {
      #expect(!Toolchain.areRequired, "Kotlin is required: run Tests/Kotlin/bootstrap")
      print("screens: no Kotlin here, nothing was run")
      return
    }
    let whole = "package states\n\n" + Self.kotlinClass("Whole", Self.kotlin)
    let lacking =
      whole + Self.kotlinClass("Mute", [Self.kotlin[0]])
      + Self.kotlinClass("Blind", [Self.kotlin[1]])
    let output = try Compiled.complaints(
      .kotlin, Self.files(.kotlin) + [GeneratedFile(name: "Main.kt", text: lacking)])
    #expect(output.contains("'Mute' is not abstract"), "\(output)")
    #expect(output.contains("'Blind' is not abstract"), "\(output)")
    #expect(!output.contains("Whole"), "\(output)")
  }
}
