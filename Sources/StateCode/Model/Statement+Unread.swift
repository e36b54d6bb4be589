/// Declarations that no statement reads: compilers warn about them.
extension Statement {
  /// The statements without unread declarations. The value of one that can fail is still computed,
  /// without a name.
  static func withoutUnread(_ statements: [Statement]) -> [Statement] {
    var kept: [Statement] = []
    var read: Set<String> = []
    for statement in statements.reversed() {
      var statement = statement.withInner(withoutUnread)
      if case .declare(let name, let cell) = statement, !read.contains(name) {
        if !cell.code.fails { continue }
        statement = .declare("", cell)
      }
      if statement.isIdle { continue }
      statement.addLocals(to: &read)
      kept.append(statement)
    }
    return kept.reversed()
  }

  /// Whether it only reads values, and cannot fail.
  private var isIdle: Bool {
    guard case .branch(let branches, let otherwise) = self else { return false }
    return otherwise.isEmpty && branches.allSatisfy { $0.body.isEmpty && !$0.condition.code.fails }
  }

  /// Adds the names of the local variables that it reads.
  private func addLocals(to read: inout Set<String>) {
    if case .setSlot(_, let data) = self {
      for case .local(let name) in data.values { read.insert(name) }
    }
    for case .local(let name) in names { read.insert(name) }
    for statement in inner { statement.addLocals(to: &read) }
  }

  /// The statement with other nested statements.
  private func withInner(_ change: ([Statement]) -> [Statement]) -> Statement {
    switch self {
    case .branch(let branches, let otherwise):
      .branch(
        branches.map { Branch(condition: $0.condition, body: change($0.body)) },
        otherwise: change(otherwise))
    case .switchSlot(let slot, let parts):
      .switchSlot(slot: slot, parts.map { $0.withBody(change) })
    case .parts(let parts, let otherwise):
      .parts(
        parts.map { RowPart(name: $0.name, parameters: $0.parameters, body: change($0.body)) },
        otherwise: change(otherwise))
    case .unlessRan(let statements): .unlessRan(change(statements))
    case .whenDone(let state, let statements): .whenDone(state, change(statements))
    default: self
    }
  }
}

extension GenerationModel.Part {
  fileprivate func withBody(_ change: ([Statement]) -> [Statement]) -> Self {
    Self(states: states, body: change(body))
  }
}

extension GenerationModel {
  /// Removes declarations that nothing reads.
  mutating func removeUnread() {
    for index in messages.indices {
      messages[index].parts = messages[index].parts.map { $0.withBody(Statement.withoutUnread) }
    }
    eventless = eventless.map { $0.withBody(Statement.withoutUnread) }
    guard let chart = general else { return }
    general?.timers = chart.timers.map { timer in
      GeneralChart.Timer(
        id: timer.id, name: timer.name, label: timer.label, isRepeating: timer.isRepeating,
        duration: timer.duration, search: Statement.withoutUnread(timer.search))
    }
  }
}
