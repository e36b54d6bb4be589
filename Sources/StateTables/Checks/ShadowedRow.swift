/// A row of a state all of whose children take its events first.
enum ShadowedRow: WholeCheck {
  static let rule = Rule("state/shadowed", .note)

  static let reliesOn: Set<Findings.Aspect> = [.events, .states, .rows]

  static func findings(in whole: Whole) -> [Diagnostic] {
    let rows = whole.checked.rows
    guard rows.contains(where: { !whole.tree[$0.state].children.isEmpty }) else { return [] }
    let cover = Cover(whole)
    var shadowed: [Int: Bool] = [:]
    for row in rows {
      var isShadowed = false
      if case .events(let indices) = row.trigger, !indices.isEmpty {
        isShadowed = indices.allSatisfy { cover.isTaken($0, below: row.state) }
      }
      shadowed[row.index] = (shadowed[row.index] ?? true) && isShadowed
    }
    let indices = shadowed.filter(\.value).keys.sorted()
    if indices.isEmpty { return [] }
    let unreachable = UnreachableRow.findings(in: whole).compactMap { Pointer($0.location.pointer) }
    return indices.compactMap { index in
      let pointer = Pointer.root["reducer"][index]
      guard !whole.isBroken(pointer), !unreachable.contains(where: { $0.isWithin(pointer) }) else {
        return nil
      }
      return neverRuns(at: pointer)
    }
  }

  private static func neverRuns(at pointer: Pointer) -> Diagnostic {
    finding(
      "this row never runs: every state inside takes the event first",
      at: Diagnostic.Location(pointer["on"].text, isMember: true))
  }

  /// Which states surely take which events.
  private struct Cover {
    let whole: Whole
    /// What is surely taken.
    private var taken: Set<Taking> = []

    private struct Taking: Hashable {
      let state: StateIndex
      let event: Int
    }

    init(_ whole: Whole) {
      self.whole = whole
      for row in whole.checked.rows where row.condition == nil {
        switch row.trigger {
        case .events(let indices):
          for index in indices { taken.insert(Taking(state: row.state, event: index)) }
        case .any:
          for index in whole.checked.events.indices {
            taken.insert(Taking(state: row.state, event: index))
          }
        case .timer, .eventless: break
        }
      }
    }

    /// Whether something inside the state takes the event whenever the state is active.
    func isTaken(_ event: Int, below state: StateIndex) -> Bool {
      let children = whole.tree.activeChildren(state)
      func isTaken(in child: StateIndex) -> Bool {
        taken.contains(Taking(state: child, event: event)) || self.isTaken(event, below: child)
      }
      switch whole.tree[state].kind {
      case .leaf, .final, .history: return false
      case .parallel: return children.contains(where: isTaken)
      case .composite:
        let rests = whole.checked.states[state].initial.isEmpty
        return !rests && children.allSatisfy(isTaken)
      }
    }
  }
}
