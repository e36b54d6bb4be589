import CEL
import StateLinking
import StateModel

/// Reports `isIn` of a state that the row has already left when the cell is computed.
enum LeftState: DefinitionCheck {
  static let rule = RuleID.stateLeft

  static func findings(in context: DefinitionContext) -> [Diagnostic] {
    var found: [Diagnostic] = []
    // A row that names several states is checked once for each: with `reenter`, only what all of
    // them leave is left for certain.
    let external = Dictionary(
      grouping: context.checked.rows.filter { $0.reentry == .external }, by: \.index)
    for row in context.checked.rows {
      // A history leads to a state inside its parent.
      let targets = (row.targets ?? []).map { target in
        context.tree.isHistory(target.state)
          ? context.tree[target.state].parent ?? target.state : target.state
      }
      if targets.isEmpty { continue }
      row.forEachLateCell { cell in
        for (index, node) in cell.syntax.nodes.enumerated() {
          guard case .isIn(let name) = node.kind, let state = context.tree.byName[name],
            cell.syntax.reaches(TypedSyntax.Index(index))
          else { continue }
          let isReentered: Bool
          if targets.contains(where: { !context.tree.canBeActiveTogether($0, state) }) {
            isReentered = false
          } else if (external[row.index] ?? [row]).allSatisfy({ $0.leaves(state, context.tree) }) {
            isReentered = true
          } else {
            continue
          }
          found.append(
            Diagnostic(
              .row(.stateLeft(name, isReentered: isReentered)), at: cell.location(of: node.origin)))
        }
      }
    }
    return found
  }
}

extension CheckedRow {
  /// Whether its `reenter` leaves a state whenever it is active. The states that a history restores
  /// are not known here, so histories count as not leaving.
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

  /// The state inside which an external transition leaves everything: the nearest ancestor of the
  /// row's state that is not parallel and contains all targets; else the root.
  private func domain(of targets: [StateIndex], _ tree: StateTree) -> StateIndex {
    tree.pathToRoot(from: state).dropFirst().first { candidate in
      tree[candidate].kind != .parallel
        && targets.allSatisfy { $0 != candidate && tree.isAncestor(candidate, orSelf: $0) }
    } ?? tree.root
  }

  /// Visits the cells that are computed after the states were left.
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
  /// The location of a part.
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
