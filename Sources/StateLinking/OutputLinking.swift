import CEL
import StateModel

/// Outputs: one value, or a table of rows.
extension Linker {
  mutating func linkOutputs() {
    let section = Pointer.root["outputs"]
    for output in definition.outputs {
      let base = section[output.name]
      let written = type(output.type, at: base["type"], of: output.name)
      // A navigation output that is not optional has an error: its values are not checked.
      let type = output.kind == .navigation && !written.allowsNull ? .unknown : written
      let before = findings.errorCount
      var rows: [CheckedOutput.Row] = []
      switch output.content {
      case .absent: break
      case .value(let cell):
        let value = check(
          cell, against: type, in: scope(.output(tree.root)), at: base["value"],
          as: .named(output.name)
        ).expression
        rows = [CheckedOutput.Row(states: [tree.root], condition: nil, value: value)]
      case .rows(let given):
        for (index, row) in given.enumerated() {
          rows += link(row, of: output, type: type, at: base["rows"][index])
        }
      }
      if output.kind == .navigation, !written.allowsNull {
        checkKind(of: output, type: written, at: base)
      } else if findings.errorCount == before {
        let hasGap = reportsGap(of: output, type: type, rows: rows, at: base)
        if !hasGap { checkKind(of: output, type: written, at: base) }
      }
      parts.outputs.append(
        CheckedOutput(name: output.name, kind: output.kind, type: type, rows: rows))
    }
  }

  /// Links a row once for all its states, or once for each if its cells may read carried data.
  private mutating func link(
    _ row: Definition.OutputRow, of output: Definition.Output, type: ValueType, at pointer: Pointer
  ) -> [CheckedOutput.Row] {
    guard row.states != .none else {
      return [link(row, of: output, type: type, in: [tree.root], at: pointer)]
    }
    var states: [StateIndex] = []
    for (name, location) in row.states.located(at: pointer["in"]) {
      guard let state = tree.byName[name] else {
        addUnknownState(name, at: location())
        continue
      }
      if isDeclaredTwice(name) { continue }
      if tree.isHistory(state) {
        findings.add(.state(.historyWithRow(name)), at: location())
        continue
      }
      states.append(state)
    }
    if row.states == .list([]) {
      findings.add(.row(.emptyList(key: "in")), at: Diagnostic.Location(pointer["in"], isKey: true))
    }
    if states.isEmpty { return [] }
    let carries = states.contains { state in
      tree.pathToRoot(from: state).contains { !symbols.carried.fields[$0].isEmpty }
    }
    if !carries { return [link(row, of: output, type: type, in: states, at: pointer)] }
    return states.map { link(row, of: output, type: type, in: [$0], at: pointer) }
  }

  private mutating func link(
    _ row: Definition.OutputRow, of output: Definition.Output, type: ValueType,
    in states: [StateIndex], at pointer: Pointer
  ) -> CheckedOutput.Row {
    var environment = CellEnvironment(
      scope: scope(.output(states.first ?? tree.root)), facts: Facts(), state: nil)
    let condition = guardCondition(row.condition, at: pointer["if"], from: &environment)
    defer { context.isGuardBroken = false }
    guard let cell = row.value else {
      if type.withoutNull != .void, type != .unknown {
        findings.add(
          .declaration(.outputRowWithoutValue(output.name, type: output.type)),
          at: Diagnostic.Location(pointer))
      }
      return CheckedOutput.Row(
        states: states, condition: condition,
        value: .constant(.unit, .void, at: pointer))
    }
    let value = check(
      cell, against: type, in: environment.scope, knowing: environment.facts, at: pointer["value"],
      as: .named(output.name)
    ).expression
    return CheckedOutput.Row(states: states, condition: condition, value: value)
  }

  /// Reports types that are unusual for the kind of output, or not allowed.
  private func checkKind(of output: Definition.Output, type: ValueType, at base: Pointer) {
    var location: Diagnostic.Location { Diagnostic.Location(base["type"]) }
    let isNullable: Bool
    switch type {
    case .nullable: isNullable = true
    case .unknown, .dyn: return
    default: isNullable = false
    }
    switch (output.kind, isNullable) {
    case (.ui, true):
      findings.add(.declaration(.optionalUI(output.name, type: output.type)), at: location)
    case (.data, false):
      // A list requests an effect for each element, and may be empty.
      if case .list = type { break }
      findings.add(.declaration(.requiredData(output.name, type: output.type)), at: location)
    case (.navigation, false):
      findings.add(.declaration(.requiredNavigation(output.name, type: output.type)), at: location)
    case (.ui, false), (.data, true), (.navigation, true): break
    }
  }

  /// Reports an output that is not optional and has no value in some configuration. Returns whether
  /// there is one.
  private func reportsGap(
    of output: Definition.Output, type: ValueType, rows: [CheckedOutput.Row], at base: Pointer
  ) -> Bool {
    switch type {
    case .nullable, .unknown: return false
    default: break
    }
    if lacksStates || !doubles.isEmpty { return false }
    guard case .rows(let given) = output.content else { return false }
    // A name that is no state may mean any of them.
    if given.contains(where: { $0.states.all.contains { tree.byName[$0] == nil } }) { return false }
    if rows.contains(where: { $0.condition == nil && $0.states == [tree.root] }) { return false }
    let covered = Set(rows.filter { $0.condition == nil }.flatMap(\.states))
    let open = OutputCover(tree: tree, covered: covered).open
    if open.isEmpty { return false }
    findings.add(
      .declaration(
        .openOutput(
          output.name, type: output.type, states: open.prefix(3).map { tree.name($0) },
          count: open.count, hasStates: tree.nodes.count > 1)),
      at: Diagnostic.Location(base["rows"], isKey: true)
    )
    return true
  }
}

/// Finds the configurations in which no row without `if` gives an output its value.
private struct OutputCover {
  let tree: StateTree
  let covered: Set<StateIndex>

  /// The states that are not covered, in document order: leaves, and composites that may rest. Of a
  /// parallel state, only those of its first region.
  var open: [StateIndex] {
    var open: [StateIndex] = []
    addOpen(in: tree.root, to: &open)
    return open
  }

  private func addOpen(in state: StateIndex, to open: inout [StateIndex]) {
    if covered.contains(state) { return }
    switch tree.nodes[state].kind {
    case .parallel:
      let start = open.count
      for (number, region) in tree.childrenWithoutHistories(state).enumerated() {
        let before = open.count
        addOpen(in: region, to: &open)
        if open.count == before {
          // One covered region is enough.
          open.removeSubrange(start...)
          return
        }
        if number > 0 { open.removeSubrange(before...) }
      }
    case .composite:
      if tree.nodes[state].state.initial == .rest { open.append(state) }
      for child in tree.childrenWithoutHistories(state) { addOpen(in: child, to: &open) }
    case .leaf, .final, .history: open.append(state)
    }
  }
}
