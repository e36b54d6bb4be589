import Foundation
import StateCode
import Testing

/// Tests that are generated from specs.
@Suite(.serialized) struct `Generated tests in Kotlin` {
  /// The files of some definitions, or of their tests.
  private static func files(_ names: [String], isTests: Bool) throws -> [GeneratedFile] {
    var options = GenerationOptions(hasWire: true, package: "samples")
    options.content = isTests ? .tests : .definitions
    return try GeneratedSources.samples(names, .kotlin, options)
  }

  /// Classes whose tests expect something wrong, by the class that each was copied from.
  private static let mistakes = [
    ("CoinState", "\"Heads\"", "\"Tails\""),
    ("PhoneVerificationState", "listOf(PhoneVerificationState.Command.Close)", "emptyList()"),
    ("CalculatorState", "\"divideByZero\", error", "\"overflow\", error"),
    ("PlayerState", "assertTrue(", "assertFalse("),
  ]

  /// The lines that the tests of all samples print, and those with wrong expectations; `nil` without
  /// Kotlin.
  private static let lines: Result<[[Substring]]?, any Error> = Result {
    guard let tools = Toolchain.kotlin(for: "generated tests") else { return nil }
    var build = try KotlinBuild(tools)
    defer { build.remove() }
    let stubs = try KotlinStoreProgram.files([
      "Tests/Kotlin/Specs/KotlinTest.kt", "Tests/Kotlin/Specs/RunTests.kt",
    ])
    let complaints = try build.complaints(
      of: stubs, module: "stubs", isExplicit: false, options: ["-Xallow-kotlin-package"])
    try #require(complaints == "")
    let samples = try GeneratedSources.sampleNames()
    let tests = try files(samples, isTests: true)
    var sources = try files(samples, isTests: false) + tests
    var classes = tests.map(\.name).filter { $0 != "StateTest.kt" }
      .map { "samples.\($0.dropLast(".kt".count))" }
    for (name, right, wrong) in mistakes {
      let test = try #require(tests.first { $0.name == "\(name)Tests.kt" })
      let text = test.text.replacingOccurrences(of: right, with: wrong)
        .replacingOccurrences(of: "class \(name)Tests", with: "class Wrong\(name)Tests")
      sources.append(GeneratedFile(name: "Wrong\(name)Tests.kt", text: text))
      classes.append("samples.Wrong\(name)Tests")
    }
    try #require(try build.complaints(of: sources, module: "samples", isExplicit: false) == "")
    let output = try GeneratedProgram.run(
      [tools + "/kotlin", build.classPath, "specs.RunTestsKt"] + classes)
    return output.split(separator: "\n").map { $0.split(separator: "\t") }
  }

  @Test func `are one test for each case, named as the case`() throws {
    let files = try Self.files(["PhoneVerification"], isTests: true)
    #expect(files.map(\.name) == ["PhoneVerificationStateTests.kt", "StateTest.kt"])
    #expect(
      files[0].text.contains(
        """
            @Test
            fun `SMS is sent - SMS is received - code is correct`() {
                val test = StateTest(
                    PhoneVerificationState.start(phone = "+00000000000"),
                    PhoneVerificationStateWire,
                )
                test.send(PhoneVerificationState.Event.SmsSent)
                test.send(PhoneVerificationState.Event.SmsReceived(message = "Your code is 1234"))
                test.send(PhoneVerificationState.Event.CodeVerified)
                assertFalse(test.state.showProgress)
                assertEquals(listOf(PhoneVerificationState.Command.Close), test.commands)
            }
        """))
  }

  @Test func `compile and pass for all samples`() throws {
    guard let all = try Self.lines.get() else { return }
    let lines = all.filter { !$0[0].hasPrefix("Wrong") }
    let tests = try Self.files(GeneratedSources.sampleNames(), isTests: true)
    let count = tests.reduce(0) { $0 + $1.text.components(separatedBy: "@Test\n").count - 1 }
    #expect(count > 250)
    #expect(lines.count == count)
    #expect(lines.filter { $0.count != 3 || $0[2] != "passed" && $0[2] != "ignored" } == [])
    // A case that sends an event from self does not compile, which is what it tests.
    #expect(lines.count { $0.last == "ignored" } == 2)
  }

  @Test(arguments: mistakes.map(\.0)) func `fail if an expectation is wrong`(_ name: String) throws
  {
    guard let lines = try Self.lines.get() else { return }
    #expect(lines.contains { $0[0] == "Wrong\(name)Tests" && $0[2].hasPrefix("failed: expected") })
  }
}
