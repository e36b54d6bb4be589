import CEL
import StateFiles
package import StateInterpreter
import StateLinking
import StateModel
import StateProject
import StateReplay

/// Runs recordings on two versions of a definition, and prints which sessions differ.
package enum RecordingComparison {
  /// Compares the versions on all sessions.
  ///
  /// - Parameters:
  ///   - new: The new version.
  ///   - path: The file of the new version.
  ///   - old: The file of the old version, or `git:REF` for `path` in a revision.
  ///   - recordings: Files of recordings; `-` is standard input.
  ///   - permitted: How many sessions may differ.
  ///   - printsSessions: Whether a line of JSON is printed for each session instead of the summary.
  ///   - printer: Prints the findings of an old version that does not pass its checks.
  /// - Returns: The exit code: a finding if more sessions differ than are permitted, or if there are
  ///   sessions and none of them could be compared.
  /// - Throws: The exit code if the old version does not pass its checks, or a file cannot be read.
  package static func run(
    _ new: CompiledDefinition, at path: String, against old: String, _ recordings: Recordings,
    permitted: Int, printsSessions: Bool, _ printer: ReportPrinter
  ) throws -> CommandExit {
    let before = try printer.compiled(old, revisionOf: path)
    var replay = VersionReplay(old: before, new: new) { session, difference in
      if printsSessions { report(session, difference) }
    }
    try recordings.read { replay.read($0, $1) }
    replay.finish()
    if !printsSessions { Console.write(DisplayText.safeLines(text(replay, new.name))) }
    let isAnyCompared = replay.restored + replay.idle < replay.sessions
    let isGood = replay.different <= permitted && (isAnyCompared || replay.sessions == 0)
    return isGood ? .success : .finding
  }

  private static func report(_ session: String, _ difference: VersionDifference?) {
    var members = [JSON.Member(key: "session", value: .string(session))]
    if let difference {
      members.append(.init(key: "differs", value: .string(difference.kind)))
    }
    Console.write(DisplayText.safeJSON(JSON.object(members).text) + "\n")
  }

  private static func text(_ replay: VersionReplay, _ name: String) -> String {
    let compared = replay.sessions - replay.restored - replay.idle
    var lines = [
      "\(name): \(Report.counted(compared, "session")) compared: "
        + "\(compared - replay.different) equal, \(replay.different) different"
    ]
    if replay.restored > 0 {
      lines.append("  \(replay.restored) not compared, because they continue from a snapshot")
    }
    if replay.idle > 0 {
      lines.append("  \(replay.idle) not compared, because neither version can run them")
    }
    if replay.faults > 0 {
      lines.append(
        "  \(Report.counted(replay.faults, "line")) that neither version can run")
    }
    if !replay.skippedOutputs.isEmpty {
      let names = replay.skippedOutputs.map { "`\($0)`" }.joined(separator: ", ")
      lines.append("  not compared, because only one version has them with their types: \(names)")
    }
    if replay.brokenLines > 0 {
      lines.append("  \(Report.counted(replay.brokenLines, "line")) not read")
    }
    let found = replay.found
    if !found.isEmpty { lines += ["", "the first difference is in"] }
    for kind in found {
      let count = String(kind.sessions)
      lines.append(
        String(repeating: " ", count: max(1, 12 - count.count)) + "\(count)  \(kind.name)")
    }
    var budget = VersionReplay.exampleBudget
    for kind in found {
      guard let example = replay.example(of: kind, budget: &budget) else { continue }
      lines += ["", "\(kind.name): the old version passes this case, the new one fails it"]
      lines.append("  " + DisplayText.safeJSON(example.json.text))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ReportPrinter {
  /// Compiles another version of a definition.
  ///
  /// - Parameters:
  ///   - old: A file, or `git:REF`.
  ///   - path: The file that is read in the revision.
  /// - Returns: The compiled definition.
  /// - Throws: The exit code, after its findings have been printed.
  func compiled(_ old: String, revisionOf path: String) throws -> CompiledDefinition {
    guard old.hasPrefix("git:") else { return try compiled(old) }
    var validation = Validation()
    do {
      let tree = GitTree(revision: String(old.dropFirst(4)))
      let paths = try tree.load(around: path, into: &validation)
      for path in paths {
        if let definition = validation.check(path)?.definition {
          return try CompiledDefinition(definition, isAccelerated: Console.acceleratesSteps)
        }
      }
    } catch let failure as GitTree.Failure {
      throw print(Report([], failures: [failure.description]))
    }
    throw print(validation.report, summary: validation.summary)
  }
}
