/// A state to which nothing leads.
enum UnreachableState: WholeCheck {
  static let rule = Rule(
    "state/unreachable", .warning,
    reason: """
      A state that no chain of rows leads to is never active, and whatever is written for it never \
      happens. Guards count as possible; `initial`, bubbling, history and regions are followed.
      """,
    bad: #"""
      { "state": "Page", "format": 1,
        "events": { "loaded": {}, "tappedBack": {} },
        "initial": "loading",
        "states": [{ "state": "loading" }, { "state": "list" }, { "state": "error" }],
        "reducer": [{ "in": "loading", "on": "loaded", "goTo": "list" },
                    { "on": "tappedBack", "goTo": "loading" }] }
      """#,
    good: #"""
      { "state": "Page", "format": 1,
        "events": { "loaded": {}, "failed": {}, "tappedBack": {} },
        "initial": "loading",
        "states": [{ "state": "loading" }, { "state": "list" }, { "state": "error" }],
        "reducer": [{ "in": "loading", "on": "loaded", "goTo": "list" },
                    { "in": "loading", "on": "failed", "goTo": "error" },
                    { "on": "tappedBack", "goTo": "loading" }] }
      """#)

  static let reliesOn: Set<Findings.Aspect> = [.states, .rows]

  static func findings(in whole: Whole) -> [Diagnostic] {
    let reached = Reachability(tree: whole.tree, checked: whole.checked).reached
    return whole.tree.nodes.indices.compactMap { index in
      guard !reached.contains(index), let parent = whole.tree[index].parent,
        reached.contains(parent)
      else { return nil }
      return nothing(leadsTo: whole.tree.name(index), at: whole.tree.place(index))
    }
  }

  private static func nothing(leadsTo name: String, at place: Diagnostic.Place) -> Diagnostic {
    finding("no chain of rows leads to `\(name)`", at: place)
  }
}
