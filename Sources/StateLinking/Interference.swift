import CEL
import StateModel

/// The variables that may be written between the choice of a row and its own actions: by exit
/// actions, and by rows of other regions in the same microstep. What the row's guard proved about
/// them is no longer known.
struct Interference {
  private let tree: StateTree
  private let reducer: [Definition.Row]
  /// The variables that each row may write, and those of any `exit` entry.
  private let rows: [Set<VariableIndex>]
  private let exits: Set<VariableIndex>
  private let hasRegions: Bool

  init(_ linker: Linker) {
    let tree = linker.tree
    self.tree = tree
    reducer = linker.definition.reducer ?? []
    hasRegions = tree.nodes.contains { $0.state.isParallel }
    exits = tree.nodes.indices.reduce(into: []) { written, state in
      for action in tree[state].state.exit {
        written.formUnion(linker.written(by: action.assignments, in: [state]))
      }
    }
    guard hasRegions else {
      rows = []
      return
    }
    rows = reducer.map { row in
      let states = row.states.all.compactMap { tree.byName[$0] }
      return linker.written(by: row.assignments, in: states.isEmpty ? [tree.root] : states)
    }
  }

  /// The variables about which nothing is known when the actions of a row in `state` run.
  func variables(for row: Definition.Row, in state: StateIndex) -> Set<VariableIndex> {
    var changed = hasRegions || row.targets != nil ? exits : []
    guard hasRegions else { return changed }
    for (other, written) in zip(reducer, rows) where !written.isEmpty {
      guard row.trigger.mayRun(with: other.trigger) else { continue }
      let states = other.states.all.compactMap { tree.byName[$0] }
      if states.contains(where: { areInRegions($0, state) }) { changed.formUnion(written) }
    }
    return changed
  }

  private func areInRegions(_ left: StateIndex, _ right: StateIndex) -> Bool {
    !tree.isAncestor(left, orSelf: right) && !tree.isAncestor(right, orSelf: left)
      && tree.canBeActiveTogether(left, right)
  }
}

extension Definition.Row.Trigger {
  /// Whether one microstep may take rows of both.
  fileprivate func mayRun(with other: Definition.Row.Trigger) -> Bool {
    switch (self, other) {
    case (.on(let left), .on(let right)):
      left.isAny || right.isAny || left.all.contains { right.all.contains($0) }
    case (.eventless, .eventless): true
    case (.on, _), (.after, _), (.every, _), (.eventless, _): false
    }
  }
}

extension Linker {
  /// The variables that `set` writes, without names that mean nothing.
  func written(by assignments: Assignments, in states: [StateIndex]) -> Set<VariableIndex> {
    var written: Set<VariableIndex> = []
    for member in assignments.all.flatMap(\.self) {
      let bytes = member.key.utf8.prefix { Identifier.isPart($0) }
      let name = String(decoding: bytes, as: UTF8.self)
      if let variable = symbols.variables[name] { written.insert(variable) }
      for state in states.flatMap({ tree.pathToRoot(from: $0) }) {
        if let field = symbols.carried.fields[state].firstIndex(where: { $0.name == name }) {
          written.insert(symbols.carried.variables[state][field])
        }
      }
    }
    return written
  }
}
