package import CEL
package import StateInterpreter

/// The states that a definition can reach, found by running it, in the order in which they were
/// found.
package struct Exploration: Sendable {
  /// A stimulus that leads from one node to another.
  package enum Cause: Sendable {
    /// An event with its data, in declared order.
    case event(EventHandle, [Value])
    /// A timer that is due.
    case timer(String)
    /// The app saves the machine, and restores it later.
    case restore

    var isRestore: Bool { if case .restore = self { true } else { false } }

    /// The id of a timer; `nil` for other stimuli.
    var timer: String? { if case .timer(let id) = self { id } else { nil } }

    /// Whether it is an event that carries data.
    var hasData: Bool {
      if case .event(_, let values) = self { !values.isEmpty } else { false }
    }
  }

  /// An attempt to start the machine.
  package struct Start: Sendable {
    /// The inputs by name; missing ones have a default.
    package let inputs: [String: Value]
    /// The step of the start, or its error.
    package let result: Result<Step, MachineError>
    /// The node it leads to; `nil` if it fails.
    package let node: Int?
  }

  /// A state of the machine that was reached.
  package struct Node: Sendable {
    /// The state of the machine.
    package let state: MachineState
    /// The edge that first reached it; `nil` for a start.
    package let origin: Int?
    /// The start that first reached it.
    package let start: Int
    /// The number of steps from that start.
    package let depth: Int
  }

  /// The step that one cause makes from one node.
  package struct Edge: Sendable {
    /// The index of the node where it begins.
    package let from: Int
    /// The index of the node where it ends. It is the same node if the step changes nothing or
    /// fails.
    package let to: Int
    /// The index of the stimulus in `causes`.
    package let cause: Int
    /// The step, or its error.
    package let result: Result<Step, MachineError>
  }

  /// The reason why the exploration ended.
  package enum End: Hashable, Sendable {
    /// Every reachable state was found.
    case complete
    /// The limit for nodes was reached.
    case nodes(Int)
    /// The limit for steps was reached.
    case steps(Int)
  }

  /// The starts in the order in which they were tried.
  package internal(set) var starts: [Start] = []
  /// The nodes in the order in which they were found; those of the starts come first.
  package internal(set) var nodes: [Node] = []
  /// The edges in the order of nodes, then declared events, then values, then a restore; timers are
  /// last.
  package internal(set) var edges: [Edge] = []
  /// The stimuli: events first, then a restore, then timers in the order in which they were found.
  package internal(set) var causes: [Cause] = []
  /// The reason why the exploration ended.
  package internal(set) var end = End.complete

  /// The shortest path from a start to a node, as edges.
  ///
  /// - Parameter node: The index of a node.
  /// - Returns: The indices of the edges; empty for starts and for unknown nodes.
  package func path(to node: Int) -> [Int] {
    var path: [Int] = []
    var index = node
    while nodes.indices.contains(index), let origin = nodes[index].origin {
      path.append(origin)
      index = edges[origin].from
    }
    return path.reversed()
  }
}

extension Machine {
  /// Takes the step of a stimulus.
  mutating func take(_ cause: Exploration.Cause) throws(MachineError) -> Step {
    switch cause {
    case .event(let event, let values): try receive(event, values)
    case .timer(let id): try fire(timer: id)
    case .restore: try restoreInPlace()
    }
  }
}
