import CEL
import StateModel

/// The targets of `goTo`, `initial` and `default`, and their data.
extension Linker {
  /// Where a transition begins.
  struct Departure {
    /// `goTo`, `initial` or `default`.
    let key: String
    /// A state that is active before, with its ancestors; `nil` if that is unknown.
    let source: StateIndex?
    /// Whether targets that are active are left first.
    var isReentering = false
  }

  /// Links targets and reports their mistakes. A target that is no state is left out.
  mutating func link(
    _ targets: Targets, at pointer: Pointer, by departure: Departure,
    from environment: CellEnvironment
  ) -> [CheckedTarget] {
    var linked: [(target: CheckedTarget, sending: Sending, base: Pointer)] = []
    var isBroken = false
    for (index, sending) in targets.all.enumerated() {
      var base = pointer
      if case .list = targets { base = pointer[index] }
      guard let state = tree.byName[sending.name], !isDeclaredTwice(sending.name) else {
        if !isDeclaredTwice(sending.name) { addUnknown(sending, at: base, by: departure) }
        for member in sending.data ?? [] {
          _ = check(
            member.value, against: .unknown, in: environment.scope, knowing: environment.facts,
            at: base[sending.name][member.key])
        }
        continue
      }
      let (data, hasOnlyKnownFields) = link(sending, to: state, at: base, from: environment)
      if !hasOnlyKnownFields { isBroken = true }
      linked.append((CheckedTarget(state: state, data: data), sending, base))
    }
    guard linked.count == targets.all.count else { return linked.map(\.target) }
    let isPossible =
      linked.count == 1
      || checkTogether(linked.map { ($0.target.state, $0.sending.nameLocation(at: $0.base)) })
    if isPossible, !isBroken { checkCarried(linked, by: departure) }
    return linked.map(\.target)
  }

  /// Reports a target that is no state.
  private func addUnknown(_ sending: Sending, at base: Pointer, by departure: Departure) {
    let location = sending.nameLocation(at: base)
    guard symbols.events[sending.name] != nil else {
      addUnknownState(sending.name, at: location)
      return
    }
    let event = Declared(kind: .event, key: Pointer.root["events"][sending.name])
    findings.add(
      UnknownName.wrongKind(
        sending.name, is: event, needed: .target(key: departure.key), at: location),
      about: .name(.state, sending.name))
  }

  /// Reports a name that no state has.
  func addUnknownState(_ name: String, at location: Diagnostic.Location) {
    if isPoisoned(name, in: .state) { return }
    let names = findings.candidates(tree.names)
    // The definition itself is the last name to suggest.
    let known = names.count > 1 ? Array(names.dropFirst() + names.prefix(1)) : []
    let diagnostic = UnknownName.nothing(
      named: name, .state, at: location, among: known,
      fields: { tree.byName[$0].map { symbols.carried.fields[$0].map(\.name) } ?? [] },
      declared: { name in
        tree.byName[name].map { Diagnostic.Location(tree[$0].pointer["state"]) }
      })
    findings.add(diagnostic, about: .name(.state, name))
  }

  /// The cells for the data of a target, in declared order, and whether the state carries all fields
  /// that are written.
  private mutating func link(
    _ sending: Sending, to state: StateIndex, at base: Pointer, from environment: CellEnvironment
  ) -> (data: [(field: Int, value: Expression)], hasOnlyKnownFields: Bool) {
    let fields = symbols.carried.fields[state]
    let hasUnknown = checkFields(of: sending, at: base, among: fields, in: .value)
    let cells = sending.cells
    let data = fields.enumerated().compactMap { index, field -> (Int, Expression)? in
      guard let cell = cells[field.name] else { return nil }
      let value = check(
        cell, against: field.type, in: environment.scope, knowing: environment.facts,
        at: base[sending.name][field.name], as: .named(field.name))
      return (index, value.expression)
    }
    return (data, !hasUnknown)
  }

  /// Whether the targets are different states that can be active together. Reports two that are not.
  ///
  /// It is enough to compare neighbours in document order: if two targets cannot be active together,
  /// two neighbours from the one to the other have the same closest common ancestor, and cannot
  /// either.
  private func checkTogether(_ targets: [(state: StateIndex, location: Diagnostic.Location)])
    -> Bool
  {
    if lacksStates { return true }
    let order = targets.indices.sorted { (targets[$0].state, $0) < (targets[$1].state, $1) }
    for (one, next) in zip(order, order.dropFirst()) {
      let (first, second) = (targets[min(one, next)], targets[max(one, next)])
      let isTwice = first.state == second.state
      if !isTwice, tree.canBeActiveTogether(first.state, second.state) { continue }
      let name = tree.name(first.state)
      findings.add(
        .state(isTwice ? .targetTwice(name) : .targetsApart(name, tree.name(second.state))),
        at: second.location, notes: [Diagnostic.Note(.first, at: first.location)])
      return false
    }
    return true
  }

  /// Reports states that a transition may enter without the data that they carry.
  private func checkCarried(
    _ targets: [(target: CheckedTarget, sending: Sending, base: Pointer)],
    by departure: Departure
  ) {
    guard symbols.carried.isUsed, let source = departure.source else { return }
    let states = targets.map(\.target.state).sorted()
    let given = Dictionary(
      targets.map { ($0.target.state, Set($0.target.data.map(\.field))) },
      uniquingKeysWith: { first, _ in first })
    var known: Set<StateIndex> = []
    for (target, sending, base) in targets {
      for state in entered(on: target.state, among: states, source: source, &known) {
        if state == target.state, !departure.isReentering, tree.isAncestor(state, orSelf: source),
          target.data.isEmpty
        {
          // It stays active and keeps its data.
          continue
        }
        let missing = tree[state].state.carries.enumerated().filter { index, field in
          field.defaultValue == nil && !(given[state]?.contains(index) ?? false)
            && !symbols.carried.fields[state][index].type.isBroken
        }
        guard !missing.isEmpty else { continue }
        findings.add(
          Diagnostic(
            .state(
              .missingData(
                missing.map(\.element.fact), state: tree.name(state), key: departure.key,
                isTarget: state == target.state)), at: sending.nameLocation(at: base)),
          about: .missingData(tree.name(state), missing.map(\.element.name)))
      }
    }
  }

  /// The states that a transition to `target` may enter and whose data it must give: the states from
  /// the active ones to the target, and the regions of parallel states among them. States that are
  /// entered by an `initial` or a `default` are not among them, because it gives their data. Known
  /// states are left out.
  ///
  /// - Parameters:
  ///   - target: One of the targets.
  ///   - targets: All targets of the transition, in document order.
  ///   - source: A state that counts as active, with its ancestors. These are not entered.
  ///   - known: The states on the paths to earlier targets; those to this one are added.
  /// - Returns: The states from outside to inside, each followed by its regions.
  private func entered(
    on target: StateIndex, among targets: [StateIndex], source: StateIndex,
    _ known: inout Set<StateIndex>
  ) -> [StateIndex] {
    var result: [StateIndex] = []
    let path = tree.pathToRoot(from: target).prefix { state in
      state == target || !tree.isAncestor(state, orSelf: source)
    }
    for state in path.reversed() where known.insert(state).inserted {
      if !tree.isHistory(state) { result.append(state) }
      if tree[state].kind == .parallel {
        result += nestedRegions(of: state).filter { !isTarget(atOrBelow: $0, targets) }
      }
    }
    WorkCount.add(result.count)
    return result
  }

  /// Whether one of the sorted targets is a state or below it.
  private func isTarget(atOrBelow state: StateIndex, _ targets: [StateIndex]) -> Bool {
    var (low, high) = (0, targets.count)
    while low < high {
      let middle = (low + high) / 2
      if targets[middle] < state { low = middle + 1 } else { high = middle }
    }
    return low < targets.count && targets[low] < tree[state].end
  }

  /// The regions of a parallel state, with the regions of parallel regions.
  private func nestedRegions(of state: StateIndex) -> [StateIndex] {
    tree.childrenWithoutHistories(state).flatMap { region in
      tree[region].kind == .parallel ? [region] + nestedRegions(of: region) : [region]
    }
  }
}

extension String {
  /// The names that one text joins: `"details, failed"`, `"a | b"`; `nil` for one name, or where
  /// nothing of this kind is between them.
  var joinedNames: [String]? {
    let names = utf8.split { !Identifier.isPart($0) }.map { String(Substring($0)) }
      .filter { $0 != "and" && $0 != "or" }
    return names.count > 1 && utf8.contains(where: { ",|& ".utf8.contains($0) }) ? names : nil
  }
}
