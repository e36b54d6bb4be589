public import CEL
public import StateInterpreter

/// What a definition can do, found by running it: the configurations of its data that events lead
/// to, in the order in which they were found.
public struct Exploration: Sendable {
  /// What leads from one node to another.
  public enum Cause: Sendable {
    /// An event with what it carries, in declared order.
    case event(EventHandle, [Value])
    /// A timer that is due.
    case timer(String)
  }

  /// One of the situations the machine can be in.
  public struct Node: Sendable {
    /// The machine there.
    public let machine: Machine
    /// The edge by which it was found first; `nil` for the start.
    public let origin: Int?
    /// How many steps it is from the start.
    public let depth: Int
  }

  /// What one event does in one node.
  public struct Edge: Sendable {
    /// Where it begins, by the place of the node.
    public let from: Int
    /// Where it ends; the same node for a step that changes nothing or fails.
    public let to: Int
    /// What was sent.
    public let cause: Cause
    /// What the machine made of it.
    public let result: Result<Step, MachineError>
  }

  /// Why it went no further.
  public enum End: Hashable, Sendable {
    /// Everything that can be reached has been.
    case complete
    /// There are more nodes than the bound.
    case nodes(Int)
    /// It would take more steps than the bound.
    case steps(Int)
    /// An event carries what has too many values to try, by name.
    case event(String)
    /// The machine cannot be started.
    case start(MachineError)
  }

  /// In the order in which they were found, the start first.
  public internal(set) var nodes: [Node] = []
  /// In the order of nodes, then events as declared, then values; timers last.
  public internal(set) var edges: [Edge] = []
  /// What the start asked for.
  public internal(set) var start: Step?
  /// Why it went no further.
  public internal(set) var end = End.complete

  /// The causes that lead from the start to a node, the fewest there are.
  ///
  /// - Parameter node: The place of a node.
  /// - Returns: Nothing for the start and for places where there is no node.
  public func path(to node: Int) -> [Cause] {
    var causes: [Cause] = []
    var place = node
    while nodes.indices.contains(place), let origin = nodes[place].origin {
      causes.append(edges[origin].cause)
      place = edges[origin].from
    }
    return causes.reversed()
  }
}
