import Foundation
import StateCode
import StateFiles
import StateProject
import Testing

/// A runtime that two packages of an app import, compiled as a Gradle build compiles its modules:
/// one after the other.
@Suite struct `A shared runtime in Kotlin` {
  private static let runtime = "com.example.states.runtime"

  private static func feature(_ package: String, _ path: String) throws -> [GeneratedFile] {
    var options = GenerationOptions(hasWire: true, hasScreen: true, package: package)
    options.runtimePackage = runtime
    let text = try Data(contentsOf: URL(fileURLWithPath: GeneratedSources.repository + "/" + path))
    return try `Hostile definitions in Kotlin`.generated(text, options)
  }

  /// `Next` of one package is `Next` of the other, and the app needs no operation of the runtime.
  private static let app = """
    package com.example.app

    import com.example.coins.CoinState
    import com.example.players.PlayerState
    import com.example.states.runtime.Next
    import com.example.states.runtime.StateDefinition
    import com.example.states.runtime.StepResult

    internal fun <S : StateDefinition<S, E, C>, E, C> results(start: Next<S, C>, events: List<E>): List<StepResult> {
        var state = start.state
        return events.map { event -> state.reduce(event).also { state = it.state }.result }
    }

    internal fun main() {
        println(results(CoinState.start(), listOf(CoinState.Event.FlipToTails, CoinState.Event.FlipToTails)))
        println(results(PlayerState.start(), listOf(PlayerState.Event.TappedPower)))
        println(CoinState.restore(CoinState.start().state.snapshot()).state.coinSide)
    }

    """

  @Test func `is used by two packages of an app`() throws {
    guard let tools = Toolchain.kotlin(for: "shared runtime") else { return }
    var build = try KotlinBuild(tools)
    defer { build.remove() }
    var options = GenerationOptions(hasWire: true, hasScreen: true, package: Self.runtime)
    options.content = .runtime
    let shared = Generation(.kotlin, options).files
    #expect(shared.map(\.name) == ["StatesRuntime.kt"])
    #expect(try build.complaints(of: shared, module: "runtime") == "")

    let coins = try Self.feature("com.example.coins", "Definitions/Coin.state.json")
    #expect(coins.map(\.name) == ["CoinState.kt"], "the package contains no runtime")
    #expect(try build.complaints(of: coins, module: "coins") == "")
    let players = try Self.feature("com.example.players", "Definitions/Player.state.json")
    #expect(try build.complaints(of: players, module: "players") == "")

    let main = GeneratedFile(name: "Main.kt", text: Self.app)
    #expect(try build.complaints(of: [main], module: "app") == "")
    let output = try GeneratedProgram.run([
      tools + "/kotlin", build.classPath, "com.example.app.MainKt",
    ])
    #expect(output == "[Changed, Unchanged]\n[Changed]\nHeads\n")

    let careless = GeneratedFile(
      name: "Careless.kt",
      text: "package app\n\ninternal val sum = with(\(Self.runtime).TimeSpan(1)) { 1L }\n"
        + "internal fun f(): Nothing = \(Self.runtime).celError(\"mine\")\n")
    let complaints = try build.complaints(of: [careless], module: "careless")
    #expect(complaints.contains("only code that `states generate kotlin` writes uses this."))
    #expect(!complaints.contains("TimeSpan"))
  }

  @Test func `serves hostile definitions`() throws {
    let folder = "Tests/AgreementTests/Hostile"
    let names = try FileManager.default.contentsOfDirectory(
      atPath: "\(GeneratedSources.repository)/\(folder)"
    ).sorted()
    let files = try names.enumerated().flatMap { index, name in
      try Self.feature("com.example.p\(index)", "\(folder)/\(name)").map {
        GeneratedFile(name: "p\(index).\($0.name)", text: $0.text)
      }
    }
    guard let tools = Toolchain.kotlin else { return }
    var build = try KotlinBuild(tools)
    defer { build.remove() }
    var options = GenerationOptions(hasWire: true, hasScreen: true, package: Self.runtime)
    options.content = .runtime
    let shared = Generation(.kotlin, options).files
    #expect(try build.complaints(of: shared, module: "runtime") == "")
    #expect(try build.complaints(of: files, module: "hostile") == "")
  }
}

/// Kotlin modules that are compiled one after the other.
struct KotlinBuild {
  private let tools: String
  private let folder: String
  /// The classes of all modules that are compiled, and what they need besides.
  private(set) var classPath: String

  init(_ tools: String, classPath: String = "") throws {
    self.tools = tools
    self.classPath = classPath
    folder =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("modules-\(UUID().uuidString)").path
    try Files.makeFolder(folder)
  }

  /// Compiles a module, and returns what the compiler prints.
  mutating func complaints(
    of files: [GeneratedFile], module: String, isExplicit: Bool = true, options: [String] = []
  ) throws -> String {
    let sources = "\(folder)/\(module)"
    try Files.makeFolder(sources)
    for file in files {
      try Data(file.text.utf8).write(to: URL(fileURLWithPath: "\(sources)/\(file.name)"))
    }
    let classes = "\(folder)/\(module).classes"
    let complaints = try GeneratedProgram.run(
      [
        "STATES_CLASSPATH=\(classPath)", tools + "/kotlinc", "-Werror", "-d", classes,
      ] + options + (isExplicit ? ["-Xexplicit-api=strict"] : [])
        + files.map { "\(sources)/\($0.name)" })
    classPath += (classPath.isEmpty ? "" : ":") + classes
    return complaints
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
