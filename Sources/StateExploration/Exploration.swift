package import CEL
package import StateInterpreter

/// What a definition can do, found by running it: the moments that events lead to, in the order in
/// which they were found.
package struct Exploration: Sendable {
  /// What leads from one node to another.
  package enum Cause: Sendable {
    /// An event with what it carries, in declared order.
    case event(EventHandle, [Value])
    /// A timer that is due.
    case timer(String)
  }

  /// A way to begin.
  package struct Start: Sendable {
    /// By name; those left out have a default.
    package let inputs: [String: Value]
    /// What the start asked for, or why there is none.
    package let result: Result<Step, MachineError>
    /// Where it leads; `nil` where it fails.
    package let node: Int?
  }

  /// One of the situations the machine can be in.
  package struct Node: Sendable {
    /// Where the machine is.
    package let moment: Moment
    /// The edge by which it was found first; `nil` for a start.
    package let origin: Int?
    /// The start from which it was found first.
    package let start: Int
    /// How many steps it is from there.
    package let depth: Int
  }

  /// What one event does in one node.
  package struct Edge: Sendable {
    /// Where it begins, by the place of the node.
    package let from: Int
    /// Where it ends; the same node for a step that changes nothing or fails.
    package let to: Int
    /// What was sent, by its place in `causes`.
    package let cause: Int
    /// What the machine made of it.
    package let result: Result<Step, MachineError>
  }

  /// Why it went no further.
  package enum End: Hashable, Sendable {
    /// Everything that can be reached has been.
    case complete
    /// There are more nodes than the bound.
    case nodes(Int)
    /// It would take more steps than the bound.
    case steps(Int)
  }

  /// In the order in which they were tried.
  package internal(set) var starts: [Start] = []
  /// In the order in which they were found, those of the starts first.
  package internal(set) var nodes: [Node] = []
  /// In the order of nodes, then events as declared, then values; timers last.
  package internal(set) var edges: [Edge] = []
  /// What was tried: events, then timers as they were met.
  package internal(set) var causes: [Cause] = []
  /// Why it went no further.
  package internal(set) var end = End.complete

  /// The edges that lead from a start to a node, the fewest there are.
  ///
  /// - Parameter node: The place of a node.
  /// - Returns: Nothing for starts and for places where there is no node.
  package func path(to node: Int) -> [Int] {
    var path: [Int] = []
    var place = node
    while nodes.indices.contains(place), let origin = nodes[place].origin {
      path.append(origin)
      place = edges[origin].from
    }
    return path.reversed()
  }
}
