package import Graphs
package import StateTables

/// What a step did to one state.
package enum Move: Sendable, Equatable {
  case exit(String)
  case enter(String)
}

/// Marks for the way that a step took, numbered through in the order in which it happened; what is
/// active and was not touched is marked as that.
///
/// - Parameters:
///   - moves: States that were left and entered, in order.
///   - active: Names of the states that are active now.
/// - Returns: A mark for each name; a state that was left and entered has both numbers, its last.
package func walkMarks(_ moves: [Move], active: [String]) -> [String: Chart.Mark] {
  var exits: [String: Int] = [:]
  var entries: [String: Int] = [:]
  for (place, move) in moves.enumerated() {
    switch move {
    case .exit(let name): exits[name] = place + 1
    case .enter(let name): entries[name] = place + 1
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

/// The way of a step: what ran, where it began.
package struct Way: Sendable, Equatable {
  /// The 0-based places of rows that ran, each with the names of the states that it ran for.
  package var rows: [Int: Set<String>] = [:]
  /// The event that came; nil for a timer or the start.
  package var event: String?
  /// The property values before it, as `DerivedStates` has them.
  package var valuesBefore: [String]?

  package init() {}

  /// Adds one round of rows.
  ///
  /// - Parameters:
  ///   - places: The 0-based places of the rows that ran together.
  ///   - active: Names of the states that were active when they were chosen.
  ///   - definition: What was run.
  package mutating func add(_ places: [Int], active: Set<String>, of definition: Definition) {
    guard !places.isEmpty, let rows = definition.reducer else { return }
    let tree = StateTree(definition)
    for place in places where rows.indices.contains(place) {
      let names = rows[place].states.all
      let sources = names.filter(active.contains)
      // A row that is written for a state and one around it runs for the inner one.
      let around = sources.flatMap { name in
        tree.indices[name].map { tree.path($0).dropFirst().map { tree.nodes[$0].state.name } } ?? []
      }
      let innermost = Set(names.isEmpty ? [definition.name] : sources).subtracting(around)
      self.rows[place, default: []].formUnion(innermost)
    }
  }
}
