import StateExploration
import StateFiles
package import StateInterpreter
import StateLinking
import StateModel
import StateProject
import StateReplay

/// Runs recordings again, and prints a summary or a line for each session.
package enum RecordingReplay {
  /// The kinds of output.
  package enum Output: Sendable {
    /// The summary, for people.
    case text
    /// The summary as JSON on one line, which `--merge` adds up.
    case partial
    /// A line of JSON for each session.
    case results
  }

  /// Runs the sessions of recordings, one file after the other.
  ///
  /// - Parameters:
  ///   - definition: The definition to run.
  ///   - recordings: The recordings.
  ///   - acceptsAnyVersion: Whether sessions of other versions of the definition run too.
  ///   - jobs: The number of threads.
  ///   - output: The kind of output.
  /// - Returns: The exit code.
  /// - Throws: `CommandExit` if a file cannot be read.
  package static func run(
    _ definition: CompiledDefinition, _ recordings: Recordings, acceptsAnyVersion: Bool, jobs: Int,
    _ output: Output
  ) throws -> CommandExit {
    let write: ((String) -> Void)? =
      output == .results ? { Console.write(DisplayText.safeJSON($0)) } : nil
    var replay = try ParallelReplay(
      jobs, of: definition.source, isAccelerated: Console.acceleratesSteps,
      acceptsAnyVersion: acceptsAnyVersion, print: write)
    let summary = try replay.run(recordings)
    if output != .results { print(summary, of: definition, output) }
    return .success
  }

  /// Adds summaries and prints the sum.
  ///
  /// - Parameters:
  ///   - definition: The definition that the summaries belong to.
  ///   - paths: Files with a summary a line, as `--partial` prints them; `-` is standard input.
  ///   - output: The kind of output.
  /// - Returns: The exit code.
  /// - Throws: `CommandExit` if a file cannot be read.
  package static func merge(
    _ definition: CompiledDefinition, _ paths: [String], _ output: Output
  ) throws -> CommandExit {
    var sum = CountTree()
    var problem: String?
    let meaning = definition.fingerprint.meaning
    for path in paths {
      var number = 0
      try Console.readLines(of: path, limit: FileLimits.fileBytes) {
        number += 1
        guard problem == nil else { return }
        let text = String(decoding: $0[$1], as: UTF8.self)
        do throws(PartialSummary.Problem) {
          sum.add(try PartialSummary(text).counts(ofVersion: meaning))
        } catch {
          problem = "\(path), line \(number): \(error)"
        }
      }
    }
    if let problem {
      Console.note("error: \(problem)")
      return .failure
    }
    print(sum, of: definition, output)
    return .success
  }

  /// Prints a recording of invented sessions, with values from the spec beside the definition.
  package static func generate(
    _ count: Int, of path: String, _ definition: CompiledDefinition, seed: UInt64
  ) {
    var generator = RecordingGenerator(definition, spec: spec(beside: path), seed: seed)
    var text = ""
    for _ in 0..<count {
      text += generator.nextSession()
      if text.utf8.count > 1 << 16 {
        Console.write(DisplayText.safeJSON(text))
        text = ""
      }
    }
    Console.write(DisplayText.safeJSON(text))
  }

  private static func spec(beside path: String) -> Spec? {
    var validation = Validation()
    guard let spec = DefinitionFolder.Kind.spec(beside: path), DefinitionFolder.isNeighbor(spec)
    else { return nil }
    return validation.check(spec)?.spec
  }

  private static func print(
    _ counts: CountTree, of definition: CompiledDefinition, _ output: Output
  ) {
    if output == .text {
      Console.write(DisplayText.safeLines(SummaryText(definition.source, counts).text))
    } else {
      let summary = PartialSummary.json(
        counts, of: definition.name, meaning: definition.fingerprint.meaning)
      Console.write(DisplayText.safeJSON(summary.text) + "\n")
    }
  }
}
