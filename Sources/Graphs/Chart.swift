/// A tree of states with transitions between them: the content of a state or derived graph.
package struct Chart: Sendable, Equatable {
  /// The way from a source to its target on the page.
  package enum Direction: String, Sendable {
    case down = "TB"
    case right = "LR"
  }

  /// What a node looks like.
  package enum Form: String, Sendable {
    case machine, composite, parallel, atomic, final, history, deepHistory
  }

  /// How a node takes part in what the picture tells: a walk, or what is active.
  package enum Mark: Sendable, Equatable {
    case active
    case exit(Int)
    case enter(Int)
    /// Left and entered anew: two steps of one walk.
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

  /// A state, or what stands for one.
  package struct Node: Sendable, Equatable {
    package var name: String
    /// Names of the node and its ancestors below the definition, joined by points; the base of its id.
    package var path: String
    package var form: Form
    /// The index of the node that contains this one; nil for the first node alone.
    package var parent: Int?
    package var rows: [Row]
    /// Indices of the states entered by default (of a history: where nothing is remembered).
    package var initial: [Int]
    package var link: String?
    package var mark: Mark?
    /// Whether no case of the spec enters it; only where coverage is painted.
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

  /// What a transition does to states that are active already.
  package enum Entering: String, Sendable {
    /// They are kept.
    case plain
    /// The targets are left and entered anew, so a way to oneself is a loop.
    case reenter
    /// The source is left too, even where the targets are inside of it.
    case external
  }

  /// A way from one state to others: one pill with a label for each row.
  package struct Transition: Sendable, Equatable {
    /// Index of the state whose rows these are.
    package var source: Int
    /// Indices of the states gone to; several lie in different regions.
    package var targets: [Int]
    package var labels: [Label]
    package var entering: Entering

    /// Whether no case of the spec goes this way.
    package var isUnreached: Bool { !labels.isEmpty && labels.allSatisfy(\.isUnreached) }

    /// Whether the last step of a run went this way.
    package var isTaken: Bool { labels.contains(where: \.isTaken) }

    /// Whether anything that is active is left and entered anew.
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

  package var direction: Direction
  /// Whether the chart may be drawn in the other direction where it then fits a page better.
  package var mayTurn: Bool
  /// All nodes; the first is the definition, every parent stands before its children.
  package var nodes: [Node]
  /// Transitions in declared order; rows with equal ends may be merged by `merged()`.
  package var transitions: [Transition]

  package init(
    direction: Direction = .down, mayTurn: Bool = false, nodes: [Node], transitions: [Transition]
  ) {
    self.direction = direction
    self.mayTurn = mayTurn
    self.nodes = nodes
    self.transitions = transitions
  }

  /// The same chart in the other direction.
  package var turned: Chart {
    var result = self
    result.direction = direction == .down ? .right : .down
    return result
  }

  /// The same chart with one transition for each source, targets and way of entering.
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
      result.append("No case of the spec enters \(unreached.joined(separator: ", ")).")
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
          "From \(name(transition.source)), \(label.prose) \(verb) "
            + "\(names(transition.targets))\(actions)"
            + (label.isUnreached ? "; no case of the spec does that" : "")
            + (label.isTaken ? "; the last step went this way." : "."))
      }
    }
    return result
  }
}
