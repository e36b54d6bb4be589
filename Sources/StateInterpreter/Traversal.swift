import StateModel

/// Computes the states that a row leaves and enters.
///
/// A step leaves exactly the active states that cannot stay active beside the targets, and enters
/// the missing ones.
struct Traversal {
  /// The targets of a row, before histories are resolved.
  struct Request: Hashable, Sendable {
    /// The state of the row.
    var source: Int
    var targets: [Int]
    var reentry: Definition.Row.Reentry
  }

  /// The states that a request leaves and enters.
  struct Move: Equatable, Sendable {
    /// The targets, with each history replaced by the states it recorded or by its default.
    var targets: [Int] = []
    var left = StateSet()
    var entered = StateSet()
    /// The composites whose `initial` was taken.
    var initialsTaken = StateSet()
    /// The histories without a recording, so that their `default` was taken.
    var defaultsTaken = StateSet()
    /// The histories whose recording was restored.
    var restored = StateSet()
    /// The states that are left and entered again; they count as inactive while the required states
    /// are computed.
    fileprivate var missing = StateSet()
  }

  let tree: ChartTree
  /// The configuration before the microstep.
  let active: StateSet
  /// The recording of a history, by state; `nil` if it has none.
  let recorded: (Int) -> [Int]?

  /// The states that `request` leaves and enters, with the histories as they are before the exits.
  func move(_ request: Request) -> Move {
    var move = Move()
    resolve(request.targets, in: &move, depth: 0)
    switch request.reentry {
    case .no: break
    case .yes:
      for target in move.targets where active.contains(target) {
        let range = target == 0 ? 1..<tree.count : target..<tree.ends[target]
        add(active, in: range, to: &move.missing)
      }
    case .external:
      let domain = self.domain(of: request.source, targets: move.targets)
      add(active, in: domain + 1..<tree.ends[domain], to: &move.missing)
    }
    let staying = active.subtracting(move.missing)
    let scope = self.scope(of: move.targets, staying: staying)
    let required = requiredStates(in: scope, staying: staying, &move)
    add(active, in: scope..<tree.ends[scope], to: &move.left)
    move.left.subtract(required)
    move.left.formUnion(move.missing)
    move.entered = required.subtracting(staying)
    return move
  }

  /// The states that a move enters once the exits have recorded their histories. The states it
  /// leaves are the same.
  func afterExits(_ move: Move, _ request: Request) -> Move {
    var again = Move()
    again.missing = move.missing
    resolve(request.targets, in: &again, depth: 0)
    let staying = active.subtracting(move.missing)
    let scope = self.scope(of: again.targets, staying: staying)
    again.entered = requiredStates(in: scope, staying: staying, &again).subtracting(staying)
    again.left = move.left
    return again
  }

  /// The entries at the start of a chart: the root is active and its `initial` is taken.
  static func start(_ tree: ChartTree) -> Move {
    let traversal = Traversal(tree: tree, active: StateSet([0]), recorded: { _ in nil })
    return traversal.move(Request(source: 0, targets: [0], reentry: .no))
  }

  /// The nearest ancestor of the source that is not parallel and has every target strictly below
  /// it; the root for a row of the root.
  private func domain(of source: Int, targets: [Int]) -> Int {
    var domain = tree.parents[source]
    while domain > 0 {
      if tree.kinds[domain] != .parallel,
        targets.allSatisfy({ tree.isAncestor(domain, of: $0) })
      {
        return domain
      }
      domain = tree.parents[domain]
    }
    return 0
  }

  /// The deepest state that stays active and has every target strictly below it; the root if there
  /// is none. A move changes nothing outside of it.
  private func scope(of targets: [Int], staying: StateSet) -> Int {
    guard let first = targets.first else { return 0 }
    var scope = tree.parents[first]
    while scope > 0 {
      if staying.contains(scope), targets.allSatisfy({ tree.isAncestor(scope, of: $0) }) {
        return scope
      }
      scope = tree.parents[scope]
    }
    return 0
  }

  private func add(_ states: StateSet, in range: Range<Int>, to set: inout StateSet) {
    for state in states.members(in: range) { set.insert(state) }
  }

  /// Replaces histories by the states they recorded, or by their defaults. A recording without
  /// active children is replaced by the history's parent.
  private func resolve(_ targets: [Int], in move: inout Move, depth: Int) {
    for target in targets {
      guard tree.isHistory(target) else {
        move.targets.append(target)
        continue
      }
      if let states = recorded(target) {
        move.restored.insert(target)
        move.targets += states.isEmpty ? [tree.parents[target]] : states
      } else if depth < 64 {
        move.defaultsTaken.insert(target)
        resolve(tree.initials[target], in: &move, depth: depth + 1)
      }
    }
  }

  /// The states that must be active at and below the scope of a move.
  private func requiredStates(
    in scope: Int, staying: StateSet, _ move: inout Move
  ) -> StateSet {
    var required = StateSet()
    let targets = move.targets
    require(
      scope, targets, isTarget: targets.contains(scope), staying: staying, &move, &required)
    return required
  }

  /// Requires `state` and the states below it that must be active with it.
  ///
  /// - Parameters:
  ///   - state: The state that must be active.
  ///   - targets: The targets at or below it.
  ///   - isTarget: Whether it is a target, the target of an `initial`, or a region that is entered.
  ///   - staying: The active states that are not left.
  ///   - move: Receives the histories and initials that are taken.
  ///   - required: Receives the states.
  private func require(
    _ state: Int, _ targets: [Int], isTarget: Bool, staying: StateSet, _ move: inout Move,
    _ required: inout StateSet
  ) {
    required.insert(state)
    switch tree.kinds[state] {
    case .leaf, .final, .shallowHistory, .deepHistory: break
    case .composite:
      var below = targets.filter { tree.isAncestor(state, of: $0) }
      if below.isEmpty {
        guard !tree.initials[state].isEmpty else { return }
        move.initialsTaken.insert(state)
        below = resolvedInitial(of: state, &move)
      }
      guard let first = below.first, let position = tree.position(in: state, of: first)
      else { return }
      let child = tree.children[state][position]
      let inside = below.filter { tree.contains(child, $0) }
      require(
        child, inside, isTarget: inside.contains(child), staying: staying, &move, &required)
    case .parallel:
      let regions = tree.children[state]
      var insides: [[Int]] = Array(repeating: [], count: regions.count)
      for target in targets {
        if let position = tree.position(in: state, of: target) { insides[position].append(target) }
      }
      for (region, inside) in zip(regions, insides) where !tree.isHistory(region) {
        if !inside.isEmpty {
          require(
            region, inside, isTarget: inside.contains(region), staying: staying, &move, &required)
        } else if isTarget || !staying.contains(region) {
          require(region, [], isTarget: true, staying: staying, &move, &required)
        } else {
          add(staying, in: region..<tree.ends[region], to: &required)
        }
      }
    }
  }

  /// The targets of an `initial`, with histories replaced.
  private func resolvedInitial(of state: Int, _ move: inout Move) -> [Int] {
    var inner = Move()
    resolve(tree.initials[state], in: &inner, depth: 0)
    move.defaultsTaken.formUnion(inner.defaultsTaken)
    move.restored.formUnion(inner.restored)
    return inner.targets.filter { tree.isAncestor(state, of: $0) }
  }
}
