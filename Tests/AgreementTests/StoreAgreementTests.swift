import Foundation
import StateCode
import StateInterpreter
import StateProject
import StateReplay
import StateRuntime
import Testing

/// Checks that the stores of Swift and Kotlin do the same, line by line.
///
/// More random scripts: `STATES_SEED=7 STATES_COUNT=100000 swift test --filter "Stores.*random"`.
@Suite(.serialized) struct `Stores in Swift and Kotlin` {
  private static let folder = GeneratedSources.repository + "/Tests/StoreAgreement"

  private static let scripts: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder + "/Scripts").sorted()
    return (names ?? []).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
  }()

  /// The player in Kotlin; `nil` without Kotlin.
  private static let kotlin: Result<GeneratedProgram?, any Error> = Result {
    try KotlinStoreProgram.shared.get().map {
      GeneratedProgram(running: $0.command("states.PlayerKt"))
    }
  }

  private static func lines(of script: StoreScript, on program: GeneratedProgram) -> [String] {
    program.send(line: script.json)
    return program.receive()
  }

  /// With `STATES_RECORD=1` the lines are recorded, for review.
  @Test(arguments: scripts) func `do the same in`(_ name: String) async throws {
    let path = "\(Self.folder)/Scripts/\(name)"
    let text = try String(contentsOfFile: path + ".json", encoding: .utf8)
    let script = try StoreScript(Wire(parsing: text))
    let lines = try await StorePlayer.lines(of: script)
    if Toolchain.isRecording {
      try Data((lines.joined(separator: "\n") + "\n").utf8)
        .write(to: URL(fileURLWithPath: path + ".txt"))
    }
    let recorded = try String(contentsOfFile: path + ".txt", encoding: .utf8)
    #expect(lines.joined(separator: "\n") + "\n" == recorded)
    guard let program = try Self.kotlin.get() else { return }
    #expect(Self.lines(of: script, on: program) == lines)
  }

  @Test func `do the same in random scripts`() async throws {
    let variables = ProcessInfo.processInfo.environment
    let count = variables["STATES_COUNT"].flatMap { Int($0) } ?? 3_000
    let seed = variables["STATES_SEED"].flatMap { UInt64($0) } ?? 1
    var steps = 0
    var kinds: Set<Substring> = []
    let difference = try await Self.difference(from: Self.kotlin.get(), seed: seed, steps: count) {
      steps += $0.steps.count
      for line in $1 { kinds.insert(line.prefix { $0 != " " }) }
    }
    if let difference { Issue.record("\(difference.text)") }
    let expected: Set<Substring> = [
      ">", "timers", "stopped", "snapshot", "observer", "command", "start", "update", "cancel",
      "error", "step", "record",
    ]
    #expect(kinds == expected)
    print("stores: \(steps) random steps")
  }

  /// Without reactions: what a callback sends while a timer is due is replayed after the timer.
  @Test func `record what replays to the same states`() async throws {
    var validation = Validation()
    let path = Self.folder + "/Errands.state.json"
    let checked = try #require(validation.check(path)?.definition)
    let definition = try CompiledDefinition(checked)
    var random = RandomStoreScripts(seed: 1)
    for _ in 0..<200 {
      var script = random.next(steps: 30)
      script.reactions = [:]
      let (text, finals) = try await StorePlayer.recording(of: script)
      var replay = SessionReplay(definition)
      for line in text.split(separator: "\n") {
        let bytes = Array(line.utf8)
        replay.read(bytes, bytes.indices)
      }
      replay.finish()
      let expected = finals.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      for (states, count) in expected {
        let replayed = replay.summary["final"][states].count
        #expect(replayed == count, "\(states) in \(script.json)\n\(text)")
      }
      #expect(replay.summary["faults"].total == 0, "\(text)")
    }
  }

  /// Effects that do not start in a step with commands are found.
  @Test func `show a difference with the smallest script`() async throws {
    let program = try KotlinStoreProgram.changed(
      "isChanged -> groups", to: "isChanged && next.commands.isEmpty() -> groups")
    guard let program else { return }
    let difference = try await Self.difference(
      from: GeneratedProgram(running: program.command("states.PlayerKt")), seed: 1, steps: 3_000)
    #expect(difference?.script.steps.count ?? 0 <= 3)
    #expect(difference?.text.contains("Swift:  start errand") == true, "\(difference?.text ?? "")")
  }

  /// The smallest script found on which the stores differ, with the first line that differs.
  private static func difference(
    from program: GeneratedProgram?, seed: UInt64, steps count: Int,
    _ note: (StoreScript, [String]) -> Void = { _, _ in }
  ) async throws -> (script: StoreScript, text: String)? {
    var random = RandomStoreScripts(seed: seed)
    var steps = 0
    while steps < count {
      let script = random.next(steps: 30)
      steps += script.steps.count
      let swift = try await StorePlayer.lines(of: script)
      note(script, swift)
      guard let program, lines(of: script, on: program) != swift else { continue }
      let small = try await script.shrunk { script in
        try await StorePlayer.lines(of: script) != lines(of: script, on: program)
      }
      return (small, try await report(small, program))
    }
    return nil
  }

  private static func report(
    _ small: StoreScript, _ program: GeneratedProgram
  ) async throws -> String {
    let swift = try await StorePlayer.lines(of: small)
    let kotlin = lines(of: small, on: program)
    let index = zip(swift, kotlin).prefix { $0 == $1 }.count
    return """
      the stores differ on this script:
      \(small.json)
      both:   \(swift[..<index].suffix(8).joined(separator: "\n        "))
      Swift:  \(swift.dropFirst(index).first ?? "nothing")
      Kotlin: \(kotlin.dropFirst(index).first ?? "nothing")
      """
  }

  /// With `STATES_RECORD=1` the file is rewritten.
  @Test func `run the state of one definition`() throws {
    var generation = Generation(.swift, GenerationOptions(isPublic: false, hasWire: true))
    var validation = Validation()
    let definition = try #require(
      validation.check(Self.folder + "/Errands.state.json")?.definition)
    #expect(generation.add(definition, source: "Errands.state.json") == nil)
    let file = try #require(generation.files.first { $0.name.hasPrefix("Errands") })
    let path = GeneratedSources.repository + "/Tests/AgreementTests/ErrandsState.swift"
    let text = "// swift-format-ignore-file\n" + file.text
    if Toolchain.isRecording {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }
}
