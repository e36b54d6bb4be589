import CEL
import StateModel

extension Statement {
  /// Calls `body` with every cell, and `declared` with every name that the statement declares.
  func visit(_ body: (GenerationCell) -> Void, declared: (String) -> Void = { _ in }) {
    switch self {
    case .declare(let name, let cell):
      declared(name)
      body(cell)
    case .set(let assignments): for assignment in assignments { body(assignment.value) }
    case .emit(_, let cells), .raise(_, let cells): cells.forEach(body)
    case .branch(let branches, let otherwise):
      for branch in branches {
        body(branch.condition)
        for statement in branch.body { statement.visit(body, declared: declared) }
      }
      for statement in otherwise { statement.visit(body, declared: declared) }
    case .setSlot(_, let data):
      for case .cell(let cell) in data.values { body(cell) }
    case .switchSlot, .unlessRan, .parts, .whenDone:
      for statement in inner { statement.visit(body, declared: declared) }
    case .choose(_, let cells), .setCarried(_, let cells): cells.forEach(body)
    case .startTimer(_, let cell): body(cell)
    case .denied, .unhandled, .passed, .exit, .enter, .count, .saveEarlierState, .track, .ran,
      .deny,
      .cancelTimer, .end, .begin:
      break
    }
  }

  /// The carried fields that a row writes.
  var writtenCarried: [GenerationCode.Name] {
    switch self {
    case .set(let assignments):
      assignments.map(\.name).filter { if case .carried = $0 { true } else { false } }
    case .branch: inner.flatMap(\.writtenCarried)
    default: []
    }
  }
}

extension GenerationModel {
  /// Calls `body` with every cell of the model.
  func visitCells(_ body: (GenerationCell) -> Void) {
    for input in inputs { input.defaultValue.map(body) }
    for property in properties { body(property.initial) }
    for value in computed { body(value.value) }
    for function in functions.values { body(function.value) }
    let actions = chart.map { Array(($0.enter + $0.exit).joined()) } ?? []
    let parts = messages.flatMap(\.parts) + eventless
    for statement in start + actions + parts.flatMap(\.body) + (general?.statements ?? []) {
      statement.visit(body)
    }
    for cell in general?.cells ?? [] { body(cell) }
    for row in outputs.flatMap(\.rows) {
      row.condition.map(body)
      body(row.value)
    }
  }

  /// The union members that cells read, such as `isData` and `dataValue`.
  var usedUnionMembers: Set<String> {
    var used: Set<String> = []
    visitCells { cell in
      cell.code.visit { code in
        switch code.kind {
        case .isCase(_, let unionCase): used.insert("is\(caseName(unionCase).capitalized)")
        case .caseField(_, let unionCase, let field):
          let fields = declarations[unionCase]?.fields ?? []
          used.insert(caseName(unionCase) + fields[field].name.capitalized)
        default: break
        }
      }
    }
    return used
  }

  /// The states that cells test with `isIn`, and the states that decide whether these are active.
  var queriedStates: [Int] {
    var queried: Set<Int> = []
    visitCells { cell in
      cell.code.visit { if case .isIn(let state) = $0.kind { queried.insert(state) } }
    }
    guard let chart, chart.hasRegions else { return queried.sorted() }
    return Set(queried.flatMap { chart.tests(for: $0) }).sorted()
  }

  /// The name of the generated function that runs entry or exit actions, such as `enterOn`.
  func actionName(_ statement: Statement) -> String {
    switch statement {
    case .enter(let state):
      functionName(
        "enter\((chart?.slotWithSharedEntry(at: state)?.name ?? stateIdentifier(state)).capitalized)"
      )
    case .exit(let state): functionName("exit\(stateIdentifier(state).capitalized)")
    default: ""
    }
  }

  /// Whether any output can fail, so that each step computes it.
  var outputsFail: Bool { outputs.contains(where: \.fails) }

  /// Whether the start can fail or has effects, so that it needs a `start` function.
  var hasStart: Bool { !start.isEmpty || outputsFail }

  /// The name of the function that computes an output.
  func computation(of output: GenerationModel.Output) -> String {
    let name = output.member.capitalized
    return functionName("compute\(name == "Outputs" ? "Outputs_" : name)")
  }

  /// Adds `_` to the name of a generated function until no member of the definition has it.
  func functionName(_ name: String) -> String {
    var other = name
    while isMember(other) { other += "_" }
    return other
  }

  /// Whether statements, including the actions of states, emit, raise, use timers or count
  /// microsteps.
  func needsEffects(_ statements: [Statement]) -> Bool {
    has(statements, where: \.isEffect)
  }

  /// Whether statements, including the actions of states, can fail.
  func fails(_ statements: [Statement]) -> Bool { has(statements, where: \.canFail) }

  private func has(_ statements: [Statement], where isOne: (Statement) -> Bool) -> Bool {
    statements.contains { statement in
      switch statement {
      case .exit(let state): chart.map { has($0.exit[state], where: isOne) } ?? false
      case .enter(let state): chart.map { has($0.enter[state], where: isOne) } ?? false
      default: isOne(statement) || has(statement.inner, where: isOne)
      }
    }
  }
}

extension Statement {
  /// The nested statements.
  var inner: [Statement] {
    switch self {
    case .branch(let branches, let otherwise): branches.flatMap(\.body) + otherwise
    case .switchSlot(_, let parts): parts.flatMap(\.body)
    case .parts(let parts, let otherwise): parts.flatMap(\.body) + otherwise
    case .unlessRan(let statements), .whenDone(_, let statements): statements
    case .declare, .set, .emit, .raise, .denied, .unhandled, .passed, .exit, .enter, .setSlot,
      .count,
      .saveEarlierState, .track, .ran, .deny, .choose, .setCarried, .startTimer, .cancelTimer, .end,
      .begin:
      []
    }
  }

  /// Whether the statement or a nested one can fail.
  var fails: Bool { canFail || inner.contains(where: \.fails) }

  /// Whether it returns a result because no row ran. Rows in separate functions do that there.
  var returnsResult: Bool {
    switch self {
    case .denied, .unhandled, .unlessRan: true
    case .parts(_, let otherwise): otherwise.contains(where: \.returnsResult)
    case .whenDone: false
    default: inner.contains(where: \.returnsResult)
    }
  }

  /// Whether a cell of this statement can fail, or the microstep limit can be reached.
  fileprivate var canFail: Bool {
    switch self {
    case .declare(_, let cell), .startTimer(_, let cell): cell.code.fails
    case .set(let assignments): assignments.contains { $0.value.code.fails }
    case .emit(_, let cells), .raise(_, let cells), .setCarried(_, let cells):
      cells.contains { $0.code.fails }
    case .branch(let branches, _): branches.contains { $0.condition.code.fails }
    case .setSlot(_, let data):
      data.values.contains { if case .cell(let cell) = $0 { cell.code.fails } else { false } }
    case .count: true
    case .denied, .unhandled, .parts, .passed, .exit, .enter, .switchSlot, .saveEarlierState,
      .track, .ran,
      .deny, .unlessRan, .choose, .cancelTimer, .whenDone, .end, .begin:
      false
    }
  }

  fileprivate var isEffect: Bool {
    switch self {
    case .emit, .raise, .count, .startTimer, .cancelTimer, .end: true
    default: false
    }
  }
}

extension Statement {
  /// The names that the cells read, once for each read.
  var names: [GenerationCode.Name] {
    var names: [GenerationCode.Name] = []
    visit { names += $0.code.names }
    return names
  }
}

extension GenerationCode {
  /// The names that the code reads, once for each read.
  var names: [GenerationCode.Name] {
    var names: [GenerationCode.Name] = []
    visit { if let name = $0.name { names.append(name) } }
    return names
  }
}

extension Statement {
  /// The names that a binding to a non-null value serves, once for each read.
  var bindable: [GenerationCode.Name] {
    var names: [GenerationCode.Name] = []
    visit { names += $0.code.bindable }
    return names
  }

  /// The names that a binding before some statements serves. After an assignment it does not.
  static func bindable(in statements: [Statement]) -> [GenerationCode.Name] {
    var names: [GenerationCode.Name] = []
    var assigned: Set<GenerationCode.Name> = []
    for statement in statements {
      names += statement.bindable.filter { !assigned.contains($0) }
      if case .set(let assignments) = statement { assigned.formUnion(assignments.map(\.name)) }
    }
    return names
  }
}

extension GenerationCode {
  /// The names that a binding to a non-null value serves: local variables, and members that are
  /// known to be non-null. Comparisons with null do not count.
  var bindable: [GenerationCode.Name] {
    var names: [GenerationCode.Name] = []
    collectBindable(into: &names)
    return names
  }

  private func collectBindable(into names: inout [GenerationCode.Name]) {
    switch kind {
    case .isNotNull(let operand) where operand.name != nil: return
    case .known(let operand):
      if let name = operand.name, name.isMember { names.append(name) }
    case .name(let name): if !name.isMember { names.append(name) }
    default: break
    }
    var parts: [GenerationCode] = []
    kind.forEachPart { parts.append($0) }
    for part in parts { part.collectBindable(into: &names) }
  }
}

extension GenerationCode.Name {
  /// Whether the variable belongs to the state.
  var isMember: Bool {
    switch self {
    case .local, .event: false
    default: true
    }
  }
}
