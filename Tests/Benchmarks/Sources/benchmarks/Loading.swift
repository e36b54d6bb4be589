import Generated
import Harness
import StateFiles
import StateInterpreter
import StateModel

/// Measures loading, from the text of a definition to a runnable one, with the API that an app
/// uses.
enum Loading {
  enum Failure: Error {
    /// The scenario names an event or output that its definition does not have.
    case names
  }

  static func compile(_ text: String, isAccelerated: Bool) throws -> CompiledDefinition {
    let name = text.split(separator: "\"", maxSplits: 4)[3]
    return try CompiledDefinition(
      DefinitionFile.read(text, as: "\(name).state.json"), isAccelerated: isAccelerated)
  }

  /// The cost per row of the reducer. `check` goes from text to a checked table, `compile` from
  /// there to a runnable definition.
  ///
  /// - Parameters:
  ///   - wanted: The texts by name of their figure; `load` means all.
  ///   - engines: `check`, `compile`; empty means both.
  ///   - runs: The number of measured runs.
  /// - Returns: The figures.
  /// - Throws: `LoadError` if a text is not a valid definition.
  static func figures(
    of wanted: Set<String>, engines: [String], runs: Int
  ) throws -> [Figure] {
    var samples = Samples()
    let texts =
      [("load S2", Definitions.phone), ("load S6", Definitions.wide)]
      + (0..<3).map { ("load sample \($0)", samples.next($0).text) }
    return try texts.filter { wanted.contains("load") || wanted.contains($0.0) }
      .flatMap { try figures($0, $1, engines: engines, runs: runs) }
  }

  private static func figures(
    _ scenario: String, _ text: String, engines: [String], runs: Int
  ) throws -> [Figure] {
    let name = text.split(separator: "\"", maxSplits: 4)[3]
    let checked = try DefinitionFile.read(text, as: "\(name).state.json")
    let rows = checked.definition.reducer?.count ?? 0
    let turns = 2_000 / max(rows, 1) + 1
    let whole = Candidate(engine: "check", events: turns * rows) {
      (0..<turns).count { _ in (try? DefinitionFile.read(text, as: "\(name).state.json")) != nil }
    }
    let compiling = Candidate(engine: "compile", events: turns * rows) {
      (0..<turns).count { _ in (try? CompiledDefinition(checked)) != nil }
    }
    let candidates = [whole, compiling].filter { engines.isEmpty || engines.contains($0.engine) }
    return measure(scenario, runs: runs, candidates)
  }
}
