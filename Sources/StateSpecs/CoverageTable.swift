package import StateInterpreter
package import StateLinking
package import StateModel

/// The share of a definition that the cases of a spec reach, and the parts they do not.
package struct CoverageTable: Sendable {
  /// One kind of counted part.
  package struct Line: Sendable {
    /// `rows`, `guards`, `output rows`, `states`, `exits` or `transitions`.
    package let name: String
    package let reached: Int
    package let total: Int
    /// The parts that were not reached, with their locations in the definition.
    package let missing: [Missing]

    /// The share in percent, rounded down, so that 100 means all. It is 100 if there is nothing to
    /// reach.
    package var percent: Int { total == 0 ? 100 : reached * 100 / total }
  }

  /// A part that was not reached.
  package struct Missing: Sendable {
    package let part: Problem.CoveredPart
    package let location: Diagnostic.Location

    init(_ part: Problem.CoveredPart, at location: Diagnostic.Location) {
      self.part = part
      self.location = location
    }
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

  /// A line with the name and all counts.
  package func text(name: String) -> String {
    let counts = lines.filter { $0.total > 0 }.map { line in
      "\(line.name) \(line.reached)/\(line.total) (\(line.percent)%)"
    }
    return "\(name): \(percent)%" + (counts.isEmpty ? "" : " - ")
      + counts.joined(separator: ", ") + "\n"
  }

  /// The parts that were not reached, as findings about the definition.
  package var findings: [Diagnostic] {
    lines.flatMap(\.missing).map { missing in
      Diagnostic(.spec(.unreached(missing.part)), at: missing.location)
    }
  }

  private static func line(_ name: String, _ items: [(isReached: Bool, part: Missing)]) -> Line {
    Line(
      name: name, reached: items.count { $0.isReached }, total: items.count,
      missing: items.filter { !$0.isReached }.map(\.part))
  }

  private static func rows(_ coverage: Coverage, _ definition: CheckedDefinition) -> Line {
    let items = coverage.rows.enumerated().map { index, row in
      let pointer = Pointer.root["reducer"][index]
      return (row.hasRun, Missing(.row(pointer.text), at: .init(pointer)))
    }
    return line("rows", items)
  }

  private static func guards(_ coverage: Coverage, _ definition: CheckedDefinition) -> Line {
    let guarded = Set(definition.rows.filter { $0.condition != nil }.map(\.index))
    let items = coverage.rows.enumerated().filter { guarded.contains($0.offset) }.flatMap {
      index, row in
      let pointer = Pointer.root["reducer"][index]["if"]
      func missing(_ truth: Bool) -> Missing {
        Missing(.guard(pointer.text, isTrue: truth), at: .init(pointer))
      }
      return [(row.wasTrue, missing(true)), (row.wasFalse, missing(false))]
    }
    return line("guards", items)
  }

  /// Counts the rows as they are written: a row with several states is one.
  private static func outputRows(_ coverage: Coverage, _ definition: CheckedDefinition) -> Line {
    let items = zip(definition.outputs, coverage.outputRows).flatMap { output, rows in
      rows.enumerated().map { index, isReached in
        let pointer = output.pointer(ofRow: index)
        let part =
          rows.count == 1
          ? Missing(.output(output.name, pointer.text), at: .init(pointer, isKey: true))
          : Missing(.outputRow(pointer.text), at: .init(pointer))
        return (isReached, part)
      }
    }
    return line("output rows", items)
  }

  private static func states(_ coverage: Coverage, _ definition: CheckedDefinition) -> Line {
    let items = zip(definition.states, coverage.states).dropFirst().filter { state, _ in
      if case .history = state.kind { false } else { true }
    }.map { ($1, Missing(.state($0.name, $0.pointer), at: location(of: $0))) }
    return line("states", Array(items))
  }

  /// Counts states with exit actions. The entry actions of a state are reached with the state.
  private static func exits(_ coverage: Coverage, _ definition: CheckedDefinition) -> Line {
    let items = zip(definition.states, coverage.exits).dropFirst()
      .filter { !$0.0.exit.isEmpty }
      .map { ($1, Missing(.exit($0.name, $0.pointer), at: location(of: $0))) }
    return line("exits", Array(items))
  }

  private static func location(of state: CheckedState) -> Diagnostic.Location {
    .init(state.pointer + "/state", range: 0..<state.name.utf8.count)
  }

  private static func transitions(_ coverage: Coverage, _ definition: CheckedDefinition) -> Line {
    let items = zip(definition.rows, coverage.transitions).filter { $0.0.targets != nil }.map {
      row, isReached in
      let source =
        definition.states.indices.contains(row.state) ? definition.states[row.state].name : ""
      let targets = (row.targets ?? []).map { definition.states[$0.state].name }
      let part = Problem.CoveredPart.transition(from: source, to: targets, row: row.pointer)
      return (isReached, Missing(part, at: .init(row.pointer + "/goTo", isMember: true)))
    }
    return line("transitions", items)
  }
}
