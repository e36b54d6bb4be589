import Foundation
import StateCode
import StateFiles
import StateInterpreter
import StateSpecs
import StateTables
import Testing

/// One table, one meaning: the interpreter, generated Swift and generated Kotlin print the same
/// bytes.
@Suite(.serialized) struct `Agreement` {
  /// How many random steps each language takes over all definitions; a variable asks for more.
  private static let steps =
    ProcessInfo.processInfo.environment["STATES_AGREEMENT_STEPS"].flatMap { Int($0) } ?? 50_000

  private static let scriptLength = 50

  @Test func `every spec has the same verdict on generated Swift`() throws {
    try runSpecs(try GeneratedProgram.swift.get())
  }

  @Test func `random events print the same bytes in Swift`() throws {
    _ = try compare(try GeneratedProgram.swift.get(), "Swift")
  }

  /// Where there is no Kotlin, what was generated must be what the last real run has proved.
  @Test func `generated Kotlin says the same`() throws {
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
    let isEqual = try compare(program, "Kotlin")
    if Toolchain.isRecording, isEqual {
      try Data((hash + "\n").utf8).write(to: URL(fileURLWithPath: path))
    }
    let recorded = try String(contentsOfFile: path, encoding: .utf8)
    #expect(recorded == hash + "\n", "record the run: STATES_RECORD=1")
  }

  /// HotSpot does not compile longer methods.
  @Test func `no method of generated Kotlin is huge`() throws {
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
    #expect(lengths.contains { $0.name.contains("WideState") && $0.length > 1_000 })
    let huge = lengths.filter { $0.length >= 8_000 }.map { "\($0.name) has \($0.length) bytes" }
    #expect(huge == [])
  }

  @Test func `every form of a chart does the same`() throws {
    let program = try GeneratedProgram.generalSwift.get()
    try runSpecs(program)
    _ = try compare(program, "Swift, all charts in general")
  }

  @Test func `every definition is generated in both languages`() throws {
    #expect(try GeneratedSources(.swift).refusals == [:])
    #expect(try GeneratedSources(.kotlin).refusals == [:])
  }

  @Test func `the README shows what is generated`() throws {
    let readme = try String(
      contentsOfFile: GeneratedSources.repository + "/README.md", encoding: .utf8)
    let section = try #require(readme.components(separatedBy: "## Generated Swift").last)
    let shown = try #require(section.components(separatedBy: "```swift\n").dropFirst().first)
    let files = try GeneratedSources(.swift).files
    let phone = try #require(files.first { $0.name == "PhoneVerificationState.swift" })
    #expect(phone.text.contains(shown.components(separatedBy: "```")[0]))
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

  private func compare(_ program: GeneratedProgram, _ language: String) throws -> Bool {
    let rounds = max(Self.steps / Self.scriptLength / max(program.subjects.count, 1), 1)
    var steps = 0
    var isEqual = true
    for (number, subject) in program.subjects.enumerated() {
      var random = RandomScripts(subject.definition.source, seed: UInt64(number + 1))
      for _ in 0..<rounds {
        let script = random.next(events: Self.scriptLength)
        let expected = InterpreterLines.lines(of: script, subject.definition)
        let found = program.lines(of: script)
        steps += expected.count
        if expected == found {
          guard let saved = expected.last(where: { $0.hasPrefix("{\"snapshot\"") }) else {
            continue
          }
          isEqual = refusesTheSame(saved, script, subject, program, &random) && isEqual
          continue
        }
        isEqual = false
        let small = Self.shrunk(script, subject, program)
        Issue.record(
          """
          \(subject.name) in \(language) differs on this spec:
          \(small.spec.text)
          interpreter: \(InterpreterLines.lines(of: small, subject.definition).last ?? "")
          generated:   \(program.lines(of: small).last ?? "")
          """)
        break
      }
    }
    #expect(steps >= min(Self.steps / 2, 10_000))
    if isEqual {
      let count = program.subjects.count
      print("agreement: \(steps) lines of \(count) definitions in \(language), the same bytes")
    }
    return isEqual
  }

  /// Snapshots that were changed are refused by all, or by none.
  private func refusesTheSame(
    _ line: String, _ script: Script, _ subject: GeneratedSources.Subject,
    _ program: GeneratedProgram, _ random: inout RandomScripts
  ) -> Bool {
    guard case .object(let members)? = JSONDocument(Array(line.utf8)).json else { return false }
    var again = script
    again.events = (0..<10).map { _ in
      .object([.init(key: "restore", value: random.changed(members[0].value))])
    }
    let expected = InterpreterLines.lines(of: again, subject.definition)
    let found = program.lines(of: again)
    for (event, (one, other)) in zip(again.events, zip(expected, found).dropFirst())
    where one != other {
      Issue.record("\(subject.name): interpreter \(one), generated \(other) on \(event.text)")
    }
    return expected == found
  }

  /// The shortest script found on which both still differ.
  private static func shrunk(
    _ script: Script, _ subject: GeneratedSources.Subject, _ program: GeneratedProgram
  ) -> Script {
    func differs(_ script: Script) -> Bool {
      InterpreterLines.lines(of: script, subject.definition) != program.lines(of: script)
    }
    var small = script
    let expected = InterpreterLines.lines(of: script, subject.definition)
    let found = program.lines(of: script)
    let first = zip(expected, found).prefix { $0 == $1 }.count
    small.events = Array(small.events.prefix(first))
    guard differs(small) else { return script }
    var index = 0
    while index < small.events.count {
      var smaller = small
      smaller.events.remove(at: index)
      if differs(smaller) { small = smaller } else { index += 1 }
    }
    return small
  }
}
