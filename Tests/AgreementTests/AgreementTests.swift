import DiagnosticTexts
import Foundation
import StateCode
import StateFiles
import StateInterpreter
import StateModel
import StateProject
import StateSpecs
import Testing

/// Checks that the interpreter, generated Swift and generated Kotlin print the same bytes.
@Suite(.serialized) struct `Agreement` {
  @Test func `every spec has the same verdict on generated Swift`() throws {
    try runSpecs(try GeneratedProgram.swift.get())
  }

  @Test func `random events print the same bytes in Swift`() throws {
    let comparison = try Comparison.all.get()
    #expect(comparison.differences["Swift"] == nil)
    print(
      "agreement: \(comparison.steps) random steps of \(comparison.definitionCount) definitions")
  }

  /// Without Kotlin, the hash of the generated code must equal the hash of the last verified run.
  @Test func `generated Kotlin prints the same bytes`() throws {
    let path = GeneratedSources.repository + "/Tests/Kotlin/verified.txt"
    let hash = try GeneratedSources(.kotlin, isWide: true).hash
    guard let program = try GeneratedProgram.kotlin.get() else {
      #expect(!Toolchain.areRequired, "Kotlin is required: run Tests/Kotlin/bootstrap")
      print("agreement: no Kotlin here, nothing was run; the hash of the last run is compared")
      let recorded = try String(contentsOfFile: path, encoding: .utf8)
      #expect(recorded == hash + "\n", "run this test where Kotlin is, with STATES_RECORD=1")
      return
    }
    try runSpecs(program)
    let differences = try Comparison.all.get().differences["Kotlin"]
    #expect(differences == nil)
    if Toolchain.isRecording, differences == nil {
      try Data((hash + "\n").utf8).write(to: URL(fileURLWithPath: path))
    }
    let recorded = try String(contentsOfFile: path, encoding: .utf8)
    #expect(recorded == hash + "\n", "record the run: STATES_RECORD=1")
  }

  /// HotSpot does not compile methods of 8,000 bytes or more.
  @Test func `no method of generated Kotlin has 8,000 bytes or more`() throws {
    guard let program = try GeneratedProgram.kotlin.get() else {
      #expect(!Toolchain.areRequired, "Kotlin is required: run Tests/Kotlin/bootstrap")
      print("agreement: no Kotlin here, no method was measured")
      return
    }
    let classes = try ClassFile.all(in: program.compiled)
    let lengths = classes.flatMap { path, file in
      file.methods.map { (name: "\(path): \($0.name)", length: $0.length) }
    }
    #expect(lengths.count > 1_000)
    for name in ["WideState", "CrowdedState"] {
      #expect(lengths.contains { $0.name.contains(name) && $0.length > 1_000 })
    }
    let huge = lengths.filter { $0.length >= 8_000 }.map { "\($0.name) has \($0.length) bytes" }
    #expect(huge == [])
  }

  @Test func `the general chart prints the same bytes as the simple one`() throws {
    let program = try GeneratedProgram.generalSwift.get()
    try runSpecs(program)
    #expect(try Comparison.all.get().differences["general Swift"] == nil)
  }

  /// Each prelude is changed to behave like plain Swift. The reported spec has as few inputs and
  /// events as possible.
  @Test(arguments: [
    ("Texts", "Int(text.unicodeScalars.count)", "Int(text.count)", "func", 0),
    ("Numbers", "try fit(left.addingReportingOverflow(right))", "left &+ right", "", 3),
  ])
  func `a difference is reported with the smallest spec that shows it`(
    _ name: String, _ old: String, _ new: String, _ input: String, _ eventCount: Int
  ) throws {
    var sources = try GeneratedSources(.swift, only: name)
    let isThere = sources.changePrelude(old, to: new)
    try #require(isThere)
    let engine = Comparison.Engine(language: "Swift", program: try GeneratedProgram(sources))
    let report = try #require(Comparison(of: [engine], steps: 5_000).differences["Swift"]?.first)
    let lines = report.split(separator: "\n").map(String.init)
    #expect(lines[0] == "\(name) in Swift differs on this spec:")
    let spec = try #require(JSONDocument(Array(lines[1].utf8)).json)
    guard case .object(let members) = spec, case .object(let given) = members[1].value,
      case .array(let cases) = members[2].value, case .object(let only)? = cases.first,
      case .array(let events) = only[1].value
    else {
      Issue.record("this is no spec: \(lines[1])")
      return
    }
    #expect(given.map(\.key) == (input.isEmpty ? [] : [input]), "\(lines[1])")
    #expect(events.count <= eventCount, "\(lines[1])")
    #expect(lines[1].count < 200, "\(lines[1])")
  }

  @Test func `names that Swift or the runtime use compile, and print the same bytes`() throws {
    let program = try GeneratedProgram(
      GeneratedSources(.swift, folders: ["Tests/AgreementTests/Hostile"]))
    let engine = Comparison.Engine(language: "Swift", program: program)
    let comparison = Comparison(of: [engine], steps: 5_000)
    #expect(comparison.differences["Swift"] == nil)
  }

  @Test func `every definition is generated in both languages`() throws {
    #expect(try GeneratedSources(.swift).refusals == [:])
    #expect(try GeneratedSources(.kotlin).refusals == [:])
  }

  /// With `STATES_RECORD=1` the README is rewritten.
  @Test(arguments: [TargetLanguage.swift, .kotlin])
  func `the README shows what is generated`(_ language: TargetLanguage) throws {
    let path = GeneratedSources.repository + "/Definitions/GENERATED.md"
    let phone = GeneratedSources.repository + "/Definitions/PhoneVerification.state.json"
    var generation = Generation(language, GenerationOptions())
    var validation = Validation()
    let definition = try #require(validation.check(phone)?.definition)
    #expect(generation.add(definition, source: "PhoneVerification.state.json") == nil)
    let file = try #require(generation.files.first { $0.name.hasPrefix("PhoneVerification") })
    let readme = try String(contentsOfFile: path, encoding: .utf8)
    let start = "<!-- generated: \(language.rawValue) -->\n```\(language.rawValue)\n"
    let head = try #require(readme.range(of: start)?.upperBound)
    let end = try #require(readme[head...].range(of: "```\n<!-- /generated -->")?.lowerBound)
    if Toolchain.isRecording {
      let text = readme[..<head] + file.text + readme[end...]
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    } else {
      #expect(readme[head..<end] == file.text)
    }
    guard language == .swift else { return }
    // The README also shows an excerpt beside the rows of the table.
    let section = try #require(readme.components(separatedBy: "## Generated Swift").last)
    let shown = try #require(section.components(separatedBy: "```swift\n").dropFirst().first)
    #expect(file.text.contains(shown.components(separatedBy: "```")[0]))
  }

  /// With `STATES_RECORD=1` the files are rewritten.
  @Test(arguments: ["PhoneVerification", "TrafficLight"])
  func `the tests of stores use generated states`(_ name: String) throws {
    let folder = GeneratedSources.repository
    var generation = Generation(.swift, GenerationOptions(isPublic: false, hasWire: true))
    var validation = Validation()
    let source = "\(folder)/Definitions/\(name).state.json"
    let definition = try #require(validation.check(source)?.definition)
    #expect(generation.add(definition, source: "\(name).state.json") == nil)
    let file = try #require(generation.files.first { $0.name.hasPrefix(name) })
    let path = "\(folder)/Tests/StateHostTests/Generated/\(name)State.swift"
    let text = "// swift-format-ignore-file\n" + file.text
    if Toolchain.isRecording {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    } else {
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }
  }

  private func runSpecs(_ program: GeneratedProgram) throws {
    var validation = Validation()
    var count = 0
    for subject in program.subjects {
      let path = subject.path.replacingOccurrences(of: ".state.json", with: ".spec.json")
      guard FileManager.default.fileExists(atPath: path) else { continue }
      let spec = try #require(validation.check(path)?.spec)
      let result = SpecRunner<GeneratedSubject>.run(spec, of: subject.definition.source) {
        GeneratedSubject.start(program, subject.name, $0)
      }
      let failed = result.verdicts.compactMap(\.diagnostic).map { "\(subject.name): \($0.message)" }
      #expect(failed == [])
      count += result.passedCount
    }
    #expect(count > 100)
  }
}

@Suite struct `Width of generated code` {
  @Test func `no line of the samples in Kotlin is longer than 100 columns`() throws {
    let files = try GeneratedSources(.kotlin, folders: ["Definitions"]).files.filter {
      $0.name != "Main.kt"
    }
    #expect(files.contains { $0.name.hasPrefix("StatesPrelude") })
    let wide = files.flatMap { file in
      file.text.split(separator: "\n").filter { $0.count > 100 }.map { "\(file.name): \($0)" }
    }
    #expect(wide == [])
  }
}
