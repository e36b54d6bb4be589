import CEL
import StateLinking
import StateModel

/// Compiles what rows and entries do: `let`, `set`, `emit`, `raise`.
extension Compiler {
  mutating func emitLets(_ lets: some Sequence<CheckedRow.Let>) {
    for item in lets {
      guard let register = register(of: item.variable) else { continue }
      lower(item.value, into: register)
    }
  }

  /// Emits the actions of a row. The data of `goTo` waits in separate registers until the entries.
  mutating func emitBody(_ row: CheckedRow, data: [[Register?]]) {
    for (target, registers) in zip(row.targets ?? [], data) {
      for item in cells(for: target) {
        guard let register = registers[item.field] else { continue }
        lower(item.value, into: register)
      }
    }
    for assignments in row.assignments { emitSet(assignments) }
    for sending in row.emits { emitCommand(sending) }
    for sending in row.raises { emitRaise(sending) }
  }

  /// The cells that a row computes for the fields of a target: those that it gives, and the defaults
  /// of the others, which see the same values. Constants can be stored later.
  func cells(for target: CheckedTarget) -> [(field: Int, value: Expression)] {
    let given = Set(target.data.map(\.field))
    var cells = target.data
    for (field, value) in source.states[target.state].defaults.enumerated() {
      guard let value, !given.contains(field) else { continue }
      if case .constant? = value.syntax.nodes.first?.kind, value.syntax.nodes.count == 1 {
        continue
      }
      cells.append((field, value))
    }
    return cells
  }

  /// Emits the entries of `enter` or `exit` as one block, without its end.
  mutating func emitActions(_ actions: [CheckedAction]) {
    for action in actions {
      let skip = action.condition.map { branch(ifFalse: $0) }
      for assignments in action.assignments { emitSet(assignments) }
      for sending in action.emits { emitCommand(sending) }
      for sending in action.raises { emitRaise(sending) }
      if let skip { builder.patch(skip) }
    }
  }

  /// Emits one object of `set`. All its cells read the values from before it.
  ///
  /// A value is written directly if no later cell reads its variable. Otherwise it waits in a
  /// register. A write to an element can fail. It waits, too, unless nothing comes after it, because
  /// the errors of cells come first.
  private mutating func emitSet(_ assignments: [CheckedAssignment]) {
    /// The last assignment that reads a variable.
    var lastReaders: [VariableIndex: Int] = [:]
    for (index, assignment) in assignments.enumerated() {
      reads.forEachVariable(in: assignment) { lastReaders[$0] = index }
    }
    var waiting: [(CheckedAssignment, [PathStep], Register)] = []
    for (index, assignment) in assignments.enumerated() {
      guard let register = register(of: assignment.variable) else { continue }
      invalidatedOutputs |= outputReaders[assignment.variable]
      let isLastAndAlone = waiting.isEmpty && index == assignments.count - 1
      if lastReaders[assignment.variable, default: -1] > index
        || assignment.hasKeys && !isLastAndAlone
      {
        let path = emitPath(assignment, isWaiting: true)
        waiting.append((assignment, path, waitingRegister(for: assignment.value)))
      } else if assignment.path.isEmpty {
        builder.save(register)
        lower(assignment.value, into: register)
      } else {
        let path = emitPath(assignment, isWaiting: false)
        let value = lower(assignment.value)
        note(assignment.value.location)
        builder.assign(path: path, of: register, from: value)
      }
    }
    for (assignment, path, value) in waiting {
      guard let register = register(of: assignment.variable) else { continue }
      note(assignment.value.location)
      if path.isEmpty {
        builder.save(register)
        builder.move(value, to: register)
      } else {
        builder.assign(path: path, of: register, from: value)
      }
    }
    builder.recycle()
  }

  private mutating func emitPath(_ assignment: CheckedAssignment, isWaiting: Bool) -> [PathStep] {
    var path: [PathStep] = []
    for step in assignment.path {
      switch step {
      case .field(let field): path.append(.field(field))
      case .key(let key):
        path.append(.key(isWaiting ? waitingRegister(for: key) : lower(key)))
      }
    }
    return path
  }

  /// Evaluates a cell into a register that no assignment changes.
  private mutating func waitingRegister(for expression: Expression) -> Register {
    let register = builder.declare(expression.syntax.type)
    lower(expression, into: register)
    return register
  }

  private mutating func emitCommand(_ sending: CheckedSending) {
    emit(sending, effect: sending.index)
  }

  private mutating func emitRaise(_ sending: CheckedSending) {
    emit(sending, effect: source.commands.count + sending.index)
  }

  private mutating func emit(_ sending: CheckedSending, effect: Int) {
    for (value, slot) in zip(sending.values, effects[effect].values) {
      lower(value, into: slot.register)
    }
    note(sending.location)
    builder.effect(Int32(truncatingIfNeeded: effect))
  }

  /// Notes that the code emitted next belongs to the cell or row at a path.
  mutating func note(_ path: Pointer) {
    builder.at(cell: Int32(truncatingIfNeeded: cellPaths.count))
    cellPaths.append(path)
  }

  static let reducer = Pointer.root["reducer"]

  mutating func lower(_ expression: Expression, into register: Register) {
    note(expression.location)
    _ = builder.lower(expression.syntax, into: register)
    builder.recycle()
  }

  /// Evaluates a cell into a register that the builder chooses. It is valid until the next
  /// `recycle`.
  mutating func lower(_ expression: Expression) -> Register {
    note(expression.location)
    return builder.lower(expression.syntax)
  }

  mutating func branch(ifFalse condition: Expression) -> Patch {
    note(condition.location)
    let patch = builder.branch(ifFalse: condition.syntax)
    builder.recycle()
    return patch
  }
}
