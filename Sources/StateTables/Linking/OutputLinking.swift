import CEL

/// Outputs: one value, or a table of rows.
extension Linker {
  mutating func linkOutputs() {
    let section = Pointer.root["outputs"]
    for output in definition.outputs {
      let base = section[output.name]
      let written = type(output.type, at: base["type"], of: output.name)
      // A screen must be optional: that is told of its type, not of its values as well.
      let type = output.kind == .navigation && !written.allowsNull ? .unknown : written
      let before = findings.diagnostics.count
      var isOpen = false
      var rows: [CheckedOutput.Row] = []
      switch output.content {
      case .absent: break
      case .value(let cell):
        let value = check(
          cell, against: type, in: scope(.output(tree.root)), at: base["value"],
          as: .named(output.name)
        ).expression
        rows = [CheckedOutput.Row(states: [tree.root], condition: nil, value: value)]
      case .rows(let written):
        for (place, row) in written.enumerated() {
          rows += link(row, of: output, type: type, at: base["rows"][place])
        }
        isOpen = written.contains { $0.value == nil } && type.withoutNull != .void
      }
      // The type itself may be the mistake.
      let isWrong = findings.diagnostics.dropFirst(before).contains { $0.severity == .error }
      if !isWrong, !isTold(open: output, type: type, rows: rows, at: base), !isOpen {
        checkKind(of: output, type: written, at: base)
      }
      checkedOutputs.append(
        CheckedOutput(name: output.name, kind: output.kind, type: type, rows: rows))
    }
  }

  /// A row for all its states together; apart where they carry data, which its cells may read.
  private mutating func link(
    _ row: Definition.OutputRow, of output: Definition.Output, type: ValueType, at pointer: Pointer
  ) -> [CheckedOutput.Row] {
    guard row.states != .none else {
      return [link(row, of: output, type: type, in: [tree.root], at: pointer)]
    }
    var states: [StateIndex] = []
    for (name, place) in row.states.placed(at: pointer["in"]) {
      guard let state = tree.byName[name] else {
        unknownState(name, at: place.place)
        findings.poison(.rows)
        continue
      }
      if tree.isHistory(state) {
        findings.add(HistoryState.row(name, at: place.place), poisoning: [.rows])
        continue
      }
      states.append(state)
    }
    if row.states == .list([]) {
      findings.add(RowShape.emptyList("in", at: pointer), poisoning: [.rows])
    }
    if states.isEmpty { return [] }
    let carries = states.contains { state in
      tree.path(to: state).contains { !carriedFields[$0].isEmpty }
    }
    if !carries { return [link(row, of: output, type: type, in: states, at: pointer)] }
    return states.map { link(row, of: output, type: type, in: [$0], at: pointer) }
  }

  private mutating func link(
    _ row: Definition.OutputRow, of output: Definition.Output, type: ValueType,
    in states: [StateIndex], at pointer: Pointer
  ) -> CheckedOutput.Row {
    var standpoint = Standpoint(
      scope: scope(.output(states.first ?? tree.root)), facts: Facts(), state: nil)
    let condition = guardCondition(row.condition, at: pointer["if"], from: &standpoint)
    defer { isGuardBroken = false }
    guard let cell = row.value else {
      // A guard that is wrong may be the value.
      if type.withoutNull != .void, type != .unknown, !isGuardBroken {
        findings.add(
          OutputValue.missing(output.name, output.type, at: Diagnostic.Place(pointer.text)),
          aboutName: output.name, within: "outputs", poisoning: [.rows])
      }
      return CheckedOutput.Row(
        states: states, condition: condition,
        value: .constant(.unit, .void, at: pointer))
    }
    let value = check(
      cell, against: type, in: standpoint.scope, knowing: standpoint.facts, at: pointer["value"],
      as: .named(output.name)
    ).expression
    return CheckedOutput.Row(states: states, condition: condition, value: value)
  }

  /// The usual and the necessary kinds of types.
  private mutating func checkKind(of output: Definition.Output, type: ValueType, at base: Pointer) {
    var place: Diagnostic.Place { Diagnostic.Place(base["type"].text) }
    let isNullable: Bool
    switch type {
    case .nullable: isNullable = true
    case .unknown, .dyn: return
    default: isNullable = false
    }
    switch (output.kind, isNullable) {
    case (.ui, true): findings.add(OptionalUI.usually(output.name, output.type, at: place))
    case (.data, false): findings.add(RequiredData.usually(output.name, output.type, at: place))
    case (.navigation, false):
      findings.add(RequiredNavigation.always(output.name, output.type, at: place))
    case (.ui, false), (.data, true), (.navigation, true): break
    }
  }

  /// An output that is not optional has a value in every configuration; whether it has not.
  private mutating func isTold(
    open output: Definition.Output, type: ValueType, rows: [CheckedOutput.Row], at base: Pointer
  ) -> Bool {
    switch type {
    case .nullable, .unknown: return false
    default: break
    }
    if !findings.poisoned.isDisjoint(with: [.states, .rows]) { return false }
    if case .rows = output.content {} else { return false }
    if rows.contains(where: { $0.condition == nil && $0.states == [tree.root] }) { return false }
    let covered = Set(rows.filter { $0.condition == nil }.flatMap(\.states))
    let open = OutputCover(tree: tree, covered: covered).open
    if open.isEmpty { return false }
    findings.add(
      OpenOutput.open(
        output.name, output.type, in: open.map { tree.name($0) }, hasStates: tree.nodes.count > 1,
        at: Diagnostic.Place(base["rows"].text, isKey: true)))
    return true
  }
}

/// The configurations in which no row of an output without `if` gives a value.
private struct OutputCover {
  let tree: StateTree
  let covered: Set<StateIndex>

  /// The states, deepest first found, that are left out: leaves, and composites that may rest.
  var open: [StateIndex] { open(in: tree.root) }

  private func open(in state: StateIndex) -> [StateIndex] {
    if covered.contains(state) { return [] }
    let children = tree.activeChildren(state)
    switch tree[state].kind {
    case .parallel:
      let regions = children.map { open(in: $0) }
      return regions.contains { $0.isEmpty } ? [] : regions.first ?? [state]
    case .composite:
      let rests = tree[state].state.initial == .rest
      return (rests ? [state] : []) + children.flatMap { open(in: $0) }
    case .leaf, .final, .history: return [state]
    }
  }
}
