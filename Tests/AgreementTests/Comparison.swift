import Dispatch
import Foundation
import StateFiles
import StateInterpreter
import StateModel
import Testing

/// Runs random events on the interpreter and on every generated program, script by script. The
/// interpreter runs once for all programs.
struct Comparison: Sendable {
  /// A generated program to compare.
  struct Engine: Sendable {
    let language: String
    let program: GeneratedProgram
  }

  /// The comparison of all available programs.
  static let all = Result { try Comparison(of: Self.engines(), steps: Self.steps) }

  /// The number of random steps over all definitions; an environment variable can change it.
  private static let steps =
    ProcessInfo.processInfo.environment["STATES_AGREEMENT_STEPS"].flatMap { Int($0) } ?? 50_000

  private static let scriptLength = 50

  /// The number of events and timers that ran, over all definitions.
  private(set) var steps = 0
  private(set) var definitionCount = 0
  /// The differences by language.
  private(set) var differences: [String: [String]] = [:]

  /// Compiles all programs in parallel.
  private static func engines() throws -> [Engine] {
    DispatchQueue.concurrentPerform(iterations: 3) { index in
      switch index {
      case 0: _ = GeneratedProgram.kotlin
      case 1: _ = GeneratedProgram.swift
      default: _ = GeneratedProgram.generalSwift
      }
    }
    return [
      Engine(language: "Swift", program: try GeneratedProgram.swift.get()),
      Engine(language: "general Swift", program: try GeneratedProgram.generalSwift.get()),
    ]
      + (try GeneratedProgram.kotlin.get().map { [Engine(language: "Kotlin", program: $0)] } ?? [])
  }

  init(of engines: [Engine], steps: Int) {
    var subjects: [GeneratedSources.Subject] = []
    for subject in engines.flatMap(\.program.subjects)
    where !subjects.contains(where: { $0.name == subject.name }) {
      subjects.append(subject)
    }
    definitionCount = subjects.count
    let share = (steps + subjects.count - 1) / max(subjects.count, 1)
    for (number, subject) in subjects.enumerated() {
      var these = engines.filter { $0.program.subjects.contains { $0.name == subject.name } }
      var random = RandomScripts(subject.definition.source, seed: UInt64(number + 1))
      var taken = 0
      for round in 1... {
        let script = random.next(events: Self.scriptLength)
        let expected = compare(script, subject, &these)
        taken += expected.count { $0.hasPrefix("{\"event\"") || $0.hasPrefix("{\"timer\"") }
        if let saved = expected.last(where: { $0.hasPrefix("{\"snapshot\"") }) {
          let snapshots = Self.changed(saved, &random)
          _ = compare(Script(script, events: snapshots), subject, &these)
        }
        // A definition without events is only started a few times.
        if these.isEmpty || taken >= share || taken == 0 && round == 10 { break }
      }
      self.steps += taken
    }
  }

  /// Runs a script on the interpreter and on programs. Removes a program that differs. Returns the
  /// lines of the interpreter.
  private mutating func compare(
    _ script: Script, _ subject: GeneratedSources.Subject, _ engines: inout [Engine]
  ) -> [String] {
    for engine in engines { engine.program.send(script) }
    let expected = InterpreterLines.lines(of: script, subject)
    for engine in engines where engine.program.receive() != expected {
      let language = engine.language
      differences[language, default: []].append(Self.report(script, subject, engine))
      engines.removeAll { $0.language == language }
    }
    return expected
  }

  /// Changed snapshots, which either all engines or none must refuse.
  private static func changed(_ line: String, _ random: inout RandomScripts) -> [JSON] {
    guard case .object(let members)? = JSONDocument(Array(line.utf8)).json else { return [] }
    return (0..<10).map { _ in
      .object([.init(key: "restore", value: random.changed(members[0].value))])
    }
  }

  /// Describes a difference with the smallest spec that shows it.
  private static func report(
    _ script: Script, _ subject: GeneratedSources.Subject, _ engine: Engine
  ) -> String {
    func lines(_ script: Script) -> (expected: [String], found: [String]) {
      (InterpreterLines.lines(of: script, subject), engine.program.lines(of: script))
    }
    // Data that every engine refuses does not show a difference.
    func refusals(_ lines: [String]) -> Int { lines.count { $0.contains("\"id\": \"payload\"") } }
    let allowed = refusals(lines(script).expected)
    let small = script.shrunk { script in
      let (expected, found) = lines(script)
      return expected != found && refusals(expected) <= allowed
    }
    let (expected, found) = lines(small)
    let index = zip(expected, found).prefix { $0 == $1 }.count
    return """
      \(subject.name) in \(engine.language) differs on this spec:
      \(small.spec.text)
      interpreter: \(expected.dropFirst(index).first ?? "nothing")
      generated:   \(found.dropFirst(index).first ?? "nothing")
      """
  }
}
