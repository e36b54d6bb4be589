import CEL
import StateLinking
import StateModel

/// Explains steps: which rows were tried, what made their guards false, and what was set.
///
/// It only reads, on a separate budget, before the interpreter does the same without it.
extension Interpreter {
  /// Whether steps are explained: they are traced, and the definition has the parts of its guards.
  var isExplaining: Bool { trace != nil && tables.probes != nil }

  /// Notes the rows that an active leaf tries for an event, from its state to the root.
  func explain(from leaf: Int, _ event: Int) {
    var rows: [Int] = []
    var state = leaf
    while state >= 0 {
      rows += tables.stateRows.rows(of: state, for: event)
      state = tables.tree.parents[state]
    }
    explain(rows, event: event == tables.eventless ? nil : tables.events[event].name)
  }

  /// Notes rows that are tried in order, until one is taken or fails.
  func explain(_ rows: [Int], event: String?) {
    guard let probes = tables.probes else { return }
    for row in rows {
      let pointer = "/reducer/\(tables.rows[row].reducerIndex)"
      let verdict: ConsideredRow.Verdict
      var reasons: [Reason] = []
      if let cell = probes.guards[row] {
        switch value(of: cell.expression.syntax.root, in: cell) {
        case .bool(true)?: verdict = .taken
        case .bool(false)?:
          verdict = .denied
          reasons = self.reasons(for: cell.expression.syntax.root, being: false, in: cell)
        default: verdict = .failed
        }
      } else {
        verdict = .taken
      }
      trace?.add(
        ConsideredRow(event: event, pointer: pointer, verdict: verdict, reasons: reasons))
      if verdict != .denied { return }
    }
  }

  /// Why an output has its value; `nil` where it is one cell without a branch.
  func explain(output: Int) -> OutputExplanation? {
    guard let probes = tables.probes else { return nil }
    let isTable = probes.outputs[output].count > 1 || probes.outputs[output].first?.condition != nil
    let active = active
    var denied: [ConsideredRow] = []
    for (number, row) in tables.outputs[output].rows.enumerated()
    where row.states.contains(where: { active.contains($0) }) {
      let cells = probes.outputs[output][number]
      if let condition = cells.condition {
        let root = condition.expression.syntax.root
        guard case .bool(true)? = value(of: root, in: condition) else {
          denied.append(
            ConsideredRow(
              event: nil, pointer: tables.pointer(ofRow: number, of: output), verdict: .denied,
              reasons: reasons(for: root, being: false, in: condition)))
          continue
        }
      }
      var reasons: [Reason] = []
      let branch = branch(of: cells.value, &reasons)
      guard isTable || branch != nil else { return nil }
      return OutputExplanation(
        pointer: cells.value.expression.pointer, denied: denied, branch: branch, reasons: reasons)
    }
    return OutputExplanation(pointer: nil, denied: denied, branch: nil, reasons: [])
  }

  /// The innermost branch of `c ? a : b` that gives the value of a cell.
  private func branch(of cell: Probes.Cell, _ reasons: inout [Reason]) -> String? {
    let syntax = cell.expression.syntax
    var at = syntax.root
    var branch: String?
    while syntax.nodes.indices.contains(Int(at)) {
      switch syntax.nodes[Int(at)].kind {
      case .widen(let operand), .orNull(let operand): at = operand
      case .conditional(let condition, let first, let second):
        guard case .bool(let truth)? = value(of: condition, in: cell) else { return branch }
        reasons += self.reasons(for: condition, being: truth, in: cell)
        at = truth ? first : second
        branch = cell.expression.text(of: at)
      default: return branch
      }
    }
    return branch
  }
}

extension Tables {
  /// The JSON pointer of a row of an output that has rows.
  fileprivate func pointer(ofRow row: Int, of output: Int) -> String {
    "/outputs/\(outputs[output].name)/rows/\(row)"
  }
}

/// Evaluates parts of cells.
extension Interpreter {
  /// The value of a part; `nil` if evaluating it fails, or it cannot be evaluated alone.
  private func value(of node: TypedSyntax.Index, in cell: Probes.Cell) -> Value? {
    guard let part = cell.parts[node] else { return nil }
    let budget = registers.budget
    defer { registers.budget = budget }
    registers.budget = Budget(Limits.eventSteps)
    guard (try? run(part.block)) != nil else { return nil }
    return registers.value(of: part.slot)
  }

  /// The smallest parts of a condition that make it what it is.
  private func reasons(
    for root: TypedSyntax.Index, being truth: Bool, in cell: Probes.Cell
  ) -> [Reason] {
    let nodes = cell.expression.syntax.nodes
    var found: [Reason] = []
    var pending = [(root, truth)]
    while let (index, truth) = pending.popLast() {
      guard nodes.indices.contains(Int(index)) else { continue }
      switch nodes[Int(index)].kind {
      case .call(.not, let operands) where operands.count == 1:
        pending.append((operands[0], !truth))
      case .and(let left, let right):
        // One false side is enough; a true conjunction needs both.
        if truth {
          pending += [(right, true), (left, true)]
        } else {
          let isLeft = isEqual(left, false, in: cell)
          pending.append((isLeft ? left : right, false))
        }
      case .or(let left, let right):
        if truth {
          let isLeft = isEqual(left, true, in: cell)
          pending.append((isLeft ? left : right, true))
        } else {
          pending += [(right, false), (left, false)]
        }
      case .conditional(let condition, let first, let second):
        let isFirst = isEqual(condition, true, in: cell)
        pending += [(isFirst ? first : second, truth), (condition, isFirst)]
      default: found.append(reason(for: index, being: truth, in: cell))
      }
    }
    return found
  }

  private func isEqual(_ node: TypedSyntax.Index, _ truth: Bool, in cell: Probes.Cell) -> Bool {
    if case .bool(truth)? = value(of: node, in: cell) { true } else { false }
  }

  private func reason(
    for index: TypedSyntax.Index, being truth: Bool, in cell: Probes.Cell
  ) -> Reason {
    let texts = ValueText(declarations: tables.source.declarations)
    var result = truth ? "true" : "false"
    if case .call(let function, let sides) = cell.expression.syntax.nodes[Int(index)].kind,
      sides.count == 2, let sign = function.comparisonSign,
      let left = value(of: sides[0], in: cell), let right = value(of: sides[1], in: cell)
    {
      result = "\(texts.text(left)) \(sign) \(texts.text(right))"
    }
    return Reason(
      part: cell.expression.text(of: index), result: result, reads: reads(below: index, in: cell))
  }

  /// The paths below a part, with their values.
  private func reads(below root: TypedSyntax.Index, in cell: Probes.Cell) -> [Reason.Read] {
    let syntax = cell.expression.syntax
    let texts = ValueText(declarations: tables.source.declarations)
    var found: [Reason.Read] = []
    var pending = [root]
    while let index = pending.popLast() {
      guard syntax.nodes.indices.contains(Int(index)) else { continue }
      if syntax.isPath(index) {
        let name = cell.expression.text(of: index)
        if !found.contains(where: { $0.name == name }), let value = value(of: index, in: cell) {
          found.append(Reason.Read(name: name, value: texts.text(value)))
        }
        continue
      }
      var children: [TypedSyntax.Index] = []
      syntax.nodes[Int(index)].kind.forEachChild { children.append($0) }
      pending += children.reversed()
    }
    return found
  }
}

/// Notes what a microstep changed.
extension Interpreter {
  /// The values of all properties and of the data that states carry.
  var storedValues: [Value] {
    (tables.properties + tables.carried).map { registers.value(of: $0) }
  }

  /// Adds the changes since the values before to the last microstep of the trace.
  func noteChanges(since before: [Value], by chosen: [Selection.Chosen]) {
    guard let last = trace?.microsteps.last else { return }
    let texts = ValueText(declarations: tables.source.declarations)
    let source = tables.source
    var stored = source.properties.map { ($0.name, $0.variable) }
    for state in source.states { stored += zip(state.fields.map(\.name), state.variables) }
    var changes: [PropertyChange] = []
    for ((name, variable), (old, new)) in zip(stored, zip(before, storedValues))
    where !old.isIdentical(to: new) {
      changes.append(
        PropertyChange(
          name: name, old: texts.text(old), new: texts.text(new),
          pointer: cell(writing: variable, by: chosen, in: last)))
    }
    trace?.note(changes: changes)
  }

  /// The cell that wrote a variable: the last assignment of the rows, else of the states that were
  /// left and entered.
  private func cell(
    writing variable: VariableIndex, by chosen: [Selection.Chosen], in microstep: Trace.Microstep
  ) -> String? {
    let source = tables.source
    let states = source.states.filter {
      microstep.exits.contains($0.name) || microstep.entries.contains($0.name)
    }
    var cells: [Expression] = []
    for row in chosen.map({ source.rows[$0.row] }) {
      for target in row.targets ?? [] {
        let variables = source.states[target.state].variables
        for item in target.data where variables[item.field] == variable { cells.append(item.value) }
      }
      cells += row.assignments.joined().filter { $0.variable == variable }.map(\.value)
    }
    for action in states.flatMap({ $0.exit + $0.enter }) {
      cells += action.assignments.joined().filter { $0.variable == variable }.map(\.value)
    }
    return cells.last?.pointer
  }
}

extension Function {
  /// The sign between the sides of a comparison; `nil` for other functions.
  fileprivate var comparisonSign: String? {
    switch self {
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    default: nil
    }
  }
}
