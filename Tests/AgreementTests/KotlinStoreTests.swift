import Foundation
import StateCode
import StateFiles
import StateProject
import Testing

/// The store of Kotlin, on coroutines and virtual time. The tests are in `Tests/Kotlin/Store`.
@Suite struct `The store of Kotlin` {
  private static let folder = GeneratedSources.repository + "/Tests/Kotlin/Store"

  /// The names of the tests, in their order.
  private static let names: [String] = {
    let text = try? String(contentsOfFile: folder + "/StoreTests.kt", encoding: .utf8)
    return (text ?? "").matches(of: /\n    test\("([^"]+)"\)/).map { String($0.1) }
  }()

  /// The result of each test; `nil` without Kotlin.
  private static let results: Result<[Substring: Substring]?, any Error> = Result {
    guard var program = try KotlinStoreProgram.shared.get() else { return nil }
    try program.compile(
      KotlinStoreProgram.files(["Tests/Kotlin/Store/Sample.kt", "Tests/Kotlin/Store/StoreTests.kt"])
    )
    let output = try GeneratedProgram.run(program.command("tests.StoreTestsKt"))
    let lines = output.split(separator: "\n").map { $0.split(separator: "\t", maxSplits: 1) }
    return Dictionary(lines.map { ($0[0], $0.count > 1 ? $0[1] : "") }) { $1 }
  }

  @Test(arguments: names) func `keeps its contract`(_ test: String) throws {
    guard let results = try Self.results.get() else {
      #expect(!Toolchain.areRequired, "Kotlin is required: run Tests/Kotlin/bootstrap")
      return
    }
    #expect(results[Substring(test)] == "passed")
  }

  @Test func `has tests, and each has run`() throws {
    #expect(Self.names.count >= 30)
    guard let results = try Self.results.get() else { return }
    #expect(results.count == Self.names.count)
  }

  /// A runtime that several packages import contains the store once.
  @Test func `is beside a shared runtime`() throws {
    var options = GenerationOptions(package: "com.example.states.runtime")
    options.content = .runtime
    options.hasHost = true
    let files = Generation(.kotlin, options).files
    #expect(files.map(\.name) == ["StatesHost.kt", "StatesRuntime.kt"])
    guard let tools = Toolchain.kotlin else { return }
    var build = try KotlinBuild(tools, classPath: tools + "/coroutines.jar")
    defer { build.remove() }
    #expect(try build.complaints(of: files, module: "runtime") == "")
  }
}
