/// A state to which nothing leads.
package enum UnreachableState: WholeCheck {
  package static let rule = Rule("state/unreachable", .warning)

  static let reliesOn: Set<Findings.Aspect> = [.states, .rows]
  static let leavesOpen: Set<Findings.Aspect> = [.flow, .states]

  static func findings(in whole: Whole) -> [Diagnostic] {
    if whole.tree.nodes.count == 1 { return [] }
    let reached = whole.reached
    let open = whole.tree.nodes.indices.filter { index in
      guard let parent = whole.tree[index].parent else { return false }
      return !reached.contains(index) && reached.contains(parent)
    }
    return roots(of: open, in: whole).map { index in
      nothing(leadsTo: whole.tree.name(index), at: whole.tree.nameLocation(index))
    }
  }

  /// Those of some unreachable states that the others do not lead to: once these are reached, all
  /// are. Of a circle, the first in document order.
  private static func roots(of open: [StateIndex], in whole: Whole) -> [StateIndex] {
    var leads: [StateIndex: Set<StateIndex>] = [:]
    for row in whole.checked.rows {
      for target in row.targets ?? [] {
        for from in open where whole.tree.isAncestor(from, orSelf: row.state) {
          for to in open where to != from && whole.tree.isAncestor(to, orSelf: target.state) {
            leads[from, default: []].insert(to)
          }
        }
      }
    }
    func reach(_ start: StateIndex) -> Set<StateIndex> {
      var seen: Set<StateIndex> = [start]
      var pending = [start]
      while let next = pending.popLast() {
        for to in leads[next] ?? [] where seen.insert(to).inserted { pending.append(to) }
      }
      return seen
    }
    let targets = Set(leads.values.flatMap(\.self))
    var roots = open.filter { !targets.contains($0) }
    var covered = Set(roots.flatMap(reach))
    for state in open where !covered.contains(state) {
      roots.append(state)
      covered.formUnion(reach(state))
    }
    return roots
  }

  private static func nothing(leadsTo name: String, at location: Diagnostic.Location) -> Diagnostic
  {
    finding("no chain of rows leads to `\(name)`", at: location)
  }

  /// A state that rows lead to, but whose guards never let anything through.
  package static func neverEntered(_ name: String, pointer: String) -> Diagnostic {
    finding(
      "no events lead to `\(name)`: everything that can happen was tried",
      at: .init(pointer + "/state", range: 0..<name.utf8.count))
  }
}
