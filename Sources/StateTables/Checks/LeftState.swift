import CEL

/// A question for a state that the row has left by then.
enum LeftState: WholeCheck {
  static let rule = Rule("state/left", .warning)

  static let reliesOn: Set<Findings.Aspect> = [.states, .rows]

  static func findings(in whole: Whole) -> [Diagnostic] {
    var found: [Diagnostic] = []
    // How far these go depends on the state of the row, of which a cell may have several.
    let external = Dictionary(
      grouping: whole.checked.rows.filter { $0.reentry == .external }, by: \.index)
    for row in whole.checked.rows {
      let targets = (row.targets ?? []).map { target in
        whole.tree.isHistory(target.state)
          ? whole.tree[target.state].parent ?? target.state : target.state
      }
      if targets.isEmpty { continue }
      row.forEachLateCell { cell in
        for (index, node) in cell.syntax.nodes.enumerated() {
          guard case .isIn(let name) = node.kind, let state = whole.tree.byName[name],
            cell.syntax.reaches(TypedSyntax.Index(index))
          else { continue }
          let words: String
          if targets.contains(where: { !whole.tree.canBeActiveTogether($0, state) }) {
            words = "`\(name)` is not active where this row goes"
          } else if (external[row.index] ?? [row]).allSatisfy({ $0.leaves(state, whole.tree) }) {
            words = "`reenter` has left `\(name)`, and nothing is entered yet"
          } else {
            continue
          }
          found.append(isFalse(name, words, at: cell.location(of: node.origin)))
        }
      }
    }
    return found
  }

  private static func isFalse(
    _ name: String, _ words: String, at location: Diagnostic.Location
  ) -> Diagnostic {
    finding(
      "`isIn('\(name)')` is always false here: \(words)", at: location,
      help: "ask in `let`: that is worked out when the row is chosen")
  }
}

extension CheckedRow {
  /// Whether its `reenter` leaves a state whenever that is active. What a history stands for is not
  /// known before it is looked up, so nothing is said of those.
  fileprivate func leaves(_ state: StateIndex, _ tree: StateTree) -> Bool {
    let targets = (targets ?? []).map(\.state)
    if state == tree.root { return false }
    switch reentry {
    case .no: return false
    case .yes:
      return targets.contains { !tree.isHistory($0) && tree.isAncestor($0, orSelf: state) }
    case .external:
      if targets.contains(where: tree.isHistory) { return false }
      let domain = domain(of: targets, tree)
      return domain != state && tree.isAncestor(domain, orSelf: state)
    }
  }

  /// The state inside of which an external transition leaves everything: the nearest around the
  /// row's own that is not parallel and has all targets inside; else the root.
  private func domain(of targets: [StateIndex], _ tree: StateTree) -> StateIndex {
    tree.path(to: state).dropFirst().first { candidate in
      tree[candidate].kind != .parallel
        && targets.allSatisfy { $0 != candidate && tree.isAncestor(candidate, orSelf: $0) }
    } ?? tree.root
  }

  /// Visits the cells that are worked out after the states were left.
  fileprivate func forEachLateCell(_ body: (Expression) -> Void) {
    for assignment in assignments.joined() {
      for case .key(let key) in assignment.path { body(key) }
      body(assignment.value)
    }
    for target in targets ?? [] { for (_, value) in target.data { body(value) } }
    for sending in emits + raises { sending.values.forEach(body) }
  }
}

extension Expression {
  /// Where a part of it stands.
  fileprivate func location(of origin: TypedSyntax.Origin) -> Diagnostic.Location {
    guard syntax.sources.indices.contains(Int(origin.source)) else {
      return Diagnostic.Location(pointer)
    }
    let source = syntax.sources[Int(origin.source)]
    return Diagnostic.Location(
      location.appending(source.pointer).text,
      range: Int(origin.range.lowerBound)..<Int(origin.range.upperBound))
  }
}
