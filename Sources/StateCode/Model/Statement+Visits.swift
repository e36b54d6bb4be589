import CEL
import StateTables

extension Statement {
  /// Calls `body` with every cell, and `declared` with every name that it declares.
  func visit(_ body: (Cell) -> Void, declared: (String) -> Void = { _ in }) {
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
    case .rest(_, let data):
      for case .cell(let cell) in data.values { body(cell) }
    case .places, .unlessRan, .parts, .whenDone:
      for statement in inner { statement.visit(body, declared: declared) }
    case .choose(_, let cells), .give(_, let cells): cells.forEach(body)
    case .startTimer(_, let cell): body(cell)
    case .denied, .unhandled, .passed, .exit, .enter, .count, .remember, .track, .ran, .deny,
      .cancelTimer, .end, .begin:
      break
    }
  }

  /// What a state carries and a row writes.
  var writtenCarried: [Code.Name] {
    switch self {
    case .set(let assignments):
      assignments.map(\.name).filter { if case .carried = $0 { true } else { false } }
    case .branch: inner.flatMap(\.writtenCarried)
    default: []
    }
  }
}

extension Blueprint {
  /// Calls `body` with every cell.
  func visitCells(_ body: (Cell) -> Void) {
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

  /// The readers of unions that cells use: `isData`, `dataValue`.
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

  /// The states that cells ask for by `isIn`, and those that tell whether these are active.
  var askedStates: [Int] {
    var asked: Set<Int> = []
    visitCells { cell in
      cell.code.visit { if case .isIn(let state) = $0.kind { asked.insert(state) } }
    }
    guard let chart, chart.hasRegions else { return asked.sorted() }
    return Set(asked.flatMap { chart.tests(for: $0) }).sorted()
  }

  /// What does on the way what a state does: `enterOn`, `enterVolumePlace`.
  func wayName(_ statement: Statement) -> String {
    switch statement {
    case .enter(let state):
      functionName(
        "enter\((chart?.slotEnteredAlike(at: state)?.name ?? placeName(state)).capitalized)")
    case .exit(let state): functionName("exit\(placeName(state).capitalized)")
    default: ""
    }
  }

  /// A function of ours gives way to what the definition calls so.
  func functionName(_ name: String) -> String {
    var other = name
    while isMember(other) { other += "_" }
    return other
  }

  /// Whether what is done asks for something, or counts, on the way through states too.
  func needsEffects(_ statements: [Statement]) -> Bool {
    has(statements, where: \.isEffect)
  }

  /// Whether what is done can fail, on the way through states too.
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
  /// The statements that stand in it.
  var inner: [Statement] {
    switch self {
    case .branch(let branches, let otherwise): branches.flatMap(\.body) + otherwise
    case .places(_, let parts): parts.flatMap(\.body)
    case .parts(let parts, let otherwise): parts.flatMap(\.body) + otherwise
    case .unlessRan(let statements), .whenDone(_, let statements): statements
    case .declare, .set, .emit, .raise, .denied, .unhandled, .passed, .exit, .enter, .rest, .count,
      .remember, .track, .ran, .deny, .choose, .give, .startTimer, .cancelTimer, .end, .begin:
      []
    }
  }

  /// Whether it, or one that stands in it, is such a one.
  private func has(where isOne: (Statement) -> Bool) -> Bool {
    isOne(self) || inner.contains { $0.has(where: isOne) }
  }

  /// Whether something in it can fail.
  var fails: Bool { has(where: \.canFail) }

  /// Whether it asks for something, or counts.
  var hasEffects: Bool { has(where: \.isEffect) }

  /// Whether it says that nothing ran; what is in functions of its own says so there.
  var tells: Bool {
    switch self {
    case .denied, .unhandled, .unlessRan: true
    case .parts(_, let otherwise): otherwise.contains(where: \.tells)
    case .whenDone: false
    default: inner.contains(where: \.tells)
    }
  }

  /// Whether a cell of its own can fail, or the count end.
  fileprivate var canFail: Bool {
    switch self {
    case .declare(_, let cell), .startTimer(_, let cell): cell.code.fails
    case .set(let assignments): assignments.contains { $0.value.code.fails }
    case .emit(_, let cells), .raise(_, let cells), .give(_, let cells):
      cells.contains { $0.code.fails }
    case .branch(let branches, _): branches.contains { $0.condition.code.fails }
    case .rest(_, let data):
      data.values.contains { if case .cell(let cell) = $0 { cell.code.fails } else { false } }
    case .count: true
    case .denied, .unhandled, .parts, .passed, .exit, .enter, .places, .remember, .track, .ran,
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
  /// The names that its cells read, as often as they do.
  var names: [Code.Name] {
    var names: [Code.Name] = []
    visit { names += $0.code.names }
    return names
  }
}

extension Code {
  /// The names that it reads, as often as it does.
  var names: [Code.Name] {
    var names: [Code.Name] = []
    visit { if let name = $0.name { names.append(name) } }
    return names
  }
}
