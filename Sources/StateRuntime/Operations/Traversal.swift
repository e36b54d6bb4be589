// Selection.

extension Configuration {
  /// The rows that run together. Each active leaf takes the first row on its path to the root.
  public func select<Step: ChartStep>(
    _ find: (State) throws(EvaluationError) -> ChartChoice<Step>
  ) throws(EvaluationError) -> ChartSelection<Step> where Step.ChartName == State {
    let tree = State.tree
    var chosen: [ChartRow<Step>] = []
    var denied: [String] = []
    var silent: Set<Int> = []
    var taken: Set<Int> = []
    search: for leaf in leafPositions {
      var state = leaf
      while state >= 0 {
        if taken.contains(state) { continue search }
        if !silent.contains(state) {
          switch try find(tree.states[state]) {
          case .row(var row):
            taken.insert(state)
            row.source = tree.states[state]
            chosen.append(row)
            continue search
          case .denied(let rows): denied += rows.filter { !denied.contains($0) }
          case .unhandled: break
          }
          silent.insert(state)
        }
        state = tree.parents[state]
      }
    }
    return ChartSelection(
      rows: chosen.count > 1 ? resolved(chosen) : chosen,
      result: denied.isEmpty ? .unhandled : .denied(rows: denied))
  }

  /// An inner row wins over rows of its ancestors. Of other conflicting rows the earlier wins.
  private func resolved<Step: ChartStep>(
    _ chosen: [ChartRow<Step>]
  ) -> [ChartRow<Step>] where Step.ChartName == State {
    let sources = chosen.map { $0.source?.rawValue ?? 0 }
    var kept: [(row: ChartRow<Step>, move: Move?)] = []
    for (row, source) in zip(chosen, sources) {
      if sources.contains(where: { State.tree.isAncestor(source, of: $0) }) { continue }
      let move = move(row)
      if kept.contains(where: { conflict($0.move, move) }) { continue }
      kept.append((row, move))
    }
    return kept.map(\.row)
  }

  /// Whether both leave a state, one leaves a target of the other, or both enter a child of the same
  /// state without active children.
  private func conflict(_ first: Move?, _ second: Move?) -> Bool {
    guard let first, let second else { return false }
    if !first.left.isDisjoint(with: second.left) { return true }
    let tree = State.tree
    func crosses(_ one: Move, _ other: Move) -> Bool {
      one.left.contains { left in other.targets.contains { tree.contains(left, $0) } }
    }
    if crosses(first, second) || crosses(second, first) { return true }
    return !resting(first).isDisjoint(with: resting(second))
  }

  private func resting(_ move: Move) -> Set<Int> {
    let tree = State.tree
    return Set(
      move.entered.map { tree.parents[$0] }.filter { parent in
        parent >= 0 && active.contains(parent) && tree.kind(parent) == .composite
          && !active.contains { tree.isAncestor(parent, of: $0) }
      })
  }
}

// Traversal.

extension Configuration {
  /// The states that a row leaves and enters.
  private struct Move {
    var targets: [Int] = []
    var left: Set<Int> = []
    var entered: Set<Int> = []
    var missing: Set<Int> = []
    /// The states whose `initial` is used, and the histories without a record.
    var initials: Set<Int> = []
    var restored: Set<Int> = []
    var usesHistory = false
  }

  private func move<Step: ChartStep>(_ row: ChartRow<Step>) -> Move?
  where Step.ChartName == State {
    guard let targets = row.targets?.map(\.rawValue) else { return nil }
    var move = Move()
    move.targets = resolve(targets, &move)
    switch row.reentry {
    case .no: break
    case .yes:
      for target in move.targets where active.contains(target) {
        let range = (target == 0 ? 1 : target)..<State.tree.ends[target]
        move.missing.formUnion(active.filter(range.contains))
      }
    case .external:
      let domain = domain(of: row.source?.rawValue ?? 0, move.targets)
      move.missing.formUnion(active.filter { State.tree.isAncestor(domain, of: $0) })
    }
    return completed(move)
  }

  /// The move with the states that it leaves and enters.
  private func completed(_ started: Move) -> Move {
    var move = started
    let wanted = wanted(&move)
    let staying = Set(active).subtracting(move.missing)
    move.left = Set(active).subtracting(wanted).union(move.missing)
    move.entered = wanted.subtracting(staying)
    return move
  }

  /// The move after the exits have recorded histories.
  private func again(_ move: Move, _ targets: [Int]) -> Move {
    var again = Move()
    again.missing = move.missing
    again.left = move.left
    again.targets = resolve(targets, &again)
    again.entered = wanted(&again).subtracting(Set(active).subtracting(move.missing))
    return again
  }

  /// The nearest ancestor of the source that is not parallel and contains all targets.
  private func domain(of source: Int, _ targets: [Int]) -> Int {
    let tree = State.tree
    var domain = tree.parents[source]
    while domain > 0 {
      if tree.kind(domain) != .parallel,
        targets.allSatisfy({ tree.isAncestor(domain, of: $0) })
      {
        return domain
      }
      domain = tree.parents[domain]
    }
    return 0
  }

  /// Replaces histories among the targets by the states that they recorded.
  private func resolve(_ targets: [Int], _ move: inout Move, depth: Int = 0) -> [Int] {
    let tree = State.tree
    return targets.flatMap { target -> [Int] in
      guard tree.isHistory(target) else { return [target] }
      move.usesHistory = true
      if let states = memories[target] {
        move.restored.insert(target)
        return states.isEmpty ? [tree.parents[target]] : states
      }
      move.initials.insert(target)
      return depth < 64 ? resolve(tree.initials[target], &move, depth: depth + 1) : []
    }
  }

  private func wanted(_ move: inout Move) -> Set<Int> {
    var wanted: Set<Int> = []
    want(0, move.targets, isTarget: move.targets.contains(0), &move, &wanted)
    return wanted
  }

  private func want(
    _ state: Int, _ targets: [Int], isTarget: Bool, _ move: inout Move, _ wanted: inout Set<Int>
  ) {
    let tree = State.tree
    wanted.insert(state)
    switch tree.kind(state) {
    case .leaf, .final, .shallowHistory, .deepHistory: break
    case .composite:
      var below = targets.filter { tree.isAncestor(state, of: $0) }
      if below.isEmpty {
        guard !tree.initials[state].isEmpty else { return }
        move.initials.insert(state)
        below = resolve(tree.initials[state], &move).filter { tree.isAncestor(state, of: $0) }
      }
      let first = below.first ?? 0
      guard let child = tree.children[state].first(where: { tree.contains($0, first) })
      else { return }
      let inside = below.filter { tree.contains(child, $0) }
      want(child, inside, isTarget: inside.contains(child), &move, &wanted)
    case .parallel:
      for region in tree.children[state] {
        let inside = targets.filter { tree.contains(region, $0) }
        let stays = active.contains(region) && !move.missing.contains(region)
        if !inside.isEmpty {
          want(region, inside, isTarget: inside.contains(region), &move, &wanted)
        } else if isTarget || !stays {
          want(region, [], isTarget: true, &move, &wanted)
        } else {
          wanted.formUnion(
            active.filter { tree.contains(region, $0) && !move.missing.contains($0) })
        }
      }
    }
  }
}

// Microsteps.

extension Configuration {
  /// The operations of the start, which enters the initial states.
  public mutating func start() -> [ChartOperation<State>] {
    active = [0]
    var start = Move()
    start.targets = resolve([0], &start)
    var move = completed(start)
    active = []
    move.entered.insert(0)
    return entries([], [(move, [])])
  }

  /// The operations of rows that run together: exits, actions, entries.
  public mutating func operations<Step: ChartStep>(
    of selection: ChartSelection<Step>
  ) -> [ChartOperation<State>] where Step.ChartName == State {
    let rows = selection.rows
    let tree = State.tree
    let moves = rows.map { move($0) }
    let left = moves.reduce(into: Set<Int>()) { $0.formUnion($1?.left ?? []) }
    var operations: [ChartOperation<State>] = []
    for history in tree.states.indices
    where tree.isHistory(history) && left.contains(tree.parents[history]) {
      memories[history] = recorded(by: history)
      operations.append(.record(tree.states[history], tree.names(kept(by: history))))
    }
    operations += left.sorted(by: >).map { .exit(tree.states[$0]) }
    operations += rows.indices.map { .run($0) }
    var arrivals: [(move: Move, targets: [Int])] = []
    for (row, move) in zip(rows, moves) {
      guard let move, let targets = row.targets?.map(\.rawValue) else { continue }
      arrivals.append((move.usesHistory ? again(move, targets) : move, targets))
    }
    return arrivals.isEmpty ? operations : operations + entries(left, arrivals)
  }

  private func recorded(by history: Int) -> [Int] {
    let tree = State.tree
    let parent = tree.parents[history]
    return tree.kind(history) == .shallowHistory
      ? active.filter { tree.parents[$0] == parent }
      : leafPositions.filter { tree.isAncestor(parent, of: $0) }
  }

  /// The states whose data a history records.
  public func kept(by history: Int) -> [Int] {
    let tree = State.tree
    let states = memories[history] ?? []
    guard tree.kind(history) == .deepHistory else {
      return states.filter { tree.nodes[$0].carries }
    }
    let parent = tree.parents[history]
    return tree.states.indices.filter { position in
      tree.nodes[position].carries && tree.isAncestor(parent, of: position)
        && states.contains { tree.contains(position, $0) }
    }
  }

  /// The entries in document order, after the data of targets is set.
  private func entries(
    _ left: Set<Int>, _ arrivals: [(move: Move, targets: [Int])]
  ) -> [ChartOperation<State>] {
    let tree = State.tree
    let entered = arrivals.reduce(into: Set<Int>()) { $0.formUnion($1.move.entered) }.sorted()
    var operations: [ChartOperation<State>] = []
    var given: Set<Int> = []
    func carry(_ state: Int, _ cargo: ChartCargo<State>) {
      if tree.nodes[state].carries { operations.append(.carry(tree.states[state], cargo)) }
      given.insert(state)
    }
    func carryInitial(of owner: Int) {
      for target in tree.initials[owner] where entered.contains(target) && !given.contains(target) {
        carry(target, .initial(of: tree.states[owner]))
      }
    }
    for state in left.sorted() where tree.nodes[state].carries {
      operations.append(.carry(tree.states[state], .none))
    }
    for target in arrivals.flatMap(\.targets) where !tree.isHistory(target) {
      let stays = active.contains(target) && !left.contains(target)
      if stays && !arrivals.isEmpty || entered.contains(target) { carry(target, .row) }
    }
    for history in arrivals.flatMap({ $0.move.restored.sorted() }) {
      for state in kept(by: history) where entered.contains(state) && !given.contains(state) {
        carry(state, .history(tree.states[history]))
      }
    }
    let owners = arrivals.flatMap { $0.move.initials.sorted() }
    for owner in owners {
      let position = tree.isHistory(owner) ? tree.parents[owner] : owner
      if !entered.contains(position) { carryInitial(of: owner) }
    }
    for state in entered {
      if tree.nodes[state].carries, !given.contains(state) { carry(state, .defaults) }
      operations.append(.enter(tree.states[state]))
      for owner in owners {
        if owner == state || tree.isHistory(owner) && tree.parents[owner] == state {
          carryInitial(of: owner)
        }
      }
    }
    return operations
  }
}
