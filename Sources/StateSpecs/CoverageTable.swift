package import StateInterpreter
package import StateLinking
import StateModel

/// The share of a definition that the cases of a spec reach, and the parts they do not.
package struct CoverageTable: Sendable {
  /// One kind of counted part.
  package struct Line: Sendable {
    /// `rows`, `guards`, `output rows`, `states`, `exits` or `transitions`.
    package let name: String
    package let reached: Int
    package let total: Int
    /// Descriptions of the parts that were not reached.
    package let missing: [String]

    /// The share in percent, rounded down, so that 100 means all. It is 100 if there is nothing to
    /// reach.
    package var percent: Int { total == 0 ? 100 : reached * 100 / total }
  }

  /// The counts of the six kinds.
  package let lines: [Line]

  /// The share of all kinds in percent, rounded down.
  package var percent: Int {
    let total = lines.reduce(0) { $0 + $1.total }
    return total == 0 ? 100 : lines.reduce(0) { $0 + $1.reached } * 100 / total
  }

  /// Counts the parts of a definition that were reached.
  package init(_ coverage: Coverage, of definition: CheckedDefinition) {
    lines = [
      CoverageTable.rows(coverage, definition), CoverageTable.guards(coverage, definition),
      CoverageTable.outputRows(coverage, definition), CoverageTable.states(coverage, definition),
      CoverageTable.exits(coverage, definition), CoverageTable.transitions(coverage, definition),
    ]
  }

  /// A line with the name and all counts, followed by the missing parts.
  package func text(name: String) -> String {
    let counts = lines.filter { $0.total > 0 }.map { line in
      "\(line.name) \(line.reached)/\(line.total) (\(line.percent)%)"
    }
    var text = "\(name): \(percent)%"
    if !counts.isEmpty { text += " - " + counts.joined(separator: ", ") }
    for line in lines { for missing in line.missing { text += "\n  \(missing)" } }
    return text + "\n"
  }

  private static func line(_ name: String, _ items: [(isReached: Bool, words: String)]) -> Line {
    Line(
      name: name, reached: items.count { $0.isReached }, total: items.count,
      missing: items.filter { !$0.isReached }.map(\.words))
  }

  private static func rows(_ coverage: Coverage, _ definition: CheckedDefinition) -> Line {
    line("rows", coverage.rows.enumerated().map { ($1.hasRun, "row \($0 + 1) never ran") })
  }

  private static func guards(_ coverage: Coverage, _ definition: CheckedDefinition) -> Line {
    let guarded = Set(definition.rows.filter { $0.condition != nil }.map(\.index))
    let items = coverage.rows.enumerated().filter { guarded.contains($0.offset) }.flatMap {
      index, row in
      [
        (row.wasTrue, "the guard of row \(index + 1) was never true"),
        (row.wasFalse, "the guard of row \(index + 1) was never false"),
      ]
    }
    return line("guards", items)
  }

  private static func outputRows(_ coverage: Coverage, _ definition: CheckedDefinition) -> Line {
    let items = zip(definition.outputs, coverage.outputRows).flatMap { output, rows in
      rows.enumerated().map { index, isReached in
        let words =
          rows.count == 1
          ? "no case looks at `\(output.name)`"
          : "row \(index + 1) of `\(output.name)` never gave its value"
        return (isReached, words)
      }
    }
    return line("output rows", items)
  }

  private static func states(_ coverage: Coverage, _ definition: CheckedDefinition) -> Line {
    let items = zip(definition.states, coverage.states).dropFirst().filter { state, _ in
      if case .history = state.kind { false } else { true }
    }.map { ($1, "`\($0.name)` was never entered") }
    return line("states", Array(items))
  }

  /// Counts states with exit actions. The entry actions of a state are reached with the state.
  private static func exits(_ coverage: Coverage, _ definition: CheckedDefinition) -> Line {
    let items = zip(definition.states, coverage.exits).dropFirst()
      .filter { !$0.0.exit.isEmpty }.map { ($1, "`\($0.name)` was never left") }
    return line("exits", Array(items))
  }

  private static func transitions(_ coverage: Coverage, _ definition: CheckedDefinition) -> Line {
    let items = zip(definition.rows, coverage.transitions).filter { $0.0.targets != nil }.map {
      row, isReached in
      let source =
        definition.states.indices.contains(row.state) ? definition.states[row.state].name : ""
      let targets = (row.targets ?? []).map { definition.states[$0.state].name }
      return (
        isReached,
        "`\(source)` -> \(targets.map { "`\($0)`" }.joined(separator: ", ")) (row \(row.index + 1)) never ran"
      )
    }
    return line("transitions", items)
  }
}
