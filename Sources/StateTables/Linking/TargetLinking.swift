import CEL

/// Where `goTo`, `initial` and `default` lead, and with which data.
extension Linker {
  /// Who goes somewhere.
  struct Departure {
    /// `goTo`, `initial` or `default`.
    let key: String
    /// A state that is active when the way begins, with its ancestors; `nil` if that is unknown.
    let source: StateIndex?
    /// Whether targets that are active are left first.
    var isReentering = false
  }

  mutating func link(
    _ targets: Targets, at pointer: Pointer, by departure: Departure, from standpoint: Standpoint
  ) -> [CheckedTarget] {
    var linked: [(target: CheckedTarget, sending: Sending, base: Pointer)] = []
    for (place, sending) in targets.all.enumerated() {
      var base = pointer
      if case .list = targets { base = pointer[place] }
      guard let state = tree.byName[sending.name] else {
        complain(ofTarget: sending, at: base, by: departure)
        for member in sending.data ?? [] {
          _ = check(
            member.value, against: .unknown, in: standpoint.scope, knowing: standpoint.facts,
            at: base[sending.name][member.key])
        }
        continue
      }
      let data = link(sending, to: state, at: base, from: standpoint)
      linked.append((CheckedTarget(state: state, data: data), sending, base))
    }
    guard linked.count == targets.all.count else { return linked.map(\.target) }
    if linked.count > 1 {
      checkTogether(linked.map { ($0.target.state, $0.sending.namePlace(at: $0.base)) })
    }
    checkCarried(linked, by: departure)
    return linked.map(\.target)
  }

  private mutating func complain(
    ofTarget sending: Sending, at base: Pointer, by departure: Departure
  ) {
    let place = sending.namePlace(at: base)
    if let other = otherKind(sending.name) {
      findings.add(
        UnknownName.wrongKind(
          sending.name, is: other, needed: "`\(departure.key)` needs a state", at: place),
        aboutName: sending.name, group: base.parent?.text, poisoning: [.states, .events])
      return
    }
    unknownState(sending.name, at: place)
  }

  private func otherKind(_ name: String) -> Declared? {
    guard let index = events[name] else { return nil }
    return Declared(
      kind: .event,
      place: Diagnostic.Place(
        Pointer.root["events"][definition.events[index].name].text, isKey: true))
  }

  mutating func unknownState(_ name: String, at place: Diagnostic.Place) {
    let tree = tree
    let known = tree.names.count > 1 ? Array(tree.names.dropFirst() + tree.names.prefix(1)) : []
    let diagnostic = UnknownName.nothing(
      named: name, .state, at: place, among: known,
      declared: { name in
        tree.byName[name].map { Diagnostic.Place(tree[$0].pointer["state"].text) }
      })
    // Names that are near to none may be those of one state that is gone, with all that it did; any
    // name may be, where a state surely lost its children.
    let isGone = diagnostic.fix == nil || lacksStates
    findings.add(
      diagnostic, aboutName: name, group: isGone ? "states" : nil,
      poisoning: Set(Findings.Aspect.allCases))
  }

  /// Whether a state says of children what it has not: `initial`, even `null`, or `parallel`.
  func lacksChildren(_ index: StateIndex) -> Bool {
    let state = tree[index].state
    let count = tree.activeChildren(index).count
    return state.isParallel ? count < 2 : count == 0 && state.initial != nil
  }

  /// The cells for what a target carries, in declared order.
  private mutating func link(
    _ sending: Sending, to state: StateIndex, at base: Pointer, from standpoint: Standpoint
  ) -> [(field: Int, value: Expression)] {
    let fields = carriedFields[state]
    if checkFields(of: sending, at: base, among: fields) { brokenTargets.insert(base.text) }
    return fields.enumerated().compactMap { index, field in
      guard let member = sending.data?.first(where: { $0.key == field.name }) else { return nil }
      let value = check(
        member.value, against: field.type, in: standpoint.scope, knowing: standpoint.facts,
        at: base[sending.name][field.name], as: .named(field.name))
      return (index, value.expression)
    }
  }

  private mutating func checkTogether(_ states: [(StateIndex, Diagnostic.Place)]) {
    if findings.poisoned.contains(.states) { return }
    for (second, (state, place)) in states.enumerated() {
      for (other, otherPlace) in states.prefix(second)
      where !tree.canBeActiveTogether(other, state) || other == state {
        findings.add(
          TargetStates.apart(
            tree.name(other), at: otherPlace, tree.name(state), at: place),
          poisoning: [.states])
        return
      }
    }
  }

  /// Complains of states that this way may enter without the data that they carry.
  private mutating func checkCarried(
    _ targets: [(target: CheckedTarget, sending: Sending, base: Pointer)],
    by departure: Departure
  ) {
    guard let source = departure.source else { return }
    let states = targets.map(\.target.state)
    for (target, sending, base) in targets
    where brokenTargets.isEmpty || !brokenTargets.contains(base.text) {
      for state in entered(on: target.state, among: states, source: source) {
        if state == target.state, !departure.isReentering, tree.isAncestor(state, orSelf: source),
          target.data.isEmpty
        {
          continue
        }
        let given = targets.first { $0.target.state == state }.map {
          $0.target.data.map(\.field)
        }
        let missing = tree[state].state.carries.enumerated().filter { index, field in
          field.defaultValue == nil && !(given ?? []).contains(index)
            && !carriedFields[state][index].type.isBroken
        }
        guard !missing.isEmpty else { continue }
        // Where no way gives it, it is the declaration that lacks a default.
        let fields = missing.map(\.element.name).joined(separator: " ")
        findings.add(
          CarriedData.missing(
            missing.map(\.element), of: tree.name(state), by: departure.key,
            isTarget: state == target.state, at: sending.namePlace(at: base)),
          // It may be another state that is meant.
          aboutName: tree.name(state), group: "\(state) \(fields)", poisoning: [.reads, .states])
      }
    }
  }

  /// The states that a way to `target` may enter, besides those that another `initial` or `default`
  /// answers for: those on the way down from what is surely active, and regions on the way.
  private func entered(
    on target: StateIndex, among targets: [StateIndex], source: StateIndex
  ) -> [StateIndex] {
    var result: [StateIndex] = []
    let way = tree.path(to: target).prefix { state in
      state == target || !tree.isAncestor(state, orSelf: source)
    }
    for state in way.reversed() {
      if !tree.isHistory(state) { result.append(state) }
      if tree[state].kind == .parallel {
        for region in regionsByDefault(of: state)
        where !targets.contains(where: {
          tree.isAncestor(region, orSelf: $0)
        }) {
          result.append(region)
        }
      }
    }
    return result
  }

  /// The regions of a parallel state, with the regions of parallel regions.
  private func regionsByDefault(of state: StateIndex) -> [StateIndex] {
    tree.activeChildren(state).flatMap { region in
      tree[region].kind == .parallel ? [region] + regionsByDefault(of: region) : [region]
    }
  }
}
