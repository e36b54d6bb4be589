import CEL
import StateModel

/// The tree of states: the keys of each kind of state, their initial states and actions.
extension Linker {
  /// Whether a state needs children that it does not have: the names of its states are unknown.
  var lacksStates: Bool { tree.lacksStates }

  mutating func linkStates() {
    let defaults = tree.nodes.indices.map { linkDefaults(of: $0) }
    for index in tree.nodes.indices {
      checkShape(of: index)
      parts.states.append(state(index, defaults[index]))
    }
  }

  private mutating func linkDefaults(of index: StateIndex) -> [Expression?] {
    let node = tree[index]
    return node.state.carries.enumerated().map { position, field -> Expression? in
      guard let cell = field.defaultValue else { return nil }
      let value = check(
        cell, against: symbols.carried.fields[index][position].type, in: scope(.carriedDefault),
        at: node.pointer["carries"][field.name]["default"], as: .named(field.name)
      ).expression
      if value.isPlaceholder { symbols.poison(symbols.carried.variables[index][position]) }
      return value
    }
  }

  private mutating func state(_ index: StateIndex, _ defaults: [Expression?]) -> CheckedState {
    let node = tree[index]
    let base = node.pointer
    return CheckedState(
      name: node.state.name, kind: node.kind, pointer: base.text, parent: node.parent,
      children: node.children, end: node.end, initial: initial(of: index),
      fields: symbols.carried.fields[index], variables: symbols.carried.variables[index],
      defaults: defaults,
      enter: link(node.state.enter, of: index, at: base["enter"]),
      exit: link(node.state.exit, of: index, at: base["exit"]))
  }

  /// The targets of a state when it is entered: `initial`, or the `default` of a history.
  private mutating func initial(of index: StateIndex) -> [CheckedTarget] {
    let node = tree[index]
    let environment = CellEnvironment(
      scope: scope(.entering(index)), facts: Facts(), state: index)
    if node.state.history != nil, let targets = node.state.historyDefault {
      let pointer = node.pointer["default"]
      let parent = node.parent ?? tree.root
      let linked = link(
        targets, at: pointer, by: Departure(key: "default", source: parent), from: environment)
      for target in linked
      where !isWithinDouble(index)
        && (!tree.isAncestor(parent, orSelf: target.state) || tree.isHistory(target.state))
      {
        findings.add(
          .state(.historyDefaultOutside(target: tree.name(target.state), of: tree.name(parent))),
          at: Diagnostic.Location(pointer))
      }
      return linked
    }
    if node.state.initial == .list([]) {
      findings.add(
        .row(.emptyList(key: "initial")),
        at: Diagnostic.Location(node.pointer["initial"], isKey: true))
    }
    guard let targets = node.state.initial, node.kind == .composite else { return [] }
    let pointer = node.pointer["initial"]
    let linked = link(
      targets, at: pointer, by: Departure(key: "initial", source: index), from: environment)
    for target in linked where !isBelow(target.state, index) && !isWithinDouble(index) {
      findings.add(
        .state(.initialOutside(target: tree.name(target.state), of: node.state.name)),
        at: Diagnostic.Location(pointer))
    }
    return linked
  }

  private func isBelow(_ state: StateIndex, _ ancestor: StateIndex) -> Bool {
    state != ancestor && tree.isAncestor(ancestor, orSelf: state)
  }

  private func checkShape(of index: StateIndex) {
    let node = tree[index]
    let state = node.state
    func key(_ key: String) -> Diagnostic.Location {
      Diagnostic.Location(node.pointer[key], isKey: true)
    }
    if state.history != nil {
      checkHistory(index, key)
      return
    }
    if state.historyDefault != nil {
      findings.add(.state(.defaultWithoutHistory(state.name)), at: key("default"))
    }
    let hasChildren = !tree.childrenWithoutHistories(index).isEmpty
    if state.isFinal {
      if hasChildren {
        findings.add(.state(.finalWithKey(state.name, key: "states")), at: key("states"))
      }
      if state.isParallel {
        findings.add(.state(.finalWithKey(state.name, key: "parallel")), at: key("parallel"))
      }
      if state.initial != nil {
        findings.add(.state(.finalWithKey(state.name, key: "initial")), at: key("initial"))
      }
    } else if state.isParallel {
      if state.initial != nil {
        findings.add(.state(.initialOfParallel(state.name)), at: key("initial"))
      }
      let regions = tree.childrenWithoutHistories(index)
      if regions.count < 2 {
        findings.add(
          .state(.tooFewRegions(state.name, count: regions.count)), at: key("parallel"))
      }
      for region in regions where tree[region].state.isFinal {
        findings.add(
          .state(.finalRegion(tree.name(region), of: state.name)), at: tree.nameLocation(region))
      }
    } else if hasChildren {
      if state.initial == nil {
        let name = index == tree.root ? Diagnostic.Location("/state") : tree.nameLocation(index)
        findings.add(.state(.noInitial(state.name)), at: name)
      }
    } else if state.initial != nil, state.initial != .rest {
      findings.add(.state(.initialWithoutChildren(state.name)), at: key("initial"))
    }
  }

  private func checkHistory(
    _ index: StateIndex, _ key: (String) -> Diagnostic.Location
  ) {
    let state = tree[index].state
    if state.historyDefault == nil {
      findings.add(.state(.historyWithoutDefault(state.name)), at: tree.nameLocation(index))
    }
    if !(state.children ?? []).isEmpty {
      findings.add(.state(.historyWithKey(state.name, key: "states")), at: key("states"))
    }
    if !state.enter.isEmpty {
      findings.add(.state(.historyWithKey(state.name, key: "enter")), at: key("enter"))
    }
    if !state.exit.isEmpty {
      findings.add(.state(.historyWithKey(state.name, key: "exit")), at: key("exit"))
    }
    if !state.carries.isEmpty {
      findings.add(.state(.historyWithKey(state.name, key: "carries")), at: key("carries"))
    }
    if state.isFinal {
      findings.add(.state(.historyWithKey(state.name, key: "final")), at: key("final"))
    }
    if state.isParallel {
      findings.add(.state(.historyWithKey(state.name, key: "parallel")), at: key("parallel"))
    }
    if state.initial != nil {
      findings.add(.state(.historyWithKey(state.name, key: "initial")), at: key("initial"))
    }
  }

}
