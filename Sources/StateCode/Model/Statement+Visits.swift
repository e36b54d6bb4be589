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
    case .arrive(_, let data):
      for case .cell(let cell) in data.values { body(cell) }
    case .choose(_, let cells), .give(_, let cells): cells.forEach(body)
    case .startTimer(_, let cell): body(cell)
    case .whenDone(_, let statements):
      for statement in statements { statement.visit(body, declared: declared) }
    case .denied, .unhandled, .leave, .count, .cancelTimer, .end, .begin: break
    }
  }

  /// What a state carries and a row writes.
  var writtenCarried: [Code.Name] {
    switch self {
    case .set(let assignments):
      assignments.map(\.name).filter { if case .carried = $0 { true } else { false } }
    case .branch(let branches, let otherwise):
      branches.flatMap { $0.body.flatMap(\.writtenCarried) } + otherwise.flatMap(\.writtenCarried)
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

  /// The states that cells ask for by `isIn`.
  var askedStates: [Int] {
    var asked: Set<Int> = []
    visitCells { cell in
      cell.code.visit { if case .isIn(let state) = $0.kind { asked.insert(state) } }
    }
    return asked.sorted()
  }
}

extension Statement {
  /// Whether something in it can fail.
  var fails: Bool {
    switch self {
    case .declare(_, let cell): cell.code.fails
    case .set(let assignments): assignments.contains { $0.value.code.fails }
    case .emit(_, let cells), .raise(_, let cells): cells.contains { $0.code.fails }
    case .branch(let branches, let otherwise):
      branches.contains { $0.condition.code.fails || $0.body.contains(where: \.fails) }
        || otherwise.contains(where: \.fails)
    case .give(_, let cells): cells.contains { $0.code.fails }
    case .startTimer(_, let cell): cell.code.fails
    case .whenDone(_, let statements): statements.contains(where: \.fails)
    case .denied, .unhandled, .leave, .choose, .cancelTimer, .end, .begin: false
    case .arrive(_, let data):
      data.values.contains { if case .cell(let cell) = $0 { cell.code.fails } else { false } }
    case .count: true
    }
  }

  /// Whether it says that nothing ran.
  var tells: Bool {
    switch self {
    case .denied, .unhandled: true
    case .branch(let branches, let otherwise):
      otherwise.contains(where: \.tells) || branches.contains { $0.body.contains(where: \.tells) }
    default: false
    }
  }

  var moves: Bool {
    switch self {
    case .arrive: true
    case .branch(let branches, let otherwise):
      otherwise.contains(where: \.moves) || branches.contains { $0.body.contains(where: \.moves) }
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
