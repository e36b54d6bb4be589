/// A tree of states with transitions between them: the content of a state or derived graph.
package struct Chart: Sendable, Equatable {
  /// The direction from a source to its target on the page.
  package enum Direction: String, Sendable {
    case down = "TB"
    case right = "LR"
  }

  /// The shape of a node.
  package enum Form: String, Sendable {
    case machine, composite, parallel, atomic, final, history, deepHistory
  }

  /// A mark on a node that shows a step or the current configuration.
  package enum Mark: Sendable, Equatable {
    case active
    case exit(Int)
    case enter(Int)
    /// Exited and entered again: two actions of one step.
    case both(exit: Int, enter: Int)

    /// The text of the badge on the node's corner.
    package var text: String {
      switch self {
      case .active: "active"
      case .exit(let number): "exit \(number)"
      case .enter(let number): "enter \(number)"
      case .both(let exit, let enter): "exit \(exit), enter \(enter)"
      }
    }

    /// The CSS class that colours the node's outline and badge.
    package var styleClass: String {
      switch self {
      case .active: "m-active"
      case .exit: "m-exit"
      case .enter, .both: "m-enter"
      }
    }
  }

  /// A state, a history, or the definition itself.
  package struct Node: Sendable, Equatable {
    package var name: String
    /// The names of the node and its ancestors below the definition, joined by dots; the base of
    /// its id.
    package var path: String
    package var form: Form
    /// The index of the node that contains this one; nil only for the first node.
    package var parent: Int?
    package var rows: [Row]
    /// The indices of the states entered by default; for a history, those entered if it remembers
    /// nothing.
    package var initial: [Int]
    package var link: String?
    package var mark: Mark?
    /// Whether no case of the spec enters the node; only set if coverage is shown.
    package var isUnreached = false

    package init(
      _ name: String, path: String? = nil, form: Form = .atomic, parent: Int?, rows: [Row] = [],
      initial: [Int] = [], link: String? = nil, mark: Mark? = nil
    ) {
      self.name = name
      self.path = path ?? name
      self.form = form
      self.parent = parent
      self.rows = rows
      self.initial = initial
      self.link = link
      self.mark = mark
    }
  }

  /// What a transition does to states that are already active.
  package enum Entering: String, Sendable {
    /// They stay active.
    case plain
    /// The targets are exited and entered again, so a transition from a state to itself is a loop.
    case reenter
    /// The source is exited too, even if it contains the targets.
    case external
  }

  /// A transition from one state to others: one pill with a label for each row.
  package struct Transition: Sendable, Equatable {
    /// The index of the state that has these rows.
    package var source: Int
    /// The indices of the target states; several targets are in different regions.
    package var targets: [Int]
    package var labels: [Label]
    package var entering: Entering

    /// How often recorded sessions took the transition; 0 if no traffic is shown.
    package var count: Double { labels.reduce(0) { $0 + Double($1.traffic?.count ?? 0) } }

    /// Whether no case of the spec takes the transition.
    package var isUnreached: Bool { !labels.isEmpty && labels.allSatisfy(\.isUnreached) }

    /// Whether the last step of a run took the transition.
    package var isTaken: Bool { labels.contains(where: \.isTaken) }

    /// Whether any active state is exited and entered again.
    package var reenters: Bool { entering != .plain }

    package init(
      from source: Int, to targets: [Int], _ labels: [Label], entering: Entering = .plain
    ) {
      self.source = source
      self.targets = targets
      self.labels = labels
      self.entering = entering
    }
  }

  /// What shows which parts of a chart are never reached.
  package enum Evidence: Sendable, Equatable {
    /// The cases of a spec.
    case spec
    /// Recorded sessions.
    case sessions

    /// The subject of a sentence about a part that is never reached.
    var nothing: String {
      switch self {
      case .spec: "no case of the spec"
      case .sessions: "no session"
      }
    }
  }

  package var direction: Direction
  package var evidence = Evidence.spec
  /// Whether the chart may be drawn in the other direction if it then fits a page better.
  package var mayTurn: Bool
  /// All nodes; the first is the definition, and every parent comes before its children.
  package var nodes: [Node]
  /// The transitions in declared order; `merged()` merges those with equal ends.
  package var transitions: [Transition]

  package init(
    direction: Direction = .down, mayTurn: Bool = false, nodes: [Node], transitions: [Transition]
  ) {
    self.direction = direction
    self.mayTurn = mayTurn
    self.nodes = nodes
    self.transitions = transitions
  }

  /// The largest count of a transition; 0 if no traffic is shown.
  package var largestCount: Double { transitions.map(\.count).max() ?? 0 }

  /// The same chart in the other direction.
  package var turned: Chart {
    var result = self
    result.direction = direction == .down ? .right : .down
    return result
  }

  /// The same chart with one transition for each source, targets and kind of entering.
  package func merged() -> Chart {
    var result = self
    result.transitions = []
    for transition in transitions {
      let same = result.transitions.firstIndex {
        $0.source == transition.source && $0.targets == transition.targets
          && $0.entering == transition.entering
      }
      if let same {
        result.transitions[same].labels += transition.labels
      } else {
        result.transitions.append(transition)
      }
    }
    return result
  }

  /// One sentence for each default entry, history and label.
  var sentences: [String] {
    func name(_ index: Int) -> String {
      nodes.indices.contains(index) ? nodes[index].name : "nowhere"
    }
    func names(_ indices: [Int]) -> String { indices.map(name).joined(separator: " and ") }
    var result: [String] = []
    for node in nodes where !node.initial.isEmpty {
      switch node.form {
      case .history, .deepHistory:
        result.append("\(node.name) leads to \(names(node.initial)) where nothing is remembered.")
      case .machine, .composite, .parallel, .atomic, .final:
        result.append("\(node.name) starts in \(names(node.initial)).")
      }
    }
    let unreached = nodes.filter(\.isUnreached).map(\.name)
    if !unreached.isEmpty {
      let subject = evidence.nothing
      result.append(
        subject.prefix(1).uppercased() + subject.dropFirst()
          + " enters \(unreached.joined(separator: ", ")).")
    }
    for node in nodes where !node.rows.isEmpty {
      result.append("\(node.name): " + node.rows.map(\.text).joined(separator: "; ") + ".")
    }
    for transition in transitions {
      for label in transition.labels {
        let verb =
          switch transition.entering {
          case .plain: "leads to"
          case .reenter: "leads anew to"
          case .external: "leaves \(name(transition.source)) and leads anew to"
          }
        let actions = label.actions.isEmpty ? "" : " and \(label.actionProse)"
        result.append(
          "From \(name(transition.source)), \(label.prose(evidence)) \(verb) "
            + "\(names(transition.targets))\(actions)"
            + (label.isUnreached ? "; \(evidence.nothing) does that" : "")
            + (label.traffic.map { $0.count > 0 ? " (\($0.text))" : "" } ?? "")
            + (label.isTaken ? "; the last step went this way." : "."))
      }
    }
    return result
  }
}
