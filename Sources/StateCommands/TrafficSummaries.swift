import StateFiles
import StateGraphs
import StateInterpreter
import StateLinking
import StateModel
import StateReplay

/// The summaries of recordings that pictures show, by the name of their definition.
package struct TrafficSummaries {
  private var summaries: [String: [PartialSummary]] = [:]

  /// Reads summaries, which `states replay --partial` has printed.
  ///
  /// - Parameter paths: Files with a summary a line; `-` is standard input.
  /// - Throws: `CommandExit` if a file cannot be read, or a line is no summary.
  package init(_ paths: [String]) throws {
    var problem: String?
    for path in paths {
      var number = 0
      try Console.readLines(of: path, limit: FileLimits.fileBytes) { bytes, range in
        number += 1
        guard problem == nil else { return }
        do throws(PartialSummary.Problem) {
          let summary = try PartialSummary(String(decoding: bytes[range], as: UTF8.self))
          summaries[summary.definition, default: []].append(summary)
        } catch {
          problem = "\(path), line \(number): \(error)"
        }
      }
    }
    guard let problem else { return }
    Console.note("error: \(problem)")
    throw CommandExit.failure
  }

  /// The traffic of a definition; nil if there is no summary of it.
  ///
  /// - Parameter definition: The definition.
  /// - Returns: The sum of its summaries.
  /// - Throws: `PartialSummary.Problem` if a summary belongs to another version of it.
  func traffic(
    of definition: CheckedDefinition
  ) throws(PartialSummary.Problem) -> Traffic? {
    guard let own = summaries[definition.definition.name] else { return nil }
    let meaning = Fingerprint.meaning(of: definition)
    var counts = CountTree()
    for summary in own { counts.add(try summary.counts(ofVersion: meaning)) }
    return Traffic(counts, of: definition)
  }
}

extension Traffic {
  /// Takes the counts of a summary.
  fileprivate init(_ counts: CountTree, of definition: CheckedDefinition) {
    self.init()
    sessions = counts["sessions"].count
    events = counts["events"].count
    for row in Set(definition.rows.map(\.index)) {
      let pointer = "/reducer/\(row)"
      let own = counts["rows"][pointer]
      rows[row] = own["ran"].count
      denied[row] = counts["denied"][pointer].count
      if own["ran"].count == 0 { unreached.rows.insert(row) }
      if own["true"].count > 0, own["false"].count == 0 { unreached.guards.insert(row) }
    }
    for row in definition.rows where row.targets != nil {
      let state = definition.states[row.state].name
      let count = counts["transitions"]["/reducer/\(row.index)"][state].count
      transitions[row.index, default: [:]][state] = count
      if count == 0 { unreached.statesByRow[row.index, default: []].insert(state) }
    }
    for state in definition.states.dropFirst() {
      let own = counts["states"][state.name]
      guard !own.names.isEmpty else { continue }
      entered[state.name] = own["entered"].count
      milliseconds[state.name] = own["milliseconds"].count
      if own["entered"].count == 0 { unreached.states.insert(state.name) }
      if own["left"].count == 0, !state.exit.isEmpty { unreached.exits.insert(state.name) }
    }
    for output in definition.outputs {
      let never = output.rows.indices.filter { counts["outputs"][output.name]["\($0)"].count == 0 }
      if !never.isEmpty { unreached.outputRows[output.name] = Set(never) }
    }
    // The states at the top are all active at once, or one after the other.
    let top = (definition.definition.root.children ?? [])
      .compactMap { milliseconds[$0.name].map(Double.init) }
    time = definition.definition.root.isParallel ? top.max() ?? 0 : top.reduce(0, +)
  }
}
