package import Graphs
package import StateModel

/// A change of one state during a step.
package enum GraphMove: Sendable, Equatable {
  case exit(String)
  case enter(String)
}

/// Numbers the states that a step exited and entered, in order; marks other active states as
/// active.
///
/// - Parameters:
///   - moves: The states that were exited and entered, in order.
///   - active: The names of the states that are active now.
/// - Returns: A mark for each name; a state that was exited and entered has both numbers of its
///   last change.
package func walkMarks(_ moves: [GraphMove], active: [String]) -> [String: Chart.Mark] {
  var exits: [String: Int] = [:]
  var entries: [String: Int] = [:]
  for (offset, move) in moves.enumerated() {
    switch move {
    case .exit(let name): exits[name] = offset + 1
    case .enter(let name): entries[name] = offset + 1
    }
  }
  var result: [String: Chart.Mark] = [:]
  for name in active { result[name] = .active }
  for (name, number) in exits { result[name] = .exit(number) }
  for (name, number) in entries {
    result[name] = exits[name].map { .both(exit: $0, enter: number) } ?? .enter(number)
  }
  return result
}

/// A step of a run: the rows that ran, and the values before it.
package struct TakenStep: Sendable, Equatable {
  /// For the index of each row that ran, the names of the states for which it ran.
  package var rows: [Int: Set<String>] = [:]
  /// The event of the step; nil for a timer or the start.
  package var event: String?
  /// The property values before the step, as in `DerivedStates`.
  package var valuesBefore: [String]?

  package init() {}

  /// Adds the rows of one microstep.
  ///
  /// - Parameters:
  ///   - rowIndices: The indices of the rows that ran together.
  ///   - active: The names of the states that were active when the rows were selected.
  ///   - definition: The definition that was run.
  package mutating func add(_ rowIndices: [Int], active: Set<String>, of definition: Definition) {
    guard !rowIndices.isEmpty, let rows = definition.reducer else { return }
    let tree = GraphStateTree(definition)
    for rowIndex in rowIndices where rows.indices.contains(rowIndex) {
      let names = rows[rowIndex].states.all
      let sources = names.filter(active.contains)
      // A row that applies to a state and to its ancestor runs for the inner state.
      let around = sources.flatMap { name in
        tree.indices[name].map { tree.path($0).dropFirst().map { tree.nodes[$0].state.name } } ?? []
      }
      let innermost = Set(names.isEmpty ? [definition.name] : sources).subtracting(around)
      self.rows[rowIndex, default: []].formUnion(innermost)
    }
  }
}
