package import Graphs

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
