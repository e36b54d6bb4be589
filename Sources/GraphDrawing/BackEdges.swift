import Graphs

/// The transitions that lead back up the page and are therefore laid out in the opposite direction.
///
/// Reversing them puts their pill between the two states and keeps the order of the other states.
struct BackEdges {
  private struct Step {
    var transition: Int
    var from: Int
    var to: Int
  }

  private(set) var transitions: Set<Int> = []

  init(_ tree: GraphTree) {
    var steps: [[Step]] = Array(repeating: [], count: tree.chart.nodes.count)
    for (index, transition) in tree.chart.transitions.enumerated() {
      let source = transition.source
      let container = tree.leastCommonAncestor([source] + transition.targets)
      guard container != source, let target = transition.targets.first, target != container else {
        continue
      }
      steps[container].append(
        Step(
          transition: index, from: tree.child(of: container, toward: source),
          to: tree.child(of: container, toward: target)))
    }
    for container in steps.indices where !steps[container].isEmpty {
      search(tree, container, steps[container])
    }
  }

  /// Depth first from the initial child, then in declared order.
  private mutating func search(_ tree: GraphTree, _ container: Int, _ steps: [Step]) {
    let initial = tree.chart.nodes[container].initial.first.map {
      tree.child(of: container, toward: $0)
    }
    // A transition into the initial child always goes back up, even if nothing leaves that child.
    // Otherwise a machine whose transitions all start at the root would have its start at the
    // bottom.
    for step in steps where step.to == initial && step.from != step.to {
      transitions.insert(step.transition)
    }
    enum Colour { case open, done }
    var colours: [Int: Colour] = [:]
    for start in (initial.map { [$0] } ?? []) + tree.children[container]
    where colours[start] == nil {
      colours[start] = .open
      // An explicit stack of (child, next step), because a chain of states can be as long as the
      // chart.
      var stack = [(child: start, next: 0)]
      while let top = stack.last {
        guard top.next < steps.count else {
          colours[top.child] = .done
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].next += 1
        let step = steps[top.next]
        guard step.from == top.child, !transitions.contains(step.transition) else { continue }
        switch colours[step.to] {
        case .open: transitions.insert(step.transition)
        case .done: break
        case nil:
          colours[step.to] = .open
          stack.append((step.to, 0))
        }
      }
    }
  }
}
