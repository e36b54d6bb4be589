import Foundation
import StateCode
import Testing

/// Tests that are generated from specs.
@Suite(.serialized) struct `Generated tests in Swift` {
  /// The files of some definitions, or of their tests.
  private func files(_ names: [String], isTests: Bool) throws -> [GeneratedFile] {
    var options = GenerationOptions(hasWire: true)
    options.embedsRuntime = true
    options.content = isTests ? .tests : .definitions
    options.testedModules = ["Samples"]
    return try GeneratedSources.samples(names, .swift, options)
  }

  @Test func `are one test for each case, named as the case`() throws {
    let files = try files(["PhoneVerification"], isTests: true)
    #expect(files.map(\.name) == ["PhoneVerificationStateTests.swift", "StateTest.swift"])
    #expect(
      files[0].text.contains(
        """
          @Test func `SMS is sent / SMS is received / code is correct`() throws {
            var test = try StateTest(PhoneVerificationState.start(phone: "+00000000000"))
            try test.send(.smsSent)
            try test.send(.smsReceived(message: "Your code is 1234"))
            try test.send(.codeVerified)
            #expect(!test.state.showProgress)
            #expect(test.commands == [.close])
          }
        """))
  }

  /// A raw identifier cannot contain a backquote, so two names become one, and get numbers.
  @Test(arguments: [TargetLanguage.swift, .kotlin])
  func `have different names, also if the names of cases become equal`(
    _ language: TargetLanguage
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "names-\(UUID().uuidString)"
    ).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let cases = ["it`s", "it's", "it's 2"].map { name in
      """
      { "name": "\(name)", "when": ["flipToHeads"], "then": { "coinSide": "Heads" } }
      """
    }
    let spec = "{ \"spec\": \"Coin\", \"cases\": [\(cases.joined(separator: ", "))] }"
    let coin = GeneratedSources.repository + "/Definitions/Coin.state.json"
    try write(
      [
        GeneratedFile(
          name: "Coin.state.json", text: try String(contentsOfFile: coin, encoding: .utf8)),
        GeneratedFile(name: "Coin.spec.json", text: spec),
      ], into: folder)
    var options = GenerationOptions(hasWire: true)
    options.content = .tests
    let files = try GeneratedSources.samples(["Coin"], language, options, in: folder)
    let names = try #require(files.first).text.split(separator: "`").filter { $0.hasPrefix("it's") }
    #expect(names == ["it's", "it's 2", "it's 2 2"])
  }

  /// All samples in one package. Its build folder is inside that of the tests, so later runs reuse it.
  @Test func `compile and pass for all samples`() throws {
    let names = try GeneratedSources.sampleNames()
    let folder = GeneratedSources.repository + "/.build/samples"
    try write(try files(names, isTests: false), into: "\(folder)/Sources/Samples")
    let tests = try files(names, isTests: true)
    try write(tests, into: "\(folder)/Tests/SamplesTests")
    let package = """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "Samples",
        targets: [
          .target(name: "Samples"), .testTarget(name: "SamplesTests", dependencies: ["Samples"]),
        ])

      """
    try write([GeneratedFile(name: "Package.swift", text: package)], into: folder)
    let output = try GeneratedProgram.run(["swift", "test", "--package-path", folder])
    let count = tests.reduce(0) { $0 + $1.text.components(separatedBy: "@Test").count - 1 }
    #expect(count > 250)
    // A case that sends an event from self does not compile, which is what it tests.
    let disabled = tests.flatMap {
      $0.text.split(separator: "\n").filter { $0.contains(".disabled(") }
    }
    let isAboutOwnEvents = disabled.allSatisfy { $0.contains(" from outside\"") }
    #expect(disabled.count == 2 && isAboutOwnEvents, "\(disabled)")
    #expect(
      output.contains("Test run with \(count) tests in \(names.count) suites passed"),
      "\(output.suffix(4_000))")
  }

  private func write(_ files: [GeneratedFile], into folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for file in files {
      let path = "\(folder)/\(file.name)"
      if (try? String(contentsOfFile: path, encoding: .utf8)) == file.text { continue }
      try Data(file.text.utf8).write(to: URL(fileURLWithPath: path))
    }
  }
}
