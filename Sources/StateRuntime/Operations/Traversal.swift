// What rows leave and enter. These functions know no types of a definition, so they are compiled once.

extension StateTree {
  /// The indices of rows that can run together, of at least two rows. An inner row wins over rows of
  /// its ancestors. Of other conflicting rows the earlier wins.
  @usableFromInline internal func compatible(
    _ rows: [ChartPath], _ active: StateSet, _ memories: [Int: [Int]]
  ) -> [Int] {
    let traversal = Traversal(tree: self, active: active, memories: memories)
    var kept: [(row: Int, move: Traversal.Move?)] = []
    for (index, row) in rows.enumerated() {
      if rows.contains(where: { isAncestor(row.source, of: $0.source) }) { continue }
      let move = traversal.move(row)
      if kept.contains(where: { traversal.conflict($0.move, move) }) { continue }
      kept.append((index, move))
    }
    return kept.map(\.row)
  }

  /// The operations of the start, which enters the initial states.
  @usableFromInline internal func start() -> [ChartOperation] {
    var operations: [ChartOperation] = []
    let move = Traversal(tree: self, active: StateSet([0]), memories: [:]).start
    Traversal(tree: self, active: StateSet(), memories: [:])
      .addEntries(after: StateSet(), [move], to: &operations)
    return operations
  }

  /// The operations of rows that run together: exits, actions, entries. Histories record.
  @usableFromInline internal func operations(
    of rows: [ChartPath], _ active: StateSet, _ memories: inout [Int: [Int]]
  ) -> [ChartOperation] {
    var traversal = Traversal(tree: self, active: active, memories: memories)
    var moves: [Traversal.Move] = []
    var left = StateSet()
    for row in rows {
      guard let move = traversal.move(row) else { continue }
      left.formUnion(move.left)
      moves.append(move)
    }
    var operations: [ChartOperation] = []
    operations.reserveCapacity(16)
    for history in histories where left.contains(parents[history]) {
      traversal.memories[history] = traversal.recorded(by: history)
      operations.append(.record(history, kept(by: history, traversal.memories)))
    }
    memories = traversal.memories
    var exits = left
    while let state = exits.popLast() { operations.append(.exit(state)) }
    for index in rows.indices { operations.append(.run(index)) }
    for index in moves.indices where moves[index].usesHistory {
      moves[index] = traversal.again(moves[index])
    }
    traversal.addEntries(after: left, moves, to: &operations)
    return operations
  }

  /// The states whose data a history records.
  @usableFromInline internal func kept(by history: Int, _ memories: [Int: [Int]]) -> [Int] {
    let states = memories[history] ?? []
    guard kinds[history] == .deepHistory else { return states.filter(carrying.contains) }
    let parent = parents[history]
    return carrying.filter { state in
      isAncestor(parent, of: state) && states.contains { contains(state, $0) }
    }
  }
}

extension StateTree {
  /// The tree with the states that are active before a microstep.
  fileprivate struct Traversal {
    /// The states that a row leaves and enters.
    struct Move {
      /// The targets as the row names them.
      var targets: StateSet
      /// The targets, with what histories recorded instead of histories.
      var goals = StateSet()
      var left = StateSet()
      var entered = StateSet()
      var missing = StateSet()
      /// The states whose `initial` is used, and the histories without a record.
      var initials = StateSet()
      var restored = StateSet()
      var usesHistory = false
    }

    let tree: StateTree
    let active: StateSet
    /// The states that histories recorded.
    var memories: [Int: [Int]]
  }
}

extension StateTree.Traversal {
  /// The move into the initial states.
  var start: Move {
    var move = Move(targets: StateSet([0]))
    resolve(&move)
    complete(&move)
    move.targets = StateSet()
    move.entered.insert(0)
    return move
  }

  /// The states that a row leaves and enters; `nil` if it has no target.
  func move(_ row: ChartPath) -> Move? {
    guard let targets = row.targets else { return nil }
    var move = Move(targets: targets)
    resolve(&move)
    switch row.reentry {
    case .no: break
    case .yes:
      for goal in move.goals where active.contains(goal) {
        move.missing.formUnion(active.within(max(goal, 1)..<tree.ends[goal]))
      }
    case .external:
      let domain = domain(of: row.source, move.goals)
      move.missing = active.within(domain + 1..<tree.ends[domain])
    }
    complete(&move)
    return move
  }

  /// The move after the exits have recorded histories.
  func again(_ move: Move) -> Move {
    var again = Move(targets: move.targets)
    again.missing = move.missing
    resolve(&again)
    complete(&again)
    again.left = move.left
    return again
  }

  /// Whether both leave a state, one leaves a target of the other, or both enter a child of the same
  /// state without active children.
  func conflict(_ first: Move?, _ second: Move?) -> Bool {
    guard let first, let second else { return false }
    func crosses(_ one: Move, _ other: Move) -> Bool {
      one.left.contains { left in other.goals.contains { tree.contains(left, $0) } }
    }
    return !first.left.isDisjoint(with: second.left) || crosses(first, second)
      || crosses(second, first) || !resting(first).isDisjoint(with: resting(second))
  }

  private func resting(_ move: Move) -> StateSet {
    StateSet(
      move.entered.map { tree.parents[$0] }.filter { parent in
        parent >= 0 && active.contains(parent) && tree.kinds[parent] == .composite
          && active.within(parent + 1..<tree.ends[parent]).isEmpty
      })
  }

  func recorded(by history: Int) -> [Int] {
    let parent = tree.parents[history]
    return tree.kinds[history] == .shallowHistory
      ? active.filter { tree.parents[$0] == parent }
      : tree.leaves(of: active).filter { tree.isAncestor(parent, of: $0) }
  }

  /// The nearest ancestor of the source that is not parallel and contains all targets.
  private func domain(of source: Int, _ goals: StateSet) -> Int {
    var domain = tree.parents[source]
    while domain > 0 {
      if tree.kinds[domain] != .parallel, goals.allSatisfy({ tree.isAncestor(domain, of: $0) }) {
        return domain
      }
      domain = tree.parents[domain]
    }
    return 0
  }

  /// Finds the goals of a move.
  private func resolve(_ move: inout Move) { move.goals = resolve(move.targets, &move) }

  /// Replaces histories among states by the states that they recorded.
  private func resolve(_ states: some Sequence<Int>, _ move: inout Move, depth: Int = 0) -> StateSet
  {
    var goals = StateSet()
    for state in states {
      if !tree.isHistory(state) {
        goals.insert(state)
        continue
      }
      move.usesHistory = true
      if let states = memories[state] {
        move.restored.insert(state)
        goals.formUnion(StateSet(states.isEmpty ? [tree.parents[state]] : states))
      } else {
        move.initials.insert(state)
        if depth < 64 {
          goals.formUnion(resolve(tree.initials[state], &move, depth: depth + 1))
        }
      }
    }
    return goals
  }

  /// Finds the states that a move leaves and enters.
  private func complete(_ move: inout Move) {
    var wanted = StateSet()
    want(0, move.goals, isTarget: move.goals.contains(0), &move, &wanted)
    move.left = active.subtracting(wanted)
    move.left.formUnion(move.missing)
    move.entered = wanted.subtracting(active.subtracting(move.missing))
  }

  private func want(
    _ state: Int, _ goals: StateSet, isTarget: Bool, _ move: inout Move, _ wanted: inout StateSet
  ) {
    wanted.insert(state)
    switch tree.kinds[state] {
    case .leaf, .final, .shallowHistory, .deepHistory: break
    case .composite:
      var below = goals.within(state + 1..<tree.ends[state])
      if below.isEmpty {
        guard !tree.initials[state].isEmpty else { return }
        move.initials.insert(state)
        below = resolve(tree.initials[state], &move).within(state + 1..<tree.ends[state])
      }
      guard let first = below.first(where: { _ in true }),
        let child = tree.children[state].first(where: { tree.contains($0, first) })
      else { return }
      let inside = below.within(child..<tree.ends[child])
      want(child, inside, isTarget: inside.contains(child), &move, &wanted)
    case .parallel:
      for region in tree.children[state] {
        let range = region..<tree.ends[region]
        let inside = goals.within(range)
        let stays = active.contains(region) && !move.missing.contains(region)
        if !inside.isEmpty {
          want(region, inside, isTarget: inside.contains(region), &move, &wanted)
        } else if isTarget || !stays {
          want(region, StateSet(), isTarget: true, &move, &wanted)
        } else {
          wanted.formUnion(active.within(range).subtracting(move.missing))
        }
      }
    }
  }

  /// Adds the entries in document order, after the data of targets is set.
  func addEntries(
    after left: StateSet, _ arrivals: [StateTree.Traversal.Move],
    to operations: inout [ChartOperation]
  ) {
    var entered = StateSet()
    for move in arrivals { entered.formUnion(move.entered) }
    var given = StateSet()
    func carry(_ state: Int, _ cargo: ChartCargo<Int>) {
      if tree.carrying.contains(state) { operations.append(.carry(state, cargo)) }
      given.insert(state)
    }
    func carryInitial(of owner: Int) {
      for target in tree.initials[owner] where entered.contains(target) && !given.contains(target) {
        carry(target, .initial(of: owner))
      }
    }
    for state in left where tree.carrying.contains(state) {
      operations.append(.carry(state, .none))
    }
    for move in arrivals {
      for target in move.targets where !tree.isHistory(target) {
        let stays = active.contains(target) && !left.contains(target)
        if stays || entered.contains(target) { carry(target, .row) }
      }
    }
    for move in arrivals {
      for history in move.restored {
        for state in tree.kept(by: history, memories)
        where entered.contains(state) && !given.contains(state) {
          carry(state, .history(history))
        }
      }
    }
    for move in arrivals {
      for owner in move.initials {
        let state = tree.isHistory(owner) ? tree.parents[owner] : owner
        if !entered.contains(state) { carryInitial(of: owner) }
      }
    }
    for state in entered {
      if tree.carrying.contains(state), !given.contains(state) { carry(state, .defaults) }
      operations.append(.enter(state))
      for move in arrivals {
        for owner in move.initials
        where owner == state || tree.isHistory(owner) && tree.parents[owner] == state {
          carryInitial(of: owner)
        }
      }
    }
  }
}
