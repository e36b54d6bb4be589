import StateLinking
import StateModel

/// Reports rows of a state whose children all take its events first.
enum ShadowedRow: DefinitionCheck {
  static let rule = RuleID.stateShadowed

  static func findings(in context: DefinitionContext) -> [Diagnostic] {
    let indices = self.indices(in: context)
    if indices.isEmpty { return [] }
    let unreachable = UnreachableRow.indices(in: context)
    return indices.filter { !unreachable.contains($0) }.map { index in
      Diagnostic(
        .row(.shadowed), at: .init(Pointer.root["reducer"][index]["on"], isMember: true))
    }
  }

  /// The 0-based indices of the rows whose events states inside take first, in order.
  static func indices(in context: DefinitionContext) -> [Int] {
    let rows = context.checked.rows
    guard rows.contains(where: { !context.tree[$0.state].children.isEmpty }) else { return [] }
    let cover = Cover(context)
    var shadowed: [Int: Bool] = [:]
    for row in rows {
      var isShadowed = false
      if case .events(let indices) = row.trigger, !indices.isEmpty {
        isShadowed = indices.allSatisfy { cover.isTaken($0, below: row.state) }
      }
      shadowed[row.index] = (shadowed[row.index] ?? true) && isShadowed
    }
    return shadowed.filter(\.value).keys.sorted()
  }

  /// The events that each state surely takes.
  private struct Cover {
    let context: DefinitionContext
    /// Rows without a guard.
    private var taken: Set<Taking> = []

    private struct Taking: Hashable {
      let state: StateIndex
      let event: Int
    }

    init(_ context: DefinitionContext) {
      self.context = context
      for row in context.checked.rows where row.condition == nil {
        switch row.trigger {
        case .events(let indices):
          for index in indices { taken.insert(Taking(state: row.state, event: index)) }
        case .any:
          for index in context.checked.events.indices {
            taken.insert(Taking(state: row.state, event: index))
          }
        case .timer, .eventless: break
        }
      }
    }

    /// Whether a state inside takes the event whenever the outer state is active.
    func isTaken(_ event: Int, below state: StateIndex) -> Bool {
      let children = context.tree.childrenWithoutHistories(state)
      func isTaken(in child: StateIndex) -> Bool {
        taken.contains(Taking(state: child, event: event)) || self.isTaken(event, below: child)
      }
      switch context.tree[state].kind {
      case .leaf, .final, .history: return false
      case .parallel: return children.contains(where: isTaken)
      case .composite:
        let rests = context.checked.states[state].initial.isEmpty
        return !rests && children.allSatisfy(isTaken)
      }
    }
  }
}
