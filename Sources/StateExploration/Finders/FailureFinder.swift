import CEL
import StateChecks
import StateInterpreter
import StateLinking
import StateModel

/// Finds steps and starts that fail, also by an output.
enum FailureFinder: Finder {
  static func findings(in context: inout ExplorationContext) -> [Diagnostic] {
    found(in: context).diagnostics
  }

  /// The failures of starts, where none succeeds.
  static func findings(
    ofStarts starts: [Exploration.Start], _ checked: CheckedDefinition
  ) -> [Diagnostic] {
    var found = Found(checked)
    found.add(starts)
    return found.diagnostics
  }

  /// The failures with a trace.
  fileprivate static func found(in context: ExplorationContext) -> Found {
    var found = Found(context.checked)
    found.add(context.exploration.starts)
    for (number, edge) in context.exploration.edges.enumerated() {
      if case .failure(let error) = edge.result { found.add(error, edge: number, context) }
    }
    for failure in context.walks.failures { found.add(failure, context) }
    return found
  }

  /// The findings, at most one for each cell.
  fileprivate struct Found {
    private let checked: CheckedDefinition
    private(set) var diagnostics: [Diagnostic] = []
    private(set) var reported: Set<String> = []
    /// The first error at each cell or row that failed only on paths for which no times were found.
    private(set) var outOfTime: [MachineError] = []
    /// The rows of the loops among them.
    private var loops: Set<Set<String>> = []

    init(_ checked: CheckedDefinition) { self.checked = checked }

    /// An app does not send values that do not fit. A step that never ends is reported as such, and one
    /// whose length depends on its data may be as long as intended.
    private func isNew(_ error: MachineError, hasData: Bool) -> Bool {
      switch error.id {
      case .payload: false
      case .microsteps:
        !hasData && !LoopFinder.isEndless(error, checked) && !loops.contains(Set(error.cycle))
      default: !reported.contains(error.at)
      }
    }

    /// The first cell at the location of an error that can fail with it.
    private func cell(of error: MachineError) -> Expression? {
      let cells = checked.cells(at: error.at)
      var parts = FailingParts(checked, error.id)
      return cells.first { parts.canFail(in: $0) } ?? cells.first
    }

    private mutating func note(_ error: MachineError) {
      reported.insert(error.at)
      if error.id == .microsteps { loops.insert(Set(error.cycle)) }
    }

    mutating func add(_ error: MachineError, edge number: Int, _ context: ExplorationContext) {
      let edge = context.exploration.edges[number]
      let cause = context.exploration.causes[edge.cause]
      guard isNew(error, hasData: cause.hasData) else { return }
      let replay = context.replay(to: edge.from, then: number)
      guard let command = replay.command else {
        if !outOfTime.contains(where: { $0.at == error.at }) { outOfTime.append(error) }
        return
      }
      note(error)
      let cell = cell(of: error)
      // After a restore, the values of before are not those that the cell reads.
      let read = cause.isRestore ? nil : cell
      let values = read.map { context.values(readBy: $0, in: edge.from, at: cause) } ?? []
      add(
        error, cell, values, checked.reads(error.at, beforeAllChangesAt: cause),
        "\(replay.trace)  (replay: \(command))")
    }

    mutating func add(_ failure: RandomWalks.Failure, _ context: ExplorationContext) {
      guard isNew(failure.error, hasData: failure.causes.last?.hasData ?? true) else { return }
      let replay = Replay(
        context.compiled, path: context.path,
        inputs: context.exploration.starts[failure.start].inputs, causes: failure.causes)
      guard let command = replay.command else { return }
      note(failure.error)
      add(
        failure.error, cell(of: failure.error), [], true,
        "trace: \(replay.words)  (replay: \(command))")
    }

    mutating func add(_ starts: [Exploration.Start]) {
      let texts = ValueText(declarations: checked.declarations)
      for start in starts {
        guard case .failure(let error) = start.result,
          isNew(error, hasData: !start.inputs.isEmpty)
        else { continue }
        note(error)
        let values = checked.inputs.compactMap { input in
          start.inputs[input.name].map { ReadValue(name: input.name, text: texts.shortText($0)) }
        }
        add(error, cell(of: error), values, true, "the start is enough")
      }
    }

    private mutating func add(
      _ error: MachineError, _ cell: Expression?, _ values: [ReadValue], _ areCurrent: Bool,
      _ trace: String
    ) {
      var parts = FailingParts(checked, error.id)
      let part = cell.flatMap { parts.only(in: $0) }
      let text = cell.map { cell in part.map { cell.text(of: $0) } ?? cell.text } ?? error.at
      var location = cell.map { cell in part.map { cell.location(of: $0) } ?? cell.wholeLocation }
      location?.isKey = cell.map(checked.isKey) ?? false
      diagnostics.append(
        MayFail.fails(
          text, error.id.rawValue, at: location ?? .init(error.at),
          label: values.words.map { "when \($0)" + (areCurrent ? "" : " before the step") },
          trace: trace))
    }
  }
}

/// Reports cells that fail at no time that was found, and those that may fail where a search that was
/// cut short found no failure of theirs.
enum UnseenFailureFinder: Finder {
  static func findings(in context: inout ExplorationContext) -> [Diagnostic] {
    let found = FailureFinder.found(in: context)
    let late = found.outOfTime.map(\.at).filter { !found.reported.contains($0) }
    let notes = late.map { pointer in
      MayFail.outOfTime(at: context.checked.cell(at: pointer)?.wholeLocation ?? .init(pointer))
    }
    if context.isProof { return notes }
    let known = found.reported.union(late)
    let open = context.riskyCells.filter { !known.contains($0.pointer) }
    guard let first = open.first else { return notes }
    let steps = context.exploration.edges.count + context.walks.stepCount
    return notes + [MayFail.unseen(open.count, after: steps, at: first.wholeLocation)]
  }
}

extension CheckedDefinition {
  /// The cell at a JSON pointer.
  func cell(at pointer: String) -> Expression? { cells.first { $0.pointer == pointer } }

  /// The cells at a JSON pointer. The keys of a path of `set` have that of the value, and a row has its
  /// cells once for each state.
  fileprivate func cells(at pointer: String) -> [Expression] {
    cells.filter { $0.pointer == pointer }
  }

  /// Whether a cell is a key of a path of `set`.
  fileprivate func isKey(_ cell: Expression) -> Bool {
    assignments.contains { assignment in
      assignment.path.contains { if case .key(let key) = $0 { key === cell } else { false } }
    }
  }

  /// Whether a cell is one that a row reads before it changes anything: its guard, a `let` or the first
  /// `set`. The other cells of a step, those of outputs too, read what earlier cells have written.
  fileprivate func reads(
    _ pointer: String, beforeAllChangesAt cause: Exploration.Cause
  ) -> Bool {
    let steps = pointer.split(separator: "/")
    guard steps.count > 2, steps[0] == "reducer", let index = Int(steps[1]),
      let row = rows.first(where: { $0.index == index })
    else { return false }
    switch (row.trigger, cause) {
    case (.events(let events), .event(let event, _)) where !events.contains(event.index):
      return false
    case (.eventless, _): return false
    default: break
    }
    return ["if", "let"].contains(steps[2])
      || steps[2] == "set" && steps.count > 3 && (Int(steps[3]) ?? 0) == 0
  }
}

/// The parts of cells that can fail with an error.
private struct FailingParts {
  private let error: MachineError.ID
  private var computed: [VariableIndex: Expression] = [:]
  private var functions: [Int32: Expression] = [:]
  /// The answers for the values of computed values and functions.
  private var known: [ObjectIdentifier: Bool] = [:]

  init(_ checked: CheckedDefinition, _ error: MachineError.ID) {
    self.error = error
    for value in checked.computed { computed[value.variable] = value.value }
    for function in checked.functions { functions[function.declaration] = function.value }
  }

  /// The only part; `nil` if there are several.
  mutating func only(in cell: Expression) -> TypedSyntax.Index? {
    let parts = cell.syntax.nodes.indices.filter {
      canFail(cell.syntax.nodes[$0].kind, in: cell.syntax)
    }
    guard parts.count == 1, let only = parts.first else { return nil }
    return TypedSyntax.Index(truncatingIfNeeded: only)
  }

  /// Whether any part can.
  mutating func canFail(in cell: Expression) -> Bool {
    cell.syntax.nodes.contains { canFail($0.kind, in: cell.syntax) }
  }

  private mutating func canFail(_ kind: TypedSyntax.Kind, in syntax: TypedSyntax) -> Bool {
    switch kind {
    case .index(let operand, _):
      switch syntax.type(of: operand) {
      case .list: return error == .index
      case .map: return error == .missingKey
      default: return error == .index || error == .missingKey
      }
    case .select, .caseData: return error == .missingKey
    case .call(let function, _): return canFail(function)
    case .variable(.declared(let variable)): return canFail(computed[variable])
    case .callDeclared(let function, _): return canFail(functions[function])
    default: return false
    }
  }

  /// Whether a value can fail, which never uses itself.
  private mutating func canFail(_ value: Expression?) -> Bool {
    guard let value else { return false }
    if let answer = known[ObjectIdentifier(value)] { return answer }
    let answer = canFail(in: value)
    known[ObjectIdentifier(value)] = answer
    return answer
  }

  private func canFail(_ function: Function) -> Bool {
    switch (error, function) {
    case (.index, .charAt), (.index, .substring), (.index, .indexOf), (.index, .lastIndexOf),
      (.index, .slice), (.noValue, .value), (.divideByZero, .divide), (.divideByZero, .modulo),
      (.conversion, .toBool), (.conversion, .toInt), (.conversion, .toUint),
      (.conversion, .toDouble), (.conversion, .toString), (.conversion, .toBytes),
      (.conversion, .toTimestamp), (.conversion, .toDuration):
      true
    default: false
    }
  }
}
