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
  func explain(from leaf: Int, _ event: Int, tried: inout Set<Int>) {
    explain(
      tables.rows(from: leaf, for: event),
      event: event == tables.eventless ? nil : tables.events[event].name, tried: &tried)
  }

  /// Notes rows that are tried in order, until one is taken or fails. A row that another leaf of the
  /// same microstep has tried is not noted again.
  func explain(_ rows: [Int], event: String?, tried: inout Set<Int>) {
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
        default:
          verdict = .failed
          let root = cell.expression.syntax.root
          reasons = [
            Reason(
              part: cell.expression.text(of: root), result: "error",
              reads: reads(below: root, in: cell))
          ]
        }
      } else {
        verdict = .taken
      }
      if tried.insert(row).inserted {
        trace?.add(
          ConsideredRow(event: event, pointer: pointer, verdict: verdict, reasons: reasons))
      }
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
              event: nil, pointer: condition.expression.location.parent?.text ?? "",
              verdict: .denied,
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
    while true {
      switch syntax.kind(at) {
      case .widen(let operand), .orNull(let operand): at = operand
      case .conditional(let condition, let first, let second):
        guard case .bool(let truth)? = value(of: condition, in: cell) else { return branch }
        reasons += self.reasons(for: condition, being: truth, in: cell)
        at = truth ? first : second
        branch = cell.expression.text(of: at)
      default: return branch
      }
    }
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
    var found: [Reason] = []
    var pending = [(cell, root, truth)]
    while let (cell, index, truth) = pending.popLast() {
      func add(_ parts: [(TypedSyntax.Index, Bool)]) {
        pending += parts.map { (cell, $0.0, $0.1) }
      }
      switch cell.expression.syntax.kind(index) {
      case .call(.not, let operands) where operands.count == 1: add([(operands[0], !truth)])
      case .variable(.declared(let variable)):
        if let inner = tables.probes?.conditions[variable] {
          pending.append((inner, inner.expression.syntax.root, truth))
        } else {
          found.append(reason(for: index, being: truth, in: cell))
        }
      case .and(let left, let right):
        // One false side is enough; a true conjunction needs both.
        if truth {
          add([(right, true), (left, true)])
        } else {
          let isLeft = isEqual(left, false, in: cell)
          add([(isLeft ? left : right, false)])
        }
      case .or(let left, let right):
        if truth {
          let isLeft = isEqual(left, true, in: cell)
          add([(isLeft ? left : right, true)])
        } else {
          add([(right, false), (left, false)])
        }
      case .conditional(let condition, let first, let second):
        let isFirst = isEqual(condition, true, in: cell)
        add([(isFirst ? first : second, truth), (condition, isFirst)])
      default: found.append(reason(for: index, being: truth, in: cell))
      }
    }
    var seen: Set<Reason> = []
    return found.filter { seen.insert($0).inserted }
  }

  private func isEqual(_ node: TypedSyntax.Index, _ truth: Bool, in cell: Probes.Cell) -> Bool {
    if case .bool(truth)? = value(of: node, in: cell) { true } else { false }
  }

  private func reason(
    for index: TypedSyntax.Index, being truth: Bool, in cell: Probes.Cell
  ) -> Reason {
    let texts = ValueText(declarations: tables.source.declarations)
    var result = truth ? "true" : "false"
    if case .call(let function, let sides) = cell.expression.syntax.kind(index),
      sides.count == 2, let sign = function.comparisonSign,
      let left = value(of: sides[0], in: cell), let right = value(of: sides[1], in: cell)
    {
      result = "\(texts.shortText(left)) \(sign) \(texts.shortText(right))"
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
      if syntax.isPath(index) {
        let name = cell.expression.text(of: index)
        if !found.contains(where: { $0.name == name }), let value = value(of: index, in: cell) {
          found.append(Reason.Read(name: name, value: texts.shortText(value)))
        }
        continue
      }
      var children: [TypedSyntax.Index] = []
      syntax.kind(index)?.forEachChild { children.append($0) }
      pending += children.reversed()
    }
    return found
  }
}

/// Notes what a microstep changed.
extension Interpreter {
  /// The values of all properties, and of the data that active states carry; `nil` for the data of
  /// other states.
  var storedValues: [Value?] {
    let active = active
    return tables.properties.map { registers.value(of: $0) }
      + tables.states.enumerated().flatMap { index, state in
        state.carried.map { active.contains(index) ? registers.value(of: $0) : nil }
      }
  }

  /// Adds the changes since the values before to the last microstep of the trace.
  func noteChanges(since before: [Value?], by chosen: [Selection.Chosen]) {
    guard let last = trace?.microsteps.last else { return }
    let texts = ValueText(declarations: tables.source.declarations)
    let source = tables.source
    var stored = source.properties.map { ($0.name, $0.variable) }
    for state in source.states { stored += zip(state.fields.map(\.name), state.variables) }
    var changes: [PropertyChange] = []
    for ((name, variable), (old, new)) in zip(stored, zip(before, storedValues)) {
      if let old, let new, old.isIdentical(to: new) { continue }
      if old == nil && new == nil { continue }
      changes.append(
        PropertyChange(
          name: name, old: old.map(texts.shortText), new: new.map(texts.shortText),
          pointer: new == nil ? nil : cell(writing: variable, by: chosen, in: last)))
    }
    trace?.note(changes: changes)
  }

  /// The cell that wrote a variable last; `nil` if the condition of an action decides about it.
  private func cell(
    writing variable: VariableIndex, by chosen: [Selection.Chosen], in microstep: Trace.Microstep
  ) -> String? {
    let source = tables.source
    func states(_ names: [String]) -> [StateIndex] {
      names.compactMap { name in source.states.firstIndex { $0.name == name } }
    }
    let entered = states(microstep.entries)
    var cells: [String?] = []
    func add(_ actions: [CheckedAction]) {
      for action in actions {
        for assignment in action.assignments.joined() where assignment.variable == variable {
          cells.append(action.condition == nil ? assignment.value.pointer : nil)
        }
      }
    }
    func add(_ targets: [CheckedTarget]) {
      for target in targets where entered.contains(target.state) {
        let variables = source.states[target.state].variables
        cells += target.data.filter { variables[$0.field] == variable }.map(\.value.pointer)
      }
    }
    // In the order of a microstep: exits, the rows, and then each state that is entered.
    for state in states(microstep.exits) { add(source.states[state].exit) }
    for row in chosen.map({ source.rows[$0.row] }) {
      for assignment in row.assignments.joined() where assignment.variable == variable {
        cells.append(assignment.value.pointer)
      }
    }
    for state in entered.map({ source.states[$0] }) {
      for (field, value) in zip(state.variables, state.defaults) where field == variable {
        if let value { cells.append(value.pointer) }
      }
    }
    for state in source.states where entered.contains(where: { state.children.contains($0) }) {
      add(state.initial)
    }
    for row in chosen { add(source.rows[row.row].targets ?? []) }
    for state in entered { add(source.states[state].enter) }
    return cells.last ?? nil
  }
}
