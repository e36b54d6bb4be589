import CEL

/// The tree of states: what each kind has and has not, its ways in, its actions.
extension Linker {
  mutating func linkStates() {
    for index in tree.nodes.indices {
      checkShape(of: index)
      checkedStates.append(state(index))
    }
  }

  private mutating func state(_ index: StateIndex) -> CheckedState {
    let node = tree[index]
    let base = node.pointer
    let defaults = node.state.carries.enumerated().map { place, field -> Expression? in
      field.defaultValue.map {
        check(
          $0, against: carriedFields[index][place].type, in: scope(.carriedDefault),
          at: base["carries"][field.name]["default"], as: .named(field.name)
        ).expression
      }
    }
    return CheckedState(
      name: node.state.name, kind: node.kind, pointer: base.text, parent: node.parent,
      children: node.children, end: node.end, initial: initial(of: index),
      fields: carriedFields[index], variables: carried[index], defaults: defaults,
      enter: link(node.state.enter, of: index, at: base["enter"]),
      exit: link(node.state.exit, of: index, at: base["exit"]))
  }

  /// Where a state goes when it is entered: `initial`, or the `default` of a history.
  private mutating func initial(of index: StateIndex) -> [CheckedTarget] {
    let node = tree[index]
    let standpoint = Standpoint(
      scope: scope(.entering(index)), facts: Facts(), state: index)
    if node.state.history != nil, let targets = node.state.historyDefault {
      let pointer = node.pointer["default"]
      let parent = node.parent ?? tree.root
      let linked = link(
        targets, at: pointer, by: Departure(key: "default", source: parent), from: standpoint)
      for target in linked
      where !isWithinDouble(index)
        && (!tree.isAncestor(parent, orSelf: target.state) || tree.isHistory(target.state))
      {
        findings.add(
          HistoryState.outside(
            tree.name(target.state), of: tree.name(parent), at: Diagnostic.Place(pointer.text)),
          poisoning: [.states])
      }
      return linked
    }
    if node.state.initial == .list([]) {
      findings.add(RowShape.emptyList("initial", at: node.pointer), poisoning: [.states])
    }
    guard let targets = node.state.initial, node.kind == .composite else { return [] }
    let pointer = node.pointer["initial"]
    let linked = link(
      targets, at: pointer, by: Departure(key: "initial", source: index), from: standpoint)
    for target in linked where !isBelow(target.state, index) && !isWithinDouble(index) {
      findings.add(
        InitialState.noChild(
          tree.name(target.state), of: node.state.name, at: Diagnostic.Place(pointer.text)),
        poisoning: [.states])
    }
    return linked
  }

  private func isBelow(_ state: StateIndex, _ ancestor: StateIndex) -> Bool {
    state != ancestor && tree.isAncestor(ancestor, orSelf: state)
  }

  private mutating func checkShape(of index: StateIndex) {
    let node = tree[index]
    let state = node.state
    func key(_ key: String) -> Diagnostic.Place {
      Diagnostic.Place(node.pointer[key].text, isKey: true)
    }
    if state.history != nil {
      checkHistory(index, key)
      return
    }
    if state.historyDefault != nil {
      add(HistoryState.strayDefault(state.name, at: key("default")))
    }
    let hasChildren = !tree.activeChildren(index).isEmpty
    if state.isFinal {
      if hasChildren { add(FinalState.has(state.name, "states", at: key("states"))) }
      if state.isParallel { add(FinalState.has(state.name, "parallel", at: key("parallel"))) }
      if state.initial != nil { add(FinalState.has(state.name, "initial", at: key("initial"))) }
    } else if state.isParallel {
      if state.initial != nil { add(ParallelState.initial(state.name, at: key("initial"))) }
      let regions = tree.activeChildren(index)
      if regions.count < 2 {
        findings.add(
          ParallelState.regions(state.name, count: regions.count, at: key("parallel")),
          aboutName: state.name, group: "states", poisoning: [.states])
      }
      for region in regions where tree[region].state.isFinal {
        add(
          ParallelState.region(
            tree.name(region), of: state.name, "final", at: place(ofName: region)))
      }
    } else if hasChildren {
      if state.initial == nil {
        let name = index == tree.root ? Diagnostic.Place("/state") : place(ofName: index)
        add(InitialState.missing(state.name, at: name))
      }
    } else if state.initial != nil, state.initial != .rest {
      findings.add(
        InitialState.noChildren(state.name, at: key("initial")), aboutName: state.name,
        group: "states", poisoning: [.states])
    }
  }

  private mutating func checkHistory(
    _ index: StateIndex, _ key: (String) -> Diagnostic.Place
  ) {
    let state = tree[index].state
    if state.historyDefault == nil {
      add(HistoryState.needsDefault(state.name, at: place(ofName: index)))
    }
    if !(state.children ?? []).isEmpty {
      add(HistoryState.has(state.name, "states", at: key("states")))
    }
    if !state.enter.isEmpty { add(HistoryState.has(state.name, "enter", at: key("enter"))) }
    if !state.exit.isEmpty { add(HistoryState.has(state.name, "exit", at: key("exit"))) }
    if !state.carries.isEmpty { add(HistoryState.has(state.name, "carries", at: key("carries"))) }
    if state.isFinal { add(HistoryState.has(state.name, "final", at: key("final"))) }
    if state.isParallel { add(HistoryState.has(state.name, "parallel", at: key("parallel"))) }
    if state.initial != nil { add(HistoryState.has(state.name, "initial", at: key("initial"))) }
  }

  func place(ofName index: StateIndex) -> Diagnostic.Place {
    Diagnostic.Place(tree[index].pointer["state"].text, range: 0..<tree.name(index).utf8.count)
  }

  private mutating func add(_ diagnostic: Diagnostic) {
    findings.add(diagnostic, poisoning: [.states])
  }
}
