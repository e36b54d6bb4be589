import CEL
import StateLinking
import StateModel

/// Compiles outputs and invariants.
extension Compiler {
  mutating func outputTable(_ output: CheckedOutput) -> OutputTable {
    let slot = Slot(register: builder.declare(output.type), type: output.type)
    return OutputTable(
      name: output.name, isComputedByStep: !reserveLazyWork(for: output), slot: slot,
      rows: output.rows.map { outputRow($0, into: slot) })
  }

  /// Adds an output to those that are computed when they are read; false if it can fail, or takes
  /// too much work together with the others.
  private mutating func reserveLazyWork(for output: CheckedOutput) -> Bool {
    var total = emitted.lazyWork
    for row in output.rows {
      for syntax in [row.value.syntax, row.condition?.syntax] {
        guard let syntax else { continue }
        guard let own = builder.lazyWork(of: syntax) else { return false }
        total += own
      }
    }
    // An output without work can always be computed when it is read.
    guard total == emitted.lazyWork || total <= Self.lazyLimit else { return false }
    emitted.lazyWork = total
    return true
  }

  /// The most work of reading all outputs that no step computes, in steps of the budget: a quarter
  /// of what an event may take.
  private static let lazyLimit = 250_000

  /// Compiles one row. A value that is already in a register (a property, a constant) needs no block.
  private mutating func outputRow(
    _ row: CheckedOutput.Row, into slot: Slot
  ) -> OutputTable.Row {
    if row.condition == nil, let ready = readySlot(row.value) {
      return OutputTable.Row(states: row.states, entry: -1, isGuarded: false, slot: ready)
    }
    let start = builder.position
    let skip = row.condition.map { branch(ifFalse: $0) }
    note(row.value.location)
    builder.finish(row.value.syntax, in: slot.register)
    builder.recycle()
    if let skip {
      builder.patch(skip)
      builder.finish(-1)
    }
    return OutputTable.Row(
      states: row.states, entry: start, isGuarded: skip != nil, slot: slot)
  }

  /// Replaces a block that only chooses between two registers by a slot of the kind `choice`.
  static func simplified(
    _ row: OutputTable.Row, _ code: Code, _ choices: inout [Choice]
  ) -> OutputTable.Row {
    guard !row.isGuarded, row.entry >= 0, let choice = code.choice(at: row.entry) else {
      return row
    }
    choices.append(
      Choice(ifTrue: row.slot.at(choice.ifTrue), ifFalse: row.slot.at(choice.ifFalse)))
    let number = Int32(truncatingIfNeeded: choices.count - 1)
    return OutputTable.Row(
      states: row.states, entry: -1, isGuarded: false,
      slot: Slot(.choice, index: choice.test, extra: number))
  }

  private mutating func readySlot(_ value: Expression) -> Slot? {
    let syntax = value.syntax
    switch syntax.rootKind {
    case .constant: break
    case .variable(.declared(let variable)):
      guard register(of: variable) != nil else { return nil }
    default: return nil
    }
    let start = builder.position
    let register = lower(value)
    builder.recycle()
    guard builder.position == start else { return nil }
    return Slot(register: register, type: syntax.type)
  }

  mutating func invariantBlock(_ invariant: CheckedInvariant) -> Int32 {
    let start = builder.position
    let skip = branch(ifFalse: invariant.condition)
    builder.finish(1)
    builder.patch(skip)
    builder.finish(0)
    return start
  }
}
